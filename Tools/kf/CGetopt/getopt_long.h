// glibc's getopt_long, which Swift's Glibc module leaves out.
#include <getopt.h>
