#!/bin/bash
# Names that PTX and C hosts share: those of macros of the headers that generated files include, asked of the compilers;
# modules named like what they hold; modules with kernels of the same name in one program.
#
#   tests/names.sh
#
# Environment: PTX2C (./ptx2c), CC, CCS (the compilers: "gcc clang"), OPENMP=0.
set -u
cd "$(dirname "$0")/.." || exit 1
. tests/lib.sh
export LC_ALL=C
ptx2c=${PTX2C:-./ptx2c}
out=build/tests/names
rm -rf $out
mkdir -p $out
head='.version 8.0
.target sm_80
.address_size 64'
compilers=
for cc in ${CCS:-gcc clang}; do
    if command -v "$cc" >/dev/null; then compilers+=" $cc"; else skip "$cc" "not installed"; fi
done

try() { # name, command...
    local name=$1
    shift
    if "$@" >$out/log 2>&1 && [ ! -s $out/log ]; then pass "$name"; else fail "$name" "$*" $out/log; fi
}

# ---- the lists of reserved names, which are searched by halves -----------------------------------------------------------

for list in reserved own math; do
    sed -n "/^static const char \*const $list\[\] = {/,/^};/p" src/ir/c_name.c | grep -o '"[^"]*"' | tr -d '"' >$out/$list
    [ "$(wc -l <$out/$list)" -gt 20 ] && sort -c $out/$list 2>$out/log && pass "$list is sorted" || fail "$list is sorted" "sort -c $out/$list" $out/log
done

# What loops over lanes declare around generated code, where registers' names end in '_', too.
grep -oE '\<[a-z]+_ =' runtime/ptx2c/lanes.h | tr -d ' =' | sort -u >$out/lanes
[ "$(wc -l <$out/lanes)" -gt 8 ] && comm -23 $out/lanes $out/own >$out/log && [ ! -s $out/log ] && pass "names of lanes.h" ||
    fail "names of lanes.h" "comm -23 $out/lanes $out/own" $out/log

# ---- macros -------------------------------------------------------------------------------------------------------------

printf '#define PTX2C_GENERATED 1\n#define PTX2C_TEXTURES 1\n#define PTX2C_MATRIX 1\n#define PTX2C_TENSORS 1\n#define PTX2C_TCGEN05 1\n#include "ptx2c.h"\n' \
    >$out/all.c
for cc in $compilers; do
    for std in c11 gnu11 gnu17; do $cc -std=$std -Iruntime -dM -E $out/all.c; done
    for std in c++11 c++17 gnu++20; do echo '#include <ptx2c.h>' | $cc -x c++ -std=$std -Iruntime -dM -E - ; done
done 2>$out/log | sed -n 's/^#define \([A-Za-z_][A-Za-z0-9_]*\).*/\1/p' | grep -v '^__\|^ptx2c_\|^PTX2C_' | sort -u >$out/macros
[ "$(wc -l <$out/macros)" -gt 200 ] && pass "$(wc -l <$out/macros) macros" || fail macros "wc -l $out/macros" $out/log

{ echo "$head"; sed 's/.*/.visible .global .u32 & = 1;/' $out/macros
  echo '.visible .entry use(.param .u64 out) {'; echo '.reg .u32 %v; .reg .u64 %o; ld.param.u64 %o, [out];'
  sed 's/.*/ld.global.u32 %v, [&]; red.global.add.u32 [%o], %v;/' $out/macros; echo 'ret; }'; } >$out/variables.ptx
{ echo "$head"
  sed 's/.*/.visible .func (.param .u32 r) &(.param .u32 a) { .reg .u32 v; ld.param.u32 v, [a]; add.u32 v, v, 1; st.param.u32 [r], v; ret; }/' \
    $out/macros
  echo '.visible .entry use(.param .u64 out) { .reg .u32 %v; .reg .u64 %o; ld.param.u64 %o, [out];'
  sed 's/.*/call (%v), &, (%v); red.global.add.u32 [%o], %v;/' $out/macros; echo 'ret; }'; } >$out/functions.ptx
{ echo "$head"; sed 's/.*/.visible .entry &(.param .u64 p) { .reg .u64 d; ld.param.u64 d, [p]; st.global.u64 [d], d; ret; }/' \
    $out/macros; } >$out/kernels.ptx
{ echo "$head"; split -l 40 -d $out/macros $out/part.
  for part in $out/part.*; do
      echo ".visible .entry k${part##*.}(.param .u64 out"; sed 's/.*/, .param .u32 &/' "$part"; echo ') {'
      sed 's/.*/.reg .u32 %&; { .reg .u32 &; .shared .u32 s&; .local .u32 l&; }/' "$part"
      echo '.reg .u64 %o; ld.param.u64 %o, [out];'
      sed 's/.*/ld.param.u32 %&, [&]; setp.eq.u32 %p, %&, 0; @%p bra L&; red.global.add.u32 [%o], %&; L&:/' "$part"
      sed 's/.*/{ .reg .u32 &; .shared .u32 s; ld.global.u32 &, [%o]; st.shared.u32 [s], &; bar.sync 0; red.global.add.u32 [%o], &; }/' "$part"
      echo 'ret; }'
  done | sed 's/) {$/&\n.reg .pred %p;/'; } >$out/inside.ptx
