// Races where nothing but barriers of whole blocks, or of nobody, orders threads of two warps: what warps do there alike is
// noted as one.  A line that says FAULT stands where one is found; kernels whose name ends in _ok have none.
// nvcc -ptx -lineinfo -arch=sm_90 -o coarse.ptx coarse.cu
//
// Checked with --sanitize=race: what a race leaves unwritten depends on the order.
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
