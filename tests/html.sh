#!/bin/bash
# The pages of --emit=html: their texts, links, remarks and reasons (tests/html/check.pl); the same C as the command's; in headless
# Chromium, where it is installed, no script error, and tests/html/act.js uses each page as a reader would.
set -u
cd "$(dirname "$0")/.." || exit 1
. tests/lib.sh
dir=build/tests/html
rm -rf "$dir" && mkdir -p "$dir" || exit 1
ptx2c=./ptx2c

page() { # ptx file
    local name options
    name=$(basename "$1" .ptx)
    options="-w $(sed -n -e '/^\/\//!q' -e 's|^// options: *||p' "$1")"
    # shellcheck disable=SC2086
    if ! { $ptx2c $options --module="$name" --emit=html -o "$dir/$name.html" "$1" && $ptx2c $options --module="$name" -o "$dir/$name.c" "$1"; } \
        >"$dir/$name.log" 2>&1; then
        fail "$name" "$ptx2c $options --emit=html $1" "$dir/$name.log"
    elif perl tests/html/check.pl "$dir/$name.html" "$1" "$dir/$name.c" >"$dir/$name.log" 2>&1; then
        pass "$name: $(tail -n 1 "$dir/$name.log")"
    else
        fail "$name" "perl tests/html/check.pl $dir/$name.html $1 $dir/$name.c" "$dir/$name.log"
    fi
}

check() { # name, command
    if (eval "$2") >"$dir/log" 2>&1; then pass "$1"; else fail "$1" "$2" "$dir/log"; fi
}

if command -v perl >/dev/null; then
    files=samples/*.ptx
    [ -z "${LONG:-}" ] || files="samples/*.ptx $(grep -L 'options:.*\(--annotate\|--module\)' tests/run/*.ptx)"
    for f in $files; do page "$f"; done
else
    skip "pages" "no perl"
fi

# Through .loc to the source, which lies beside the PTX; a line with markup in it.
cat >"$dir/loc.ptx" <<'END'
.version 7.0
.target sm_75
.address_size 64
.file 1 "/nowhere/loc.cu"
.visible .entry twice(.param .u64 x)
{
    .reg .b32 %r<4>;
    .reg .b64 %rd<4>;
    .loc 1 3 5
    ld.param.u64 %rd1, [x]; // <b>&amp;</script>
    mov.u32 %r1, %tid.x;
    mul.wide.u32 %rd2, %r1, 4;
    add.s64 %rd3, %rd1, %rd2;
    .loc 1 4 5
    ld.global.u32 %r2, [%rd3];
    add.u32 %r3, %r2, %r2;
    st.global.u32 [%rd3], %r3;
    ret;
}
END
printf '__global__ void twice(int *x)\n{\n    int *p = x + threadIdx.x;\n    *p += *p; // a < b && c\n}\n' >"$dir/loc.cu"
page "$dir/loc.ptx"
check "a column for the source" "grep -q 'id=\"s\" data-lines=\"6\"' $dir/loc.html && grep -q '\[17,5\]' $dir/loc.html && grep -q 'a &lt; b &amp;&amp; c' $dir/loc.html"
check "the same bytes again" "(cd $dir && ../../../ptx2c --emit=html loc.ptx | cmp - loc.html)"
check "what --explain says" "$ptx2c --explain samples/reduce.ptx | grep -c . >$dir/n && [ \$(cat $dir/n) = \$(grep -o '^\"r\":.*' $dir/reduce.html | grep -Eo '\[[0-9]+,[0-9]+,\"' | wc -l) ]"
check "an error: no page" "! (sed 's/add.u32/add.u23/' $dir/loc.ptx | $ptx2c --emit=html -o $dir/none.html -) && [ ! -e $dir/none.html ]"
if command -v dot >/dev/null; then
    check "--layout=dot" "$ptx2c --emit=html --layout=dot samples/vecadd.ptx | grep -q 'class=\"draw dot\"><script type=.image/svg+xml.><svg'"
else
    skip "--layout=dot" "no dot"
fi
check "--layout=dot without Graphviz" "PATH=/nowhere $ptx2c --emit=html --layout=dot samples/vecadd.ptx | cmp - $dir/vecadd.html"

# Each text stands there once, without markup; rows and drawings are made when they are looked at.
check "megabytes" "sh tests/bigptx.sh 20000 >$dir/big.ptx && $ptx2c -w --emit=html -o - $dir/big.ptx | sed '/type=\"image/,/<\/svg>/d' >$dir/big.page &&
    [ \$(wc -c <$dir/big.page) -lt \$((\$(wc -c <$dir/big.ptx) * 4)) ] && [ \$(grep -c '</' $dir/big.page) -lt 300 ]"

# A browser: a page with all of them in frames, one after the other.
browse() {
    local f name
    for f in "$dir"/*.html; do
        sed -e 's|<head>|<head><script>window.failures = []; onerror = m => failures.push("script: " + m)</script>|' \
            -e "/<\\/body>/{
                i <script>
                r tests/html/act.js
                N
            }" "$f" | sed -e 's|^</body>$|</script></body>|' >"${f%.html}.htm"
    done
    set -- "$dir"/*.htm
    {
        echo '<!DOCTYPE html><title>all</title><pre id="result"></pre><script>'
        echo 'const pages = ['
        for f; do echo "'$(basename "$f")',"; done
        cat <<'END'
];
const out = document.getElementById('result');
let next = 0, frame = null, told = true;
function report(title, bad) { told = true; out.append('page ' + title + ': ' + (bad.length ? bad.slice(0, 5).join('; ') : 'fine') + '\n'); }
function go() {
  if (!told) out.append('page ' + pages[next - 1] + ': its script did not end\n');
  if (frame) frame.remove();
  if (next === pages.length) { out.append('end of pages\n'); return; }
  told = false;
  frame = document.createElement('iframe');
  frame.style = 'width: 1300px; height: 850px';
  frame.onload = () => setTimeout(go, 0);
  frame.src = pages[next++];
  document.body.append(frame);
}
addEventListener('load', go);
</script>
END
    } >"$dir/all.htm"
    timeout 120 chromium --headless=new --no-sandbox --disable-gpu --allow-file-access-from-files --user-data-dir="$dir/profile" \
        --window-size=1400,900 --virtual-time-budget=60000 --dump-dom "file://$PWD/$dir/all.htm" 2>"$dir/browser.log" >"$dir/dom.txt"
    sed -n -e '/<pre id="result">/,/<\/pre>/{
        s/.*<pre id="result">//
        s/<\/pre>.*//
        p
    }' "$dir/dom.txt" >"$dir/pages.txt"
    while read -r name; do
        case $name in
        *": fine") pass "in a browser: ${name% fine}" ;;
        "end of pages") ended=1 ;;
        '') ;;
        *) fail "in a browser: $name" "open $dir/all.htm" ;;
        esac
    done <"$dir/pages.txt"
    [ -n "${ended:-}" ] || fail "in a browser" "open $dir/all.htm" "$dir/browser.log"
}

if command -v chromium >/dev/null; then browse; else skip "in a browser" "no chromium"; fi
finish
