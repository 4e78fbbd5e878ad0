#!/bin/bash
# Checks of --sanitize: tests/sanitize/X.ptx, made from X.cu, if there is one, have faults where that says "// FAULT kind…", and
# no others; and the same whatever the order in which threads proceed and however many of the host there are: whole faults, with what
# they race with and the object.
#
#   tests/sanitize.sh [NAME...]           in 8 orders, on 1 to 4 threads
#   LONG=1 tests/sanitize.sh [NAME...]    in 100 orders, on each of 1 to 4 threads
#   tests/sanitize.sh kinds               how many kernels have each kind of fault, and how many of them a neighbour without, NAME_ok
set -u
cd "$(dirname "$0")/.." || exit 1
. tests/lib.sh
export LC_ALL=C
ptx2c=${PTX2C:-./ptx2c}
out=build/sanitize
mkdir -p $out

seeds=8 more=
[ -z "${LONG:-}" ] || { seeds=100; more='1 2 3'; }

source_of() { # name
    [ -f "tests/sanitize/$1.cu" ] && echo "tests/sanitize/$1.cu" || echo "tests/sanitize/$1.ptx"
}

wanted() { # file: line and kind of each fault
    awk '{ at = index($0, "// FAULT "); if (at) { n = split(substr($0, at + 9), w, " "); for (i = 1; i <= n; i++) print NR, w[i] } }' "$1"
}

compile() { # name, file to make, compiler, flags, options
    local checks
    checks=${6:-$(grep -o 'Checked with --sanitize=[a-z,]*' "$(source_of "$1")" | sed 's/.*=//')}
    # shellcheck disable=SC2086
    $ptx2c -w "--sanitize=${checks:-all}" --module=cases ${5:-} -o "$2.c" "tests/sanitize/$1.ptx" >"$2.log" 2>&1 ||
        { fail "$1: translating" "$ptx2c --sanitize=all --module=cases -o $2.c tests/sanitize/$1.ptx" "$2.log"; return 1; }
    command="$3 $strict $4 -Iruntime -o $2 $2.c tests/sanitize/host.c -lm"
    $command >"$2.log" 2>&1 || { fail "$1: compiling" "$command" "$2.log"; return 1; }
}

# Without races, what may run unchecked does; in another order nothing does.
ahead_of() { # name
    local run=$out/$1-ahead
    case $1 in ahead | heap | init | memory | merge | registers | stack | surface | texture) ;; *) return ;; esac
    compile "$1" "$run" "$CC" "-O1 $openmp -DPTX2C_CLONES=" '' memory,init || return
    timeout 120 "$run" whole 2>"$run.err" | sort -u >"$run.got"
    PTX2C_SCHEDULE=1 timeout 120 "$run" whole 2>"$run.err" | sort -u >"$run.want"
    diff -u "$run.want" "$run.got" >"$run.diff" && pass "$1: memory and init alone" ||
        fail "$1: memory and init alone" "$run whole; PTX2C_SCHEDULE=1 $run whole   # tests/sanitize.sh $1" "$run.diff"
}

kinds() {
    awk '
        match($0, /^(K|FOUR|\.visible \.entry) [a-z_0-9]+/) {
            split(substr($0, RSTART, RLENGTH), word, " ")
            kernel = FILENAME " " word[word[1] ~ /^[A-Z]+$/ ? 2 : 3]
            known[kernel] = 1
        }
        { at = index($0, "// FAULT ") }
        at { n = split(substr($0, at + 9), kind, " "); for (i = 1; i <= n; i++) has[kind[i], kernel] = 1 }
        END {
            for (k in has) { split(k, p, SUBSEP); with[p[1]]++; ok[p[1]] += (p[2] "_ok") in known }
            for (k in with) printf "%-18s %3d %3d\n", k, with[k], ok[k]
        }' $(for f in tests/sanitize/*.ptx; do source_of "$(basename "$f" .ptx)"; done) | sort
}

case_file() { # name
    local name=$1 run=$out/$1
    [ -f "tests/sanitize/$name.ptx" ] || { fail "$name" "ls tests/sanitize/$name.ptx"; return; }
    wanted "$(source_of "$name")" | sort -u >"$run.want"
    compile "$name" "$run" "$CC" "-O1 $openmp -DPTX2C_CLONES=" || return
    timeout 120 "$run" >"$run.out" 2>"$run.err"
    sort -u "$run.out" >"$run.got"
    if diff -u "$run.want" "$run.got" >"$run.diff"; then
        pass "$name: $(wc -l <"$run.want") faults"
    else
        fail "$name" "tests/sanitize.sh $name   # $run.err" "$run.diff"
        return
    fi
    ahead_of "$name"
    timeout 120 "$run" whole 2>"$run.err" | sort -u >"$run.want"
    for seed in $(seq 1 $seeds); do
        for on in 0 $more; do
            on=$(((seed + on) % 4 + 1))
            OMP_NUM_THREADS=$on PTX2C_SCHEDULE=$seed timeout 120 "$run" whole 2>"$run.err" | sort -u >"$run.got"
            diff -u "$run.want" "$run.got" >"$run.diff" ||
                { fail "$name: schedule $seed" "OMP_NUM_THREADS=$on PTX2C_SCHEDULE=$seed $run whole   # tests/sanitize.sh $name" "$run.diff"; return; }
        done
    done
    pass "$name: the same in $seed orders"
}

[ "${1:-}" != kinds ] || { kinds; exit; }
[ $# -gt 0 ] || set -- $(cd tests/sanitize && ls ./*.ptx | sed 's|^\./||; s|\.ptx$||')
# shellcheck disable=SC2086
side_by_side case_file $out tests/sanitize.sh "$@"
finish
