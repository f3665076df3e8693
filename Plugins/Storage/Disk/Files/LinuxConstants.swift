internal import Glibc

// Values that the importer cannot see, because the C headers hide them behind feature macros or write them as
// expressions. They are part of the kernel's interface, the same on x86-64 and ARM64.

/// Leaves the access time alone when a file is read; only its owner may ask for that.
let O_NOATIME: Int32 = 0o1_000_000

/// Leaves one of the two times that `futimens` sets as it is.
let UTIME_OMIT = (1 << 30) - 2

/// Opens a file without a name in a folder. ARM64 has another number for folders (`O_DIRECTORY`), which is part of it.
let O_TMPFILE: Int32 = 0o20_000_000 | O_DIRECTORY
