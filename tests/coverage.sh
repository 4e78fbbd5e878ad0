#!/bin/bash
# `ptx2c --coverage` of every PTX file there is shows nothing that is not translated: those of the repository, those that other
# tests have made or had made (build/tests: forms of each instruction, what compilers and Triton and CuTe write), and, where it is,
# one module for each accepted row of ../shared/isa.  Files that --check refuses are no PTX: only tests of mistakes may be such.
#
#   tests/coverage.sh [FILE...]       these, or those of the repository
#   LONG=1 tests/coverage.sh          and all others
#
# Environment: PTX2C (./ptx2c).
set -u
cd "$(dirname "$0")/.." || exit 1
. tests/lib.sh
export LC_ALL=C
ptx2c=$(realpath "${PTX2C:-${BUILD:-build}/ptx2c}") || exit 1
out=${BUILD:-build}/tests/coverage
mkdir -p "$out"

# Lines of files in which something is not translated, and how many instructions and files there are.
cover() { # what; the files on standard input
    local what=$1 file last known total count=0 files=0 refused=0
    : >"$out/missing"
    while read -r file; do
        if ! "$ptx2c" -w --check "$file" >/dev/null 2>&1; then
            refused=$((refused + 1))
            case $file in
            tests/parse/* | tests/fuzz/* | build/* | "$out"/*) ;;
            *) echo "$file: --check refuses it" >>"$out/missing" ;;
            esac
            continue
        fi
        "$ptx2c" -w --coverage "$file" >"$out/one" 2>/dev/null
        last=$(tail -n 1 "$out/one")
        known=${last%% of *} total=${last#* of }
        total=${total%% *}
        [ "$known" = "$total" ] || grep '^  no ' "$out/one" | sed "s|^|$file:|" >>"$out/missing"
        [ -z "${total:-}" ] || count=$((count + total))
        files=$((files + 1))
    done
    if [ -s "$out/missing" ]; then
        fail "$what" "tests/coverage.sh" "$out/missing"
    else
        pass "$what: $count instructions in $files files, all translated ($refused refused by --check)"
    fi
}

# The accepted rows of the assembler's verdicts, many in a module where version, target and declarations are the same.
rows() { # folder with make_module.py
    command -v python3 >/dev/null && python3 - "$1" "$out/rows" <<'PYTHON'
import os, sys
sys.path.insert(0, sys.argv[1])
import make_module as make
os.makedirs(sys.argv[2], exist_ok=True)
together = {}
for table in ('forms_shared.tsv', 'forms95_shared.tsv'):
    for row in make.load_rows(os.path.join(sys.argv[1], table)).values():
        if row['verdict'] == 'accept':
            alone = row['text'] if 'L_' in row['text'] or '\\' in row['text'] or ':' in row['text'].split(' ')[0] else ''
            together.setdefault((row['mod_version'], row['mod_target'], row['decls'], alone), []).append(row)
for number, rows in enumerate(together.values()):
    with open(os.path.join(sys.argv[2], '%d.ptx' % number), 'w') as file:
        file.write(make.module(dict(rows[0], text='\n'.join(row['text'] for row in rows))))
PYTHON
}

if [ $# -gt 0 ]; then
    cover 'these files' < <(printf '%s\n' "$@")
    finish
fi
cover 'the repository' < <(find tests samples -name '*.ptx' | sort)
[ -n "${LONG:-}" ] || { skip 'what tests have made' 'only with LONG=1'; finish; }
cover 'what tests have made' < <(find "${BUILD:-build}/tests" -name '*.ptx' -not -path "$out/*" -size -4M | sort)
if [ -f ../shared/isa/make_module.py ] && rm -rf "$out/rows" && rows ../shared/isa; then
    cover "rows of the assembler's verdicts" < <(find "$out/rows" -name '*.ptx' | sort)
else
    skip "rows of the assembler's verdicts" 'no ../shared/isa, or no python3'
fi
finish