for kind in variables functions kernels inside; do
    try "macros: $kind" $ptx2c -w --module=module_$kind -H $out/$kind.h -o $out/$kind.c $out/$kind.ptx || continue
    for cc in $compilers; do
        for std in c11 gnu17; do
            try "macros: $kind ($cc -std=$std)" $cc -std=$std -Wall -Wextra -Werror -fsyntax-only $one_way -Iruntime \
                $out/$kind.c
        done
        try "macros: $kind ($cc, C++)" $cc -x c++ -std=c++17 -Wall -Wextra -Werror -fsyntax-only -Iruntime $out/$kind.h
    done
done

# ---- functions ----------------------------------------------------------------------------------------------------------

# Those that the headers declare, with OpenMP.
for cc in $compilers; do
    for std in c11 gnu17; do $cc -std=$std $openmp -Iruntime -E -P $out/all.c; done
done 2>$out/log | tr '\n' ' ' | sed 's/;/;\n/g' | grep -E '^ *(extern|typedef|[a-z])' |
    grep -oE '\<[a-z_][a-zA-Z0-9_]* *\((__attribute__|[^)(]*\))' | grep -oE '^[a-zA-Z0-9_]+' | grep -vE '^(__|ptx2c_|_mm|_[A-Z])' | sort -u >$out/names
[ "$(wc -l <$out/names)" -gt 300 ] && pass "$(wc -l <$out/names) functions" || fail functions "wc -l $out/names" $out/log
{ echo "$head"; sed 's/.*/.visible .entry &(.param .u64 p) { .reg .u64 d; ld.param.u64 d, [p]; st.global.u64 [d], d; ret; }/' \
    $out/names; } >$out/functions_kernels.ptx
{ echo "$head"; sed 's/.*/.visible .global .u32 &;/' $out/names; echo '.visible .entry use() {'; echo '.reg .u32 %v;'
  sed 's/.*/ld.global.u32 %v, [&]; st.global.u32 [&], %v;/' $out/names; echo 'ret; }'; } >$out/functions_variables.ptx
for kind in kernels variables; do
    try "functions: $kind" $ptx2c -w --module=module_$kind -o $out/functions_$kind.c $out/functions_$kind.ptx || continue
    for cc in $compilers; do
        for std in c11 gnu17; do
            # shellcheck disable=SC2086
            try "functions: $kind ($cc -std=$std)" $cc -std=$std -w $openmp -fsyntax-only -Iruntime $out/functions_$kind.c
        done
    done
done

# A macro of another system: BOUNDS.
printf '%s\n' "$head" '.visible .global .u32 BOUNDS = 3;' '.visible .entry INSIDE(.param .u64 p)' \
    '{ .reg .u64 d; .reg .u32 v; ld.param.u64 d, [p]; ld.global.u32 v, [BOUNDS]; st.global.u32 [d], v; ret; }' >$out/strange.ptx
# shellcheck disable=SC2086
$ptx2c -w -o $out/strange.c $out/strange.ptx && try 'macros of other systems' $CC $strict -fsyntax-only -DBOUNDS=7 -DINSIDE=8 \
    $openmp $one_way -Iruntime $out/strange.c

# ---- the module's name --------------------------------------------------------------------------------------------------

printf '%s\n' "$head" '.global .u32 bar[4]; .visible .global .u32 shown[2]; .shared .u32 tile[4];' \
    '.func foo(.param .u64 o) { .reg .u64 d; ld.param.u64 d, [o]; st.global.u64 [d], d; ret; }' \
    '.visible .entry k(.param .u64 o) { .reg .u64 d; .reg .u32 v; .param .u64 q; ld.param.u64 d, [o]; st.param.u64 [q], d;' \
    'call.uni foo, (q); ld.global.u32 v, [bar]; st.shared.u32 [tile], v; bar.sync 0; st.global.u32 [shown], v; ret; }' \
    '.visible .entry module_kernels(.param .u64 o) { ret; }' >$out/named.ptx
cp $out/named.ptx $out/shown.ptx
for name in foo bar tile k k_run k_params k_param_list module_kernels c n l args shared; do
    for option in '' --no-analysis --static; do
        # shellcheck disable=SC2086
        $ptx2c -w $option --module=$name -o $out/named.c $out/named.ptx &&
            try "module $name $option" $CC $strict -fsyntax-only $openmp $one_way -Iruntime $out/named.c
    done
done
# shellcheck disable=SC2086
$ptx2c -w $out/shown.ptx && grep -q '^const ptx2c_module module_shown = ' $out/shown.c &&
    try 'module named by its file' $CC $strict -fsyntax-only $openmp $one_way -Iruntime $out/shown.c ||
    fail 'module named by its file' "$ptx2c $out/shown.ptx"
