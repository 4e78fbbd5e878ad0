#!/bin/sh
# Makes the .ptx files anew from the .cu files, with nvcc; names choose, none means all.  Those in the repository are from
# CUDA 13.0.
set -eu
cd "$(dirname "$0")"
[ $# -gt 0 ] || set -- *.cu
for file; do
    name=$(basename "$file" .cu)
    echo "nvcc -O3 -arch=sm_80 -ptx -o $name.ptx $name.cu"
    nvcc -O3 -arch=sm_80 -ptx -o "$name.ptx" "$name.cu"
done
