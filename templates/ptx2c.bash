# bash completion for ptx2c

_ptx2c()
{
    local cur=${COMP_WORDS[COMP_CWORD]} prev=
    ((COMP_CWORD > 0)) && prev=${COMP_WORDS[COMP_CWORD - 1]}
    COMPREPLY=()
    # --option=value arrives as three words
    if [[ $cur == '=' ]]; then
        cur=
    elif [[ $prev == '=' ]]; then
        prev=${COMP_WORDS[COMP_CWORD - 2]}
    fi
    case $prev in
    --layout) mapfile -t COMPREPLY < <(compgen -W 'own dot' -- "$cur"); return ;;
    --emit) mapfile -t COMPREPLY < <(compgen -W 'c ast cfg regions stats html ptx' -- "$cur"); return ;;
    --warp-sync) mapfile -t COMPREPLY < <(compgen -W 'auto lockstep independent' -- "$cur"); return ;;
    --sanitize) mapfile -t COMPREPLY < <(compgen -W 'memory init race sync all' -- "$cur"); return ;;
    --line) mapfile -t COMPREPLY < <(compgen -W 'ptx source' -- "$cur"); return ;;
    --color) mapfile -t COMPREPLY < <(compgen -W 'auto always never' -- "$cur"); return ;;
    --module | --max-errors | -MT) return ;;
    --entry)
        local file names=
        for file in "${COMP_WORDS[@]}"; do
            [[ $file == *.ptx && -r $file ]] &&
                names+=" $(sed -n 's/^.*\.entry[[:space:]]\{1,\}\([A-Za-z_$%][A-Za-z0-9_$]*\).*/\1/p' "$file")"
        done
        mapfile -t COMPREPLY < <(compgen -W "$names" -- "$cur")
        return ;;
    -o | --output | -H | --header | -MF)
        compopt -o filenames 2>/dev/null
        mapfile -t COMPREPLY < <(compgen -f -- "$cur")
        return ;;
    esac
    if [[ $cur == -* ]]; then
        mapfile -t COMPREPLY < <(compgen -W '-o --output= -H --header= --module= --standalone --static -g --line --annotate
            --entry= --emit= --after= --layout= --check --coverage --explain -M -MD -MF -MT -MP --main --embed -Wall -Wisa -Wno-isa -Wno-deprecated
            -Wno-newer -Wno-constant -Wno-address -Wno-warp-sync -Werror -Wno-error -w --color= --max-errors=
            --no-analysis --debug --sanitize= --warp-sync= -V --version -h --help' -- "$cur")
        [[ ${COMPREPLY[0]-} == *= ]] && compopt -o nospace 2>/dev/null
        return 0
    fi
    compopt -o filenames 2>/dev/null
    mapfile -t COMPREPLY < <(compgen -d -- "$cur"; compgen -f -X '!*.ptx' -- "$cur")
}

complete -F _ptx2c ptx2c
