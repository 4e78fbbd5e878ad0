#!/bin/bash
# Grids over several processes: samples/mpi_*.c with one, two and four ranks have the same bits as one launch.  LONG=1: two
# ranks on two idle processors take at most 0.55 of the time of one.
set -u
cd "$(dirname "$0")/.." || exit 1
. tests/lib.sh
dir=build/tests/mpi
mkdir -p "$dir"
export OMP_NUM_THREADS=1 OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1
if ! command -v mpicc >/dev/null || ! command -v mpirun >/dev/null; then
    skip "grids over processes" "no mpicc and mpirun (Debian: libopenmpi-dev openmpi-bin)"
    finish
fi
mpirun='mpirun --oversubscribe --bind-to none'
mpirun --version 2>/dev/null | grep -q 'Open MPI' || mpirun=mpirun

build() { # program, module
    local command="mpicc $strict -O2 $one_way $openmp -Iruntime -o $dir/$1 samples/$1.c $dir/$2.c -lm"
    ./ptx2c -w -o "$dir/$2.c" "samples/$2.ptx" >"$dir/log" 2>&1 && OMPI_CC=$CC $command >"$dir/log" 2>&1 ||
        { fail "$1: building" "$command" "$dir/log"; return 1; }
}

ranks() { # program, arguments...
    local program=$1 n command bits='' new
    shift
    for n in 1 2 4; do
        command="$mpirun -n $n $dir/$program $*"
        if ! timeout 100 $command >"$dir/log" 2>&1 || ! grep -q "^$program: $n ranks, .*: ok$" "$dir/log"; then
            fail "$program $* with $n ranks" "$command" "$dir/log"
            continue
        fi
        new=$(sed -n 's/.*bits \([0-9a-f]*\):.*/\1/p' "$dir/log")
        if [ "${bits:=$new}" = "$new" ]; then
            pass "$program $* with $n ranks: $new"
        else
            fail "$program $* with $n ranks: not the bits of one" "$command" "$dir/log"
        fi
    done
}

build mpi_nbody nbody && ranks mpi_nbody --n 1000 --steps 2 && ranks mpi_nbody --n 515 --steps 1
build mpi_heat heat3d && ranks mpi_heat --n 37 --steps 5
if [ -n "${LONG:-}" ] && [ -x "$dir/mpi_nbody" ]; then
    OMPI_CC=$CC mpicc -std=c11 -O3 -march=native -fno-math-errno -Iruntime -o "$dir/fast" samples/mpi_nbody.c "$dir/nbody.c" -lm
    seconds() { timeout 60 $mpirun -n "$1" "$dir/fast" --n 20000 --steps 2 | sed -n 's/.*ranks, \([0-9.]*\) s.*/\1/p'; }
    for _ in 1 2 3 4 5; do echo "$(seconds 1) $(seconds 2)"; done >"$dir/times"
    if awk '{ if (NR == 1 || $1 < a) a = $1; if (NR == 1 || $2 < b) b = $2 } END { print b / a; exit b > 0.55 * a }' "$dir/times" >"$dir/log"; then
        pass "two ranks: $(cat "$dir/log") of the time of one"
    else
        fail "two ranks take more than 0.55 of the time of one" "LONG=1 tests/mpi.sh" "$dir/log"
    fi
fi
finish
