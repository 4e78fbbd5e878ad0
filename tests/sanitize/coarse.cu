// Races where nothing but barriers of whole blocks, or of nobody, orders threads of two warps: what warps do there alike is
// noted as one.  A line that says FAULT stands where one is found; kernels whose name ends in _ok have none.
// nvcc -ptx -lineinfo -arch=sm_90 -o coarse.ptx coarse.cu
//
// Checked with --sanitize=init,race.
// Each kernel is run in 2 blocks of 64 threads: x has 128 ints (0, 1, 2 ...), y 128, which nothing has written.
#define K extern "C" __global__ void
#define T threadIdx.x
#define I (64 * blockIdx.x + threadIdx.x)
#define ADD(p) asm volatile("red.shared.add.s32 [%0], 1;" :: "r"((unsigned)__cvta_generic_to_shared(p)) : "memory")
#define MAX(p, v) asm volatile("red.shared.max.s32 [%0], %1;" :: "r"((unsigned)__cvta_generic_to_shared(p)), "r"(v) : "memory")
#define ADD_GLOBAL(p) asm volatile("red.global.add.s32 [%0], 1;" :: "l"(p) : "memory")
#define ADD_BLOCK(p) asm volatile("red.relaxed.cta.global.add.s32 [%0], 1;" :: "l"(p) : "memory")

// ---- atomic operations of several warps, and what is done beside them

K counted_ok(int *x, int *y, int n)
{
    __shared__ int s[8];
    if (T < 8)
        s[T] = 0;
    __syncthreads();
    for (int i = 0; i < 6; i++)
        ADD(&s[(x[I] + i) % 8]);
    __syncthreads();
    y[I] = s[T % 8];
}
K read_while_counted(int *x, int *y, int n)
{
    __shared__ int s[8];
    if (T < 8)
        s[T] = 0;
    __syncthreads();
    for (int i = 0; i < 6; i++)
        ADD(&s[(x[I] + i) % 8]); // FAULT race-weak-read
    y[I] = s[T % 8]; // FAULT race-weak-read
}
K set_before_counted(int *x, int *y, int n)
{
    __shared__ int s[8];
    if (T < 8)
        s[T] = 0; // FAULT race
    for (int i = 0; i < 6; i++)
        ADD(&s[(x[I] + i) % 8]); // FAULT race
    __syncthreads();
    y[I] = s[T % 8];
}
K set_after_counted(int *x, int *y, int n)
{
    __shared__ int s[8];
    if (T < 8)
        s[T] = 0;
    __syncthreads();
    for (int i = 0; i < 6; i++)
        ADD(&s[(x[I] + i) % 8]); // FAULT race
    if (T == 40)
        s[3] = n; // FAULT race
    __syncthreads();
    y[I] = s[T % 8];
}
K counted_twice_ok(int *x, int *y, int n)
{
    __shared__ int s[8];
    if (T < 8)
        s[T] = 0;
    __syncthreads();
    for (int k = 0; k < 3; k++) {
        ADD(&s[x[I] % 8]);
        MAX(&s[(x[I] + k) % 8], k);
        __syncthreads();
        int v = s[T % 8];
        __syncthreads();
        if (T < 8)
            s[T] = v + k;
        __syncthreads();
    }
    y[I] = s[T % 8];
}
K counted_by_one_ok(int *x, int *y, int n)
{
    __shared__ int s[64];
    s[T] = 0;
    MAX(&s[T], x[I]);
    ADD(&s[T]);
    y[I] = s[T];
}
K counted_by_blocks_ok(int *x, int *y, int n)
{
    for (int i = 0; i < 3; i++)
        ADD_GLOBAL(&x[T % 4]);
}
K counted_by_blocks(int *x, int *y, int n)
{
    for (int i = 0; i < 3; i++)
        ADD_GLOBAL(&x[T % 4]); // FAULT race-weak-read
    y[I] = x[2]; // FAULT race-weak-read
}
K counted_in_blocks(int *x, int *y, int n)
{
    for (int i = 0; i < 3; i++)
        ADD_BLOCK(&x[T % 4]); // FAULT race
}

// ---- loads of part of a word

