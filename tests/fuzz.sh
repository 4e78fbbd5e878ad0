#!/bin/bash
# Feeds random changes of the tests' modules to parser, checker and emitter, under address and undefined-behaviour
# sanitisers: nothing may crash, hang or read out of bounds.  What crashed is kept in build/tests/fuzz.
#
#   tests/fuzz.sh [SECONDS]        20 by default; $SEED (from the clock) repeats a run
#   tests/fuzz.sh libfuzzer        with clang's libFuzzer for $FUZZ_SECONDS (600); what `make fuzz` runs
#   tests/fuzz.sh afl              the same with AFL++, where it is installed
#
# tests/fuzz/corpus holds inputs that once went wrong: they are run first.
set -u
cd "$(dirname "$0")/.." || exit 1
. tests/lib.sh
build=${BUILD:-build} out=${BUILD:-build}/tests/fuzz
mkdir -p "$out" || exit 1
level=-O0 # takes a third of the time to compile
[ -z "${LONG:-}${1:-}" ] || level=-O1
flags="-std=c11 -D_POSIX_C_SOURCE=200809L $level -g1 -fsanitize=address,undefined -fno-sanitize-recover=all -DARENA_BLOCK=0 -Isrc -I$build"
sources="tests/fuzz/parse.c $(ls src/*/*.c src/*/*/*.c | grep -v -e "^src/tools/" -e "^src/interp/" -e "/main\.c\$") $build/isa_table.c $build/embedded.c $build/runtime_parts.c"
export ASAN_OPTIONS=detect_leaks=0:allocator_may_return_null=1

compile() { # output, compiler, flags...
    local program=$1 cc=$2
    shift 2
    # shellcheck disable=SC2086 # lists, apart
    $cc $flags "$@" -o "$program" $sources -lm >"$program.log" 2>&1 || { cat "$program.log" >&2; return 1; }
}

seeds() { # folder
    rm -rf "$1" && mkdir -p "$1"
    for file in tests/parse/*.ptx tests/run/*.ptx tests/fuzz/corpus/*.ptx "$build"/tests/isa/*.ptx; do
        [ -f "$file" ] && [ "$(wc -c <"$file")" -lt 6000 ] && cp "$file" "$1"
    done
}

case ${1:-} in
libfuzzer)
    compile "$out/libfuzzer" clang -fsanitize=fuzzer -DLIBFUZZER || exit 1
    seeds "$out/seeds"
    mkdir -p "$out/found"
    exec "$out/libfuzzer" -fork="${JOBS:-1}" -max_len=6000 -timeout=10 -rss_limit_mb=3000 -close_fd_mask=2 \
        -max_total_time="${FUZZ_SECONDS:-600}" -artifact_prefix="$out/" "$out/found" "$out/seeds"
    ;;
afl)
    AFL_USE_ASAN=1 AFL_USE_UBSAN=1 compile "$out/afl" afl-clang-fast -fsanitize=fuzzer -DLIBFUZZER || exit 1
    seeds "$out/seeds"
    exec afl-fuzz -i "$out/seeds" -o "$out/afl-found" -V "${FUZZ_SECONDS:-600}" -m none -- "$out/afl"
    ;;
esac

seed=${SEED:-$(date +%s)}
if ! compile "$out/random" "$CC"; then
    fail compile "$CC $flags … tests/fuzz/parse.c" "$out/random.log"
    finish
fi
for file in tests/fuzz/corpus/*.ptx; do
    [ -f "$file" ] || continue
    if timeout 20 "$out/random" "$file" >"$out/log" 2>&1; then pass "$file"; else fail "$file" "$out/random $file" "$out/log"; fi
done
seeds "$out/seeds"
if timeout $((${1:-20} + 60)) "$out/random" "${1:-20}" "$seed" "$out/input" "$out"/seeds/*.ptx >"$out/log" 2>&1; then
    pass "random changes, seed $seed: $(cat "$out/log")"
else
    cp "$out/input" "$out/crash-$seed.ptx"
    "$out/random" "$out/crash-$seed.ptx" >"$out/log" 2>&1
    fail 'random changes' "SEED=$seed tests/fuzz.sh ${1:-}; then: $out/random $out/crash-$seed.ptx" "$out/log"
fi
finish
