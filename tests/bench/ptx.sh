#!/bin/sh
# Makes the .ptx files anew from the .cu files, with nvcc; names (saxpy.cu, programs/minkowski.cu) choose, none means all.
# A line `// nvcc: OPTIONS` adds options.  Those in the repository are from CUDA 13.0.
set -eu
cd "$(dirname "$0")"
[ $# -gt 0 ] || set -- *.cu programs/*.cu
for file; do
    name=${file%.cu}
    options=$(sed -n 's|^// nvcc: *||p' "$file")
    echo "nvcc -O3 -arch=sm_80${options:+ $options} -ptx -o $name.ptx $name.cu"
    # shellcheck disable=SC2086
    nvcc -O3 -arch=sm_80 $options -ptx -o "$name.ptx" "$name.cu"
done
