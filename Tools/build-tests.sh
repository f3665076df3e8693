# Sourced by Tools/test and Tools/lint, so that both use one build. Not run by itself.

# After a trap the Swift runtime would wait for a key in a terminal; scripts want the message and the exit code.
export SWIFT_BACKTRACE=enable=no

# build_tests LOG [OPTION...]: builds everything with the tests; the compiler's words go to LOG, and to the
# screen if it fails. A source file that drew a warning is touched: the next build then compiles it again and
# repeats the warning, until it is mended.
build_tests() {
    local log=$1
    shift
    mkdir -p "$(dirname "$log")"
    if ! swift build --build-tests --jobs "$(nproc)" "$@" </dev/null >"$log" 2>&1; then
        cat "$log" >&2
        return 1
    fi
    compiler_warnings "$log" | cut -d: -f1 | sort -u | while read -r file; do
        [[ ! -f $file ]] || touch "$file"
    done
}

# Every line of the log that warns, of whatever tool; the framed repetitions below a source line are left out, and what
# the package manager says of -pthread and -msse in gtk4.pc, which it does without.
compiler_warnings() {
    grep 'warning: ' "$1" | grep -v 'warning: prohibited flag(s): -pthread,' | grep -vE '^ *[0-9]* *\|' | sort -u || true
}
