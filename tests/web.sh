#!/bin/bash
# The playground (make web): the command as WebAssembly writes what the command writes, for all samples, in node and in headless
# Chromium; tests/web/act.js uses the page as a reader would; what its interpreter computes is what the C computes (tests/web/compute.js).
# LONG=1: that for all samples, and what is skipped without each program.
set -u
shopt -s extglob
cd "$(dirname "$0")/.." || exit 1
. tests/lib.sh
build=${BUILD:-build} dir=${BUILD:-build}/tests/web ptx2c=./ptx2c
rm -rf "$dir" && mkdir -p "$dir" || exit 1
chromium=$(command -v chromium || command -v chromium-browser || command -v google-chrome)
if ! echo '#include <stdio.h>
int main(void) { return puts("") < 0; }' | clang --target=wasm32-wasi -x c -o "$dir/try.wasm" - 2>"$dir/log"; then
    skip 'the playground' 'no clang with lld, wasi-libc and libclang-rt-dev-wasm32'
    finish
fi
if ! command -v node >/dev/null && [ -z "$chromium" ]; then
    skip 'the playground' 'neither node nor chromium'
    finish
fi
command="make -s -j2 ${BUILD:+BUILD='$BUILD'} web"
eval "$command" >"$dir/log" 2>&1 || { fail 'make web' "$command" "$dir/log"; finish; }

# A line for tests/web/same.js: what the command writes, after which its errors.
one() { # name, file, arguments
    local name=$1 file=$2 status args
    shift 2
    $ptx2c "$@" - <"$file" >"$dir/out" 2>"$dir/err"
    status=$?
    args=$(printf "'%s', " "$@" -)
    printf "['%s', [%s], '%s', '%s', %d],\n" "$name" "$args" "$(base64 <"$file" | tr -d '\n')" "$(cat "$dir/out" "$dir/err" | base64 | tr -d '\n')" $status
}

sed 's/mad\.lo\./mad.low./' samples/vecadd.ptx >"$dir/wrong.ptx"
{
    echo 'const cases = ['
    for f in samples/*.ptx; do one "$(basename "$f")" "$f" --module=m; done
    for o in --emit=html --standalone --explain --emit=regions; do one "vecadd.ptx $o" samples/vecadd.ptx $o; done
    one 'what is refused' "$dir/wrong.ptx" --module=m
    echo '];'
} >"$dir/cases.js"

# What the C computes in the launches of a sample, which the page's interpreter must, too: $dir/SAMPLE.N of launch N.
natives() { # folder, sample
    local file=$dir/$2 line n=0
    $ptx2c -w --main --module="$2" -o "$file.c" "$1/$2.ptx" && natives_compile "$2" || return
    while IFS= read -r line; do
        line=${line//:@+([a-z])/}
        # shellcheck disable=SC2086
        [[ $line == !* ]] || "$file.run" $line --print 100000 >"$file.$n" 2>"$dir/log" ||
            { fast=$usual natives_compile "$2" && "$file.run" $line --print 100000 >"$file.$n"; } || return
        n=$((n + 1))
    done < <(sed -n "s/^$2: //p" "$1/launches")
}

natives_compile() { # sample
    $fast -Iruntime -o "$dir/$1.run" "$dir/$1.c" "$dir/${1}_main.c" -lm
}

# Lines "WHAT: fine", "WHAT: the same bytes" or "WHAT: what is wrong", and at the end "end".
judge() { # where, file, command
    local line ended=
    while read -r line; do
        case $line in
        *': fine' | *': the same bytes') pass "in $1: $line" ;;
        end) ended=1 ;;
        '') ;;
        *) fail "in $1: $line" "$3" ;;
        esac
    done <"$2"
    [ -n "$ended" ] || fail "in $1" "$3" "$dir/log"
}

if command -v node >/dev/null; then
    command="node tests/web/same.js $build/web/ptx2c.js $build/wasm/ptx2c.wasm $dir/cases.js"
    $command >"$dir/node.txt" 2>"$dir/log"
    judge node "$dir/node.txt" "$command"
    usual="$CC -std=c11 -w -O0 $one_way"
    fast=${tcc:-$usual} kernels='scale vecadd reduce histogram blackscholes hello'
    [ -n "$tcc" ] || kernels='scale blackscholes hello'
    [ -z "${LONG:-}" ] || kernels=$(sed -n 's/^\([a-z0-9]*\): .*/\1/p' samples/launches | uniq)
    for folder in samples tests/web; do
        [ $folder = samples ] || kernels="matrix halves"
        for sample in $kernels; do natives $folder "$sample" 2>"$dir/log" || fail "$sample on this machine" "$ptx2c --main $folder/$sample.ptx" "$dir/log"; done
        # shellcheck disable=SC2086
        command=$(echo node tests/web/compute.js templates/web $build/wasm/run.wasm $folder $dir $kernels)
        $command >"$dir/ran.txt" 2>"$dir/log"
        judge node "$dir/ran.txt" "$command"
    done
else
    skip 'in node' 'no node'
fi

if [ -n "$chromium" ]; then
    cp "$build"/web/* tests/web/{act,hold,same}.js "$dir"
    sed -e 's|<head>|&<script src="hold.js"></script>|' \
        -e 's|</body>|<script src="cases.js"></script><script src="same.js"></script><script src="act.js"></script>&|' "$build/web/index.html" >"$dir/act.html"
    timeout 120 "$chromium" --headless=new --no-sandbox --disable-gpu --user-data-dir="$dir/profile" --window-size=1400,900 \
        --dump-dom "file://$(readlink -f "$dir")/act.html" >"$dir/dom.txt" 2>"$dir/log"
    sed -n '/<pre id="result">/,/<\/pre>/{
        s/.*<pre id="result">//
        s/<\/pre>.*//
        p
    }' "$dir/dom.txt" >"$dir/page.txt"
    judge Chromium "$dir/page.txt" "open $dir/act.html"
    rm -rf "$dir/profile"
else
    skip 'in Chromium' 'no chromium'
fi

# What is skipped where something is not installed: this script with a PATH that has all but that.
without() { # what is skipped, why, programs...
    local path=$dir/bin what=$1 why=$2
    shift 2
    rm -rf "$path" "$dir.without" && mkdir -p "$path" && cp -rs /usr/bin/. "$path" && (cd "$path" && rm -f "$@") || return
    command="PATH=$(readlink -f "$path") WITHOUT=1 BUILD=$dir.without tests/web.sh"
    (eval "$command") >"$dir/log" 2>&1
    if [ $? -eq 0 ] && grep -qx "skip $what: .*$why.*" "$dir/log"; then pass "without $1"; else fail "without $1" "$command" "$dir/log"; fi
    rm -rf "$path" "$dir.without"
}
if [ -z "${WITHOUT:-}" ]; then
    without 'the playground' 'wasi-libc' clang
    if [ -n "${LONG:-}" ]; then
        without 'the playground' 'neither node nor chromium' node nodejs chromium chromium-browser google-chrome
        without 'in node' 'no node' node nodejs
        without 'in Chromium' 'no chromium' chromium chromium-browser google-chrome
    fi
fi
finish
