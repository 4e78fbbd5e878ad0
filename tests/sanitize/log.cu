// Memory that is only loaded at first, from several places, and then stored to: what has been logged of the loads is told like any other.
// A line that says FAULT stands where one is found; kernels whose name ends in _ok have none.
// nvcc -ptx -lineinfo -arch=sm_90 -o log.ptx log.cu
//
// Checked with --sanitize=race.
// Each kernel is run in 2 blocks of 64 threads: x has 128 ints (0, 1, 2 ...), y 128.
#define K extern "C" __global__ void
#define T threadIdx.x
#define B (64 * blockIdx.x)
#define I (B + T)

// ---- neighbours

K neighbours_ok(int *x, int *y, int n)
{
    y[I] = x[I ? I - 1 : 0] + x[I] + x[I + 1 < n ? I + 1 : 0];
}
K itself_ok(int *x, int *y, int n)
{
    int a = x[I];
    x[I] = a + y[I];
}
K neighbours(int *x, int *y, int n)
{
    int a = x[B + (T + 1) % 64]; // FAULT race
    a += x[I];
    x[I] = a; // FAULT race
}
K neighbours_of_block_ok(int *x, int *y, int n)
{
    int a = x[B + (T + 1) % 64];
    a += x[I];
    a += x[B + (T + 63) % 64];
    __syncthreads();
    x[I] = a;
}
K neighbours_of_others(int *x, int *y, int n)
{
    int a = x[(I + 1) % 128]; // FAULT race
    a += x[I];
    __syncthreads();
    x[I] = a; // FAULT race
}
K by_all(int *x, int *y, int n)
{
    y[I] = x[T]; // FAULT race
    __syncthreads();
    if (I == 5)
        x[7] = 1; // FAULT race
}

// ---- in phases

K later_ok(int *x, int *y, int n)
{
    int a = x[I];
    __syncthreads();
    a += x[B + 63 - T];
    __syncthreads();
    x[B + (T + 9) % 64] = a;
}
K later(int *x, int *y, int n)
{
    int a = x[I];
    __syncthreads();
    a += x[B + 63 - T]; // FAULT race
    x[I] = a; // FAULT race
}
K once_more(int *x, int *y, int n)
{
    int a = x[I];
    __syncthreads();
    a += x[I]; // FAULT race
    x[B + (T + 32) % 64] = a; // FAULT race
}

// ---- not side by side

K wide(int4 *x, int4 *y, int n)
{
    int4 a = x[(B + T % 16 * 4) / 4]; // FAULT race
    ((int *)y)[I] = a.x;
    if (T == 40)
        x[B / 4 + 3].z = a.y; // FAULT race
}
K wide_ok(int4 *x, int4 *y, int n)
{
    int4 a = x[(B + T % 16 * 4) / 4];
    ((int *)y)[I] = a.x;
    __syncthreads();
    if (T == 40)
        x[B / 4 + 3].z = a.y;
}
K one_for_all(int *x, int *y, int n)
{
    int a = x[B]; // FAULT race
    y[I] = a;
    if (T == 3)
        x[B] = a + 1; // FAULT race
}
K one_for_all_ok(int *x, int *y, int n)
{
    int a = x[B + 2];
    y[I] = a;
    if (T == 3)
        x[B] = a + 1;
}
K backwards(int *x, int *y, int n)
{
    int a = x[B + 63 - T]; // FAULT race
    y[I] = a;
    if (T < 32)
        x[I] = a; // FAULT race
}
K backwards_ok(int *x, int *y, int n)
{
    int a = x[B + 63 - T];
    x[B + 63 - T] = a + 1;
}
K second(int *x, int *y, int n)
{
    if (T < 20)
        y[I] = x[B + 3 * T]; // FAULT race
    if (T == 20)
        x[B + 57] = 1; // FAULT race
}
K second_ok(int *x, int *y, int n)
{
    if (T < 20)
        y[I] = x[B + 3 * T];
    if (T == 20)
        x[B + 58] = 1;
}

// ---- more than a log takes

K long_one(int *x, int *y, int n)
{
    int a = 0;
    for (int i = 0; i < 8 * n; i++)
        a += x[B + (T * i + i) % 64]; // FAULT race
    x[I] = a; // FAULT race
}
K long_one_ok(int *x, int *y, int n)
{
    int a = 0;
    for (int i = 0; i < 8 * n; i++)
        a += x[B + (T * i + i) % 64];
    __syncthreads();
    x[I] = a;
}
