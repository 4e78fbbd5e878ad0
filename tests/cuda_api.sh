#!/bin/bash
# CUDA's libraries over the translator: programs for the driver API (tests/cuda_api/*.c) run with them, and, where nvcc is
# installed, programs as it compiles them (tests/cuda_api/programs), which print what they print on a GPU.  Kernels made ahead
# of time (ptx2c --embed) run without a compiler.
#
#   tests/cuda_api.sh [NAME...]    those of the driver API and some of nvcc's, or those named
#   LONG=1 tests/cuda_api.sh       all
set -u
cd "$(dirname "$0")/.." || exit 1
. tests/lib.sh
out=${BUILD:-build}/tests/cuda_api
lib=${BUILD:-build}/cuda
ptx2c=${PTX2C:-./ptx2c}
run=$lib/ptx2c-run
mkdir -p "$out"
case $(uname -sm) in
'Linux x86_64' | 'Linux aarch64') ;;
*) skip 'programs for CUDA' "$(uname -sm)"; finish ;;
esac

command="make -s CC='$CC' ${BUILD:+BUILD='$BUILD'} cuda"
eval "$command" >"$out/make.log" 2>&1 || { fail 'make cuda' "$command" "$out/make.log"; finish; }
XDG_CACHE_HOME=$(readlink -f "$out")
export XDG_CACHE_HOME PTX2C_CC="$CC" PTX2C_CFLAGS="-O1 $openmp" OMP_NUM_THREADS=2

# A program for the driver API.
driver() { # name
    local name=$1 command
    command="$CC $strict -g -pthread -Iruntime/cuda -o $out/$name tests/cuda_api/$name.c -L$lib -lcuda -l:libnvJitLink.so.13 -l:libcudart.so.13"
    $command >"$out/$name.log" 2>&1 || { fail "$name (compile)" "$command" "$out/$name.log"; return; }
    command="$run $out/$name tests/cuda_api/vectors.ptx"
    if timeout 120 $command >"$out/$name.log" 2>&1; then pass "$name"; else fail "$name" "$command" "$out/$name.log"; fi
}

# What is in the cache is not compiled again, for which nothing is on the PATH: the compiler, which is part of the key, has a name of its own.
# And the cache is bounded.
cache() {
    local before command log=$out/cache.log
    command="env PTX2C_CC=$(command -v "${CC%% *}") $run $out/driver tests/cuda_api/vectors.ptx"
    $command >"$log" 2>&1 || fail 'the cache: filled' "$command" "$log"
    before=$(cd "$out/ptx2c" && ls)
    if PATH=$out/nothing /usr/bin/$command >"$log" 2>&1 && [ "$before" = "$(cd "$out/ptx2c" && ls)" ]; then
        pass 'the cache'
    else
        fail 'the cache' "PATH=$out/nothing /usr/bin/$command" "$log"
    fi
    rm -rf "$out/small"
    mkdir -p "$out/small/ptx2c"
    for i in 1 2 3; do head -c 1500000 /dev/zero >"$out/small/ptx2c/$i.so"; done
    touch -d '1 hour ago' "$out/small/ptx2c/2.so"
    XDG_CACHE_HOME=$(readlink -f "$out/small") PTX2C_CACHE_MB=4 $run "$out/graphs" tests/cuda_api/vectors.ptx >"$out/cache.log" 2>&1
    if (cd "$out/small/ptx2c" && [ -e 1.so ] && [ ! -e 2.so ] && [ -e 3.so ]); then
        pass 'the cache: bounded'
    else
        fail 'the cache: bounded' "ls $out/small/ptx2c" "$out/cache.log"
    fi
}

