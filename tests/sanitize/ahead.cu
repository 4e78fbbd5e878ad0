// Whole warps whose accesses have been right so far: then what looks ahead at them must see which is not.  A line that says FAULT
// stands where one is found; kernels whose name ends in _ok have none.  nvcc -ptx -lineinfo -arch=sm_90 -o ahead.ptx ahead.cu
//
// Each kernel is run in 2 blocks of 64 threads: x has 128 ints (0, 1, 2 ...), which the host has written, y 128, which it has not.
#define K extern "C" __global__ void
#define T threadIdx.x
#define I (64 * blockIdx.x + threadIdx.x)
#define ROUNDS _Pragma("unroll 1") for (int r = 0; r < 6; r++, __syncthreads())

K store(int *x, int *y, int n)
{
    ROUNDS
        x[I + r / 5] = r; // FAULT memory-bounds
}
K store_ok(int *x, int *y, int n)
{
    ROUNDS
        x[(I + r / 5) % n] = r;
}

K load(int *x, int *y, int n)
{
    int sum = 0;
    ROUNDS
        sum += x[(int)I - (r == 4)]; // FAULT memory-bounds
    x[I] = sum;
}
K load_ok(int *x, int *y, int n)
{
    int sum = 0;
    ROUNDS
        if (I > 0 || r != 4)
            sum += x[(int)I - (r == 4)];
    x[I] = sum;
}

K unwritten(int *x, int *y, int n)
{
    __shared__ int s[64];
    if (T != 17)
        s[T] = 1;
    ROUNDS
        x[I] += s[T]; // FAULT init
}
K unwritten_ok(int *x, int *y, int n)
{
    __shared__ int s[64];
    if (T != 17)
        s[T] = 1;
    ROUNDS {
        x[I] += T != 17 ? s[T] : 1;
        if (T == 17 && r == 2)
            s[T] = 1;
    }
}

K block(int *x, int *y, int n)
{
    __shared__ int s[64];
    if (blockIdx.x == 0 || T < 63)
        s[T] = 1;
    ROUNDS
        x[I] += s[T]; // FAULT init
}
K block_ok(int *x, int *y, int n)
{
    __shared__ int s[64];
    s[T] = 1;
    ROUNDS
        x[I] += s[T];
}

K odd(int *x, int *y, int n)
{
    ROUNDS
        *(short *)((char *)x + 2 * I + (r == 5 && I == 100)) = r; // FAULT memory-alignment
}
K odd_ok(int *x, int *y, int n)
{
    ROUNDS
        *((char *)x + 2 * I + (r == 5 && I == 100)) = r;
}

K branch(int *x, int *y, int n)
{
    ROUNDS
        if (x[I] + r == n + 4)
            x[I + 1] = 0; // FAULT memory-bounds
}
K branch_ok(int *x, int *y, int n)
{
    ROUNDS
        if (x[I] + r == n + 3)
            x[I] = 0;
}

K gather(int *x, int *y, int n)
{
    ROUNDS
        x[I] += x[x[I] & 127 | (r == 5) << 7]; // FAULT memory-bounds
}
K gather_ok(int *x, int *y, int n)
{
    ROUNDS
        x[I] += x[x[I] & 127];
}

K add(int *x, int *y, int n)
{
    ROUNDS
        asm volatile("red.global.add.s32 [%0], 1;" :: "l"(x + I + r / 5)); // FAULT memory-bounds
}
K add_ok(int *x, int *y, int n)
{
    ROUNDS
        asm volatile("red.global.add.s32 [%0], 1;" :: "l"(x + (I + r / 5) % n));
}

K inner(int *x, int *y, int n)
{
    ROUNDS {
        int sum = 0;
#pragma unroll 1
        for (int k = T; k < n + r / 5; k++)
            sum += x[k]; // FAULT memory-bounds
        if (sum == -1)
            x[I] = 0;
    }
}
K inner_ok(int *x, int *y, int n)
{
    ROUNDS {
        int sum = 0;
#pragma unroll 1
        for (int k = T; k < n; k++)
            sum += x[k];
        if (sum == -1)
            x[I] = 0;
    }
}

