#!/bin/bash
# The command line: options, exit statuses, messages, output files that come whole or not at all, determinism,
# installation and manual pages.
#
#   tests/cli.sh [WORD]...        only tests whose name contains one of the words
set -u
cd "$(dirname "$0")/.." || exit 1
. tests/lib.sh
root=$PWD
case $root in
*[!A-Za-z0-9_/.-]*) # the tests' commands are text: a plain name for this folder
    link=$(mktemp -d) && chmod 755 "$link" && ln -s "$root" "$link/ptx2c" && root=$link/ptx2c || exit 1
    trap 'rm -r "$link"' EXIT
    ;;
esac
ptx2c=${PTX2C:-$root/ptx2c}
dir=$root/build/cli
[ -x "$ptx2c" ] || { echo "FAIL cli: no program $ptx2c"; echo "0 passed, 1 failed, 0 skipped"; exit 1; }
rm -rf "$dir"
mkdir -p "$dir"
cd "$dir" || exit 1
words=("$@")

{
    cat "$root/samples/scale.ptx"
    printf '\n.visible .entry other(.param .u64 x)\n{\n    ret;\n}\n'
} >good.ptx

# A module around some lines of a kernel's body, which begin at line 8.
body() {
    printf '.version 7.0\n.target sm_75\n.address_size 64\n.visible .entry k(.param .u64 x)\n{\n'
    printf '    .reg .b32 %%r<4>; .reg .f32 %%f<4>; .reg .b64 %%rd<4>; .reg .pred %%p<4>;\n\n%s\n    ret;\n}\n' "$1"
}

