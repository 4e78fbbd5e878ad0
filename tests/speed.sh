#!/bin/sh
# Measures the translator: 100,000 instructions in 2 seconds of processor time and in 50 times the memory of their text,
# files of some hundred kB in 60 times their size, time that grows no faster than the input, a fifth of the time that
# ptxas takes for the largest sample, and a third of its time for --check, whatever file.
#
#   tests/speed.sh          PTX2C (./ptx2c), BUILD (build), SLOW (1): a factor on the limit for slow machines
#
# Times are user + system of the best of three runs, so that other work on the machine counts little.
set -u
export LC_ALL=C
root=$(cd "$(dirname "$0")/.." && pwd)
ptx2c=${PTX2C:-$root/ptx2c}
case $ptx2c in */*) ptx2c=$(cd "$(dirname "$ptx2c")" && pwd)/$(basename "$ptx2c") ;; esac
build=${BUILD:-build}/speed
case $build in /*) ;; *) build=$root/$build ;; esac
mkdir -p "$build" && cd "$build" || exit 1
passed=0 failed=0 skipped=0

ok() { echo "ok $1"; passed=$((passed + 1)); }
bad() { echo "FAIL $1: $2"; failed=$((failed + 1)); }
skip() { echo "skip $1: $2"; skipped=$((skipped + 1)); }

# Seconds that a command takes to make a file, best of three; nothing when it fails.
seconds() { # file, command
    file=$1 best=
    shift
    for round in 1 2 3; do
        rm -f "$file"
        t=$( ("$@" >run.log 2>&1 && times) | awk 'NR == 2 {
            for (i = 1; i <= 2; i++) { split($i, m, /[ms]/); sum += 60 * m[1] + m[2] }
            print sum }')
        [ -n "$t" ] && [ -s "$file" ] || return 1
        best=$(echo "$t ${best:-$t}" | awk '{ print $1 < $2 ? $1 : $2 }')
    done
    echo "$best"
}

holds() { awk "BEGIN { exit !($1) }"; }

# A series of doubled sizes: the time of the largest, and each at most three times that of the one before.  Twenty
# milliseconds are granted for the clock's steps.
series() { # what, instructions per kernel or "all"
    what=$1 before=
    for n in 25000 50000 100000; do
        per=$2
        [ "$per" != all ] || per=$n
        "$root/tests/bigptx.sh" $n "$per" >big.ptx
        command="tests/bigptx.sh $n $per >big.ptx; $ptx2c -o big.c big.ptx"
        if ! t=$(seconds big.c "$ptx2c" -o big.c big.ptx); then
            bad "$what: $n instructions translate" "$command"
            sed -n '1,5s/^/    /p' run.log
            return
        fi
        if [ -z "$before" ] || holds "$t < 3 * $before + 0.04"; then
            ok "$what: $n instructions take $t s${before:+, half of them $before s}"
        else
            bad "$what: $n instructions take $t s, half of them $before s" "$command"
        fi
        before=$t
    done
    if holds "$before < 2 * ${SLOW:-1}"; then
        ok "$what: 100,000 instructions in less than 2 s"
    else
        bad "$what: 100,000 instructions in less than 2 s" "took $before s: $command"
    fi
    room=$(($(wc -c <big.ptx) * 50 / 1024))
    if ! (ulimit -v $room) 2>/dev/null; then
        skip "$what: 100,000 instructions in 50 times their size" 'this system has no ulimit -v'
    elif (ulimit -v $room && "$ptx2c" -o big.c big.ptx) >run.log 2>&1; then
        ok "$what: 100,000 instructions in 50 times their size"
    else
        bad "$what: 100,000 instructions in 50 times their size" "(ulimit -v $room; $command)"
    fi
}

if ! [ -x "$ptx2c" ]; then
    echo "FAIL speed: no program $ptx2c; set PTX2C"
    exit 1
fi
# Kernels that are large in one way, at sizes that double: time must not grow by more than three times.
# (Clocks tick in hundredths: three of the smaller time, and one, may be missing.)
shape() { # as tests/bench/shapes.sh names it, the smallest size
    before=
    for n in $2 $(($2 * 2)) $(($2 * 4)); do
        "$root/tests/bench/shapes.sh" "$1" "$n" >shape.ptx
        command="tests/bench/shapes.sh $1 $n >shape.ptx; $ptx2c -o shape.c shape.ptx"
        if ! t=$(seconds shape.c "$ptx2c" -o shape.c shape.ptx); then
            bad "$n $1 translate" "$command"
            return
        elif [ -z "$before" ] || holds "$t < 3 * $before + 0.04"; then
            ok "$n $1 take $t s${before:+, half of them $before s}"
        else
            bad "$n $1 take $t s, half of them $before s" "$command"
        fi
        before=$t
    done
}
series 'kernels of 500' 500
series 'kernels of 2000' 2000
series 'one kernel' all
shape registers 5000
shape blocks 5000
shape ifs 200
shape loops 200

# Files of some hundred kB: what the program takes for itself is in it, too.
"${CC:-cc}" -O1 -o cost "$root/tests/bench/cost.c" || exit 1
memory() { # what; the file is small.ptx
    bytes=$(wc -c <small.ptx)
    if ! cost=$(./cost 1 "$ptx2c" -o small.c small.ptx); then
        bad "memory: $1" "$ptx2c -o small.c $build/small.ptx"
    elif holds "${cost#* } * 1024 <= 60 * $bytes"; then
        ok "memory: $1: ${cost#* } kB, 60 times the file at most"
    else
        bad "memory: $1: 60 times the file at most" "${cost#* } kB for $bytes bytes: $ptx2c -o small.c $build/small.ptx"
    fi
}
for per in 500 2000 5000; do
    "$root/tests/bigptx.sh" 5000 $per >small.ptx
    memory "5000 instructions in kernels of $per"
done
"$root/tests/bigptx.sh" 10000 10000 >small.ptx
memory '10000 instructions in one kernel'
for what in registers blocks; do
    "$root/tests/bench/shapes.sh" $what 5000 >small.ptx
    memory "5000 $what"
done

# A fifth of the time that ptxas takes, and 50 times the memory of the file.
real() { # name, file.ptx
    arch=$(sed -n 's/^\.target *\(sm_[0-9a-z]*\).*/\1/p' "$2" | head -n 1)
    room=$(($(wc -c <"$2") * 50 / 1024 + 8192))
    if ! command -v ptxas >/dev/null 2>&1; then
        skip "$1: five times as fast as ptxas" 'ptxas is not installed'
    elif ! theirs=$(seconds large.cubin ptxas -arch="$arch" -o large.cubin "$2"); then
        skip "$1: five times as fast as ptxas" "the ptxas installed does not take it ($arch)"
    elif ! ours=$(seconds large.c "$ptx2c" -o large.c "$2"); then
        bad "$1: five times as fast as ptxas" "$ptx2c -o large.c $2"
    elif holds "5 * $ours <= $theirs + 0.05"; then
        ok "$1: $ours s, ptxas $theirs s"
    else
        bad "$1: five times as fast as ptxas" "$ours s, ptxas $theirs s: $ptx2c -o large.c $2"
    fi
    if ! (ulimit -v $room) 2>/dev/null; then
        skip "$1: in 50 times its size and 8 MB" 'this system has no ulimit -v'
    elif (ulimit -v $room && "$ptx2c" -o large.c "$2") >run.log 2>&1; then
        ok "$1: in 50 times its size and 8 MB"
    else
        bad "$1: in 50 times its size and 8 MB" "(ulimit -v $room; $ptx2c -o large.c $2)"
    fi
}
largest=$(ls -S "$root"/samples/*.ptx | head -n 1)
real "$(basename "$largest")" "$largest"
if ! command -v nvcc >/dev/null 2>&1; then
    skip 'CUB' 'nvcc is not installed'
elif ! nvcc -O3 -arch=sm_80 -std=c++17 -ptx -o cub.ptx "$root/tests/bench/cub.cu" >run.log 2>&1; then
    skip 'CUB' 'the nvcc installed does not compile it'
else
    real 'CUB' cub.ptx
fi
# --check of the same file against ptxas, in turns.
check_speed() { # name, file.ptx
    arch=$(sed -n 's/^\.target *\(sm_[0-9a-z]*\).*/\1/p' "$2" | head -n 1)
    if ! command -v ptxas >/dev/null 2>&1; then
        skip "--check of $1: three times as fast as ptxas" 'ptxas is not installed'
    elif ! ./cost 1 ptxas -c -arch="$arch" -o check.cubin "$2" >/dev/null; then
        skip "--check of $1: three times as fast as ptxas" "the ptxas installed does not take it ($arch)"
    elif ! both=$(./cost 5 "$ptx2c" --check "$2" -- ptxas -c -arch="$arch" -o check.cubin "$2"); then
        bad "--check of $1: three times as fast as ptxas" "$ptx2c --check $2"
    elif set -- "$1" "$2" $both && ours=$3 theirs=$5 && holds "3 * $ours <= $theirs"; then
        ok "--check of $1: $ours s, ptxas $theirs s"
    else
        bad "--check of $1: three times as fast as ptxas" "$ours s, ptxas $theirs s: $ptx2c --check $2"
    fi
}
for n in 200 2000 20000; do
    "$root/tests/bigptx.sh" $n 2000 >check.ptx
    check_speed "$n instructions" check.ptx
done
"$root/tests/bigptx.sh" 10000 10000 >check.ptx
check_speed 'one kernel of 10000' check.ptx
for file in "$root"/samples/*.ptx; do check_speed "$(basename "$file")" "$file"; done
echo "speed: $passed passed, $failed failed, $skipped skipped"
[ "$failed" -eq 0 ]