# Only kernels that are launched are compiled, and small ones with them: the compiler, called by a script, notes each time; and not again.
apart() {
    local o=$out/apart command
    rm -rf "$o.cache" "$o.calls"*
    mkdir -p "$o.cache"
    local calls
    calls=$(readlink -f "$out")/apart.calls
    printf '#!/bin/sh\necho >>"%s"\nwhile [ -e "%s" ]; do sleep 0.02; done\nexec %s "$@"\n' "$calls" "$calls.wait" "$CC" >"$o.cc"
    chmod +x "$o.cc"
    command="$CC $strict -g -pthread -Iruntime/cuda -o $o tests/cuda_api/apart.c -L$lib -lcuda"
    $command >"$o.log" 2>&1 || { fail 'apart (compile)' "$command" "$o.log"; return; }
    command="env PTX2C_CC=$(readlink -f "$o.cc") XDG_CACHE_HOME=$(readlink -f "$o.cache") $run $o tests/cuda_api/apart.ptx $o.calls"
    if timeout 120 $command >"$o.log" 2>&1; then pass 'apart: only what is launched'; else fail 'apart: only what is launched' "$command" "$o.log"; return; fi
    command="env PTX2C_CC=$(readlink -f "$o.cc") XDG_CACHE_HOME=$(readlink -f "$o.cache") $run $o tests/cuda_api/apart.ptx"
    if timeout 120 $command >"$o.log" 2>&1 && [ "$(wc -l <"$o.calls")" = 7 ]; then pass 'apart: cached'; else fail 'apart: cached' "$command" "$o.log"; fi
    rm -f "$o.calls"
    command="env PTX2C_CC=$(readlink -f "$o.cc") XDG_CACHE_HOME=$(readlink -f "$o.cache") PTX2C_CFLAGS=-O0 $run --sanitize=all $o tests/cuda_api/apart.ptx $o.calls"
    if timeout 120 $command >"$o.log" 2>&1; then pass 'apart: checked'; else fail 'apart: checked' "$command" "$o.log"; fi
    command="env PTX2C_CC=$(readlink -f "$o.cc") XDG_CACHE_HOME=$(readlink -f "$o.cache") $run $o tests/cuda_api/apart.ptx"
    rm -f "$o.calls"
    find "$o.cache/ptx2c" ! -type d ! -name '*.so' -delete # as with another translator
    find "$o.cache/ptx2c" -type l -delete
    if timeout 120 $command >"$o.log" 2>&1 && [ ! -e "$o.calls" ]; then pass 'apart: cached for the same C'; else fail 'apart: cached for the same C' "$command" "$o.log"; fi
}

# What is very large is compiled with -O1, with checks -O0, unless PTX2C_CFLAGS says otherwise: a script in the compiler's place notes its options, and no more.
large() {
    local o=$out/large command size flags checks
    rm -rf "$o.cache" "$o.calls"
    printf '#!/bin/sh\necho "$@" >>"%s"\nexit 1\n' "$(readlink -f "$out")/large.calls" >"$o.cc"
    chmod +x "$o.cc"
    command="$CC $strict -g -pthread -Iruntime/cuda -o $o tests/cuda_api/large.c -L$lib -lcuda"
    $command >"$o.log" 2>&1 || { fail 'large (compile)' "$command" "$o.log"; return; }
    for checks in '' --sanitize=memory; do
        for size in '' large; do
            for flags in 'env -u PTX2C_CFLAGS' 'env PTX2C_CFLAGS=-O3'; do
                command="$flags PTX2C_CC=$(readlink -f "$o.cc") XDG_CACHE_HOME=$(readlink -f "$out")/large.cache $run $checks $o $size"
                timeout 120 $command >>"$o.log" 2>&1
            done
        done
    done
    if [ "$(grep -o '^-O[0-9]' "$o.calls" | uniq | tr '\n' ' ')" = '-O2 -O3 -O1 -O3 -O1 -O3 -O0 -O3 ' ]; then
        pass 'what is very large'
    else
        fail 'what is very large' "cat $o.calls" "$o.log"
    fi
}

# A program that has closed its standard files, and a library whose translator is gone; with nothing in the cache.
lacking() {
    local o=$out/lacking command
    rm -rf "$o"
    mkdir -p "$o/cache" "$o/lib"
    command="$CC $strict -g -pthread -Iruntime/cuda -o $o/apart tests/cuda_api/apart.c -L$lib -lcuda"
    $command >"$o/log" 2>&1 || { fail 'lacking (compile)' "$command" "$o/log"; return; }
    command="XDG_CACHE_HOME=$(readlink -f "$o/cache") $run $o/apart tests/cuda_api/apart.ptx <&- >&- 2>&-"
    if eval "$command"; then pass 'without standard files'; else fail 'without standard files' "$command" /dev/null; fi
    cp "$lib/libcuda.so.1" "$lib/libptx2c-hook.so" "$lib/ptx2c-run" "$o/lib"
    rm -rf "$o/cache/ptx2c"
    command="XDG_CACHE_HOME=$(readlink -f "$o/cache") $o/lib/ptx2c-run $o/apart tests/cuda_api/apart.ptx"
    if ! (eval "$command") >"$o/log" 2>&1 && grep -q 'CUDA_ERROR_JIT_COMPILER_NOT_FOUND' "$o/log" &&
        grep -q "the translator, a program beside libcuda.so.1, can't be run" "$o/log" && grep -q 'ptx2c-translate: No such file' "$o/log" &&
        [ -z "$(ls "$o/cache/ptx2c")" ]; then
        pass 'without the translator'
    else
        fail 'without the translator' "$command" "$o/log"
    fi
}