K halves_ok(int *x, int *y, int n)
{
    __shared__ short s[128];
    s[T] = (short)T;
    s[T + 64] = (short)(T + 1);
    __syncthreads();
    int v = 0;
    for (int i = 0; i < 8; i++)
        v += s[(T + i) % 64] * s[127 - T];
    y[I] = v;
}
K other_half_ok(int *x, int *y, int n)
{
    __shared__ short s[130];
    s[2 * T] = (short)T;
    s[2 * T + 1] = 0;
    __syncthreads();
    for (int i = 0; i < 4; i++)
        s[2 * ((T + 1) % 64)] = (short)(s[2 * T + 1] + i);
    __syncthreads();
    y[I] = s[2 * T];
}
K same_half(int *x, int *y, int n)
{
    __shared__ short s[130];
    s[2 * T] = (short)T;
    s[2 * T + 1] = 0;
    __syncthreads();
    int sum = s[2 * T] + s[2 * T + 1]; // FAULT race
    s[2 * ((T + 33) % 64)] = (short)(T + 100); // FAULT race
    __syncthreads();
    y[I] = sum + s[2 * T];
}
K byte_of_others(int *x, int *y, int n)
{
    __shared__ unsigned char s[64];
    s[T] = (unsigned char)x[I];
    __syncthreads();
    int v = s[63 - T] + 256 * s[T ^ 3]; // FAULT race
    s[T ^ 32] = (unsigned char)(v + T); // FAULT race
    __syncthreads();
    y[I] = v + s[T];
}
K bytes_in_turn_ok(int *x, int *y, int n)
{
    __shared__ unsigned char s[64];
    s[T] = (unsigned char)x[I];
    for (int i = 0; i < 3; i++) {
        __syncthreads();
        int v = s[63 - T] + 256 * s[T ^ 3];
        __syncthreads();
        s[T ^ 32] = (unsigned char)(v + T);
    }
    __syncthreads();
    y[I] = s[T];
}

// ---- the same word from several places

K neighbours_ok(int *x, int *y, int n)
{
    int l = I ? I - 1 : 0, r = I < 127 ? I + 1 : 127;
    for (int i = 0; i < 3; i++)
        y[I] = x[l] + x[I] + x[r] + i;
}
K neighbours(int *x, int *y, int n)
{
    int l = I ? I - 1 : 0;
    int v = x[l]; // FAULT race
    int w = x[I];
    x[I] = v + w + 1; // FAULT race
}
K neighbours_later(int *x, int *y, int n)
{
    __shared__ int s[66];
    s[T] = x[I];
    __syncthreads();
    int a = s[T], b = s[(T + 1) % 64], c = s[(T + 2) % 64];
    __syncthreads();
    a += s[T] + s[(T + 1) % 64] + s[(T + 2) % 64]; // FAULT race
    s[(T + 2) % 64] = a + b + c; // FAULT race
    y[I] = a;
}

// ---- loads by several warps, and stores in the same phase or another

K all_load(int *x, int *y, int n)
{
    __shared__ int s[4];
    if (T < 4)
        s[T] = x[T];
    __syncthreads();
    int v = s[1]; // FAULT race
    if (T == 40)
        s[1] = n; // FAULT race
    y[I] = v;
}
K one_again(int *x, int *y, int n)
{
    __shared__ int s[4];
    if (T < 4)
        s[T] = x[T];
    __syncthreads();
    int v = 0;
#pragma unroll 1
    for (int r = 0; r < 3; r++) {
        if (r == 0 || T == 0)
            v += ((volatile int *)s)[1]; // FAULT race
        if (r == 2 && T == 33)
            s[1] = n; // FAULT race
        __syncthreads();
    }
    y[I] = v;
}
K one_again_ok(int *x, int *y, int n)
{
    __shared__ int s[4];
    if (T < 4)
        s[T] = x[T];
    __syncthreads();
    int v = 0;
#pragma unroll 1
    for (int r = 0; r < 3; r++) {
        if (r == 0 || T == 0)
            v += ((volatile int *)s)[1];
        if (r == 2 && T == 0)
            s[1] = n;
        __syncthreads();
    }
    y[I] = v;
}
K first_warp_again(int *x, int *y, int n)
{
    __shared__ int s[64];
    s[T] = x[I];
    __syncthreads();
    int v = 0;
#pragma unroll 1
    for (int r = 0; r < 2; r++)
        if (T < 32 || r == 0)
            v += s[T & 31]; // FAULT race
    if (T < 32)
        s[T] = v; // FAULT race
    y[I] = v;
}
K first_warp_later_ok(int *x, int *y, int n)
{
    __shared__ int s[64];
    s[T] = x[I];
    __syncthreads();
    int v = s[T & 31];
    __syncthreads();
    if (T < 32)
        s[T] = v;
    __syncthreads();
    y[I] = s[T & 31];
}
K blocks_load(int *x, int *y, int n)
{
    int v = x[5]; // FAULT race
    if (I == 100)
        x[5] = n; // FAULT race
    y[I] = v;
}
K blocks_load_ok(int *x, int *y, int n)
{
    int v = x[5];
    if (I == 100)
        x[6] = n;
    y[I] = v;
}

// ---- what nothing has written beside what somebody may have written by then

K perhaps(int *x, int *y, int n)
{
    __shared__ int s[64];
    s[T] = x[I]; // FAULT race
    y[I] = s[63 - T]; // FAULT race
}
K never(int *x, int *y, int n)
{
    __shared__ int s[64], t[64];
    s[T] = x[I];
    if (T < 20)
        t[T] = 0;
    __syncthreads();
    y[I] = s[T] + t[63 - T]; // FAULT init race
    s[T / 2] = 0; // FAULT race race-same-value
}
