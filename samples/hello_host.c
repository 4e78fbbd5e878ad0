/* hello_host.c: threads of hello.cu write to standard output. */
#include "sample.h"

extern const ptx2c_module hello;

static bool greet(const Setup *s)
{
    uint32_t n = s->n.x, threads = s->block.x;
    const char *name = "world";
    float scale = 12.5f;
    ptx2c_dim3 grid = sample_grid(s, n, 1);
    n = grid.x * threads;
    int32_t *said = sample_alloc(n, sizeof *said);
    void *args[] = { &name, &scale, &said };
    sample_say("%lu greetings", (unsigned long)n);
    bool ok = sample_launch(&hello, "hello_world", grid, s->block, 0, args);
    for (uint32_t i = 0; ok && i < n; i++)
        if (said[i] != 5)
            ok = sample_fail("printf of thread %lu returned %ld, not 5", (unsigned long)i, (long)said[i]);
    free(said);
    return ok;
}

/* What hello_formats must write. */
static void formats(int32_t i, uint32_t u, long long big, double x, char c)
{
    printf("%d %i %5d|%-5d|%05d %+d\n", (int)i, (int)i, (int)i, (int)i, (int)i, (int)i);
    printf("%u %o %x %X %#x %08x\n", (unsigned)u, (unsigned)u, (unsigned)u, (unsigned)u, (unsigned)u, (unsigned)u);
    printf("%lld %llx %lld\n", big, (unsigned long long)big, big);
    printf("%f %.3f %10.2f|%-10.1f|%e %g %G\n", x, x, x, x, x, x, x);
    printf("%c %s %10s|%-6s|%.2s %%\n", c, "text", "right", "left", "cut");
    printf("%*d|%.*f\n", 7, (int)i, 1, x);
    printf("%d\n", 1);
    printf("plain\n");
}

/* Writes the eight lines twice, from the device and from here: tests/samples.sh compares them. */
static bool run(const Setup *s)
{
    int32_t i = -42;
    uint32_t u = 48879;
    long long big = -1234567890123;
    double x = 3.14159265;
    char c = '!';
    const void *p = &u;
    void *args[] = { &i, &u, &big, &x, &c, &p };
    if (!greet(s) || !sample_launch(&hello, "hello_formats", sample_dim(2, 1, 1), sample_dim(33, 1, 1), 0, args))
        return false;
    formats(i, u, big, x, c);
    return true;
}

int main(int argc, char **argv)
{
    static const Setup shapes[] = { SAMPLE_LINE(6, 3, 0), SAMPLE_LINE(40, 40, 0) };
    static const Sample sample = {
        .name = "hello", .sizes = "threads, rounded up to whole blocks", .run = run,
        .normal = { .n = { 6, 1, 1 }, .block = { 3, 1, 1 } },
        .shapes = shapes, .nshapes = SAMPLE_COUNT(shapes),
    };
    return sample_main(&sample, argc, argv);
}