K leave(int *x, int *y, int n)
{
#pragma unroll 1
    for (int r = 0; r < 6; r++) {
        if (I + r > n)
            return;
        x[I + r] = r; // FAULT memory-bounds
    }
}
K leave_ok(int *x, int *y, int n)
{
#pragma unroll 1
    for (int r = 0; r < 6; r++) {
        if (I + r >= n)
            return;
        x[I + r] = r;
    }
}

// Checked with --sanitize=memory,init.

// ---- accesses at fixed distances, which are looked at as one

K last(int *x, int *y, int n)
{
    int sum = 0;
    ROUNDS {
        const int *p = x + min((int)I, 125 + r / 5);
        sum += p[0] + p[1];
        sum += p[2]; // FAULT memory-bounds
    }
    x[I] = sum;
}
K last_ok(int *x, int *y, int n)
{
    int sum = 0;
    ROUNDS {
        const int *p = x + min((int)I, 124 + r / 5);
        sum += p[0] + p[1];
        sum += p[2];
    }
    x[I] = sum;
}
K before(int *x, int *y, int n)
{
    int sum = 0;
    ROUNDS {
        const int *p = x + max((int)I, 1 - r / 5);
        sum += p[0];
        sum += p[-1]; // FAULT memory-bounds
    }
    x[I] = sum;
}
K step(int *x, int *y, int n)
{
    int sum = 0;
    ROUNDS {
        int a, b;
        asm volatile("{ .reg .b64 q; mov.b64 q, %2; ld.global.u32 %0, [q]; add.u64 q, q, %3; ld.global.u32 %1, [q+4]; }"
                     : "=r"(a), "=r"(b) : "l"(x + min(I, 126u)), "l"((long long)(r / 5 * 4))); // FAULT memory-bounds
        sum += a + b;
    }
    x[I] = sum;
}
K step_ok(int *x, int *y, int n)
{
    int sum = 0;
    ROUNDS {
        int a, b;
        asm volatile("{ .reg .b64 q; mov.b64 q, %2; ld.global.u32 %0, [q]; add.u64 q, q, %3; ld.global.u32 %1, [q+4]; }"
                     : "=r"(a), "=r"(b) : "l"(x + min(I, 125u)), "l"((long long)(r / 5 * 4)));
        sum += a + b;
    }
    x[I] = sum;
}
K pairs(int *x, int *y, int n)
{
    int sum = 0;
    ROUNDS {
        int a, b, c;
        asm volatile("{ ld.global.u32 %0, [%3]; ld.global.v2.u32 {%1, %2}, [%3+8]; }"
                     : "=r"(a), "=r"(b), "=r"(c) : "l"(x + T / 2 * 2 + (T == 41 ? r / 5 : 0))); // FAULT memory-alignment
        sum += a + b + c;
    }
    x[I] = sum;
}
K pairs_ok(int *x, int *y, int n)
{
    int sum = 0;
    ROUNDS {
        int a, b, c;
        asm volatile("{ ld.global.u32 %0, [%3]; ld.global.v2.u32 {%1, %2}, [%3+8]; }"
                     : "=r"(a), "=r"(b), "=r"(c) : "l"(x + T / 2 * 2 + (T == 41 ? r / 5 * 2 : 0)));
        sum += a + b + c;
    }
    x[I] = sum;
}
K stores(int *x, int *y, int n)
{
    ROUNDS {
        int *p = y + 2 * min((int)I, 62 + r / 5) + r / 5;
        p[0] = r;
        p[1] = r; // FAULT memory-bounds
    }
}
K beside(int *x, int *y, int n)
{
    __shared__ int s[130];
    s[2 * T] = 1;
    if (T != 50)
        s[2 * T + 1] = 2;
    ROUNDS {
        x[I] += s[2 * T];
        if (T < 64)
            x[I] += s[2 * T + 1]; // FAULT init
    }
}
