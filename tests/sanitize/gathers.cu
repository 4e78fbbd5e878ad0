// Memory that many threads load at several places, by any lane any word, and what comes there then: loads are kept by page and place as
// long as there is nothing else.  A line that says FAULT stands where one is found; kernels whose name ends in _ok have none.
// nvcc -ptx -lineinfo -arch=sm_90 -o gathers.ptx gathers.cu
//
// Checked with --sanitize=race.
// Each kernel is run in 2 blocks of 64 threads: x has 128 ints (0, 1, 2 ...), y 128, which nothing has written.
#define K extern "C" __global__ void
#define T threadIdx.x
#define B blockIdx.x
#define I (64 * blockIdx.x + threadIdx.x)
#define LOAD(to, at) { int v; asm volatile("ld.global.s32 %0, [%1];" : "=r"(v) : "l"(at) : "memory"); to += v; }
#define MANY _Pragma("unroll 1") for (int i = 0; i < 12; i++)

// Some word of so many.
static __device__ __forceinline__ int some(int i, int round, int words) { return (i * i + 5 * i + 11 * round) % words; }

K loaded_ok(int *x, int *y, int n)
{
    int a = 0, b = 0, c = 0;
    MANY {
        LOAD(a, x + some(I, i, 128))
        LOAD(b, x + some(I, i + a, 128))
        LOAD(c, x + some(I, i + b, 128))
    }
    y[I] = a + b + c;
}
K stored_beside(int *x, int *y, int n)
{
    int a = 0, b = 0, c = 0;
    MANY {
        LOAD(a, x + some(I, i, 128)) // FAULT race
        LOAD(b, x + some(I, i + 5, 128)) // FAULT race
        LOAD(c, x + some(I, i + 9, 128)) // FAULT race
    }
    if (I == 70)
        x[75] = -1; // FAULT race
    y[I] = a + b + c;
}
K stored_beside_all(int *x, int *y, int n)
{
    int a = 0, b = 0;
    MANY {
        LOAD(a, x + some(T, i, 64) + 64 * B) // FAULT race
        LOAD(b, x + some(T, i + 4, 64) + 64 * B) // FAULT race
    }
    x[I] = -1; // FAULT race
    y[I] = a + b;
}
K stored_behind_barrier_ok(int *x, int *y, int n)
{
    int a = 0, b = 0;
    MANY {
        LOAD(a, x + some(T, i, 64) + 64 * B)
        LOAD(b, x + some(T, i + 4, 64) + 64 * B)
    }
    __syncthreads();
    x[I] = -1;
    y[I] = a + b;
}
K others_behind_barrier(int *x, int *y, int n)
{
    int a = 0, b = 0;
    MANY {
        LOAD(a, x + some(T, i, 64) + 64 * B) // FAULT race
        LOAD(b, x + some(T, i + 4, 64) + 64 * B) // FAULT race
    }
    __syncthreads();
    x[127 - I] = -1; // FAULT race
    y[I] = a + b;
}
K phases_ok(int *x, int *y, int n)
{
    int a = 0, b = 0;
    MANY {
        LOAD(a, x + some(T, i, 64) + 64 * B)
        __syncthreads();
        LOAD(b, x + some(T, i + 4, 64) + 64 * B)
    }
    __syncthreads();
    x[I] = a + b;
}
K phases_last(int *x, int *y, int n)
{
    int a = 0, b = 0;
    MANY {
        LOAD(a, x + some(T, i, 64) + 64 * B)
        __syncthreads();
        LOAD(b, x + some(T, i + 4, 64) + 64 * B) // FAULT race
    }
    x[I] = -1; // FAULT race
    y[I] = a + b;
}

// ---- lanes of a warp, which meet between loads at one place

K lanes_meet_ok(int *x, int *y, int n)
{
    int a = 0, b = 0;
    _Pragma("unroll 1") for (int i = 0; i < 40; i++) {
        LOAD(a, x + some(T, i, 32) + 32 * (I / 32))
        __syncwarp();
        if (T % 2 == i % 2)
            LOAD(b, x + some(T, 3 * i, 32) + 32 * (I / 32))
        __syncwarp();
    }
    x[I] = a + b;
}
K lanes_meet_once_less(int *x, int *y, int n)
{
    int a = 0, b = 0;
    _Pragma("unroll 1") for (int i = 0; i < 40; i++) {
        LOAD(a, x + some(T, i, 32) + 32 * (I / 32))
        __syncwarp();
        if (T % 2 == i % 2)
            LOAD(b, x + some(T, 3 * i, 32) + 32 * (I / 32)) // FAULT race
        if (i < 39)
            __syncwarp();
    }
    x[I] = -1; // FAULT race
    y[I] = a + b;
}

// ---- more places, and other ways to come there

#define FOUR(a, r) LOAD(a, x + some(I, i + r, 128)) LOAD(a, x + some(I, i + r + 1, 128)) LOAD(a, x + some(I, i + r + 2, 128)) LOAD(a, x + some(I, i + r + 3, 128))
K many_places_ok(int *x, int *y, int n)
{
    int a = 0;
    MANY { FOUR(a, 0) FOUR(a, 9) FOUR(a, 21) FOUR(a, 35) FOUR(a, 44) FOUR(a, 51) }
    y[I] = a;
}
K many_places(int *x, int *y, int n)
{
    int a = 0;
    MANY {
        FOUR(a, 0) // FAULT race
        FOUR(a, 9) // FAULT race
        FOUR(a, 21) // FAULT race
        FOUR(a, 35) // FAULT race
        FOUR(a, 44) // FAULT race
        FOUR(a, 51) // FAULT race
    }
    x[I] = -1; // FAULT race
    y[I] = a;
}
K parts_beside(int *x, int *y, int n)
{
    int a = 0, b = 0, c = 0;
    MANY {
        LOAD(a, x + some(I, i, 128)) // FAULT race
        LOAD(b, x + some(I, i + 5, 128)) // FAULT race
    }
    asm volatile("ld.global.u8 %0, [%1];" : "=r"(c) : "l"((char *)x + 4 * some(I, 7, 128) + 1) : "memory"); // FAULT race
    if (T == 3)
        ((char *)x)[4 * 31 + 1 + B] = -1; // FAULT race
    y[I] = a + b + c;
}
K changed_beside(int *x, int *y, int n)
{
    int a = 0, b = 0;
    MANY {
        LOAD(a, x + some(I, i, 128)) // FAULT race-weak-read
        LOAD(b, x + some(I, i + 5, 128)) // FAULT race-weak-read
    }
    asm volatile("red.global.add.s32 [%0], 1;" :: "l"(x + T) : "memory"); // FAULT race-weak-read
    y[I] = a + b;
}
