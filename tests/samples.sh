#!/bin/bash
# Translates every sample, compiles it in many ways and lets it check itself (--check-all).
#
#   tests/samples.sh [SAMPLE...]     a selection of configurations, some three minutes on two processors
#   LONG=1 tests/samples.sh          all of them
#
# Environment: PTX2C (./ptx2c), CCS (compilers; "gcc clang" and CC), OPENMP=0 (never -fopenmp), JOBS (2), BUILD (build).
# Prints "ok SAMPLE (configuration)" or "FAIL SAMPLE (configuration): command", and at the end what was counted.
set -u
cd "$(dirname "$0")/.." || exit 1
. tests/lib.sh
export LC_ALL=C
unset OMP_NUM_THREADS
root=$PWD
ptx2c=${PTX2C:-$root/ptx2c}
case $ptx2c in */*) ptx2c=$(cd "$(dirname "$ptx2c")" && pwd)/$(basename "$ptx2c") ;; esac
build=${BUILD:-build}/samples
case $build in /*) ;; *) build=$root/$build ;; esac
samples=$root/samples
mkdir -p "$build" && cd "$build" || exit 1

if [ $# -gt 0 ]; then
    names=$*
else
    names=
    for file in "$samples"/*.cu; do names="$names $(basename "$file" .cu)"; done
fi

# Runs the checks of a built program, once for each number of threads.
run_program() { # sample, configuration, program, numbers of threads
    for threads in $4; do
        config="$2 threads=$threads"
        command="OMP_NUM_THREADS=$threads $build/$3 --check-all"
        if OMP_NUM_THREADS=$threads ./"$3" --check-all >"$3.log" 2>&1 && check_output "$1" "$3.log"; then
            pass "$1 ($config)"
        else
            fail "$1 ($config)" "$command" "$3.log"
        fi
    done
}

# One line that ends in ok.  hello also writes from the device: every line of hello_formats must come twice (device and
# host), each greeting once.
check_output() { # sample, log
    [ "$(tail -n 1 "$2" | sed 's/.*: //')" = ok ] || return 1
    if [ "$1" != hello ]; then
        [ "$(wc -l <"$2")" -eq 1 ]
        return
    fi
    [ "$(grep -c '^block .*hello world, ' "$2")" -eq 46 ] || return 1
    [ "$(grep '^block ' "$2" | sort -u | wc -l)" -eq 46 ] || return 1
    sed '$d' "$2" | grep -v '^block ' | sort | uniq -c | awk '$1 != 4 { bad = 1 } END { exit bad || NR != 8 }'
}

# Compiles and runs one configuration.
configuration() { # sample, compiler, flags, numbers of threads, what to call it
    name=$1 cc=$2 flags=$3 threads=$4 label=$5
    case ${OPENMP:-1}$flags in 0*-fopenmp*) return ;; esac
    program=$name-$(echo "$cc $label" | tr -c 'A-Za-z0-9\n' '_')
    command="$cc $strict $flags -I$root/runtime -o $build/$program $build/$name.c $samples/${name}_host.c -lm"
    if ! $command >"$program.log" 2>&1; then
        fail "$name ($cc $label)" "$command" "$program.log"
        return
    fi
    run_program "$name" "$cc $label" "$program" "$threads"
}

# gcc's default takes as long to track variables as for all the rest.
sanitize="-fno-var-tracking $sanitize"

all_of() { # sample, compiler
    for level in -O0 -O1 -O2 -O3; do
        configuration "$1" "$2" "$level" 1 "$level"
        configuration "$1" "$2" "$level -fopenmp" '1 2 3 4' "$level openmp"
    done
    configuration "$1" "$2" '-O3 -march=native -fno-math-errno -fopenmp' '1 2 4' '-O3 native openmp'
    configuration "$1" "$2" "-O1 $sanitize" 1 '-O1 sanitize'
    configuration "$1" "$2" "-O1 $sanitize -fopenmp" '1 2 4' '-O1 sanitize openmp'
    configuration "$1" "$2" "-O0 $sanitize -fopenmp" 2 '-O0 sanitize openmp'
}

# Each choice appears with both compilers somewhere, but not in all combinations.
some_of() { # sample, compiler
    case $2 in
    *clang*)
        one=$one_way # for each processor, where that does not take long
        [ "$(wc -c <"$1.c")" -gt 22000 ] || one=
        configuration "$1" "$2" "-O3 -fopenmp $one" '1 2' '-O3 openmp'
        configuration "$1" "$2" -O0 1 -O0
        ;;
    *)
        configuration "$1" "$2" '-O1 -march=native -fno-math-errno' 1 '-O1 native'
        configuration "$1" "$2" "-O0 $sanitize -fopenmp" '1 4' '-O0 sanitize openmp'
        [ "${OPENMP:-1}" != 0 ] || configuration "$1" "$2" "-O0 $sanitize" 1 '-O0 sanitize'
        ;;
    esac
}

sample() {
    name=$1
    if ! "$ptx2c" --module="$name" -o "$name.c" "$samples/$name.ptx" >"$name.translate.log" 2>&1; then
        fail "$name (translate)" "$ptx2c --module=$name -o $build/$name.c $samples/$name.ptx" "$name.translate.log"
        return
    fi
    if [ -s "$name.translate.log" ]; then
        fail "$name (translate without warnings)" "$ptx2c --module=$name -o $build/$name.c $samples/$name.ptx" \
            "$name.translate.log"
    else
        pass "$name (translate)"
    fi
    for cc in $compilers; do
        if [ -n "${LONG:-}" ]; then all_of "$name" "$cc"; else some_of "$name" "$cc"; fi
    done
}

[ -x "$ptx2c" ] || { fail samples "no program $ptx2c; set PTX2C"; finish; }
if [ -z "${CCS:-}" ]; then
    CCS='gcc clang'
    case $CC in cc | gcc | clang) ;; *) CCS="$CCS $CC" ;; esac
fi
compilers=
echo 'int main(void) { return 0; }' >probe.c
for cc in $CCS; do
    if $cc $openmp -o probe probe.c >/dev/null 2>&1; then
        compilers="$compilers $cc"
    else
        for name in $names; do skip "$name ($cc)" "$cc $openmp does not work here"; done
    fi
done
# shellcheck disable=SC2086
side_by_side sample "$build" tests/samples.sh $names
finish
