/* pool.c: a module on a pool of threads that is not OpenMP's: -DPTX2C_POOL=pool_run hands each share of a grid to a task, here a
 * POSIX thread, as it would to a task of a small operating system.  Says whether the product is right, and on how many
 * threads it was made. */
#include <ptx2c.h>
#include <pthread.h>
#include <stdio.h>

extern const ptx2c_module matmul;

typedef struct { void (*work)(void *what, unsigned i); void *what; unsigned i; } task;

static unsigned started;

static void *run_task(void *p)
{
    const task *t = (const task *)p;
    t->work(t->what, t->i);
    return NULL;
}

void pool_run(void (*work)(void *what, unsigned i), void *what, unsigned n);
void pool_run(void (*work)(void *what, unsigned i), void *what, unsigned n)
{
    pthread_t thread[16];
    task t[16];
    for (unsigned i = 0; i < n && i < 16; i++) {
        t[i] = (task){work, what, i};
        if (pthread_create(&thread[i], NULL, run_task, &t[i]))
            work(what, i); /* no more threads: here */
        else
            started++;
    }
    for (unsigned i = 0; i < started; i++)
        pthread_join(thread[i], NULL);
}

enum { N = 64 };
static float a[N * N], b[N * N], c[N * N];

int main(void)
{
    uint32_t n = N;
    int wrong = 0;
    for (int i = 0; i < N * N; i++) {
        a[i] = (float)(i % 7);
        b[i] = (float)(i % 5);
    }
    float *pa = a, *pb = b, *pc = c;
    void *args[] = {&pa, &pb, &pc, &n, &n, &n};
    ptx2c_dim3 grid = {N / 16, N / 16, 1}, block = {16, 16, 1};
    int status = ptx2c_launch(ptx2c_find_kernel(&matmul, "matmul_tiled"), grid, block, 0, args);
    for (int i = 0; i < N * N; i++) {
        float sum = 0; /* of small integers: exact */
        for (int k = 0; k < N; k++)
            sum += a[i / N * N + k] * b[k * N + i % N];
        wrong += c[i] != sum;
    }
    printf("%s: %d wrong, %u threads\n", ptx2c_strerror(status), wrong, started);
    return status || wrong;
}
