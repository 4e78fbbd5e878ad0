/* Runs each kernel of the module "cases" on two buffers of 128 ints, in 2 blocks of 64 threads, and prints where each fault
 * is, in the CUDA source or else the PTX, with its kind. */
#include <ptx2c.h>
#include <ptx2c/sanitize.h>
#include <stdio.h>

extern const ptx2c_module cases;

static unsigned line_of(const ptx2c_site *s) { return (unsigned)(s->source ? s->source_line : s->line); }

static void show(const ptx2c_fault *f, void *user)
{
    (void)user;
    printf("%u %s\n", line_of(f->site), f->kind);
    if (f->other)
        printf("%u %s\n", line_of(f->other), f->kind);
    fprintf(stderr, "%s: %s\n%s", f->kernel, f->message, f->notes);
}

int main(void)
{
    ptx2c_check_call(show, NULL);
    for (uint32_t k = 0; k < cases.kernel_count; k++) {
        int *x = ptx2c_memory_new(128 * sizeof *x, "x"), *y = ptx2c_memory_new(128 * sizeof *y, "y");
        int n = 128;
        for (int i = 0; i < n; i++)
            x[i] = i;
        ptx2c_memory_written(x, 128 * sizeof *x);
        ptx2c_little_endian(x, sizeof *x, 128);
        const size_t before = ptx2c_check_faults();
        const int status = ptx2c_launch(cases.kernels[k], (ptx2c_dim3){2, 1, 1}, (ptx2c_dim3){64, 1, 1}, 256,
                                        (void *[]){PTX2C_POINTER(x), PTX2C_POINTER(y), &n});
        if ((status != 0) != (ptx2c_check_faults() != before))
            printf("%s: status %d (%s), %zu faults\n", cases.kernels[k]->name, status, ptx2c_strerror(status),
                   ptx2c_check_faults() - before);
        ptx2c_memory_free(x);
        ptx2c_memory_free(y);
    }
    return 0;
}
