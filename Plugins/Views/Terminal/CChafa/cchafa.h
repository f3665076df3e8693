// The system's libchafa; the package manager finds it through pkg-config.
#ifndef KINGFISHER_CCHAFA_H
#define KINGFISHER_CCHAFA_H

#include <chafa.h>

#endif
