#!/bin/sh
# Translates, compiles and runs two samples: vecadd, and mandelbrot, which leaves build/demo/mandelbrot.png.
#
# Environment: CC (cc), OPENMP=0 (without -fopenmp), PTX2C (./ptx2c).
set -eu
cd "$(dirname "$0")/.."
ptx2c=${PTX2C:-./ptx2c} cc=${CC:-cc} out=build/demo
mkdir -p $out
say() {
    echo "$*"
    "$@"
}
openmp=-fopenmp
[ "${OPENMP:-1}" != 0 ] || openmp=
if ! echo 'int main(void) { return 0; }' >$out/probe.c || ! $cc $openmp -o $out/probe $out/probe.c 2>/dev/null; then
    echo "($cc has no OpenMP here: on one processor)"
    openmp=
fi
flags='-std=c11 -O3 -fno-math-errno'
if $cc -march=native -o $out/probe $out/probe.c 2>/dev/null; then flags="$flags -march=native"; fi
for name in vecadd mandelbrot; do
    say "$ptx2c" -o $out/$name.c samples/$name.ptx
    say $cc $flags $openmp -Iruntime -o $out/$name $out/$name.c samples/${name}_host.c -lm
done
say $out/vecadd --time
say $out/mandelbrot --time --out $out/mandelbrot.png
