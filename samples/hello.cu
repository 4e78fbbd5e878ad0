// hello.cu: printf on the device.
#include <stdio.h>

// Each thread says where it is; said[i] = what printf returned, which is the number of arguments after the format.
extern "C" __global__ void hello_world(const char *name, float scale, int *said)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    said[i] = printf("block %d, thread %2d of %u: hello %s, %.2f%%\n", blockIdx.x, threadIdx.x, blockDim.x, name,
                     scale * i);
}

// One thread writes the conversions that printf has, so that a text can be compared with the host's printf.
extern "C" __global__ void hello_formats(int i, unsigned u, long long big, double x, char c, const void *p)
{
    if (threadIdx.x == 0 && blockIdx.x == 0) {
        printf("%d %i %5d|%-5d|%05d %+d\n", i, i, i, i, i, i);
        printf("%u %o %x %X %#x %08x\n", u, u, u, u, u, u);
        printf("%lld %llx %ld\n", big, big, (long)big);
        printf("%f %.3f %10.2f|%-10.1f|%e %g %G\n", x, x, x, x, x, x, x);
        printf("%c %s %10s|%-6s|%.2s %%\n", c, "text", "right", "left", "cut");
        printf("%*d|%.*f\n", 7, i, 1, x);
        printf("%d\n", p != nullptr);
        printf("plain\n");
    }
}
