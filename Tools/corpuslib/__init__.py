"""Comparing what the decoders see in files that nobody of this project made with what independent decoders see."""
