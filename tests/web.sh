#!/bin/bash
# The playground (make web): in node the command as WebAssembly writes what the command writes, for all samples; in headless
# Chromium the page shows it, and messages at their places.
set -u
cd "$(dirname "$0")/.." || exit 1
. tests/lib.sh
out=${BUILD:-build}/tests/web web=${BUILD:-build}/web ptx2c=./ptx2c
mkdir -p "$out"
if ! echo '#include <stdio.h>
int main(void) { return puts("") < 0; }' | clang --target=wasm32-wasi -x c -o "$out/try.wasm" - 2>"$out/log"; then
    skip 'the playground' 'no clang with wasi-libc, lld and libclang-rt-dev-wasm32'
    finish
fi
command="make -s ${BUILD:+BUILD='$BUILD'} web"
eval "$command" >"$out/log" 2>&1 || { fail 'make web' "$command" "$out/log"; finish; }

same() { # name, file, arguments
    local name=$1 file=$2
    shift 2
    node tests/web/run.js "$web" "$file" "$@" - >"$out/theirs" 2>"$out/theirs.err"
    echo $? >>"$out/theirs.err"
    $ptx2c "$@" - <"$file" >"$out/ours" 2>"$out/ours.err"
    echo $? >>"$out/ours.err"
    if cmp "$out/ours" "$out/theirs" >"$out/log" 2>&1 && cmp "$out/ours.err" "$out/theirs.err" >"$out/log" 2>&1; then
        pass "$name"
    else
        fail "$name" "node tests/web/run.js $web $file $* -" "$out/log"
    fi
}

sed 's/add\.f32/ad.f32/' samples/vecadd.ptx >"$out/wrong.ptx"
if command -v node >/dev/null; then
    files=samples/*.ptx
    for f in $files; do same "$(basename "$f")" "$f"; done
    same 'a page' samples/vecadd.ptx --emit=html
    same 'the runtime in it' samples/vecadd.ptx --standalone
    same 'refused' "$out/wrong.ptx"
else
    skip 'the same bytes' 'no node'
fi

# What the page has become after it was opened with a text behind #.
opened() { # file
    local text
    text=$(od -An -v -tx1 "$1" | tr -d ' \n' | sed 's/../%&/g')
    timeout 60 "$chromium" --headless --no-sandbox --disable-gpu --virtual-time-budget=20000 --dump-dom \
        "file://$(readlink -f "$web")/index.html#$text" 2>"$out/log"
}

chromium=$(command -v chromium || command -v chromium-browser || command -v google-chrome)
if [ -n "$chromium" ]; then
    opened samples/vecadd.ptx >"$out/page.html"
    if grep -q 'data-done="0"' "$out/page.html" && grep -q 'PTX2C_LANES(n) {' "$out/page.html"; then
        pass 'Chromium: the C'
    else
        fail 'Chromium: the C' "chromium file://$web/index.html" "$out/log"
    fi
    line=$(grep -n 'ad\.f32' "$out/wrong.ptx" | cut -d: -f1)
    opened "$out/wrong.ptx" >"$out/page.html"
    if grep -q 'data-done="1"' "$out/page.html" && grep -q "<b class=\"error\">$line</b>" "$out/page.html" &&
        grep -q "<button>$line:[0-9]*: <b>error</b>: " "$out/page.html"; then
        pass 'Chromium: messages at their places'
    else
        fail 'Chromium: messages at their places' "chromium file://$web/index.html" "$out/log"
    fi
else
    skip 'the page in a browser' 'no chromium'
fi
finish
