#!/bin/sh
# Makes the .ptx files anew from the .cu files, with nvcc; names choose, none means all.  Those in the repository are
# from CUDA 13.0.  The targets differ so that both generations of its PTX (before and from sm_100) are here.
set -eu
cd "$(dirname "$0")"
[ $# -gt 0 ] || set -- *.cu
for file; do
    name=$(basename "$file" .cu)
    case $name in
    pipeline | reduce | tensor) arch=sm_80 ;;
    nbody | stencil) arch=sm_90 ;;
    blackscholes | julia | spmv) arch=sm_100 ;;
    *) arch=sm_75 ;;
    esac
    case $name in
    quicksort) flags='-rdc=true' ;; # kernels that launch kernels
    *) flags= ;;
    esac
    echo "nvcc -O3 -arch=$arch $flags -ptx -o $name.ptx $name.cu"
    # shellcheck disable=SC2086 # flags, apart
    nvcc -O3 -arch=$arch $flags -ptx -o "$name.ptx" "$name.cu"
done
