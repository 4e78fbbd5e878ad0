#!/bin/sh
# nvcc, which makes PTX where it is asked for machine code.
to=
for word; do
    shift
    case $word in
    --cubin) word=--ptx to=cubin ;;
    sm_*) word=compute_${word#sm_} ;;
    *.cu) to=${to:+${word%.cu}.$to} ;;
    esac
    set -- "$@" "$word"
done
exec nvcc "$@" ${to:+-o "$to"}
