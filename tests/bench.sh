#!/bin/bash
# Measures kernels: our C against the same work by hand in C and OpenMP, OpenCL on pocl, and the literal translation.
#
#   tests/bench.sh                 all kernels, all compilers; report in build/bench/report.{md,tsv,svg}
#   tests/bench.sh KERNEL...       those, a table on the screen
#   tests/bench.sh programs        the second group on the screen, CUDA programs in the styles of many hands
#   tests/bench.sh launch          what a launch and a block cost beside their work
#
# A kernel is tests/bench/KERNEL.{cu,ptx,cl} and KERNEL_hand.c; of cub_sort and cub_scan, algorithms of CUDA's library which
# nvcc's host code launches, there is PTX only where nvcc is installed.  A program of the second group is
# tests/bench/programs/NAME.{cu,ptx} and NAME_hand.c: all that are there.  Every number is a ratio of the least times of at least nine
# runs, which take turns, to that of the work by hand (in brackets: of the medians).
#
# SHORT= (empty) also measures how long the C compiler takes for 50,000 instructions, in one kernel and in 25.
# Environment: CCS (compilers: gcc clang clang-19, where they are), THREADS ("1 N"), SECONDS_EACH (0.5: to spend on the runs
# of one table line), VARIANTS (hand pocl literal plain ours), CFLAGS_BENCH, PTX2C (./ptx2c), KEEP=DIR (copies the C there),
# PTX_MAKER ("nvcc -ptx -arch=sm_100", "clang -x cuda --cuda-device-only -S --cuda-gpu-arch=sm_80 -O3": what makes the programs'
# PTX anew, with -o FILE.ptx FILE.cu behind it).
set -u
export LC_ALL=C
cd "$(dirname "$0")/.." || exit 1
ptx2c=${PTX2C:-./ptx2c}
out=build/bench
mkdir -p $out
base='-std=c11 -O3 -fno-math-errno -fopenmp'
flags=${CFLAGS_BENCH:-"$base -march=native"}
variants=${VARIANTS:-hand pocl literal plain ours}
threads=${THREADS:-1 $(nproc)}
seconds=${SECONDS_EACH:-0.5}
[ "$threads" != '1 1' ] || threads=1

# The 13 that the goals are set for, then the others.
goal='saxpy nbody blackscholes mandelbrot matmul16 matmul32 reduce_shared reduce_shuffle histogram stencil spmv
transpose scan'
others='convolution bitonic fft kmeans floyd queens sha256 raymarch dp4a hgemm texture'
cuda='cub_sort cub_scan'
if command -v nvcc >/dev/null; then
    others="$others $cuda"
else
    echo "no nvcc: without $cuda"
