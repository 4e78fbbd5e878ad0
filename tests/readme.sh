#!/bin/bash
# Does what README's tutorial says, in an empty folder, and compares what is printed with what README shows.
#
#   tests/readme.sh [-r]        -r puts the kernel that ptx2c writes now into README
set -u
cd "$(dirname "$0")/.." || exit 1
. tests/lib.sh
root=$PWD
dir=$root/build/readme
rm -rf "$dir"
mkdir -p "$dir"
ln -s "$root/ptx2c" "$root/runtime" "$root/samples" "$dir"
# The first ptx and c blocks are the files; console blocks hold commands and what they print.
awk -v dir="$dir" '
    /^```/ && !kind { kind = substr($0, 4); n[kind]++; next }
    /^```/ { kind = ""; next }
    kind == "ptx" && n[kind] == 1 { print > (dir "/scale.ptx") }
    kind == "c" && n[kind] == 1 { print > (dir "/host.c") }
    kind == "c" && n[kind] == 2 { print > (dir "/kernel.want") }
    kind == "c" && n[kind] == 3 { print > (dir "/texture.c") }
    kind == "console" { print > (dir "/console") }' README.md
cd "$dir" || exit 1

if diff -u "$root/samples/scale.ptx" scale.ptx >difference; then
    pass "README's kernel is samples/scale.ptx"
else
    fail "README's kernel is samples/scale.ptx" "diff $root/samples/scale.ptx $dir/scale.ptx" difference
fi

# One command and the lines README shows for it.
run_one() { # command, file with what is expected
    local command=$1
    command=${command/#cc /$CC }
    command=${command/-fopenmp/$openmp}
    if (eval "$command") >got 2>&1; diff -u "$2" got >difference; then
        pass "$1"
    else
        fail "$1" "(cd $dir && $command)" difference
    fi
}

command=
: >want
while IFS= read -r line; do
    if [[ $line == '$ '* ]]; then
        [ -z "$command" ] || run_one "$command" want
        command=${line#\$ }
        : >want
    else
        printf '%s\n' "$line" >>want
    fi
done <console
[ -z "$command" ] || run_one "$command" want

# A texture as README makes it: its last level, one element, is the mean of the picture.
cat >>texture.c <<'END'
int main(void)
{
    unsigned char picture[8][4] = {{0}, {0}, {80}, {80}, {0}, {0}, {80}, {80}}, rest[64];
    uint64_t texture;
    ptx2c_image image;
    if (make_texture(&texture, picture, 4, 2, rest) || ptx2c_texture_query(texture, &image, NULL))
        return 1;
    return image.levels != 3 || *(unsigned char *)image.level[1].data != 40;
}
END
if $CC $strict -Iruntime -o texture texture.c -lm >log 2>&1 && ./texture; then
    pass "the texture that README makes"
else
    fail "the texture that README makes" "(cd $dir && $CC $strict -Iruntime -o texture texture.c -lm && ./texture)" log
fi

# The shown kernel is a part of the output.
sed -n '/^PTX2C_INLINE uint32_t scale_chunk/,/^}/p' scale.c >kernel.got
if [ "${1:-}" = -r ] && [ -s kernel.got ]; then
    awk '/^```c$/ { blocks++ }
        /^```$/ { inside = 0 }
        !inside
        /^```c$/ && blocks == 2 { inside = 1; while ((getline line < "kernel.got") > 0) print line }' \
        "$root/README.md" >README.new && cat README.new >"$root/README.md"
    pass "the kernel that README shows: written"
elif diff -u kernel.want kernel.got >difference; then
    pass "the kernel that README shows"
else
    fail "the kernel that README shows" "diff $dir/kernel.want $dir/kernel.got" difference
fi
finish