if $ptx2c --module=shown -o $out/no.c $out/shown.ptx 2>$out/log || ! grep -q 'shown.ptx:4:.*--module' $out/log; then
    fail '--module=shown' "$ptx2c --module=shown $out/shown.ptx" $out/log
else
    pass '--module=shown'
fi

# ---- kernels of C++ -----------------------------------------------------------------------------------------------------

# What their parts are named after: the plain name, with simple template arguments, and a number where that is another's.
plain='_Z4convPfi conv
_Z4convPdi conv_2
_Z5scaleIfEvPT_i scale_float
_Z5scaleILi16ELin3ELb1EEvv scale_16_m3_1
_Z5scaleI6__halfEvPT_ scale_half
_Z5scaleIPfEvT_ scale
_Z5scaleISt4pairIifEEvT_ scale_2
_ZN2nv4math6detail3dotILj8EdEEvPT0_ dot_8_double
_ZNK2ns6MatrixI5PlaneE3rowEv row
_ZN12_GLOBAL__N_14stepEPf step
_ZL5localPf local
_ZN3cub4tileINS_6policyIjE3maxELi4EEEvT0_ tile
_Z3divIfEvPT_ div_float
_ZN3AbcC1Ev _ZN3AbcC1Ev
_Z99wrong _Z99wrong
_Zplain _Zplain
taken_float taken_float
_Z5takenIfEvv taken_float_2
_Z5whileIfEvv while_float
_Z3intv ptx2c_n_int'
{ echo "$head"; echo "$plain" | sed 's/\([^ ]*\) .*/.visible .entry \1(.param .u64 p) { .reg .u64 d; ld.param.u64 d, [p]; st.global.u64 [d], d; ret; }/'; } >$out/plain.ptx
try 'kernels of C++' $ptx2c -w --module=plain -o $out/plain.c $out/plain.ptx
if diff <(sed -n 's/^} \(.*\)_params;$/\1/p' $out/plain.c) <(echo "$plain" | sed 's/.* //') >$out/log; then
    pass 'plain names of C++'
else
    fail 'plain names of C++' "$ptx2c $out/plain.ptx" $out/log
fi
# shellcheck disable=SC2086
try 'plain names of C++ compile' $CC $strict -fsyntax-only $openmp $one_way -Iruntime $out/plain.c

# ---- two modules with a kernel of the same name -------------------------------------------------------------------------

for i in 1 2; do
    printf '%s\n' "$head" ".visible .global .u32 factor = $i;" \
        '.visible .func (.param .u32 r) scale(.param .u32 x) { .reg .u32 v, f; ld.param.u32 v, [x];' \
        'ld.global.u32 f, [factor]; mul.lo.u32 v, v, f; st.param.u32 [r], v; ret; }' \
        '.visible .entry same(.param .u64 .ptr .global .align 4 p, .param .u32 x) { .reg .u64 d; .reg .u32 v; ld.param.u32 v, [x];' \
        'call (v), scale, (v); ld.param.u64 d, [p]; st.global.u32 [d], v; ret; }' >$out/same$i.ptx
    $ptx2c -w --static -H $out/same$i.h $out/same$i.ptx || fail "--static $i" "$ptx2c --static -H $out/same$i.h $out/same$i.ptx"
    # shellcheck disable=SC2086
    $CC $strict $openmp -Iruntime -c -o $out/same$i.o $out/same$i.c
done
cat >$out/host.c <<'EOF'
#include "same1.h"
#include "same2.h"
#include <stdio.h>

int main(void)
{
    uint32_t x = 21, a = 0, b = 0, c = 0, *p = &c;
    ptx2c_dim3 one = {1, 1, 1};
    void *args[] = {&p, &x};
    int status = same1_same(one, one, 0, &a, x);
    status |= same2_same(one, one, 0, &b, x);
    status |= ptx2c_launch(ptx2c_find_kernel(&same2, "same"), one, one, 0, args);
    size_t bytes;
    uint32_t f = *(uint32_t *)ptx2c_find_variable(&same2, "factor", &bytes);
    printf("%d %u %u %u %u\n", status, (unsigned)a, (unsigned)b, (unsigned)c, (unsigned)f);
    return 0;
}
EOF
for cc in "$CC -std=c11" "${CXX:-c++} -std=c++17 -x c++"; do
    command="$cc -Wall -Wextra -Werror -Iruntime -c -o $out/host.o $out/host.c"
    # shellcheck disable=SC2086
    if ! $command 2>$out/log || ! $CC $openmp -o $out/host $out/host.o $out/same1.o $out/same2.o -lm 2>$out/log; then
        fail "two modules ($cc)" "$command" $out/log
    elif [ "$($out/host)" != '0 21 42 42 2' ]; then
        fail "two modules ($cc): $($out/host)" "$command && $out/host"
    else
        pass "two modules ($cc)"
    fi
done
finish
