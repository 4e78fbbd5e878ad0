// pointer_rounds.cu: the kernels of repeated_rounds.cu by clang, which counts pointers along with numbers; made so:
//   clang -x cuda --cuda-device-only -nocudainc -nocudalib --cuda-gpu-arch=sm_70 -O3 -S -o pointer_rounds.ptx pointer_rounds.cu
#define __CUDACC__
#define __device__ __attribute__((device))
#include "repeated_rounds.h"

#define KERNEL extern "C" __attribute__((global)) void
#define I (int)(__nvvm_read_ptx_sreg_ctaid_x() * __nvvm_read_ptx_sreg_ntid_x() + __nvvm_read_ptx_sreg_tid_x())
#define STRIDE (int)(__nvvm_read_ptx_sreg_nctaid_x() * __nvvm_read_ptx_sreg_ntid_x())

KERNEL chain(const unsigned *in, unsigned *out, int n) { chain_one(in, out, n, I, STRIDE); }

KERNEL descend(const unsigned *in, unsigned *out, long long n, int rounds) { descend_one(in, out, n, I, STRIDE, rounds); }

KERNEL enter(const unsigned *in, unsigned *out, int n, int by) { enter_one(in, out, n, I, by); }

KERNEL behind(const unsigned *in, unsigned *out, int *last, int n) { behind_one(in, out, last, n, I, STRIDE); }

KERNEL wrap(const unsigned *in, unsigned *out, unsigned begin, unsigned limit, unsigned by) { wrap_one(in, out, begin, limit, I, by); }