# Tables that only NVIDIA's driver has: who asks is told once; NVRTC, which does without, is not.
tables() {
    local o=$out/tables name command
    for name in libnvrtc.so.9 libother.so.9; do
        command="$CC $strict -fPIC -shared -DASKS -Iruntime/cuda -o $out/$name tests/cuda_api/tables.c -L$lib -lcuda &&
            $CC $strict -Iruntime/cuda -o $o.$name tests/cuda_api/tables.c -Wl,-rpath,$(readlink -f "$out") $out/$name -L$lib -lcuda"
        command=$(echo $command)
        eval "$command" >"$o.log" 2>&1 || { fail 'tables (compile)' "$command" "$o.log"; return; }
    done
    if $run "$o.libnvrtc.so.9" >"$o.log" 2>&1 && [ ! -s "$o.log" ] && $run "$o.libother.so.9" >"$o.log" 2>&1 &&
        [ "$(grep -c "^ptx2c: libother.so.9 holds NVIDIA's runtime library.* functions are not found" "$o.log")" = 1 ] &&
        LD_LIBRARY_PATH=$lib "$o.libother.so.9" >"$o.log" 2>&1 && grep -q 'start it with ptx2c-run' "$o.log"; then
        pass 'tables of the driver'
    else
        fail 'tables of the driver' "$run $o.libother.so.9" "$o.log"
    fi
}

# A library that holds NVIDIA's runtime, and NVRTC, loaded by a program.
loaded() {
    local o=$out/loaded command
    mkdir -p "$o"
    command="$CC $strict -D_GNU_SOURCE -O1 -fPIC -shared -DHOLDS -o $o/holds.so tests/cuda_api/loaded.c &&
        $CC $strict -D_GNU_SOURCE -O1 -fPIC -shared -DNVRTC -o $o/libnvrtc.so.13 tests/cuda_api/loaded.c &&
        $CC $strict -D_GNU_SOURCE -Wno-pedantic -o $o/loaded tests/cuda_api/loaded.c -ldl"
    command=$(echo $command)
    eval "$command" >"$o/log" 2>&1 || { fail 'loaded (compile)' "$command" "$o/log"; return; }
    command="$run $o/loaded $o/holds.so $o/libnvrtc.so.13"
    if [ "$($command 2>"$o/log")" = '1 1 PTX of a program' ]; then pass 'libraries loaded later'; else fail 'libraries loaded later' "$command" "$o/log"; fi
}

# References to textures and surfaces, which CUDA 11's runtime library had.
references() {
    local o=$out/references command
    command="$CC $strict -g -DRT_VERSION=12 -Iruntime/cuda -Iruntime -o $o tests/cuda_api/references.c -L$lib -l:libcudart.so.12"
    $command >"$o.log" 2>&1 || { fail 'references (compile)' "$command" "$o.log"; return; }
    command="$run $o"
    if timeout 120 $command >"$o.log" 2>&1; then pass 'references of CUDA 11'; else fail 'references of CUDA 11' "$command" "$o.log"; fi
    command="$run --sanitize=all $o"
    if timeout 120 $command >"$o.log" 2>&1 && [ ! -s "$o.log" ]; then pass 'references of CUDA 11: checked'; else fail 'references of CUDA 11: checked' "$command" "$o.log"; fi
}

# A program without symbols that holds NVIDIA's runtime: its functions are found by the names that they load.
stripped() {
    local o=$out/stripped command kind
    mkdir -p "$o"
    nm -D --defined-only "$lib/libcudart.so.13" | sed -n 's/.* T \(cuda[A-Z][A-Za-z0-9_]*\)@.*/HELD(\1)/p' | grep -v 'cudaGetExportTable\|cudaBindTexture)' >"$o/names.h"
    for kind in -UTEXTURES -DTEXTURES; do
        command="$CC $strict -Wno-pedantic -O1 $kind -DNAMES='\"$PWD/$o/names.h\"' -c -o $o/held.o tests/cuda_api/stripped.c &&
            $CC $strict -Wno-pedantic -O1 -s $kind -o $o/stripped tests/cuda_api/stripped.c $o/held.o"
        command=$(echo $command)
        eval "$command" >"$o/log" 2>&1 || { fail "stripped ($kind, compile)" "$command" "$o/log"; continue; }
        prints "a program without symbols ($kind)" '0 1 0 0 0 78787878 0 registered cudaMalloc cudaMemcpy' "$run $o/stripped"
    done
}

# Batches of copies, and all functions by name: those of the toolkit's header, where it is, are known.  What is missing says
# so once.
batches() { # the toolkit's headers
    local o=$out/batches command names=
    command="$CC $strict -Wno-strict-prototypes -g -pthread -Iruntime/cuda -o $o tests/cuda_api/batches.c -L$lib -lcuda"
    $command >"$o.log" 2>&1 || { fail 'batches (compile)' "$command" "$o.log"; return; }
    if [ -f "$1/cuda.h" ]; then
        names=$o.names
        sed -n 's/^ *CUresult CUDAAPI \(cu[A-Za-z0-9]*\)(.*/\1/p' "$1/cuda.h" "$1"/cuda{GL,EGL,VDPAU}.h | sort -u |
            grep -v '^cuWGL' >"$names"
        [ "$(wc -l <"$names")" -gt 300 ] || fail 'names of functions' "wc -l $names" "$names"
    fi
    command="$run $o tests/cuda_api/vectors.ptx $names"
    if timeout 120 $command >"$o.txt" 2>"$o.log" && cmp -s <(sort "$o.log") <(sort -u "$o.txt"); then
        pass 'batches, and all functions by name'
    else
        fail 'batches, and all functions by name' "$command" "$o.log"
    fi
}

# The same for the runtime API: all that the toolkit's header and its library have; CUDA 12's, too.
names() { # the toolkit's headers
    local o=$out/names command names= version
    if [ -f "$1/cuda_runtime_api.h" ]; then
        names=$o.names
        {
            sed -n 's/^extern.* CUDARTAPI \(cuda[A-Za-z0-9_]*\)(.*/\1/p' "$1/cuda_runtime_api.h"
            nm -D --defined-only "$1/../lib64/libcudart.so.13" 2>/dev/null | sed -n 's/@.*//; s/.* T //p'
        } | sort -u >"$names"
    fi
    for version in 12 13; do
        command="$CC $strict -D_GNU_SOURCE -DRT_VERSION=$version -g -Iruntime/cuda -o $o tests/cuda_api/names.c -L$lib
            -Wl,--no-as-needed -l:libcudart.so.$version -lcuda -ldl"
        command=$(echo $command)
        $command >"$o.log" 2>&1 || { fail "names of $version (compile)" "$command" "$o.log"; return; }
        command="$run $o - $([ $version = 13 ] && echo "$names")"
        if timeout 120 $command >"$o.txt" 2>"$o.log" && cmp -s <(sort "$o.log") <(sort -u "$o.txt"); then
            pass "all functions of the runtime by name, $version"
        else
            fail "all functions of the runtime by name, $version" "$command" "$o.log"
        fi
    done
}

# What the toolkit's header declares for device code: all of it is known.  Those for whole grids are PTX themselves, and called
# with their parameters by tests/run/grid_functions.ptx.
device_names() { # the toolkit's headers
    local o=$out/device_names name command
    [ -f "$1/cuda_device_runtime_api.h" ] || { skip 'functions for device code' 'no CUDA headers'; return; }
    grep -oE '^ *extern .*__device__ .*[A-Za-z0-9_]+\(' "$1/cuda_device_runtime_api.h" | sed 's/($//; s/.*[^A-Za-z0-9_]//' | grep -v '^cudaCG' | sort -u >"$o.names"
    {
        printf '.version 7.8\n.target sm_80\n.address_size 64\n'
        for name in $(cat "$o.names"); do echo ".extern .func $name();"; done
        printf '.visible .entry all()\n{\n'
        for name in $(cat "$o.names"); do echo "call.uni $name;"; done
        printf 'ret;\n}\n'
    } >"$o.ptx"
    command="$lib/ptx2c-translate translate names '' <$o.ptx"
    if eval "$command" >"$o.c" 2>"$o.log" && [ "$(wc -l <"$o.names")" -gt 60 ] && [ -s "$o.c" ]; then
        pass "functions for device code: $(wc -l <"$o.names")"
    else
        fail 'functions for device code' "$command" "$o.log"
    fi
}

# ptx2c-run --sanitize: each fault of a program is told, and nothing of its neighbour that has none.
checked() {
    local o=$out/checked command kind
    command="$CC $strict -g -pthread -Iruntime/cuda -o $o tests/cuda_api/checked.c -L$lib -lcuda"
    $command >"$o.log" 2>&1 || { fail 'checked (compile)' "$command" "$o.log"; return; }
    command="$run --sanitize=all $o right"
    if timeout 120 $command >"$o.log" 2>&1 && [ ! -s "$o.log" ]; then pass 'checked: right'; else fail 'checked: right' "$command" "$o.log"; fi
    command="$run --sanitize=all $o wrong"
    timeout 120 $command >"$o.log" 2>&1
    [ $? = 1 ] || fail 'checked: wrong: status' "$command" "$o.log"
    for kind in race init memory-bounds memory-freed; do
        if grep -q "error: .*\[$kind\]" "$o.log"; then pass "checked: $kind"; else fail "checked: $kind" "$command" "$o.log"; fi
    done
    if grep -q ' at 1 place$' "$o.log" && ! grep ' at [0-9]* place' "$o.log" | grep -qv ' at 1 place$'; then # in each launch
        pass 'checked: places of a launch'
    else
        fail 'checked: places of a launch' "$command" "$o.log"
    fi
    command="$run --sanitize=memory,rice $o right"
    $command >"$o.log" 2>&1
    if [ $? = 2 ] && grep -q "'rice' is none of" "$o.log"; then pass 'checked: usage'; else fail 'checked: usage' "$command" "$o.log"; fi
}

# ptx2c-run --sanitize=leak: what is never freed is told, once for each malloc of a kernel's, and nothing where all is.
leaks() {
    local o=$out/leaks command checks
    command="$CC $strict -g -pthread -Iruntime/cuda -o $o tests/cuda_api/leaks.c -L$lib -lcuda"
    $command >"$o.log" 2>&1 || { fail 'leaks (compile)' "$command" "$o.log"; return; }
    for checks in leak all,leak; do
        command="$run --sanitize=$checks $o right"
        if timeout 120 $command >"$o.log" 2>&1 && [ ! -s "$o.log" ]; then pass "leaks: right, $checks"; else fail "leaks: right, $checks" "$command" "$o.log"; fi
        command="$run --sanitize=$checks $o wrong"
        timeout 120 $command >"$o.log" 2>&1
        if [ $? = 1 ] && sed -n 's/ \[leak\]$//p' "$o.log" | LC_ALL=C sort | diff tests/cuda_api/leaks.out - >"$o.diff"; then
            pass "leaks: wrong, $checks"
        else
            fail "leaks: wrong, $checks" "$command" "$o.diff"
        fi
    done
    command="$run --sanitize=all $o wrong" # not asked for
    if timeout 120 $command >"$o.log" 2>&1 && [ ! -s "$o.log" ]; then pass 'leaks: not asked for'; else fail 'leaks: not asked for' "$command" "$o.log"; fi
}

# Streams whose work is ordered in each of the ways that there are: nothing is told; and each way left out, for which one is.
flows() {
    local o=$out/flows command way ways=18
    command="$CC $strict -g -pthread -Iruntime/cuda -o $o tests/cuda_api/flows.c -L$lib -lcuda"
    $command >"$o.log" 2>&1 || { fail "flows (compile)" "$command" "$o.log"; return; }
    command="$run --sanitize=all $o"
    if timeout 120 $command >"$o.log" 2>&1 && [ ! -s "$o.log" ]; then pass 'flows: ordered'; else fail 'flows: ordered' "$command" "$o.log"; fi
    for way in $(seq $ways); do
        command="$run --sanitize=race $o $way"
        timeout 120 $command >"$o.log" 2>&1
        if [ $? != 1 ] || ! grep -q 'error: .* race on .*\[race-streams\]$' "$o.log" || grep 'error: ' "$o.log" | grep -qv 'race-streams'; then
            fail "flows: not ordered, $way" "$command" "$o.log"
            return
        fi
    done
    pass "flows: not ordered, $ways ways"
    command="env PTX2C_CHECK_SUPPRESS=race-streams $run --sanitize=race $o 1"
    if timeout 120 $command >"$o.log" 2>&1 && [ ! -s "$o.log" ]; then pass 'flows: suppressed'; else fail 'flows: suppressed' "$command" "$o.log"; fi
}

# Kernels use GCC's OpenMP, with which those that fault can be left.
gnu_openmp() { case $CC in *clang*) false ;; esac; }

