#!/bin/sh
# Translates all samples, builds vecadd and mandelbrot and runs them; what `make demo` does after building ptx2c.
# Shows each command.  Environment: CC (cc), OPENMP=0 (no -fopenmp).
set -eu
cd "$(dirname "$0")/.."
cc=${CC:-cc}
dir=build/demo
mkdir -p $dir
openmp=-fopenmp
[ "${OPENMP:-1}" != 0 ] || openmp=

show() {
    echo "\$ $*"
    "$@"
}

for ptx in samples/*.ptx; do
    name=$(basename "$ptx" .ptx)
    show ./ptx2c -o $dir/"$name".c "$ptx"
done
for name in vecadd mandelbrot; do
    # shellcheck disable=SC2086 # flags, apart
    show $cc -std=c11 -O3 -march=native -fno-math-errno $openmp -Iruntime -o $dir/$name \
        $dir/$name.c samples/${name}_host.c -lm
done
show $dir/vecadd --time
show $dir/mandelbrot --time --out $dir/mandelbrot.png
echo "The results agree with plain C.  The picture: $dir/mandelbrot.png"
