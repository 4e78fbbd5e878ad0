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