fi
programs=$(for p in tests/bench/programs/*.ptx; do basename "$p" .ptx; done)
all=$(echo $goal $others $programs)

names=$*
[ $# -gt 0 ] || names=$all
[ "$names" != programs ] || names=$programs
for name in $names; do
    case " $all launch " in *" $name "*) ;; *) echo "no kernel $name; there are:" $all; exit 2 ;; esac
done
if [ -z "${CCS:-}" ]; then
    CCS=
    for cc in gcc clang clang-19; do
        ! command -v $cc >/dev/null || CCS="${CCS:+$CCS }$cc"
    done
    [ $# -eq 0 ] || CCS=${CC:-gcc}
fi
echo 'int main(void) { return 0; }' >$out/probe.c
echo '#include <CL/cl.h>
int main(void) { cl_uint n; return clGetPlatformIDs(0, 0, &n) != 0 || n == 0; }' >$out/opencl.c
opencl= libs=-lm
if cc -DCL_TARGET_OPENCL_VERSION=120 -o $out/opencl $out/opencl.c -lOpenCL 2>/dev/null && $out/opencl; then
    opencl=-DOPENCL libs='-lOpenCL -lm'
else
    echo 'no OpenCL (Debian: pocl-opencl-icd ocl-icd-opencl-dev): nothing to compare with'
    variants=${variants/pocl/}
fi

is_program() { case $(echo " "$programs" ") in *" $1 "*) ;; *) return 1 ;; esac; }
home_of() { if is_program "$1"; then echo "tests/bench/programs/$1"; else echo "tests/bench/$1"; fi; } # path without ending

# The whole report compares all ways with the first compiler, and the compilers with each other.  CUDA's kernels are large:
# only with the first, and not for three processors.
everything=$([ $# -gt 0 ] || echo 1)
of_cuda() { case " $cuda " in *" $1 "*) ;; *) return 1 ;; esac; }
left_out() { # kernel, compiler
    [ -n "$everything" ] && of_cuda "$1" && [ "$2" != "${CCS%% *}" ]
}
variants_of() { # kernel, compiler
    local v
    for v in $variants; do
        ! { [ $v = pocl ] && is_program "$1"; } || continue
        case $v in
        plain) [ -z "$everything" ] || { ! of_cuda "$1" && [ "$2" = "${CCS%% *}" ]; } || continue ;;
        literal | pocl) [ -z "$everything" ] || [ "$2" = "${CCS%% *}" ] || continue ;;
        esac
        echo "$v"
    done
}

# Compiles unless the command and all it reads are as they were.
compile() { # object, source, command
    local object=$1 source=$2 sum
    shift 2
    sum=$( (echo "$*"; cat "$source" tests/bench/*.h runtime/*.h runtime/ptx2c/*.h) | cksum)
    [ -f "$object" ] && [ "$sum" = "$(cat "$object.sum" 2>/dev/null)" ] && return
    "$@" -o "$object" -c "$source" 2>"$object.log" || { echo "$*: "; head -n 5 "$object.log"; return 1; }
    echo "$sum" >"$object.sum"
}

# Our C of one kind as an object in which only the module's name is seen, and the table of textures that all share.
translated() { # name, variant, compiler, flags
    local object=$out/$1-$2-$3.o c=$out/$1-$2.c
    compile "$object" "$c" "$3" $4 -Iruntime || return
    [ "$object.one" -nt "$object" ] || objcopy --keep-global-symbol="$2" --keep-global-symbol=ptx2c_objects \
        "$object" "$object.one"
}

build() { # name, compiler
    local objects= v
    rm -f $out/$1-$2 # nothing is measured that is not of now
    # shellcheck disable=SC2086
    {
        compile $out/$1-hand-$2.o "$(home_of "$1")_hand.c" $2 $flags -Iruntime -Itests/bench || return
        ! of_cuda $1 || objects="$out/$1-host.o $out/$1-cuda.o -lstdc++"
        for v in $(variants_of $1 $2); do
            case $v in hand | pocl) continue ;; esac
            if [ $v = plain ]; then translated $1 plain $2 "$base"; else translated $1 $v $2 "$flags"; fi || return
            objects="$objects $out/$1-$v-$2.o.one"
        done
        $2 $flags -o $out/$1-$2 $out/bench-$2.o $out/$1-hand-$2.o $objects $libs
    } >$out/$1-$2.log 2>&1
}

# CUDA's library as PTX and as host code.
library() { # name
    local include
    include=$(dirname "$(dirname "$(readlink -f "$(command -v nvcc)")")")/include
    compile $out/$1-host.o tests/bench/$1.cu nvcc -O3 -std=c++17 -gencode arch=compute_80,code=compute_80 -cudart none \
        --keep --keep-dir $out || return
    compile $out/$1-cuda.o tests/cuda/runtime.c gcc -std=c11 -O2 -Iruntime -isystem "$include"
}

translate() { # name
    local v ptx
    ptx=$(home_of "$1").ptx
    [ -f "$ptx" ] || { library "$1" && ptx=$out/$1.ptx; } || return
    if [ -n "${PTX_MAKER:-}" ] && [ -f "$(home_of "$1").cu" ]; then
        ptx=$out/$1-made.ptx
        # shellcheck disable=SC2086
        $PTX_MAKER -o $ptx "$(home_of "$1").cu" >$out/$1-made.log 2>&1 || { rm -f $ptx; return 1; }
    fi
    for v in $(variants_of "$1" "${CCS%% *}"); do
        case $v in hand | pocl) continue ;; esac
        $ptx2c $([ $v != literal ] || echo --no-analysis) --module=$v -o $out/$1-$v.c "$ptx" || return
        [ $v != ours ] || [ -z "${KEEP:-}" ] || { mkdir -p "$KEEP" && cp $out/$1-$v.c "$KEEP/$1.c"; }
    done
    touch "$out/$1.translated"
}

# What kernels that do next to nothing take: at most 2 us a launch, 10 ns a block of one chunk.
launches() {
    local cc n
    for cc in $CCS; do
        # shellcheck disable=SC2086
        $ptx2c -o $out/launch.c tests/bench/launch.ptx &&
            $cc $flags -Iruntime -o $out/launch-$cc $out/launch.c tests/bench/launches.c -lm || continue
        for n in $threads; do
            echo
            OMP_NUM_THREADS=$n timeout 60 $out/launch-$cc "$cc, threads: $n"
        done
    done
}
[ "$names" != launch ] || { launches; exit; }

# All programs, two at a time; the largest begin.
two_at_a_time() { # command...
    while [ "$(jobs -pr | wc -l)" -ge 2 ]; do wait -n; done
    "$@" &
}
for cc in $CCS; do
    # shellcheck disable=SC2086
    compile $out/bench-$cc.o tests/bench/bench.c $cc $flags $opencl -Iruntime || exit 1
done
large_first=$(for name in $names; do ! of_cuda "$name" || echo "$name"; done
    for name in $names; do of_cuda "$name" || echo "$name"; done)
rm -f $out/*.translated
for name in $large_first; do two_at_a_time translate "$name"; done
wait
for name in $large_first; do
    [ -f "$out/$name.translated" ] || { echo "$name: not translated"; continue; }
    for cc in $CCS; do
        left_out "$name" "$cc" || two_at_a_time build "$name" "$cc"
    done
done
wait

# Lines: kernel, compiler, threads, then the program's.
times=$out/times.tsv
: >$times
for name in $names; do
    for n in $threads; do
        for cc in $CCS; do
            ! left_out "$name" "$cc" || continue
            if ! [ -x $out/$name-$cc ]; then
                echo "$name $cc: not built"
                cat $out/$name-$cc.log
                continue
            fi
            # shellcheck disable=SC2086
            OMP_NUM_THREADS=$n POCL_MAX_PTHREAD_COUNT=$n timeout 300 $out/$name-$cc tests/bench/$name.cl "$seconds" \
                $(variants_of "$name" "$cc") >$out/run.tsv 2>$out/run.log || echo "$name $cc: $(cat $out/run.tsv $out/run.log | grep -v '	[0-9]')"
            sed "s/^/$name\t$cc\t$n\t/" $out/run.tsv >>$times
        done
    done
done
awk -F '\t' -v variants="$variants" -f tests/bench/table.awk $times
[ $# -eq 0 ] || exit 0
PTX2C=$ptx2c SHORT=${SHORT-1} bash tests/bench/translate.sh >$out/translate.log 2>&1 || cat $out/translate.log
{
    echo "$(gcc --version 2>/dev/null | head -n 1); $flags; $(sed -n 's/^model name.*: //p' /proc/cpuinfo 2>/dev/null | head -n 1)"
    echo
    awk -F '\t' -v goal="$goal" -v programs="$(echo $programs)" -v svg=$out/report.svg -f tests/bench/report.awk $times $out/translate.tsv $out/burden.tsv
    launches
} >$out/report.md
cp $times $out/report.tsv
echo "written: $out/report.md, report.tsv, report.svg"
