#!/bin/bash
# Runs all tests, as `make check` does, and prints one line of counts at the end.
#
#   tests/all.sh [NAME...]        all, or those of: unit parse isa … (tests/NAME.sh)
#
# LONG=1 runs the slow ones too.  VERBOSE=1 shows each test that passes.  JOBS (one for each processor): groups at a time.
set -u
cd "$(dirname "$0")/.." || exit 1
unset BUILD MAKEFLAGS MFLAGS
. tests/lib.sh
mkdir -p build/tests
started=$SECONDS
jobs=${JOBS:-$(nproc 2>/dev/null || echo 2)}
export OMP_WAIT_POLICY=${OMP_WAIT_POLICY:-passive} # threads that wait leave the processor to other groups
running=

# One group of tests, its output and its status kept.
run_group() { # name
    local before=$SECONDS log=build/tests/$1
    JOBS=1 bash "tests/$1.sh" >"$log.log" 2>&1
    echo "$? $((SECONDS - before))" >"$log.new"
    mv "$log.new" "$log.status"
}

# What one has found; the counts of its last line are added.
report() { # name
    local name=$1 log=build/tests/$1.log failed_before=$failed status seconds line
    read -r status seconds <"build/tests/$1.status"
    printf -- '-- %s\n' "$name"
    if [ -n "${VERBOSE:-}" ]; then cat "$log"; else grep -E '^(FAIL|skip|    )' "$log" | head -n 200; fi
    if ! add_counts "$log"; then
        fail "$name" "tests/$name.sh" <(tail -n 15 "$log")
    elif [ "$status" -ne 0 ] && [ "$failed" -eq "$failed_before" ]; then
        fail "$name" "tests/$name.sh (status $status)" <(tail -n 15 "$log")
    fi
    line=$(grep -Eo '[0-9]+ passed, [0-9]+ failed, [0-9]+ skipped' "$log" | tail -n 1)
    printf '   %s: %s (%d s)\n' "$name" "${line:-no counts}" "$seconds"
}

# Waits till fewer than that many groups run.
wait_below() { # number
    local name left
    while set -- "$1" $running; [ $# -gt "$1" ]; do
        wait -n
        left=
        for name in $running; do
            if [ -f "build/tests/$name.status" ]; then report "$name"; else left="$left $name"; fi
        done
        running=$left
    done
}

group() { # name
    wait_below "$jobs"
    rm -f "build/tests/$1.status"
    running="$running $1"
    run_group "$1" &
}

# First what says most when it fails, and what takes longest.
names=${*:-unit mkisa parse isa run samples sanitize oracle random fuzz threads results libm cli readme}
for name in $names; do
    if [ -f "tests/$name.sh" ]; then group "$name"; else fail "$name" "no tests/$name.sh"; fi
done
# Scripts that nobody listed above.
if [ $# -eq 0 ]; then
    for file in tests/*.sh; do
        name=$(basename "$file" .sh)
        case " $names all lib deps speed bench texbench bigptx rates " in
        *" $name "*) ;;
        *) group "$name" ;;
        esac
    done
    wait_below 1
    [ -z "${LONG:-}" ] || group speed # alone
fi
wait_below 1
printf -- '-- %d s\n' $((SECONDS - started))
finish
