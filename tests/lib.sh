# lib.sh: what the test scripts share; sourced by bash.  A test prints "ok NAME", "FAIL NAME" with the command that
# repeats it, or "skip NAME: why"; a script ends with "N passed, M failed, K skipped" and status 1 when any failed.
# Another shell that was told to run the script hands over.
[ -n "${BASH_VERSION:-}" ] || exec bash "tests/${0##*/}" "$@"
passed=0 failed=0 skipped=0
CC=${CC:-cc}
strict='-std=c11 -Wall -Wextra -Wpedantic -Werror'
openmp=-fopenmp
[ "${OPENMP:-1}" != 0 ] || openmp=
sanitize='-g1 -fsanitize=address,undefined -fno-sanitize-recover=all'
# gcc 12 takes up to 20 times as long where it watches scopes: it compares each local variable of a function with each other.
[ -n "${LONG:-}" ] || sanitize="$sanitize -fno-sanitize-address-use-after-scope"
one_way=-DPTX2C_CLONES= # kernels for one processor, where compiling them thrice would tell no more
# Translates a hundred times as fast as compilers that optimise; has no OpenMP and faults of its own: what differs is for $CC.
tcc="tcc -w -DTIME_UTC=1 -D_Atomic= -D_Thread_local= -U__STDC_NO_ATOMICS__ -Itests/tcc $one_way"
command -v tcc >/dev/null || tcc=

pass() { passed=$((passed + 1)); echo "ok $1"; }
skip() { skipped=$((skipped + 1)); echo "skip $1: $2"; }
fail() { # name, command to repeat, file with details (may be missing)
    failed=$((failed + 1))
    echo "FAIL $1: $2"
    [ ! -s "${3:-}" ] || sed -n '1,15s/^/    /p' "$3"
}

# -fopenmp, if the compiler has what belongs to it.
openmp_of() { # compiler
    [ -z "$openmp" ] || ! echo '#include <omp.h>' | "$1" $openmp -x c -fsyntax-only - 2>/dev/null || echo $openmp
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

# Calls a function for each name, JOBS (2) at a time; what it prints and its counts are kept in DIR/NAME.result till all are
# done.
side_by_side() { # function, directory, script, names...
    local call=$1 dir=$2 script=$3 name running=0
    shift 3
    for name; do
        {
            passed=0 failed=0 skipped=0
            $call "$name"
            echo "$passed passed, $failed failed, $skipped skipped"
        } >"$dir/$name.result" 2>&1 &
        running=$((running + 1))
        [ $running -lt "${JOBS:-2}" ] || { wait -n; running=$((running - 1)); }
    done
    wait
    for name; do
        sed '$d' "$dir/$name.result"
        add_counts "$dir/$name.result" || fail "$name" "$script $name" "$dir/$name.result"
    done
}

# Builds a generator of random programs, and with another compiler, too, where there is one: both must write the same.
build_generator() { # program, endings of the files that it writes for a seed, sources...
    local gen=$1 to=$1 endings=$2 other=clang cc seed e command
    shift 2
    ! $CC --version 2>/dev/null | grep -q clang || other=gcc
    command -v $other >/dev/null || other=
    for cc in "$CC" $other; do
        command="$cc $strict -O1 -D_POSIX_C_SOURCE=200809L -o $to $*"
        $command >"$gen.log" 2>&1 || { fail "$(basename "$gen")" "$command" "$gen.log"; return 1; }
        to=$gen.other
    done
    for seed in ${other:+1 2 3 4 5 6 7 8 9 10}; do
        # shellcheck disable=SC2046,SC2059,SC2086
        "$gen" $seed $(printf "$gen.a%s " $endings) && "$gen.other" $seed $(printf "$gen.b%s " $endings)
        for e in $endings; do
            cmp -s "$gen.a$e" "$gen.b$e" || { fail "seed $seed: $other makes another program" "cmp $gen.a$e $gen.b$e"; return 1; }
        done
    done
}

# One way to run a random program, DIR/k.ptx: translates it as $module, compiles it, links it with $objects and runs it with
# $arguments, once for each number of threads.
random_way() { # directory, label, compiler, flags, ptx2c options, threads...
    local dir=$1 label=$2 cc=$3 flags=$4 options=$5 run=$1/$2 name threads command
    shift 5
    name="seed $(basename "$dir")"
    command -v "${cc%% *}" >/dev/null || { skip "$name ($label)" "no $cc"; return; }
    # shellcheck disable=SC2086,SC2154
    timeout 60 $ptx2c $options -o "$run.c" --module="$module" "$dir/k.ptx" >"$dir/log" 2>&1 && [ ! -s "$dir/log" ] ||
        { fail "$name ($label): translating" "$ptx2c $options $dir/k.ptx" "$dir/log"; return; }
    command="$cc -std=c11 -w $flags -DPTX2C_BRIEF_US=0 -Iruntime -o $run $run.c $objects -lm"
    $command >"$dir/log" 2>&1 || { fail "$name ($label): compiling" "$command" "$dir/log"; return; }
    for threads; do
        # shellcheck disable=SC2086,SC2154
        if OMP_NUM_THREADS=$threads timeout 120 "$run" $arguments >"$dir/log" 2>&1; then
            pass "$name ($label, $threads threads)"
        else
            fail "$name ($label, $threads threads)" "OMP_NUM_THREADS=$threads $run $arguments   # $command" "$dir/log"
        fi
    done
}

finish() {
    echo "$passed passed, $failed failed, $skipped skipped"
    [ "$failed" -eq 0 ] && [ $((passed + skipped)) -gt 0 ]
    exit
}
