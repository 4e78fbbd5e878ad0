#!/bin/sh
# Writes a kernel that is large in one way to standard output.
#
#   tests/bench/shapes.sh registers|blocks|ifs|loops SIZE
exec awk -v what="$1" -v n="$2" 'BEGIN {
    print ".version 8.0\n.target sm_80\n.address_size 64\n.visible .entry big(.param .u64 p)\n{"
    printf ".reg .b32 %%r<%d>;\n.reg .b64 %%d<9>;\n.reg .pred %%p<%d>;\n", 2 * n + 9, n + 9
    print "ld.param.u64 %d1, [p];\nmov.u32 %r1, %tid.x;\nmul.wide.u32 %d2, %r1, 4;\nadd.u64 %d3, %d1, %d2;\nmov.u32 %r2, 0;"
    if (what == "registers") { # all live at once
        for (i = 0; i < n; i++) printf "ld.global.u32 %%r%d, [%%d3+%d];\n", i + 3, 4 * i
        for (i = 0; i < n; i++) printf "add.u32 %%r2, %%r2, %%r%d;\n", n + 2 - i
    } else if (what == "blocks")
        for (i = 0; i < n; i++) {
            printf "setp.gt.u32 %%p%d, %%r1, %d;\n@%%p%d bra $L%d;\n", i, i, i, i
            printf "add.u32 %%r2, %%r2, %%r1;\n$L%d: xor.b32 %%r2, %%r2, %d;\n", i, i
        }
    else if (what == "ifs") {
        for (i = 0; i < n; i++)
            printf "setp.gt.u32 %%p%d, %%r1, %d;\n@%%p%d bra $L%d;\nadd.u32 %%r2, %%r2, %d;\n", i, i, i, i, i
        for (i = n - 1; i >= 0; i--) printf "$L%d: xor.b32 %%r2, %%r2, %d;\n", i, i
    } else {
        for (i = 0; i < n; i++) printf "mov.u32 %%r%d, 0;\n$L%d: add.u32 %%r2, %%r2, %d;\n", i + 3, i, i
        for (i = n - 1; i >= 0; i--)
            printf "add.u32 %%r%d, %%r%d, 1;\nsetp.lt.u32 %%p%d, %%r%d, 2;\n@%%p%d bra $L%d;\n", i + 3, i + 3, i, i + 3, i, i
    }
    print "st.global.u32 [%d3], %r2;\nret;\n}"
}'
