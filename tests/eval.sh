#!/bin/bash
# Every scalar instruction form computes what the manual says: tests/eval/gen.c writes kernels from the instruction table,
# they are translated, compiled and run on arrays of inputs, and tests/eval/driver.c compares the results bit for bit with
# references that know nothing of the runtime (tests/eval/ref.h).  A form without a reference fails.
#
#   tests/eval.sh [NAME...]          all forms, or those of these mnemonics (all of each)
#   LONG=1 tests/eval.sh             all forms, more inputs (of one f32: every 1021st), more compilers and levels;
#                                    STRIDE=1: all floats, which takes hours
#
# What is built stays in build/eval.  Environment: CC, OPENMP=0, PTX2C (./ptx2c), JOBS (2), VERBOSE=1 (a line per form).
set -u
cd "$(dirname "$0")/.." || exit 1
. tests/lib.sh
export LC_ALL=C ASAN_OPTIONS=detect_leaks=0
ptx2c=$(realpath "${PTX2C:-./ptx2c}") || exit 1
build=${BUILD:-build} out=${EVAL_DIR:-build/eval}
rm -rf "$out"
mkdir -p "$out"
sanitize='-fsanitize=undefined -fno-sanitize-recover=all -ftrapv'
step=6 count=2000
[ -z "${LONG:-}" ] || { step=1; count=20000; }
[ $# -eq 0 ] || step=1

stop() { # what, command
    fail "$1" "$2" "$out/log"
    finish
}

printf '#include <mpfr.h>\nint main(void) { return mpfr_get_version() == 0; }\n' >"$out/mpfr.c"
if ! $CC -o "$out/mpfr" "$out/mpfr.c" -lmpfr -lgmp >/dev/null 2>&1; then
    skip eval 'MPFR (libmpfr-dev) is not installed'
    finish
fi

# The kernels.
command="$CC $strict -D_POSIX_C_SOURCE=200809L -O1 -Isrc -I$build -o $out/gen tests/eval/gen.c \
    $build/libptx2c.a -lm"
$command >"$out/log" 2>&1 || stop gen "$command"
"$out/gen" "$out" $step "$@" >"$out/log" 2>&1 || stop forms "$out/gen $out $step $*"
cat "$out/log"

# The references, once.
rm -f "$out"/*.o
for name in ref ref_int ref_video ref_compare ref_convert ref_float ref_approx; do
    command="$CC $strict -O2 $openmp -Iruntime -c -o $out/$name.o tests/eval/$name.c"
    $command >"$out/log" 2>&1 || stop "$name.c" "$command"
done
command="$CC $strict -O0 -Itests/eval -c -o $out/cases.o $out/cases.c"
$command >"$out/log" 2>&1 || stop cases.c "$command"

translate() { # ptx2c options: one .c for each module, in parallel
    ls "$out"/eval_*.ptx | xargs -P "${JOBS:-2}" -I{} sh -c "timeout 120 $ptx2c $1 {} || exit 255" >"$out/log" 2>&1 &&
        [ ! -s "$out/log" ] || stop 'translating' "$ptx2c $1 $out/eval_*.ptx"
}

# Compiles all modules and runs all forms.
config() { # label, compiler, flags, driver's options
    local label=$1 cc=$2 flags=$3 options=$4 dir=$out/$1 command
    command -v "${cc%% *}" >/dev/null || { skip "$label" "no $cc"; return; }
    mkdir -p "$dir"
    command="$cc -std=c11 -w $flags -Iruntime"
    ls "$out"/eval_*.c | xargs -P "${JOBS:-2}" -I{} sh -c "$command -c -o $dir/\$(basename {} .c).o {} || exit 255" \
        >"$out/log" 2>&1 || { fail "$label: compiling" "$command -c $out/eval_*.c" "$out/log"; return; }
    # each compiler has an OpenMP library of its own
    command="$cc $strict -O2 $openmp -Iruntime -c -o $dir/driver.o tests/eval/driver.c"
    $command >"$out/log" 2>&1 || { fail "$1" "$command" "$out/log"; return; }
    command="$cc $flags $openmp -o $dir/run $dir/*.o $out/*.o -lmpfr -lgmp -lm"
    $command >"$out/log" 2>&1 || { fail "$label: linking" "$command" "$out/log"; return; }
    command="$dir/run ${VERBOSE:+-v} -n $count $options"
    timeout 7200 $command >"$dir/log" 2>&1
    echo "-- $label: $command"
    grep -E '^(FAIL|    |worst)|runtime error' "$dir/log" | head -n 400
    if ! add_counts "$dir/log"; then fail "$label" "$command" <(tail -n 5 "$dir/log"); fi
}

# A module that was compiled with contraction, which gcc can be talked out of and clang cannot, runs as ever or refuses to.
refuses() { # compiler
    local dir=$out/fused-$1 command
    command -v "$1" >/dev/null || { skip "fused, $1" "no $1"; return; }
    mkdir -p "$dir"
    command="$1 -std=c11 -O2 -mfma -ffp-contract=fast -Iruntime -o $dir/run $dir/arith.c tests/run/arith.c -lm"
    $ptx2c -o "$dir/arith.c" tests/run/arith.ptx >"$out/log" 2>&1 && $command >>"$out/log" 2>&1 || stop "fused, $1" "$command"
    "$dir/run" >"$out/log" 2>&1
    if grep -q 'not with -ffp-contract=fast' "$out/log" || diff -q tests/run/arith.out "$out/log" >/dev/null; then
        pass "fused, $1"
    else
        fail "fused, $1" "$command" "$out/log"
    fi
}
if grep -qw fma /proc/cpuinfo 2>/dev/null; then
    for cc in gcc clang; do refuses $cc; done
else
    skip fused 'the processor has no fma'
fi

translate ''
config gcc-O1 gcc "-O1 -march=native $openmp" "${LONG:+-l ${STRIDE:-1021}}"
if [ -n "${LONG:-}" ]; then
    config gcc-O0 gcc "-O0" -r
    config clang-O0 clang "-O0" ''
    config clang-O3 clang "-O3 -march=native -fno-math-errno $openmp" -r
    ! command -v clang-19 >/dev/null || config clang-19-O3 clang-19 "-O3 -march=native -fno-math-errno $openmp" ''
    config sanitized clang "-O0 $sanitize" '' # (gcc takes many times longer with sanitizers)
    translate --no-analysis
    config literal clang "-O0 $sanitize" ''
    config literal-clang clang "-O2" ''
fi
finish