# A kernel that writes where there is no memory: its launch fails, and it and the address are told once.
wild() {
    local o=$out/wild command
    command="$CC $strict -g -pthread -Iruntime/cuda -o $o tests/cuda_api/wild.c -L$lib -lcuda"
    $command >"$o.log" 2>&1 || { fail 'wild (compile)' "$command" "$o.log"; return; }
    command="$(gnu_openmp || echo env PTX2C_CFLAGS=-O1) $run $o tests/cuda_api/wild.ptx"
    command=$(echo $command)
    if timeout 120 $command >"$o.log" 2>&1 && [ "$(grep -c 'not there, at 0x7000; running: store$' "$o.log")" = 1 ] &&
        ! grep -q "can't be ended" "$o.log"; then pass wild; else fail wild "$command" "$o.log"; fi
    if ! echo 'int main(void) { return 0; }' | clang -fopenmp -x c -o "$o.openmp" - 2>"$o.log"; then skip "wild: LLVM's OpenMP" 'no clang with it'; return; fi
    command="env PTX2C_CC=clang $run $o tests/cuda_api/wild.ptx" # whose handler ends it
    timeout 120 $command >"$o.log" 2>&1
    if [ $? = 7 ] && [ "$(grep -c "running: store$\|can't be ended here" "$o.log")" = 2 ]; then pass "wild: LLVM's OpenMP"; else fail "wild: LLVM's OpenMP" "$command" "$o.log"; fi
}

# How long OpenMP's threads look for work: a short time, or as the user says.
spins() {
    local command
    command="env -u OMP_WAIT_POLICY -u GOMP_SPINCOUNT -u KMP_BLOCKTIME $run sh -c 'echo \$GOMP_SPINCOUNT'; OMP_WAIT_POLICY=active $run sh -c 'echo \$GOMP_SPINCOUNT.'"
    if [ "$(eval "$command" 2>"$out/spins.log")" = "$(printf '100\n.')" ]; then pass 'threads that wait'; else fail 'threads that wait' "$command" "$out/spins.log"; fi
}

# Threads that wait in a loop: for ever, in grids of one block and of more, and for what comes late.
waits() {
    local o=$out/waits command blocks
    driver waits
    for blocks in 1 5; do
        command="$run $o tests/cuda_api/vectors.ptx $blocks"
        if timeout 60 $command >"$o.log" 2>&1 && grep -q "deadlock: .* in the loop at line 55$" "$o.log"; then
            pass "waits: for ever, $blocks"
        else
            fail "waits: for ever, $blocks" "$command" "$o.log"
        fi
    done
}

# Runs command; what it prints is text, without a compiler and with nothing in the cache.
prints() { # name, text, command
    rm -rf "$out/empty" && mkdir "$out/empty"
    if [ "$(PTX2C_CC=none XDG_CACHE_HOME=$(readlink -f "$out/empty") timeout 120 $3 2>"$out/prints.log")" = "$2" ]; then
        pass "$1"
    else
        fail "$1" "PTX2C_CC=none $3" "$out/prints.log"
    fi
}

# Kernels made ahead of time: the C of a program's, the same each time, linked into it or as a shared object.
embedded() { # name, flags
    local o=$out/embedded.$1 flags=$2 command f
    rm -f "$o"*
    command="$CC $strict -D_GNU_SOURCE $flags -Iruntime/cuda -Iruntime -c -o $o.o tests/cuda_api/embedded.c &&
        $CC -o $o $o.o -L$lib -l:libcudart.so.13 &&
        ar rc $o.a $o.o &&
        $ptx2c --embed -o $o.k.c $o.o &&
        for f in $o.a $o; do
            $ptx2c --embed --module=embedded_$1_k -o $o.again.c \$f || exit;
            for k in .c $([ \"$flags\" ] || echo _1.c); do cmp <(sed 1d $o.again\$k) <(sed 1d $o.k\$k) || exit; done; done &&
        for k in $o.k*.c; do $CC $strict -O1 $openmp -Iruntime -c -o \${k%.c}.o \$k || exit; done &&
        $CC $openmp -pthread -o $o.alone $o.o $o.k*.o $lib/13/libcudart.a $lib/libcuda.a -lm -ldl &&
        $CC -w -std=c11 -O1 $openmp -Iruntime -fPIC -shared -o $o.so $o.k*.c -lm"
    command=$(echo $command)
    (eval "$command") >"$o.log" 2>&1 || { fail "embedded, $1 (compile)" "$command" "$o.log"; return; }
    local says='168 40, constants 24, local 40, shared 0, at most 1024 of 32'
    prints "embedded, $1: linked" "$says" "$o.alone"
    prints "embedded, $1: beside" "$says" "env PTX2C_KERNELS=$o.so $run $o"
    if [ "$($run $o 2>"$o.log")" = "$says" ]; then pass "embedded, $1: at run time"; else fail "embedded, $1: at run time" "$run $o" "$o.log"; fi
}

# What has no PTX to embed.
embedded_refused() {
    local o=$out/embedded.machine
    $CC $strict -D_GNU_SOURCE -DMACHINE -Iruntime/cuda -Iruntime -c -o "$o.o" tests/cuda_api/embedded.c
    rm -f "$o.c"
    if ! $ptx2c --embed -o "$o.c" "$o.o" 2>"$o.log" && [ ! -e "$o.c" ] && grep -q 'machine code (sm_70) only' "$o.log" &&
        ! $ptx2c --embed -o "$o.c" "$lib/libcuda.so.1" 2>"$o.log" && grep -q 'no device code' "$o.log"; then
        pass 'embedded: without PTX'
    else
        fail 'embedded: without PTX' "$ptx2c --embed $o.o" "$o.log"
    fi
    $CC -o "$o" "$o.o" -L"$lib" -l:libcudart.so.13
    if $run "$o" 2>"$o.log" && [ "$(grep -c 'machine code (sm_70) only' "$o.log")" = 1 ]; then
        pass 'without PTX: said once'
    else
        fail 'without PTX: said once' "$run $o" "$o.log"
    fi
}

# A program for the driver API that loads PTX from a file, with that file's kernels in it.
embedded_driver() {
    local o=$out/embedded.graphs command
    command="$ptx2c --embed -o $o.c tests/cuda_api/vectors.ptx &&
        $CC -std=c11 -O1 $openmp -pthread -Iruntime -Iruntime/cuda -o $o tests/cuda_api/graphs.c $o.c $lib/libcuda.a -lm -ldl"
    command=$(echo $command)
    eval "$command" >"$o.log" 2>&1 || { fail 'embedded, driver API (compile)' "$command" "$o.log"; return; }
    prints 'embedded, driver API' '' "$o tests/cuda_api/vectors.ptx" && [ ! -s "$out/prints.log" ] ||
        fail 'embedded, driver API: quiet' "$o tests/cuda_api/vectors.ptx" "$out/prints.log"
}

embedded_all() {
    embedded nvcc ''
    embedded linked -DLINKED
    embedded_refused
    embedded_driver
}

# A program as nvcc makes it, with its own runtime library or ours; // KEY: lines in it say what it needs.
program() { # name, static or shared
    local name=$1 source=tests/cuda_api/programs/$1.cu kernels=$out/$1.$2.kernels arch devices command
    arch=$(sed -n 's|^// arch: ||p' "$source")
    devices=$(sed -n 's|^// devices: ||p' "$source")
    command="nvcc -std=c++17 -w -cudart $2 -gencode arch=compute_${arch:-75},code=compute_${arch:-75} -o $out/$name.$2 $source
        $(sed -n 's|^// needs: ||p' "$source")"
    command=$(echo $command)
    $command >"$out/$name.log" 2>&1 || { fail "$name ($2, nvcc)" "$command" "$out/$name.log"; return; }
    command="env PTX2C_DEVICES=${devices:-1} $run $out/$name.$2"
    if timeout 120 $command >"$out/$name.txt" 2>"$out/$name.log" && cmp -s "$out/$name.txt" "${source%.cu}.out"; then
        pass "$name ($2)"
    else
        diff "$out/$name.txt" "${source%.cu}.out" >>"$out/$name.log"
        fail "$name ($2)" "$command" "$out/$name.log"
    fi
    if [ "$2" = static ]; then
        strip -o "$out/$name.stripped" "$out/$name.static" 2>"$out/$name.log"
        command="env PTX2C_DEVICES=${devices:-1} $run $out/$name.stripped"
        if [ "$($command 2>>"$out/$name.log")" = "$(cat "${source%.cu}.out")" ]; then pass "$name (static, stripped)"; else fail "$name (stripped)" "$command" "$out/$name.log"; fi
    fi
    [ -n "${LONG:-}" ] || return
    rm -f "$kernels"*
    command="$ptx2c --embed -o $kernels.c $out/$name.$2 && $CC -w -std=c11 -O1 $openmp -Iruntime -fPIC -shared -o $kernels.so $kernels*.c -lm"
    eval "$command" >"$out/$name.log" 2>&1 || { fail "$name ($2, embedded)" "$command" "$out/$name.log"; return; }
    prints "$name ($2, embedded)" "$(cat "${source%.cu}.out")" "env PTX2C_DEVICES=${devices:-1} PTX2C_KERNELS=$kernels.so $run $out/$name.$2"
}

# The declarations against the toolkit's: prototypes of what is defined, numbers, sizes of types.
declarations() { # folder of the toolkit's headers
    local f command word
    for f in runtime/cuda/*.c; do
        case $f in */proc.c | */rt_missing.c) continue ;; esac
        command="$CC -std=c11 -D_GNU_SOURCE -w -Werror=incompatible-pointer-types -DPTX2C_CUDA_HEADERS -D__CUDA_API_VERSION_INTERNAL
            -Iruntime -Isrc -I$lib -isystem $1 -fsyntax-only $f"
        command=$(echo $command)
        $command >"$out/types.log" 2>&1 || { fail "prototypes of $f" "$command" "$out/types.log"; return; }
    done
    {
        echo '#include <stdio.h>'
        echo '#include "rt_types.h"'
        echo 'int main(void) {'
        sed -n 's/^} \(CU[A-Za-z0-9_]*\).*;$/printf("%s %zu\\n", "\1", sizeof(\1));/p' runtime/cuda/cuda_types.h
        sed -n 's/^struct \(cuda[A-Za-z0-9]*\) {.*/printf("%s %zu\\n", "\1", sizeof(struct \1));/p' runtime/cuda/rt_types.h
        for word in $(sed -nE 's/^ *X\((cuda[A-Za-z0-9]+), [0-9]+, .*/\1/p' runtime/cuda/rt_error.h
            grep -ohE '\b(CU_|CUDA_|cuda)[A-Za-z0-9_]+ = ' runtime/cuda/cuda_enum.h runtime/cuda/rt_enum.h | sed 's/ =//'); do
            echo "printf(\"%s %lld\\n\", \"$word\", (long long)$word);"
        done
        echo '}'
    } >"$out/types.c"
    for f in ours theirs; do
        command="$CC -std=c11 -w $([ $f = ours ] || echo -DPTX2C_CUDA_HEADERS -isystem "$1") -Iruntime/cuda -o $out/types.$f $out/types.c"
        $command >"$out/types.log" 2>&1 || { fail "numbers and sizes ($f)" "$command" "$out/types.log"; return; }
        "$out/types.$f" >"$out/types.$f.txt"
    done
    if [ -s "$out/types.ours.txt" ] && diff "$out/types.ours.txt" "$out/types.theirs.txt" >"$out/types.log"; then
        pass "declarations: $(wc -l <"$out/types.ours.txt") numbers and sizes"
    else
        fail 'numbers and sizes' "diff $out/types.ours.txt $out/types.theirs.txt" "$out/types.log"
    fi
}

nvidia() { # names
    local name
    command -v nvcc >/dev/null || { skip "programs of nvcc's" 'no nvcc'; return; }
    for name; do
        if [ "$name" = faults ] && ! gnu_openmp; then skip faults "LLVM's OpenMP"; continue; fi
        program "$name" static
        [ -z "${LONG:-}" ] || program "$name" shared
    done
}

include=$(dirname "$(dirname "$(readlink -f "$(command -v nvcc || echo /none/none/none)")")")/include
if [ $# -gt 0 ]; then
    for name; do
        if [ "$name" = embedded ]; then embedded_all; elif [ "$name" = apart ] || [ "$name" = lacking ] || [ "$name" = large ] || [ "$name" = tables ] || [ "$name" = loaded ] || [ "$name" = stripped ] || [ "$name" = references ] || [ "$name" = checked ] || [ "$name" = leaks ] || [ "$name" = flows ] || [ "$name" = wild ] || [ "$name" = spins ] || [ "$name" = waits ]; then $name; elif [ "$name" = batches ] || [ "$name" = names ] || [ "$name" = device_names ] || [ "$name" = declarations ]; then $name "$include"; elif [ -f "tests/cuda_api/$name.c" ]; then driver "$name"; else nvidia "$name"; fi
    done
    finish
fi
for name in driver old streams graphs ranges stale shared jitlink asks; do driver "$name"; done
cache
apart
large
lacking
checked
leaks
flows
wild
spins
waits
tables
loaded
references
stripped
batches "$include"
names "$include"
device_names "$include"
embedded_all
if [ -f "$include/cuda_runtime_api.h" ]; then declarations "$include"; else skip 'declarations' 'no CUDA headers'; fi
if [ -n "${LONG:-}" ]; then
    nvidia $(cd tests/cuda_api/programs && ls ./*.cu | sed 's|^\./||; s|\.cu$||')
else
    nvidia managed
    command -v nvcc >/dev/null && program symbols shared
fi
finish
