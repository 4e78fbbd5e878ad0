// advance.cu: pointers and indices that all threads of a CTA advance alike between barriers, or nearly so.

// Two pointers, one by a step that only the launch knows; both are read again behind the loop.
extern "C" __global__ void along(const int *a, const int *b, int *to, int steps, int stride)
{
    __shared__ int tile[64];
    const int *p = a + blockIdx.x * blockDim.x + threadIdx.x, *q = b + threadIdx.x * 3;
    int sum = 0;
    _Pragma("unroll 1") for (int t = 0; t < steps; t++) {
        tile[threadIdx.x] = *p * 3 + *q;
        __syncthreads();
        sum = sum * 5 + tile[(threadIdx.x + 1) % blockDim.x];
        __syncthreads();
        p += stride;
        q += 2;
    }
    to[blockIdx.x * blockDim.x + threadIdx.x] = sum + *p - *q;
}

// The inner loop begins anew each time; threads of the first half go on a second time by themselves; the last step differs.
extern "C" __global__ void again(const int *a, int *to, int outer, int inner)
{
    __shared__ int tile[64];
    unsigned x = threadIdx.x, mine = x * x % 7;
    const int *row = a + x;
    int sum = 0;
    _Pragma("unroll 1") for (int o = 0; o < outer; o++) {
        const int *p = row;
        unsigned at = x * 4 + o;
        _Pragma("unroll 1") for (int i = 0; i < inner; i++) {
            tile[x] = *p + (int)at + a[mine];
            __syncthreads();
            sum += tile[x ^ 1] * (i + 1);
            __syncthreads();
            p += 4;
            at += i == 3 ? 9 : 5;
            mine += x < 16 ? 2 : 1;
            if (i == 5)
                break;
        }
        sum = sum * 3 + *p + (int)at;
        row += inner;
    }
    to[blockIdx.x * blockDim.x + x] = sum + (int)mine;
}
