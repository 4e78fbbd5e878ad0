# lib.sh: what the test scripts share; sourced by bash.  A test prints "ok NAME", "FAIL NAME" with the command that
# repeats it, or "skip NAME: why"; a script ends with "N passed, M failed, K skipped" and status 1 when any failed.
passed=0 failed=0 skipped=0
CC=${CC:-cc}
strict='-std=c11 -Wall -Wextra -Wpedantic -Werror'

pass() { passed=$((passed + 1)); echo "ok $1"; }
skip() { skipped=$((skipped + 1)); echo "skip $1: $2"; }
fail() { # name, command to repeat, file with details (may be missing)
    failed=$((failed + 1))
    echo "FAIL $1: $2"
    [ ! -s "${3:-}" ] || sed -n '1,15s/^/    /p' "$3"
}

# Adds up the "N passed, M failed, K skipped" in a file; false when there is none.
add_counts() { # file
    local line
    line=$(grep -Eo '[0-9]+ passed, [0-9]+ failed, [0-9]+ skipped' "$1" | tail -n 1)
    [ -n "$line" ] || return 1
    # shellcheck disable=SC2086
    set -- $line
    passed=$((passed + $1)) failed=$((failed + $3)) skipped=$((skipped + $5))
}

finish() {
    echo "$passed passed, $failed failed, $skipped skipped"
    [ "$failed" -eq 0 ] && [ $((passed + skipped)) -gt 0 ]
    exit
}