wanted() { # name
    local w
    [ ${#words[@]} -gt 0 ] || return 0
    for w in "${words[@]}"; do [[ $1 != *"$w"* ]] || return 0; done
    return 1
}

# Runs ptx2c in the folder: status, standard error must match the pattern (an extended regular expression; empty: nothing
# may be there), and afterwards the folder must hold just what it held, unless the test says what it makes.
try() { # name, status, pattern, arguments...
    local name=$1 want=$2 pattern=$3 status before
    shift 3
    wanted "$name" || return 1
    before=$(ls -A)
    "$ptx2c" "$@" >stdout.log 2>stderr.log
    status=$?
    again="(cd $PWD && $ptx2c $*)"
    if [ "$status" -ne "$want" ]; then
        fail "$name" "$again gave status $status, not $want" stderr.log
    elif [ -z "$pattern" ] && [ -s stderr.log ]; then
        fail "$name" "$again said something" stderr.log
    elif [ -n "$pattern" ] && ! grep -Eq -- "$pattern" stderr.log; then
        fail "$name" "$again did not say /$pattern/" stderr.log
    elif [ "$want" -ne 0 ] && [ "$before" != "$(ls -A)" ]; then
        fail "$name" "$again left files: $(ls -A | tr '\n' ' ')"
    elif [ "$want" -ne 0 ] && [ -s stdout.log ]; then
        fail "$name" "$again wrote to standard output" stdout.log
    else
        pass "$name"
        return 0
    fi
    return 1
}

# A test that is one shell command.
check() { # name, command
    wanted "$1" || return
    rm -f check.log
    if (eval "$2") >check.log 2>&1; then pass "$1"; else fail "$1" "(cd $PWD && $2)" check.log; fi
}

: >stdout.log
: >stderr.log
export LC_ALL=C

# ---- files that are no PTX ------------------------------------------------------------------------------------------
foreign() { # name, what is said, the first bytes as printf writes them
    printf "$3" >foreign.bin
    try "no PTX: $1" 1 "foreign.bin: error: this is $2" --check foreign.bin
    check "no PTX: $1: a line" "[ \$($ptx2c --check foreign.bin 2>&1 | wc -l) = 1 ]"
}
foreign ELF "an ELF program, library or object file: .*cuobjdump -xptx all" '\177ELF\2\1\1\0\0\0\0\0\0\0\0\0\1\0\076\0rest'
foreign cubin "a cubin, .*nvcc -ptx" '\177ELF\2\1\1\063\7\0\0\0\0\0\0\0\1\0\276\0rest'
foreign fatbin "a fatbin: .*cuobjdump -xptx all" '\120\355\125\272\1\0\020\0rest'
foreign library "a library of object files: .*cuobjdump" '!<arch>\na.o/\n'
foreign bitcode "LLVM bitcode: .*llc" 'BC\300\336rest'
foreign gzip "compressed: 'gunzip'" '\037\213\010\0rest'
foreign "UTF-16 with a mark" "UTF-16 text: 'iconv -f UTF-16" '\377\376.\0v\0e\0r\0'
foreign "UTF-16, big end first" "UTF-16 text: 'iconv -f UTF-16" '\0.\0v\0e\0r'
check "no PTX: LLVM IR, listings" "
    says() { printf \"\$2\" | $ptx2c --check - 2>&1 | grep -q \"error: this is \$1\"; }
    says 'LLVM IR: .llc' '; ModuleID = 1\ntarget triple = \"nvptx64\"\n' &&
    says 'a listing of SASS' '\tcode for sm_80\n\t\tFunction : k\n' && says 'a listing of SASS' '\t.headerflags\t@\"EF\"\n' &&
    says \"cuobjdump's listing: .cuobjdump -xptx\" '\nFatbin ptx code:\n================\n' &&
    says 'OpenCL C' '__kernel void f() {}\n'"

# ---- help, version, wrong command lines ----------------------------------------------------------------------------
try "help" 0 '' --help
check "help: one screen" '[ $('"$ptx2c"' -h | wc -l) -ge 20 ] && [ $('"$ptx2c"' -h | wc -l) -le 24 ] && [ $('"$ptx2c"' -h | awk "length > 80" | wc -l) -eq 0 ]'
check "help: names every long option" \
    'for o in output header module standalone line annotate entry emit check coverage main color max-errors version help
     do '"$ptx2c"' -h | grep -q -- "--$o" || { echo "--$o"; exit 1; }; done'
check "version" '[ "$('"$ptx2c"' -V)" = "ptx2c '"$(sed -n 's/.*PTX2C_VERSION "\(.*\)"/\1/p' "$root/src/support/util.h")"'" ]'
check "help: full disk" "$ptx2c -h >/dev/full; [ \$? -eq 3 ]"
try "no input" 2 'no input file'
try "two inputs" 2 'one input file' good.ptx other.ptx
try "unknown option" 2 "unrecognized option.*--nonsense" --nonsense good.ptx
try "unknown short option" 2 "invalid option" -Z good.ptx
try "option without its value" 2 "requires an argument|option.*argument" good.ptx -o
try "wrong choice" 2 "'dog' is none of: c, ast, cfg, regions, stats, html" --emit=dog good.ptx
try "wrong number" 2 "not a number" --max-errors=x good.ptx
try "unknown warning" 2 "unknown warning option '-Wxyz'" -Wxyz good.ptx
try "unknown warning turned off" 2 "unknown warning option '-Wno-xyz'" -Wno-xyz good.ptx
printf '.version 8.0\n.target sm_80\n.address_size 64\n.entry k() { .reg .b32 %%r<2>; add.sat.sat.s32 %%r0, 2, 1; ret; }\n' >twice.ptx
try "-Wisa is off" 0 '' --check twice.ptx
check "-Wisa is off: nothing said" "[ -z \"\$($ptx2c --check twice.ptx 2>&1)\" ]"
try "-Wisa" 0 "warning: '.sat' stands twice .-Wisa.$" --check -Wisa twice.ptx
try "-Wall: also -Wisa" 0 "stands twice" --check -Wall twice.ptx
check "-Wno-isa after -Wall" "[ -z \"\$($ptx2c --check -Wall -Wno-isa twice.ptx 2>&1)\" ]"
check "-w over -Wisa" "[ -z \"\$($ptx2c --check -Wisa -w twice.ptx 2>&1)\" ]"
try "-Werror -Wisa" 1 "error: '.sat' stands twice .-Werror,-Wisa.$" --check -Werror -Wisa twice.ptx
try "-Werror alone" 0 '' --check -Werror twice.ptx
printf '.version 9.9\n.target sm_80\n' >newer.ptx
cp $root/tests/parse/uninitialized.ptx $root/tests/parse/bounds.ptx $root/tests/parse/address_narrow.ptx .
try "-Wmaybe-uninitialized" 0 "'%r7' is read here, but on some way .*-Wmaybe-uninitialized" --check -Wmaybe-uninitialized uninitialized.ptx
check "-Wmaybe-uninitialized is off" "! $ptx2c --check uninitialized.ptx 2>&1 | grep maybe-"
check "-Wno-uninitialized -Wno-bounds" "! $ptx2c --check -Wno-uninitialized -Wno-bounds bounds.ptx 2>&1 | grep ."
check "--check warns as translating does" "for f in bounds uninitialized; do
    $ptx2c -o /dev/null \$f.ptx 2>&1 | diff - <($ptx2c --check \$f.ptx 2>&1) || exit 1; done; $ptx2c --check address_narrow.ptx 2>&1 | grep -q Waddress"
cp $root/tests/explain/split_loop.ptx $root/tests/explain/param_vector.ptx .
check "--explain, regions: what we made has the place of what it was made for" "
    $ptx2c --explain split_loop.ptx >explain.txt && $ptx2c --emit=regions -o regions.dot split_loop.ptx &&
    ! grep -E 'ptx:1:|[.]version' explain.txt regions.dot && grep -q \"ptx:8: branch between a fast and a slow version '@!all bra .*(made)': uniform\" explain.txt &&
    grep -q \"ptx:13: branch '@%p2 bra DONE': uniform\" explain.txt && grep -q \"ptx:24: branch '@%p1 bra L': uniform\" explain.txt"
check "--annotate: nothing of the file's head" "! $ptx2c --annotate -o - split_loop.ptx | tail -n +3 | grep '[.]version'"
check "of small functions only calls of the weak one stay" "
    [ \$($ptx2c --emit=ptx --after=inlining -o - $root/tests/run/small_calls.ptx | sed '1,/[.]entry/d' | grep -c '^ *call') = 1 ]"
check "vectors of parameters are uniform" "
    $ptx2c --explain param_vector.ptx | grep -q \"ptx:11: branch '@%p1 bra DONE': uniform\" &&
    $ptx2c -o - param_vector.ptx | grep -A9 'if (r1 != 0)' | grep -q PTX2C_LANES"
check "a version's slow copy, which few chunks take, weighs little" "
    $ptx2c --explain $root/tests/bench/programs/hessian.ptx | grep -q 'another version is for neighbouring threads whose quotients agree'"
try "-Wnewer is on" 1 'error: PTX 9.9 is newer than .*-Wno-newer' --check newer.ptx
printf '.version 8.0\n.target sm_80b\n.entry k { ret; }\n' >suffix.ptx
try "a target's suffix" 0 "suffix.ptx:2:9: warning: 'sm_80b' is not known; it is taken as sm_80 \\[-Wnewer\\]" --check suffix.ptx
check "-Wno-newer" "[ -z \"\$($ptx2c --check -Wno-newer newer.ptx 2>&1)\" ]"
try "module name is no identifier" 2 "can't be the C name" --module=a-b good.ptx
try "module name is a keyword" 2 "can't be the C name" --module=int good.ptx
try "no such kernel" 2 "no kernel 'scal' in good.ptx; did you mean 'scale'" --entry=scal good.ptx

# ---- outputs -------------------------------------------------------------------------------------------------------
try "default output" 0 '' good.ptx
check "default output: FILE.c" '[ -s good.c ] && grep -q "const ptx2c_module good\b" good.c'
try "options after the file" 0 '' good.ptx --output after.c --module=here
check "options after the file: used" 'grep -q "const ptx2c_module here\b" after.c'
try "options before the file" 0 '' --output=before.c --module=here good.ptx
check "order of options does not matter" 'cmp before.c after.c'
try "after --" 0 '' -o dashes.c -- good.ptx
check "standard output" "$ptx2c -o - good.ptx | cmp - good.c"
check "standard input" "$ptx2c --module=good - <good.ptx >stdin.c && grep -q 'const ptx2c_module good\\b' stdin.c"
check "standard input: short -o" "$ptx2c -o stdin2.c - <good.ptx && grep -q 'const ptx2c_module stdin2\\b' stdin2.c"
mkdir -p sub
try "odd output name" 0 '' -o 'sub/9 lives-$x.c' good.ptx
check "odd output name: C identifier" "grep -q 'const ptx2c_module [A-Za-z][A-Za-z0-9_]*' 'sub/9 lives-\$x.c'"
try "output is the input" 2 'overwrite the input' -o good.ptx good.ptx
ln -sf good.ptx link.ptx
try "output is the input by another name" 2 'overwrite the input' -o link.ptx good.ptx
try "two outputs in one file" 2 'same file' -o x.c -H x.c good.ptx
try "output is a folder" 3 'sub: Is a directory' -o sub good.ptx
try "no folder for the output" 3 'nowhere/x.c: No such file or directory' -o nowhere/x.c good.ptx
try "full disk" 3 '/dev/full: No space left on device' -o /dev/full good.ptx
check "full disk: standard output" "$ptx2c -o - good.ptx >/dev/full; [ \$? -eq 3 ]"
check "closed standard output" "$ptx2c -o - good.ptx >&-; [ \$? -eq 3 ]"
try "a device is written in place" 0 '' -o /dev/null good.ptx
check "a device stays one" '[ -c /dev/null ]'

# One output that fails must leave all others as they were.
echo old >kept.c
echo old >kept.h
try "all or none: a bad header" 3 'nowhere/x.h' -o kept.c -H nowhere/x.h good.ptx
try "all or none: a full disk" 3 'No space left' -o kept.c -H kept.h -MF /dev/full good.ptx
try "all or none: a bad rule file" 3 'sub: Is a directory' -o kept.c -H kept.h --main -MF sub good.ptx
try "all or none: refused PTX" 1 'error' -o kept.c -H kept.h "$(body 'bogus.u32 %r1, %r2;' >refused.ptx; echo refused.ptx)"
check "all or none: files as before" '[ "$(cat kept.c kept.h)" = "$(printf "old\nold")" ] && ! ls | grep -q "kept.*\\.......\$"'
check "file size limit" \
    "(trap '' XFSZ; ulimit -f 1; exec $ptx2c --standalone -o kept.c good.ptx); [ \$? -eq 3 ] && [ \"\$(cat kept.c)\" = old ] && ! ls | grep -q 'kept\\.c\\.'"
check "a signal leaves nothing beside" \
    "mkfifo pipe; $ptx2c -o kept.c -MF pipe good.ptx & pid=\$!; for i in \$(seq 100); do ls | grep -q 'kept\\.c\\.' && break; sleep .05; done
     kill -TERM \$pid; wait \$pid; [ \$? -eq 143 ] && [ \"\$(cat kept.c)\" = old ] && ! ls | grep -q 'kept\\.c\\.'"
rm -f pipe
check "mode of a new file" "umask 027; $ptx2c -o mode.c good.ptx && [ \$(stat -c %a mode.c) = 640 ]"
check "mode of an old file stays" "chmod 604 mode.c; $ptx2c -o mode.c good.ptx && [ \$(stat -c %a mode.c) = 604 ]"
check "a symbolic link stays one" "ln -s mode.c to_mode.c; $ptx2c -o to_mode.c good.ptx && [ -L to_mode.c ] && [ ! -L mode.c ]"
if [ "$(id -u)" -eq 0 ] && command -v setpriv >/dev/null; then
    other='setpriv --reuid=65534 --regid=65534 --clear-groups'
else
    other=
fi
mkdir -p locked && cp good.ptx locked/ && chmod 555 locked
chmod 700 "$root/build" 2>/dev/null; chmod 755 "$root/build"
if [ "$(id -u)" -ne 0 ]; then
    try "unwritable folder" 3 'locked/good.c: Permission denied' locked/good.ptx
elif [ -n "$other" ] && $other test -x "$ptx2c" -a -r "$dir/good.ptx"; then
    check "unwritable folder" "$other $ptx2c locked/good.ptx; [ \$? -eq 3 ] && [ ! -e locked/good.c ]"
    check "unwritable file" \
        "mkdir -m 777 open; echo old >open/x.c; chmod 644 open/x.c; $other $ptx2c -o open/x.c good.ptx; [ \$? -eq 3 ] && [ \"\$(ls open; cat open/x.c)\" = \"\$(printf 'x.c\nold')\" ]"
else
    skip "unwritable folder" "runs as root and can't become another user here"
fi
chmod 755 locked

# ---- inputs --------------------------------------------------------------------------------------------------------
try "missing file" 3 'none.ptx: No such file or directory' none.ptx
try "input is a folder" 3 'sub: Is a directory' sub
: >empty.ptx
try "empty file" 1 'empty.ptx:1:1: error: ' empty.ptx
head -c 4096 "$ptx2c" >binary.ptx
try "binary file" 1 "binary.ptx: error: this is an ELF program" binary.ptx
printf '\0\0\0' >zeros.ptx
try "zero bytes" 1 'zeros.ptx:1:1: error: ' zeros.ptx
for bytes in 20 120 250 420 700; do
    head -c $bytes good.ptx >cut.ptx
    try "truncated after $bytes bytes" 1 'cut.ptx:[0-9]+:[0-9]+: error: ' cut.ptx
done
try_body() { # name, pattern, line
    body "$3" >case.ptx
    try "$1" 1 "$2" -o case.c case.ptx
}
try_body "undeclared register" "case.ptx:8:[0-9]+: error: .*%q7" 'mov.u32 %r1, %q7;'
try_body "wrong type" "case.ptx:8:[0-9]+: error: " 'add.f32 %f1, %f2, %rd1;'
try_body "unknown instruction" "case.ptx:8:[0-9]+: error: .*addd" 'addd.u32 %r1, %r2, %r3;'
try_body "newer target needed" "case.ptx:8:[0-9]+: error: .*sm_80" 'redux.sync.add.u32 %r1, %r2, -1;'
body 'mov.u32 %r1, %q7;' >case.ptx
check "diagnostics show the line" "$ptx2c --check case.ptx 2>&1 | grep -q '^ *8 | mov.u32 %r1, %q7;' && $ptx2c --check case.ptx 2>&1 | grep -q '^ *| *^~'"
body "$(for i in $(seq 50); do echo "mov.u32 %r1, %q${i}x;"; done)" >many.ptx
check "twenty errors at most" '[ $('"$ptx2c"' --check many.ptx 2>&1 | grep -c ": error: ") -eq 20 ]'
check "--max-errors=3" '[ $('"$ptx2c"' --max-errors=3 --check many.ptx 2>&1 | grep -c ": error: ") -eq 3 ]'
check "--max-errors=0" '[ $('"$ptx2c"' --max-errors=0 --check many.ptx 2>&1 | grep -c ": error: ") -eq 50 ]'
check "--color=always" "$ptx2c --color=always --check case.ptx 2>&1 | grep -q \$'\\033\\['"
check "--color=auto into a file" "! $ptx2c --check case.ptx 2>&1 | grep -q \$'\\033'"
try "--check, good" 0 '' --check good.ptx
check "--check writes nothing" "rm -f good.c; $ptx2c --check -o good.c good.ptx && [ ! -e good.c ]"
try "--check, bad" 1 'error' --check case.ptx

# ---- what else it writes -------------------------------------------------------------------------------------------
# What is proven uniform leaves no trace of a scheduler; --emit=regions tells why something is not.
for sample in vecadd matmul reduce bitonic nbody transpose stencil histogram blackscholes; do
    check "$sample needs no scheduler" "$ptx2c -o uniform.c $root/samples/$sample.ptx && ! grep -q ptx2c_sched uniform.c"
done
check "lock-free loops need no scheduler" "$ptx2c -o uniform.c $root/tests/run/lockfree.ptx && ! grep -q ptx2c_sched uniform.c"
check "barriers under loaded conditions need no scheduler" "$ptx2c --entry=rows --entry=rounds -o uniform.c \
    $root/tests/run/loaded.ptx && ! grep -q ptx2c_sched uniform.c && [ \$(grep -c alone uniform.c) = 2 ]"
check "why the scheduler" "$ptx2c --emit=regions $root/tests/run/waits.ptx | grep -q 'a loop waits for other threads'"
check "why the scheduler: barrier" "$ptx2c --emit=regions $root/tests/run/named.ptx | grep -q 'not all threads of the CTA meet'"
check "one version where rows of warps are sure" "$ptx2c -o rows.c $root/tests/run/gives_up.ptx && \
    grep -q rows_warp_any rows.c && grep -q one_version_warp rows.c && ! grep -q one_version_warp_any rows.c"
# A kernel of so many instructions that a list of them has memory of its own, which goes back as soon as it is dropped: what lanes of a warp
# tell each other is ordered by barriers, some of its clamps are versions, and CTAs away from the borders have another one.
{
    printf '.version 7.0\n.target sm_70\n.address_size 64\n.visible .entry blur(.param .u64 o, .param .u64 a)\n.maxntid 128\n{\n'
    printf '.reg .b32 %%r<11>; .reg .b64 %%rd<8>; .reg .f32 %%f<4>;\nld.param.u64 %%rd1, [o]; ld.param.u64 %%rd2, [a];\n'
    printf 'mov.u32 %%r1, %%tid.x; mov.u32 %%r2, %%tid.y; mov.u32 %%r3, %%ctaid.x; mov.u32 %%r4, %%ctaid.y;\n'
    printf 'mad.lo.s32 %%r5, %%r3, 16, %%r1; mad.lo.s32 %%r6, %%r4, 8, %%r2; shl.b32 %%r7, %%r6, 6;\nmov.f32 %%f1, 0f00000000;\n'
    for ((i = 0; i < 120; i++)); do
        printf 'sub.s32 %%r8, %%r5, %d; max.s32 %%r8, %%r8, 0; add.s32 %%r8, %%r8, %%r7;\nmad.wide.s32 %%rd3, %%r8, 4, %%rd2;\n' $((i % 16 + 1))
        printf 'ld.global.f32 %%f2, [%%rd3]; fma.rn.f32 %%f1, %%f2, 0f3F000000, %%f1;\n'
    done
    printf 'add.s32 %%r9, %%r7, %%r5; mad.wide.s32 %%rd4, %%r9, 4, %%rd1; st.global.f32 [%%rd4], %%f1;\n'
    printf 'xor.b32 %%r10, %%r9, 1; mad.wide.s32 %%rd5, %%r10, 4, %%rd1; ld.global.f32 %%f3, [%%rd5];\n'
    printf 'add.f32 %%f3, %%f3, %%f1; st.global.f32 [%%rd4+16384], %%f3;\nret;\n}\n'
} >blur.ptx
check "a large kernel is made again, away from the borders" "$ptx2c -w -o blur.c blur.ptx && grep -q 'blur_cta_inner' blur.c"
check "regions: checks of a split loop" "$ptx2c --emit=regions $root/tests/run/softmax.ptx | grep -q 'checks: no lane wraps'"
check "why the scheduler: collective" "$ptx2c --emit=regions $root/tests/run/named.ptx | grep -q 'lanes of both sides of a divergent branch'"
for what in ast cfg regions stats; do
    check "--emit=$what" "$ptx2c --emit=$what good.ptx >$what.txt && grep -q scale $what.txt"
done
check "--emit=c" "$ptx2c --emit=c -o e.c --module=good good.ptx && $ptx2c -o - good.ptx | cmp - e.c"
if command -v dot >/dev/null; then
    check "--emit=cfg is Graphviz" "dot -Tsvg cfg.txt -o cfg.svg && dot -Tsvg regions.txt -o regions.svg"
else
    skip "--emit=cfg is Graphviz" "no dot here"
fi
check "--coverage" "$ptx2c --coverage good.ptx >coverage.txt && grep -q 'fma.rn.f32' coverage.txt && grep -q scale coverage.txt"
# Of the loops in rolled.ptx that were unrolled, or look so, the first alone is put together again.
printf '%s\n' '.version 7.0' '.target sm_70' '.address_size 64' '.extern .shared .align 16 .b8 added[];' \
    '.entry large() { .shared .b32 own[4000]; st.shared.u32 [own+8], 1; st.shared.u32 [added], 1; ret; }' \
    '.entry little() { st.shared.u32 [added], 1; ret; }' >dynamic.ptx
check "what a launch adds lies behind the kernel's own" "$ptx2c -o dynamic.c dynamic.ptx &&
    [ \"\$(grep -o 'added = [0-9]*\|shared_bytes = [0-9]*' dynamic.c | tr '\n' ' ')\" = 'added = 16000 shared_bytes = 16000 added = 0 ' ]"
check "checks of a CTA" "$ptx2c -o plane.c $root/tests/run/plane.ptx && [ \$(grep -c ptx2c_cta_steps plane.c) = 6 ] &&
    ! grep -q 'ok &=' plane.c"
check "rolled loops" "$ptx2c -o rolled.c $root/tests/run/rolled.ptx && [ \$(grep -c PTX2C_ROLLED rolled.c) = 4 ] &&
    sed '/rows_chunk(/,/^}/!d' rolled.c | grep -q PTX2C_ROLLED"
check "lanes that walk through shared memory step on places of the window, not numbers that wrap" "
    $ptx2c -w --warp-sync=independent -o walks.c $root/tests/run/shared_walks.ptx && [ \$(grep -c 'ptrdiff_t r' walks.c) = 2 ] &&
    $ptx2c -o walks.c $root/tests/run/walk_wraps.ptx && [ \$(grep -c 'ptrdiff_t r' walks.c) = 1 ]"
check "what is chosen by which of two floats is larger is the larger or smaller one, unless equal ones count" "
    $ptx2c -o larger.c $root/tests/run/larger.ptx && [ \$(grep -c 'ptx2c_above_f\|ptx2c_below_f' larger.c) = 18 ] && [ \$(grep -c 'ptx2c_select_f' larger.c) = 18 ]"
check "steps over each second thread ask none, also where the compiler leaves a copy of the condition that nobody reads" "
    $ptx2c -o every.c $root/tests/run/every.ptx && [ \$(grep -A1 'PTX2C_LANES_EVERY(n, ptx2c_lane_of(.*, 2, 0), 2)' every.c | grep -c '& 1;') = 0 ]"
check "steps to a remainder that is not known, of numbers with and without a sign, ask no lane" "
    [ \$($ptx2c -o - $root/tests/run/signed_steps.ptx | grep -c 'ptx2c_lane_of_remainder_[su]32(') = 3 ]"
check "--explain" "$ptx2c --explain good.ptx >explain.txt && grep -q '^good.ptx:[0-9]*: access .*: contiguous' explain.txt"
check "blocks that wait for others give way to them, without a scheduler" "for f in grid_waits wait_nests look_back; do $ptx2c --explain $root/tests/run/\$f.ptx || exit; done >waits.txt &&
    ! grep 'a scheduler' waits.txt && [ \$(grep -c 'waits for other CTAs, the whole CTA waits and gives way' waits.txt) = 16 ]"
check "lanes of a warp that only their order makes meet do so in whole blocks: rows of any length" "
    $ptx2c --explain $root/tests/bench/programs/closure.ptx >meets.txt && test \$(grep -c ': kernel .*: phases between barriers' meets.txt) = 3 &&
    ! grep 'another version is for warps' meets.txt"
check "a loop of one of two ways comes before the test of threads' places" "$ptx2c --explain $root/tests/run/one_way.ptx >ways.txt &&
    grep -q 'one_way.ptx:68: loop: uniform' ways.txt"
check "chunks end at the borders of a grid whose blocks begin at a maximum" "$ptx2c -o borders.c $root/tests/bench/programs/hypterm.ptx &&
    grep -q PTX2C_CUT_TO borders.c && [ \$(grep -c 'PTX2C_LANES(' borders.c) = 1 ]"
check "loops in which lanes part by what they have found" "$ptx2c --explain $root/tests/run/lane_search.ptx >found.txt &&
    [ \$(grep -c 'loop: masked' found.txt) = 3 ] && grep -q 'lane_search.ptx:46: loop: uniform' found.txt"
check "loops that look for free places, or try again, wait for nobody, unless there is somebody to wait for" "
    for p in claims retries; do $ptx2c --explain $root/tests/run/\$p.ptx || exit; done | grep 'a scheduler' >tries.txt &&
    [ \"\$(sed 's/.* kernel \([a-z]*\): .*/\1/' tries.txt | xargs)\" = 'seats meet turns doors' ]"
check "strides that the fast functions give, and rows that two numbers choose, put no lanes in step" "
    [ \"\$($ptx2c --explain $root/tests/run/tree_powers.ptx | sed -n 's/.* kernel \([a-z_]*\): \([a-z]*\).*/\1 \2/p' | xargs)\" = 'weigh phases first_row phases some_rows phases' ]"
# The kernels whose lanes wait for each other, as no one wrote.
in_step() { $ptx2c -w --explain "$root/tests/run/$1.ptx" | awk '/: kernel /{k = $3} / .bar[.].*sync.*\(made\)/{w[k] = 1} END{for (k in w) print k}' | sort | xargs; }
check "places that their low bits or their variables keep apart put no lanes in step" "
    [ '$(in_step own_columns)' = 'passed_on: turned_pairs: ways_back:' ]"
check "of a lowest bit gcc makes no truth value in loops for vectors" "
    $ptx2c -o - $root/tests/run/lowest_bits.ptx | grep -A40 PTX2C_LANES >lowest.txt && [ \$(grep -c 'ptx2c_odd(' lowest.txt) -gt 6 ] && ! grep '[!=]= [01];' lowest.txt"
check "loads that begin an operation made of atom.cas put no lanes in step" "
    [ '$(in_step swap_rounds)' = 'handed: placed:' ]"
check "loops over the grid with indices of 64 bits, four rounds at a time" "
    $ptx2c --explain $root/tests/run/wide_strides.ptx | sed '/kernel places/,\$d' >strides.txt && grep -q contiguous strides.txt && ! grep -E 'gathered|scattered' strides.txt"
check "the slow version of a loop has no say in where .local memory lies" "
    $ptx2c -o - $root/tests/bench/programs/libor.ptx | grep -q 'local\[200\]\[32\];'"
check "counters that are widened at the end of each round are known where the next begins" "
    $ptx2c --explain $root/tests/run/wide_counters.ptx | sed '/kernel places/,\$d' >widened.txt && [ \$(grep -c contiguous widened.txt) = 5 ] &&
    ! grep -E 'gathered|scattered' widened.txt"
check "CTAs whose threads' places are not clamped have a version, in which no lane is asked" "
    $ptx2c -o inner.c $root/tests/run/inner_tiles.ptx && [ \$(grep -c 'PTX2C_RUN_CTA_INNER(' inner.c) = 2 ] &&
    ! sed '/step_cta_inner(/,/^}/!d' inner.c | grep 'ok &=' && $ptx2c --explain $root/tests/run/inner_tiles.ptx | grep -q 'another version is for CTAs that are away from'"
check "CTAs whose threads' places compare alike have a version, in which no lane is asked" "
    $ptx2c -o inside.c $root/tests/run/inside.ptx && [ \$(grep -c 'PTX2C_RUN_CTA_INNER(' inside.c) = 3 ] &&
    sed '/changes_cta_inner(/,/cta_barrier/!d' inside.c >inside.txt && [ \$(grep -c 'ptx2c_cta_least_s32\|ptx2c_cta_below_s32' inside.txt) = 4 ] && ! grep 'lanes_below' inside.txt"
check "only rows of threads that a kernel may have, or is likely to, have code of their own" "
    grep -q 'cta_inner, 16, PTX2C' inner.c && $ptx2c -o - $root/samples/bitonic.ptx | grep -q 'RUN_CTA(c, bitonic_tiles_cta, 32)' &&
    sed 's/^)\$/) .reqntid 32, 4/' $root/tests/run/inner_tiles.ptx | $ptx2c -o - - | grep -q 'cta_inner, 32, PTX2C' &&
    $ptx2c -o - $root/samples/life.ptx | grep -q 'life_step_chunk, 32, 16)' && sed 's/^)\$/) .reqntid 64/' $root/samples/life.ptx | $ptx2c -o - - | grep -q 'life_step_chunk, 32, 0)'"
check "what a kernel does with warps that few blocks have stands apart" "
    $ptx2c -o - $root/samples/scan.ptx | grep -q 'ANY_CTA_APART(scan_tiles_cta_any, false)' &&
    sed 's/^)\$/) .reqntid 64/' $root/samples/scan.ptx | $ptx2c -o whole.c - && ! grep '_ANY_' whole.c"
check "exchanges in shared memory at lanes' own places have no branch" "
    $ptx2c -o - $root/samples/bitonic.ptx | grep -A4 'PTX2C_UPDATE(' >update.txt && [ \$(grep -c 'PTX2C_WHERE(shared' update.txt) = 2 ]"
check "what --sanitize does not look for in a module is told" "
    $ptx2c --sanitize=all -o checks.c $root/tests/run/link.ptx 2>&1 | grep 'times_seven(\|Wchecks' >checks.txt && [ \$(wc -l <checks.txt) = 2 ] &&
    ! $ptx2c --sanitize=race,memory,sync -o checks.c $root/tests/run/link.ptx 2>&1 | grep Wchecks &&
    ! $ptx2c --sanitize=all -o checks.c $root/tests/run/circle.ptx 2>&1 | grep Wchecks"
check "steps to multiples of a number that is not known are exact" "
    $ptx2c -o - $root/tests/run/multiples.ptx | grep -A1 'PTX2C_LANES_EVERY(n, ptx2c_lane_of_multiple(' >multiples.txt && [ \$(wc -l <multiples.txt) = 5 ] && ! grep 'rem_' multiples.txt"
check "loops with barriers in which threads go on in memory of their own have wide chunks" "
    ! $ptx2c --explain $root/tests/run/channel_tiles.ptx | grep 'chunks of 8'"
check "blocks that copy tiles of their own width side by side, or store squares of it, put no lanes in step" "
    [ '$(in_step copied_tiles)' = 'shifted: turned:' ]"
# As many calls of a long function as a kernel has that raises a dozen numbers to powers.
awk 'BEGIN {
    print ".version 7.8\n.target sm_80\n.address_size 64\n.func (.param .b64 r) power(.param .b64 x) { .reg .f64 %f<3>; ld.param.f64 %f1, [x];"
    for (i = 0; i < 200; i++) print "fma.rn.f64 %f1, %f1, %f1, 0d3FE8000000000000;"
    print "st.param.f64 [r], %f1; ret; }\n.visible .entry k(.param .u64 p) { .reg .b64 %d<4>; .reg .f64 %f; .reg .b32 %t;"
    print "ld.param.u64 %d1, [p]; mov.u32 %t, %tid.x; mul.wide.u32 %d2, %t, 8; add.s64 %d3, %d1, %d2; ld.global.f64 %f, [%d3];"
    for (i = 0; i < 14; i++) print "{ .param .b64 a; st.param.f64 [a], %f; .param .b64 b; call.uni (b), power, (a); ld.param.f64 %f, [b]; }"
    print "st.global.f64 [%d3], %f; ret; }" }' >powers.ptx
check "a dozen calls of a long function become part of the loop over lanes" "$ptx2c --explain powers.ptx >powers.txt &&
    ! grep -q 'because of .call' powers.txt && grep -q 'for vectors' powers.txt"
check "lanes along y" "$ptx2c --explain $root/tests/run/rows_along_x.ptx >along.txt && [ \"\$(grep -B1 'long rows along y' along.txt |
    sed -n 's/.* kernel \([a-z_]*\): .*/\1/p' | xargs)\" = 'multiply_add smooth column_of places' ]"
check "what a search has found is stored by a loop of its own" "$ptx2c -o - $root/tests/bench/programs/digest.ptx | grep -q PTX2C_PART_UNMARKED_LANES"
check "places of stores that a kept predicate chooses take no branch" "[ \$($ptx2c -o - $root/tests/bench/programs/digits.ptx |
    grep -c 'ptx2c_pick(s->p') = 4 ]"
check "two versions of what follows two divisions of which one is done" "$ptx2c --explain $root/tests/run/bag_sums.ptx >bags.txt &&
    grep -q 'between a fast and a slow version' bags.txt && ! grep -E 'gathered|scattered' bags.txt"
check "records that lie one before the other are no groups" "[ \$($ptx2c -o - $root/tests/run/records_backwards.ptx | grep -c 'S[0-9]* \\* l') = 6 ]"
check "what few lanes come to is no vector, what all do is one" "$ptx2c -o rare.c $root/tests/run/rare_parts.ptx &&
    grep -q PTX2C_PART_EACH_LANE rare.c && grep -q 'PTX2C_PART_LANES' rare.c"
check "how many threads make a chunk" "$ptx2c --explain $root/tests/run/walks.ptx >walks.txt &&
    [ \$(grep -c 'chunks: chunks of 8 threads, because each walks' walks.txt) = 3 ] &&
    $ptx2c --explain $root/tests/bench/programs/bitfields.ptx >fields.txt && grep -q 'chunks: .*with chunks of 8 threads' fields.txt &&
    ! grep -E 'gathered|scattered' fields.txt"
check "rows of threads that stay in them, 8 at a time" "$ptx2c -w --explain $root/tests/run/row_rounds.ptx >rounds.txt &&
    [ \$(grep -c 'its threads never meet' rounds.txt) = 3 ] && [ \$(grep -c 'chunks of 8 threads, because each walks' rounds.txt) = 3 ]"
check "rows along which warps and blocks go in unrolled loops" "$ptx2c -w --explain $root/tests/run/strided_rows.ptx >strided.txt &&
    ! grep -E 'gathered|scattered' strided.txt"
check "reductions and scans of halves, by guards and by choices" "$ptx2c -w -o reductions.c $root/tests/run/reductions.ptx &&
    [ \$(grep -cE 'ptx2c_(reduce|scan)_' reductions.c) = 28 ]"
check "lanes one after another, because of branches" "for p in bench/programs/nearest bench/programs/median run/circle; do
    $ptx2c -w --explain $root/tests/\$p.ptx || exit; done >branches.txt &&
    grep -q 'few are likely to come' branches.txt && grep -q 'masks for less than a word' branches.txt &&
    grep -q 'some alone read or write less' branches.txt"
check "each second lane, by remainders of numbers with signs" "[ \$($ptx2c -w --explain $root/tests/run/every_second.ptx |
    grep -c 'loop over those lanes for which') = 3 ]"
check "vectors of words that all lanes read" "$ptx2c --explain $root/tests/bench/programs/cutoff.ptx |
    grep -q \"access 'ld.global.v4.f32 .*rd3.*: uniform: once for all lanes\""
check "neighbours clamped at a border" "$ptx2c --explain $root/tests/bench/programs/clamped.ptx >clamps.txt &&
    grep -q 'between a fast and a slow version' clamps.txt && ! grep gathered clamps.txt"
check "neighbours clamped in a block, behind barriers" "$ptx2c --explain $root/tests/bench/programs/descent.ptx >descent.txt &&
    grep -q 'between a fast and a slow version' descent.txt && ! grep gathered descent.txt"
check "addresses of warps behind their first store" "$ptx2c -w --explain $root/tests/bench/programs/wavefront.ptx >warps.txt &&
    [ \$(grep -c 'gathered' warps.txt) = 1 ] && ! grep scattered warps.txt"
check "addresses in a branch of the lanes' own" "$ptx2c --explain $root/tests/bench/bitonic.ptx |
    grep -q 'rd1..: affine, 4 bytes from lane to lane: contiguous, .*, masked'"
# Votes that all lanes share, threads that end in front of barriers, and retries need no scheduler; what waits does.
check "which kernels need a scheduler" "$ptx2c --explain $root/tests/run/retries.ptx >ways.txt &&
    $ptx2c --explain $root/tests/run/votes.ptx >>ways.txt && ! grep 'kernel \(largest\|add\|reach\|any_loop\|reductions\|phases\|exits\): a sched' ways.txt &&
    grep -q 'kernel sides: a sched' ways.txt"
check "--explain, regions of every kernel" "for f in $root/tests/run/*.ptx $root/tests/sanitize/*.ptx; do
    $ptx2c -w --explain \$f && $ptx2c -w --emit=regions \$f || { echo \$f >&2; exit 1; }; done >every.txt &&
    grep -q \"sync.ptx:45: not as phases: .*: '@%p1 bra\" every.txt"
check "--explain -o" "$ptx2c --explain -o explain2.txt good.ptx && cmp explain.txt explain2.txt"
try "-M" 0 '' -M good.ptx
check "-M: the rule" '[ "$('"$ptx2c"' -M good.ptx)" = "good.c: good.ptx" ]'
check "-M -MT -MF" "$ptx2c -M -MT 'a b.c' -MF rule.d good.ptx && [ \"\$(cat rule.d)\" = 'a\\ b.c: good.ptx' ]"
check "-MD -MP" "$ptx2c -MD -MP -o d.c -H d.h good.ptx && [ -s d.c ] && [ \"\$(cat d.d)\" = \"\$(printf 'd.c d.h: good.ptx\n\ngood.ptx:')\" ]"
cp good.ptx 'odd $name #1.ptx'
check "-MF: names make understands" \
    "$ptx2c -MF odd.d -o odd.c 'odd \$name #1.ptx' && printf \"include odd.d\nodd.c:\n\t@echo 'made \\\$^'\n\" >odd.mk && touch -d '1 hour ago' odd.c && make -s -f odd.mk odd.c | grep -q 'made odd .name #1.ptx'"

compile="$CC $strict -O1 $openmp -I$root/runtime"
check "the C compiles without warnings" "$ptx2c good.ptx && $compile -c good.c"
check "--annotate" "$ptx2c --annotate -o annotated.c good.ptx && grep -q 'fma.rn.f32' annotated.c && $compile -c annotated.c"
check "-g: #line" "$ptx2c -g -o line.c good.ptx && grep -q '^#line 2[0-9] \"good.ptx\"' line.c && $compile -c line.c"
evil=$'evil*/ int x; /* "\\??/\n#error y\\.ptx'
mkdir -p "$(dirname "$evil")" && cp good.ptx "$evil"
check "a path can't become code" \
    "$ptx2c -g --annotate --main -o path.c -H path.h \"\$evil\" && $compile -c path.c && $compile -o path path.c path_main.c -lm && echo '#include \"path.h\"' >use_path.c && $compile -I. -c use_path.c"
rm -rf "$dir/evil"*
check "--entry" "$ptx2c --entry=other -o entry.c good.ptx && grep -q other entry.c && ! grep -q scale entry.c && $compile -c entry.c"
check "--entry twice" "$ptx2c --entry=other --entry=scale -o entry2.c good.ptx && grep -q scale entry2.c"
cat >kept.ptx <<'END'
.version 7.0
.target sm_75
.address_size 64
.global .u32 reached;
.global .u64 leads_to_it[1] = {reached};
.visible .global .u32 asked_for;
.weak .global .u32 of_another;
.global .align 4 .b8 large[8] = {1, 2, 3, 4, 5, 6, 7, 8};
.func called_by_table() { ret; }
.global .u64 table[1] = {called_by_table};
.visible .entry one(.param .u64 p)
{
    .reg .b64 %rd<3>;
    ld.global.u64 %rd1, [leads_to_it];
    ld.param.u64 %rd2, [p];
    st.global.u64 [%rd2], %rd1;
    ret;
}
.visible .entry another(.param .u64 p)
{
    .reg .b64 %rd<5>;
    .global .u32 its_own;
    ld.param.u64 %rd1, [p];
    mov.u64 %rd2, large;
    mov.u64 %rd3, of_another;
    mov.u64 %rd4, its_own;
    st.global.u64 [%rd1], %rd2;
    st.global.u64 [%rd1+8], %rd3;
    st.global.u64 [%rd1+16], %rd4;
    ret;
}
END
check "--entry: variables that it comes to, and .visible ones" \
    "$ptx2c --entry=one -o kept.c kept.ptx && $compile -c kept.c && grep -q '&reached, 4}' kept.c && grep -q '&asked_for, 4}' kept.c && ! grep -Eq 'large|another|its_own|table' kept.c"
check "--entry: those of the other kernel" \
    "$ptx2c --entry=another -o kept.c kept.ptx && $compile -c kept.c && grep -q 'its_own' kept.c && grep -q '&of_another, 4}' kept.c && ! grep -Eq 'reached|leads_to_it|table' kept.c"
check "--exact-library: without it pow(x, 2) is a product" \
    "$ptx2c -o - $root/tests/run/library_square.ptx >power.c && ! grep -q rcp_approx power.c && $ptx2c --exact-library -o - $root/tests/run/library_square.ptx | grep -q rcp_approx"
check "--warp-sync: unknown" "! $ptx2c --warp-sync=some -o - good.ptx >/dev/null 2>log && grep -q lockstep log"
check "--warp-sync: where lanes don't meet it makes no difference" "for f in $root/tests/bench/*.ptx $root/samples/*.ptx; do
    $ptx2c --module=m -o auto.c \$f && $ptx2c --module=m --warp-sync=independent -o free.c \$f && cmp auto.c free.c || exit 1; done"
check "--warp-sync: lanes that all do the same go in step, on one thread" "$ptx2c --module=m -o auto.c $root/tests/run/warp_alone.ptx &&
    $ptx2c --module=m --warp-sync=lockstep -o step.c $root/tests/run/warp_alone.ptx && [ \$(grep -c PTX2C_ONE_BY_ONE auto.c) = 2 ] &&
    cmp <(grep -v '\.alone =' auto.c) <(grep -v '\.alone =' step.c)"
check "--warp-sync: where they do it does" "for f in fences instep; do $ptx2c -w --module=m -o auto.c $root/tests/run/\$f.ptx &&
    $ptx2c -w --module=m --warp-sync=independent -o free.c $root/tests/run/\$f.ptx && ! cmp -s auto.c free.c || exit 1; done"
check "--no-analysis" "$ptx2c --no-analysis -o literal.c good.ptx && $compile -c literal.c && ! cmp -s literal.c good.c"
check "--standalone: needs no headers" \
    "$ptx2c --standalone -o alone.c --main good.ptx && ! grep -q '#include \"' alone.c && $CC $strict $openmp -o alone alone.c alone_main.c -lm && ./alone | grep -q 'scale(u64 x, f32 a, u32 n)'"
check "-H" "$ptx2c -o h.c -H h.h good.ptx && printf '#include \"h.h\"\n#include <stdio.h>\nint main(void) { float v[3] = {1, 2, 3}; int s = scale((ptx2c_dim3){1, 1, 1}, (ptx2c_dim3){32, 1, 1}, 0, (uint64_t)(uintptr_t)v, 2.0f, 3); printf(\"%%g %%g %%g %%d\\\\n\", v[0], v[1], v[2], s); return 0; }\n' >use_h.c && $compile -I. -o use_h use_h.c h.c -lm && [ \"\$(./use_h)\" = '3 5 7 0' ]"
check "-H for C++" "command -v g++ >/dev/null || exit 0; printf '#include \"h.h\"\nint main() { return 0; }\n' >use_h.cc && g++ -std=c++17 -Wall -Wextra -Werror -I. -I$root/runtime -c use_h.cc"
check "--main" "$ptx2c --main -o m.c good.ptx && $compile -o m m.c m_main.c -lm"
check "--main: lists" './m | grep -qx "scale(u64 x, f32 a, u32 n)"'
check "--main: runs" '[ "$(./m scale --grid 4 --block 32 f32:100:count 2 100 --print 4)" = "x: 1 3 5 7 ..." ]'
check "--main: lists of numbers" '[ "$(./m scale --block 8 f32:5:1,-2 2 5 --print 5)" = "x: 3 -3 3 -3 3" ] && ! ./m scale --block 8 f32:5:1,,2 2 5 2>bad.txt && grep -q "not a number" bad.txt'
check "--main: random numbers" './m scale --block 32 f32:9:random 1 9 --print 9 >random.txt && tr " " "\n" <random.txt | sed 1d | awk "NR > 1 && \$1 == last { exit 1 } \$1 < 1 || \$1 >= 2 { exit 1 } { last = \$1 } END { exit NR != 9 }"'
check "--main: saves and loads" './m scale --block 8 f32:8:0.5 2 8 --save x=x.bin && [ $(stat -c %s x.bin) -eq 32 ] && [ "$(./m scale --block 8 f32:@x.bin 10 8 --print 2)" = "x: 21 21 ..." ]'
narrow='.version 1.4
.target sm_10
.entry fill(.param .u32 p, .param .u32 n) { .reg .u32 %r<4>; ld.param.u32 %r1, [p]; ld.param.u32 %r2, [n]; cvt.u32.u16 %r3, %tid.x;
mul.lo.u32 %r2, %r2, %r3; mad.lo.u32 %r1, %r3, 4, %r1; st.global.u32 [%r1], %r2; exit; }'
check "--main: 32-bit addresses; modules named as what it has itself" "for m in k run list text fail; do echo '$narrow' >\$m.ptx && $ptx2c -Werror --main \$m.ptx && $compile -o m32 \$m.c \${m}_main.c -lm && ./m32 fill --block 4 u32:4 3 | grep -qx 'p: 0 3 6 9' || exit; done"
check "--main: pictures" "./m scale --grid 1 --block 12 f32:4x3:count:@p.pgm 2 12 --print 0 && printf 'P5\\n4 3\\n255\\n' >want.pgm && printf '\\000\\027\\056\\106\\135\\164\\213\\242\\271\\321\\350\\377' >>want.pgm && cmp p.pgm want.pgm"
check "--main: colours" "./m scale --block 6 f32:1x2x3:0.25:@p.ppm 2 3 --print 0 && [ \$(stat -c %s p.ppm) -eq 17 ]"
check "--main: a table" "./m scale --block 6 f32:3x2:count:@t.csv 2 6 --print 0 && [ \"\$(cat t.csv)\" = \"\$(printf '1,3,5\\n7,9,11')\" ] && ./m scale --block 6 f32:2:@t.csv 2 2 --print 0 && [ \"\$(cat t.csv)\" = \"\$(printf '1\\n1')\" ]"
check "--main: png" "./m scale --grid 10 --block 1000 f32:100x100:count:@p.png 0.0001 10000 --print 0 && [ \"\$(head -c 8 p.png | od -An -tx1 | tr -d ' ')\" = 89504e470d0a1a0a ] && [ \$(stat -c %s p.png) -eq 10168 ]"
if command -v perl >/dev/null && perl -MCompress::Zlib -e 1 2>/dev/null; then
    check "--main: png unpacks" "perl -MCompress::Zlib -e 'local \$/; open F, q(<:raw), q(p.png); \$_ = <F>; exit !(/IDAT(.*)....\\0\\0\\0\\0IEND/s && length(uncompress(\$1)) == 10100)'"
else
    skip "--main: png unpacks" "no Compress::Zlib"
fi
check "--main: --time" "./m scale --grid 4 --block 32 --time f32:100 2 100 --print 0 | grep -Eq '^scale: [0-9.]+ s, 4 blocks, [0-9]+ blocks/s \[#{40}\]$'"
check "--main: what is no picture" "! ./m scale f32:10:@p.png 2 4 && ! ./m scale f32:4x4:@p.gif 2 4 && ! ./m scale f32:4x4x3:@p.pgm 2 4 && ! ./m scale f32:4x4x4x4 2 4"
if command -v script >/dev/null; then
    check "progress on a terminal, for what takes long" "TERM=xterm script -qec '{ sleep 2.1; cat good.ptx; } | $ptx2c -o progress.c -' typed </dev/null >/dev/null && grep -q 'reading: [0-9]* %, [23] s' typed"
else
    skip "progress on a terminal" "no script"
fi
check "no progress elsewhere" "{ sleep 2.1; cat good.ptx; } | $ptx2c -o progress.c - 2>said && [ ! -s said ]"
check "--main: wrong arguments" './m none; [ $? -eq 2 ] && ! ./m scale && ! ./m scale f32:4:x 2 4 && ! ./m scale f32:4 2 999999999999 && ! ./m scale --grid 0 f32:4 2 4'

# ---- the same bytes everywhere ---------------------------------------------------------------------------------------
mkdir -p here 'over there/deep'
cp good.ptx here/
cp good.ptx 'over there/deep/'
all='-H good.h --main -MF good.d --annotate -g good.ptx'
(cd here && "$ptx2c" $all)
same() { # name, command
    check "same bytes: $1" "cd 'over there/deep' && rm -f good.c good.h good_main.c good.d && $2 && for f in good.c good.h good_main.c good.d; do cmp \$f ../../here/\$f || exit 1; done"
}
same "another folder" "$ptx2c $all"
same "again" "$ptx2c $all"
locale=$(locale -a 2>/dev/null | grep -Ei '^(de_DE|fr_FR|tr_TR).*' | head -n 1)
[ -n "$locale" ] || locale=$(locale -a 2>/dev/null | grep -Ei '^C\.utf' | head -n 1)
if [ -n "$locale" ]; then
    same "locale $locale" "env LC_ALL=$locale LANG=$locale TZ=Asia/Tokyo $ptx2c $all"
else
    skip "same bytes: another locale" "only C is installed"
fi
if [ -n "$other" ] && $other test -x "$ptx2c" -a -r "$dir/good.ptx"; then
    same "another user" "chmod 777 . && $other env HOME=/nonexistent $ptx2c $all"
else
    skip "same bytes: another user" "can't become another user here"
fi
if [ -x "$root/build/asan/ptx2c" ]; then
    same "another build" "ASAN_OPTIONS=detect_leaks=0 $root/build/asan/ptx2c $all"
fi

# ---- installation ------------------------------------------------------------------------------------------------------
make_quiet() { env -u MAKEFLAGS -u MFLAGS make -s -C "$root" CC="$CC" "$@"; }
export -f make_quiet
export root CC
check "install" "make_quiet install DESTDIR=$dir/stage PREFIX=/opt/p && [ -x stage/opt/p/bin/ptx2c ] && [ -f stage/opt/p/include/ptx2c/ptx2c.h ] && [ -f stage/opt/p/share/man/man1/ptx2c.1 ] && [ -f stage/opt/p/share/man/man3/ptx2c-runtime.3 ] && [ -f stage/opt/p/share/bash-completion/completions/ptx2c ]"
check "kernels for several processors only in a module of up to 10,000 instructions" \
    "sh $root/tests/bigptx.sh 9000 3000 >small.ptx && sh $root/tests/bigptx.sh 12000 3000 >large.ptx && $ptx2c -o - small.ptx | grep -q PTX2C_FOR_PROCESSORS && $ptx2c -o large.c large.ptx && ! grep -q 'PTX2C_FOR_PROCESSORS' large.c && $ptx2c --entry big_1 -o - large.ptx | grep -q PTX2C_FOR_PROCESSORS"
if command -v pkg-config >/dev/null; then
    check "install: a program with pkg-config" \
        "export PKG_CONFIG_PATH=$dir/stage/opt/p/share/pkgconfig PKG_CONFIG_SYSROOT_DIR=$dir/stage
         stage/opt/p/bin/ptx2c --main -o inst.c good.ptx && $CC $strict $openmp \$(pkg-config --cflags ptx2c) -o inst inst.c inst_main.c \$(pkg-config --libs ptx2c) && ./inst scale --block 4 f32:4 1 4 | grep -qx 'x: 1 1 1 1'"
else
    skip "install: a program with pkg-config" "no pkg-config here"
fi
if command -v gnulib-tool >/dev/null; then
    check "getopt_long from gnulib" \
        "make_quiet GETOPT=gnulib BUILD=build/gnulib-check build/gnulib-check/ptx2c && nm $root/build/gnulib-check/options.o | grep -q 'U rpl_getopt_long' && $root/build/gnulib-check/ptx2c good.ptx --outp=gnulib.c --module good && $ptx2c -o - good.ptx | cmp - gnulib.c && { $root/build/gnulib-check/ptx2c --nonsense good.ptx; [ \$? -eq 2 ]; }"
else
    skip "getopt_long from gnulib" "no gnulib-tool here"
fi
check "no header hides one of the system's" \
    "for h in $root/runtime/*.h; do h=\$(basename \$h); echo \"#include <\$h>\" | $CC -E -xc - >/dev/null 2>&1 && { echo \"<\$h>\"; exit 1; }; done; true"
check "uninstall" "make_quiet uninstall DESTDIR=$dir/stage PREFIX=/opt/p && [ -z \"\$(find stage -type f)\" ]"
check "completion" \
    ". $root/templates/ptx2c.bash && COMP_WORDS=(ptx2c --emit = r) COMP_CWORD=3 && _ptx2c && [ \"\${COMPREPLY[*]}\" = regions ] && COMP_WORDS=(ptx2c --stand) COMP_CWORD=1 && _ptx2c && [ \"\${COMPREPLY[*]}\" = --standalone ] && COMP_WORDS=(ptx2c good.ptx --entry = s) COMP_CWORD=4 && _ptx2c && [ \"\${COMPREPLY[*]}\" = scale ]"

for page in ptx2c.1 ptx2c-runtime.3; do
    if command -v mandoc >/dev/null; then
        check "manual page $page" "mandoc -T lint -W warning $root/man/$page"
    else
        skip "manual page $page" "no mandoc here"
    fi
done
check "scripts can be run by their names" "[ -z \"\$(find $root/tests $root/samples -name '*.sh' ! -name lib.sh ! -perm -u+x)\" ]"
# man-db gives each column the width of its title's text in .Bl -column; what is wider moves the rest of its row away.
cat >columns.awk <<'AWK'
/^\.Bl -column/ { sub(/ -offset.*/, ""); n = split($0, width, "\""); for (i = 2; i <= n; i += 2) most[i / 2] = length(width[i]); on = 1 }
/^\.El/ { on = 0 }
on && /^\.It/ { sub(/^\.It (Em )?/, ""); n = split($0, cell, / Ta (Em )?/); rows++
    for (i = 1; i <= n; i++) if (length(cell[i]) > most[i]) { print FILENAME ": wider than its column: " cell[i]; bad = 1 } }
END { exit bad || !rows }
AWK
check "manual page: columns" "awk -f columns.awk $root/man/ptx2c-runtime.3"
if MANWIDTH=80 man -l "$root/man/ptx2c.1" >/dev/null 2>&1 </dev/null; then
    check "manual page: man-db at 80 columns" "for p in ptx2c.1 ptx2c-runtime.3; do MANWIDTH=80 man --warnings -l $root/man/\$p 2>&1 >/dev/null </dev/null | tee log; [ ! -s log ] || exit; done"
else
    skip "manual page: man-db at 80 columns" "no man-db here"
fi
check "manual page names every long option" \
    'for o in $('"$ptx2c"' --help | grep -o -- "--[a-z][a-z-]*"); do grep -q -- "Fl -${o#--}\b" '"$root"'/man/ptx2c.1 || { echo "$o"; exit 1; }; done'
finish
