import KingfisherGIF
import Testing
