#!/bin/bash
# Measures what --sanitize costs: each kernel unchecked, with memory,init and with race, all on one thread, as that is how checked
# kernels run.  A table of times as multiples of the unchecked ones, in build/bench/checks.md, too; and how many bytes all checks take
# at most, for each byte that the kernel was given.
#
#   tests/bench/checks.sh [KERNEL...]
#   tests/bench/checks.sh bytes [KERNEL...]     only the bytes
#
# Numbers are ratios of the least processor times of at least three runs that take turns.
# Environment: CC (cc), CFLAGS_BENCH, SECONDS_EACH (0.2: to spend on a kernel beyond that), PTX2C (./ptx2c).
set -u
export LC_ALL=C OMP_NUM_THREADS=1
# floyd's blocks read the row and the column that others store, unchanged, to the same place: a race, which is not told here.
export PTX2C_CHECK_SUPPRESS=race
cd "$(dirname "$0")/../.." || exit 1
ptx2c=${PTX2C:-./ptx2c}
out=build/bench/checks
flags=${CFLAGS_BENCH:-'-std=c11 -O3 -march=native -fno-math-errno -fopenmp'}
mkdir -p $out

build() { # kernel
    local v objects=
    for v in ours memory race; do
        case $v in ours) set -- "$1" ;; memory) set -- "$1" --sanitize=memory,init ;; race) set -- "$1" --sanitize=race ;; esac
        # shellcheck disable=SC2086
        $ptx2c -w ${2:-} --module=$v -o "$out/$1-$v.c" "tests/bench/$1.ptx" &&
            ${CC:-cc} $flags -DPTX2C_CLONES= -Iruntime -c -o "$out/$1-$v.o" "$out/$1-$v.c" &&
            objcopy --keep-global-symbol=$v --keep-global-symbol=ptx2c_objects --keep-global-symbol=ptx2c_own_checks \
                --keep-global-symbol=ptx2c_checks_at "$out/$1-$v.o" || return
        [ $v = ours ] || nm "$out/$1-$v.o" | grep -q ' [A-Z] ptx2c_checks_at$\| [uvw] ptx2c_checks_at$' || {
            echo "$1-$v.o has no table of its own that it shares: what bench.c declares would not be known there"
            return 1
        }
        objects="$objects $out/$1-$v.o"
    done
    # shellcheck disable=SC2086
    ${CC:-cc} $flags -DLEAST_RUNS=3 -DCLOCK=CLOCK_PROCESS_CPUTIME_ID -Iruntime -Itests/bench -o "$out/$1" tests/bench/bench.c \
        "tests/bench/${1}_hand.c" $objects -lm
}

# The most memory that the kernel, unchecked or with all checks, and its host program had at once; and what the latter has by itself.
heap() { # kernel
    local v checks least=0
    for v in unchecked checked; do
        [ $v = checked ] && checks=--sanitize=all || checks=
        # shellcheck disable=SC2086
        $ptx2c -w $checks --module=counted -o "$out/$1-$v.c" "tests/bench/$1.ptx" &&
            ${CC:-cc} -std=c11 -O1 -fopenmp -w -D_POSIX_C_SOURCE=200809L -DPTX2C_CLONES= -DDECLARE -DMODULE=counted -Iruntime -Itests/bench \
                -Wl,--wrap=malloc,--wrap=calloc,--wrap=realloc,--wrap=free -o "$out/$1-$v" \
                tests/bench/count.c tests/bench/heap.c "tests/bench/${1}_hand.c" "$out/$1-$v.c" -lm || return
        "$out/$1-$v" ours 2>/dev/null | tail -n 1
    done
    "$out/$1-unchecked" none | tail -n 1
}

bytes=
[ "${1:-}" != bytes ] || { bytes=1; shift; }
if [ $# -eq 0 ]; then
    for f in tests/bench/*_hand.c; do
        name=$(basename "$f" _hand.c)
        [ ! -f "tests/bench/$name.ptx" ] || set -- "$@" "$name"
    done
fi
: >$out/times.tsv
: >$out/heap.tsv
for name; do
    echo "$name $(heap "$name" 2>$out/log | tr '\n' ' ')" >>$out/heap.tsv
    [ -z "$bytes" ] || continue
    build "$name" >$out/log 2>&1 || { echo "$name: not built"; head -n 5 $out/log; continue; }
    "$out/$name" "tests/bench/$name.cl" "${SECONDS_EACH:-0.2}" ours memory race 2>$out/log | sed "s/^/$name\t/" >>$out/times.tsv
    cat $out/log
done
[ -z "$bytes" ] || { awk '{ printf "%s %.1f\n", $1, ($3 - $2) / $4 }' $out/heap.tsv; exit; }
awk -F '\t' -v heap=$out/heap.tsv '
    BEGIN { while ((getline line <heap) > 0) { split(line, w, " "); bytes[w[1]] = w[4] ? (w[3] - w[2]) / w[4] : 0 } }
    !($1 in seen) { seen[$1] = 1; name[n++] = $1 }
    { t[$1, $2] = $3 }
    function ratio(k, v) { return t[k, v] > 0 && t[k, "ours"] > 0 ? t[k, v] / t[k, "ours"] : 0 }
    END {
        print "| kernel | unchecked, ms | memory,init | race | bytes a byte |\n| --- | --- | --- | --- | --- |"
        for (i = 0; i < n; i++) {
            k = name[i]; m = ratio(k, "memory"); r = ratio(k, "race")
            printf "| %s | %.2f | %.1f | %.1f | %.1f |\n", k, 1000 * t[k, "ours"], m, r, bytes[k]
            if (m > 0 && r > 0) { a += log(m); b += log(r); c++ }
            if (bytes[k] > 0) { d += log(bytes[k]); e++ }
        }
        if (c) printf "| geometric mean | | %.1f | %.1f | %.1f |\n", exp(a / c), exp(b / c), e ? exp(d / e) : 0
    }' $out/times.tsv | tee build/bench/checks.md
