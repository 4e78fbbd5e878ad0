#!/bin/bash
# Compiles and runs tests/unit/*.c: each is a program that succeeds when its status is 0.
#
#   tests/unit.sh [NAME...]
#
# They are linked with the compiler's own code, as far as they use it.  A comment /* link: FLAGS */ adds flags;
# /* needs: HEADER */ skips the test where that header is missing.  Environment: CC, OPENMP=0, JOBS (2).
set -u
cd "$(dirname "$0")/.." || exit 1
. tests/lib.sh
out=build/unit
mkdir -p $out

one() { # name
    local name=$1 file=tests/unit/$1.c need link command
    need=$(sed -n 's|.*/\* needs: \([^ ]*\) \*/.*|\1|p' "$file")
    link=$(sed -n 's|.*/\* link: \(.*\) \*/.*|\1|p' "$file")
    if [ -n "$need" ] && ! echo "#include <$need>" | $CC -E -xc - >/dev/null 2>&1; then
        skip "$name" "no header <$need>"
        return
    fi
    # shellcheck disable=SC2086
    command="$CC $strict -O1 $sanitize -pthread $openmp -Isrc -I${BUILD:-build} -Iruntime
        -o $out/$name $file build/libptx2c.a $link -lm"
    command=$(echo $command)
    if ! $command >$out/"$name".log 2>&1; then
        fail "$name" "$command" $out/"$name".log
    elif ! timeout 300 $out/"$name" >$out/"$name".log 2>&1; then
        fail "$name" "$command && $out/$name" $out/"$name".log
    else
        pass "$name"
    fi
}

[ $# -gt 0 ] || set -- $(cd tests/unit && ls ./*.c 2>/dev/null | sed 's|^\./||; s|\.c$||')
side_by_side one $out tests/unit.sh "$@"
finish
