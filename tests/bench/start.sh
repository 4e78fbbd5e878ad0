#!/bin/bash
# What a program for CUDA waits for before its first kernel has run (nothing in the cache; all of it there), in a module with
# one kernel and in one with COUNT of them, beside what the C compiler takes for the same C; the same of COUNT small kernels, of
# which it launches one or all; what a launch takes above ptx2c_launch.  Processor time where other programs run on the machine, too.
# And how long a program with one kernel takes, from ptx2c-run to its end, more than one that does nothing: with all in the cache, and
# with nothing in it but a compiler that takes no time, so that the rest is what is ours.
#
#   tests/bench/start.sh [COUNT]
set -u
cd "$(dirname "$0")/../.." || exit 1
count=${1:-30}
out=${BUILD:-build}/tests/start
lib=${BUILD:-build}/cuda
cc=${CC:-cc}
flags='-O2 -march=native -fno-math-errno -fopenmp' # as ptx2c-run(1) says
mkdir -p "$out"
make -s CC="$cc" all cuda >/dev/null || exit 1

# A kernel that does nothing, and others that are not launched.
module() { # number of kernels
    printf '.version 9.0\n.target sm_80\n.address_size 64\n.visible .entry first() { ret; }\n'
    for ((i = 1; i < $1; i++)); do sed "1,/address_size/d; s/kmeans/kmeans$i/g" tests/bench/kmeans.ptx; done
}

small() { # number of kernels
    printf '.version 9.0\n.target sm_80\n.address_size 64\n.global .align 4 .u32 cells[1024];\n'
    for ((i = 1; i <= $1; i++)); do
        cat <<EOF
.visible .entry small$i()
{
    .reg .pred %p1;
    .reg .b32 %r<5>;
    .reg .b64 %rd<4>;
    mov.u32 %r1, %tid.x;
    setp.gt.u32 %p1, %r1, $i;
    @%p1 bra END;
    mul.wide.u32 %rd1, %r1, 4;
    mov.u64 %rd2, cells;
    add.s64 %rd3, %rd2, %rd1;
    ld.global.u32 %r2, [%rd3];
    mul.lo.s32 %r3, %r2, $i;
    add.s32 %r4, %r3, %r1;
    st.global.u32 [%rd3], %r4;
END: ret;
}
EOF
    done
}

module 1 >"$out/direct.ptx"
./ptx2c --module=direct -o "$out/direct.c" "$out/direct.ptx" || exit 1
$cc -std=c11 -D_GNU_SOURCE $flags -Iruntime -Iruntime/cuda -o "$out/start" tests/bench/start.c "$out/direct.c" \
    "-Wl,-rpath,$PWD/$lib" -L"$lib" -lcuda -lm || exit 1
unset PTX2C_CC PTX2C_CFLAGS
export PTX2C_CC="$cc" XDG_CACHE_HOME="$PWD/$out/cache" TIMEFORMAT='%R %U %S'
for n in 1 "$count"; do
    module "$n" >"$out/module.ptx"
    rm -rf "$XDG_CACHE_HOME"
    mkdir -p "$XDG_CACHE_HOME"
    cold=$("$out/start" "$out/module.ptx" first) || exit 1
    warm=$("$out/start" "$out/module.ptx" first) || exit 1
    ./ptx2c -o "$out/module.c" "$out/module.ptx" || exit 1
    read -r real user sys < <({ time $cc -std=c11 -w -fPIC -shared $flags -DPTX2C_CLONES= -Iruntime -o "$out/module.so" "$out/module.c" -lm; } 2>&1)
    awk -v n="$n" -v cold="$cold" -v warm="$warm" -v r="$real" -v u="$user" -v s="$sys" 'BEGIN {
        split(cold, c); split(warm, w)
        printf "%d kernels: first launch %.0f ms (%.0f of processors), compiled before %.1f (%.1f), the C compiler alone %.0f (%.0f)\n",
            n, c[1], c[2], w[1], w[2], r * 1000, (u + s) * 1000 }'
done
small "$count" >"$out/small.ptx"
for which in small1 ''; do
    rm -rf "$XDG_CACHE_HOME/ptx2c"
    "$out/start" "$out/small.ptx" $which | awk -v n="$count" -v which="${which:+one}" '{
        printf "%d small kernels, %s launched: %.0f ms (%.0f of processors)\n", n, which ? which : "all", $1, $2 }'
done
"$out/start" "$out/direct.ptx" first 2000 | awk 'END { printf "a launch: %.2f us, by ptx2c_launch %.2f\n", $1, $2 }'

# Milliseconds of a command, the least of 20 turns; before each something is done.
least() { # what is done before, command
    local turn from took best=1000000
    for turn in {1..20}; do
        $1
        from=${EPOCHREALTIME/[.,]/}
        "${@:2}" >/dev/null || exit 1
        took=$((${EPOCHREALTIME/[.,]/} - from))
        [ $took -ge $best ] || best=$took
    done
    echo "$best"
}

forget() { rm -rf "$XDG_CACHE_HOME/ptx2c"; }

echo 'int main(void) { return 0; }' | $cc -x c -o "$out/nothing" - && $cc -O1 -o "$out/ready_cc" tests/bench/ready_cc.c || exit 1
whole=("$lib/ptx2c-run" "$out/start" "$out/direct.ptx" first)
forget
"${whole[@]}" >/dev/null || exit 1
READY=$PWD/$out/ready.so
export READY
cp "$(readlink -f "$(find "$XDG_CACHE_HOME/ptx2c" -type f -name '*.so')")" "$READY" || exit 1
nothing=$(least : "$out/nothing") || exit 1
warm=$(least : "${whole[@]}") || exit 1
export PTX2C_CC="$PWD/$out/ready_cc"
first=$(least forget "${whole[@]}") || exit 1
awk -v n="$nothing" -v w="$warm" -v f="$first" 'BEGIN {
    printf "a whole program with one kernel, above one that does nothing: compiled before %.1f ms, first without the C compiler %.1f\n",
        (w - n) / 1000, (f - n) / 1000 }'
