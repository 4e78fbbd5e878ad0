#!/bin/bash
# Runs all tests, as `make check` does, and prints one line of counts at the end.
#
#   tests/all.sh [NAME...]        all, or those of: unit parse isa … (tests/NAME.sh)
#
# LONG=1 runs the slow ones too.  VERBOSE=1 shows each test that passes.
set -u
cd "$(dirname "$0")/.." || exit 1
unset BUILD MAKEFLAGS MFLAGS
. tests/lib.sh
mkdir -p build/tests
started=$SECONDS

# One group of tests: a command, its output kept; the counts of its last line are added.
group() { # name, command...
    local name=$1 log=build/tests/$1.log before=$SECONDS failed_before=$failed status line
    shift
    printf -- '-- %s\n' "$name"
    "$@" >"$log" 2>&1
    status=$?
    if [ -n "${VERBOSE:-}" ]; then cat "$log"; else grep -E '^(FAIL|skip|    )' "$log" | head -n 200; fi
    if ! add_counts "$log"; then
        fail "$name" "$*" <(tail -n 15 "$log")
    elif [ $status -ne 0 ] && [ "$failed" -eq "$failed_before" ]; then
        fail "$name" "$* (status $status)" <(tail -n 15 "$log")
    fi
    line=$(grep -Eo '[0-9]+ passed, [0-9]+ failed, [0-9]+ skipped' "$log" | tail -n 1)
    printf '   %s: %s (%d s)\n' "$name" "${line:-no counts}" $((SECONDS - before))
}

# The order: what fails first explains what fails later.
[ -z "${LONG:-}" ] || slow=speed
names=${*:-unit mkisa parse check bounds isa arith emit run oracle fuzz samples readme cli ${slow:-}}
for name in $names; do
    [ ! -x "tests/$name.sh" ] && [ ! -f "tests/$name.sh" ] || group "$name" bash "tests/$name.sh"
done
# Scripts that nobody listed above.
if [ $# -eq 0 ]; then
    for file in tests/*.sh; do
        name=$(basename "$file" .sh)
        case " $names all lib deps speed bench texbench bigptx rates " in
        *" $name "*) ;;
        *) group "$name" bash "$file" ;;
        esac
    done
fi
printf -- '-- %d s\n' $((SECONDS - started))
finish
