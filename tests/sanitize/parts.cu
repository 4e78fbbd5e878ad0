// Races of bytes and halves of words, which lanes side by side access one each, and of words that several places of a kernel access.
// A line that says FAULT stands where one is found; kernels whose name ends in _ok have none.
// nvcc -ptx -lineinfo -arch=sm_90 -o parts.ptx parts.cu
//
// Checked with --sanitize=init,race.
// Each kernel is run in 2 blocks of 64 threads: x has 128 ints (0, 1, 2 ...), y 128, which nothing has written.
#define K extern "C" __global__ void
#define T threadIdx.x
#define I (64 * blockIdx.x + threadIdx.x)

// Plain accesses, made where they stand.
#define LD(type, p) ({ unsigned v_; asm volatile("ld." type " %0, [%1];" : "=r"(v_) : "l"(p) : "memory"); v_; })
#define ST(type, p, v) asm volatile("st." type " [%0], %1;" :: "l"(p), "r"((unsigned)(v)) : "memory")
#define LD8(a, i) LD("u8", (unsigned char *)(a) + (i))
#define LD16(a, i) LD("u16", (unsigned short *)(a) + (i))
#define LD32(a, i) LD("u32", (unsigned *)(a) + (i))
#define ST8(a, i, v) ST("u8", (unsigned char *)(a) + (i), v)
#define ST16(a, i, v) ST("u16", (unsigned short *)(a) + (i), v)
#define ST32(a, i, v) ST("u32", (unsigned *)(a) + (i), v)

// ---- parts that threads side by side access

K bytes_ok(int *x, int *y, int n)
{
    __shared__ unsigned char s[64];
    s[T] = (unsigned char)x[I];
    __syncthreads();
    y[I] = s[63 - T];
    __syncthreads();
    s[T] = (unsigned char)y[I];
    __syncthreads();
    y[I] = s[T ^ 1];
}
K bytes_too_early(int *x, int *y, int n)
{
    __shared__ unsigned char s[64];
    s[T] = (unsigned char)x[I]; // FAULT race
    y[I] = LD8(s, T ^ 1); // FAULT race
}
K bytes_shifted_ok(int *x, int *y, int n)
{
    __shared__ unsigned char s[80];
    for (int i = T; i < 80; i += 64)
        s[i] = 1;
    __syncthreads();
    s[T + 3] = (unsigned char)x[I];
    __syncthreads();
    y[I] = s[T + 5];
}
K bytes_shifted_over(int *x, int *y, int n)
{
    __shared__ unsigned char s[80];
    for (int i = T; i < 80; i += 64)
        s[i] = 1; // FAULT race
    s[T + 3] = (unsigned char)(x[I] + 2); // FAULT race
    __syncthreads();
    y[I] = s[T];
}
K halves_ok(int *x, int *y, int n)
{
    __shared__ unsigned short s[64];
    s[T] = (unsigned short)x[I];
    __syncthreads();
    y[I] = s[T / 16] + s[T % 16] * 3;
}
K halves_too_early(int *x, int *y, int n)
{
    __shared__ unsigned short s[64];
    s[T] = (unsigned short)x[I]; // FAULT race
    y[I] = LD16(s, T / 16); // FAULT race
}
K one_byte_for_two(int *x, int *y, int n)
{
    __shared__ unsigned char s[64];
    s[T] = 0;
    __syncthreads();
    ST8(s, T % 32 / 8 * 4 + T % 4, (unsigned char)T); // FAULT race
    __syncthreads();
    y[I] = s[T];
}
K own_byte_again_ok(int *x, int *y, int n)
{
    __shared__ unsigned char s[64];
    for (int i = 0; i < 3; i++) {
        ST8(s, T, (unsigned char)(x[I] + i));
        y[I] = LD8(s, T);
    }
}
K word_over_bytes(int *x, int *y, int n)
{
    __shared__ unsigned s[16];
    ST8(s, T, (unsigned char)x[I]); // FAULT race
    if (T < 16)
        ST32(s, T, T * 3 + 1000); // FAULT race
    __syncthreads();
    y[I] = s[T / 4];
}
K word_over_bytes_ok(int *x, int *y, int n)
{
    __shared__ unsigned s[16];
    ST8(s, T, (unsigned char)x[I]);
    __syncthreads();
    if (T < 16)
        s[T] = s[T] * 3;
    __syncthreads();
    y[I] = LD8(s, T);
}

// ---- of memory that both blocks know

K byte_of_each_block_ok(int *x, int *y, int n)
{
    y[I] = LD8(x, 4 * T) + LD8(x, 4 * T + 1);
    __syncthreads();
    ST8(x, 4 * T + 2 + blockIdx.x, (unsigned char)T);
}
K byte_of_the_other_block(int *x, int *y, int n)
{
    y[I] = blockIdx.x ? LD8(x, T) : T % 4 == 0 ? LD8(x, T) : 0; // FAULT race
    __syncthreads();
    if (blockIdx.x && T % 4 == 0)
        ST8(x, T, (unsigned char)(T + 3)); // FAULT race
}
K byte_that_only_one_block_loads_ok(int *x, int *y, int n)
{
    y[I] = blockIdx.x || T % 4 == 0 ? LD8(x, T) : 0;
    __syncthreads();
    if (blockIdx.x && T % 4 == 3)
        ST8(x, T, (unsigned char)(T + 3));
}
K first_of_a_word_then_a_byte(int *x, int *y, int n)
{
    if (!blockIdx.x) {
        ST32(x, T, T); // FAULT race
        __syncthreads();
        ST8(x, 4 * T, 7);
    } else {
        y[I] = LD8(x, 4 * T + 3); // FAULT race
    }
}
K halves_of_both_blocks(int *x, int *y, int n)
{
    ST16(x, T, (unsigned short)(100 * blockIdx.x + T)); // FAULT race
    y[I] = 0;
}
K halves_by_blocks_ok(int *x, int *y, int n)
{
    ST16(x, I, (unsigned short)T);
    y[I] = LD16(x, I);
}

// ---- words that several places access

K neighbours_ok(int *x, int *y, int n)
{
    const int left = I ? x[I - 1] : 0, right = I < 127 ? x[I + 1] : 0;
    y[I] = left + 2 * x[I] + right;
}
K neighbours_in_place(int *x, int *y, int n)
{
    const int left = I ? LD32(x, I - 1) : 0, right = I < 127 ? LD32(x, I + 1) : 0; // FAULT race
    const int own = LD32(x, I);
    __syncthreads();
    ST32(x, I, left + 2 * own + right); // FAULT race
}
K neighbours_shared_ok(int *x, int *y, int n)
{
    __shared__ int s[66];
    for (int i = 0; i < 3; i++) {
        if (T < 2)
            s[65 * T] = 0;
        s[T + 1] = x[I] + i;
        __syncthreads();
        y[I] = s[T] + s[T + 1] * 2 + s[T + 2];
        __syncthreads();
    }
}
K neighbours_shared_too_early(int *x, int *y, int n)
{
    __shared__ int s[66];
    for (int i = 0; i < 3; i++) {
        if (T < 2)
            s[65 * T] = 0; // FAULT race
        s[T + 1] = x[I] + i; // FAULT race
        __syncthreads();
        y[I] = s[T] + s[T + 2]; // FAULT race
    }
}
K own_loads_before_a_store_ok(int *x, int *y, int n)
{
    const int a = LD32(x, I), b = LD32(x, I), c = LD32(x, I);
    ST32(x, I, a + b + c);
    y[I] = LD32(x, I) + LD32(x, I);
}
