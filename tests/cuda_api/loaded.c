/* loaded.c: a library that holds NVIDIA's runtime library, loaded by a program that does not; its constructor calls that already.
 * And NVRTC, asked for machine code: gives PTX.
 *
 * -DHOLDS: the library, with stand-ins for NVIDIA's functions that have their names and always fail.  -DNVRTC: a stand-in for
 * NVRTC.  Else the program: loaded HOLDS.so NVRTC.so. */
#include <dlfcn.h>
#include <stdio.h>
#include <string.h>

#if defined HOLDS
static volatile int calls, failure = 35; /* volatile: compilers must not know what it returns */

__attribute__((noinline)) static int cudaGetDeviceCount(int *count)
{
    for (int i = 0; i < 9; i++)
        calls++;
    *count = -calls;
    return failure;
}

__attribute__((used, noinline)) static void **__cudaRegisterFatBinary(void *data)
{
    for (int i = 0; i < 9; i++)
        calls++;
    return data;
}

static int at_first;
__attribute__((constructor)) static void begin(void) { cudaGetDeviceCount(&at_first); }

int devices(int *first);
int devices(int *first)
{
    int count;
    *first = at_first;
    return cudaGetDeviceCount(&count) ? -1 : count;
}

#elif defined NVRTC
static volatile int calls;

int nvrtcGetPTX(void *program, char *text);
int nvrtcGetPTX(void *program, char *text)
{
    calls++;
    strcpy(text, program ? "PTX of a program" : "PTX");
    return 0;
}

int nvrtcGetCUBIN(void *program, char *text);
int nvrtcGetCUBIN(void *program, char *text)
{
    calls++;
    strcpy(text, program ? "machine code of a program" : "machine code");
    return 0;
}

#else
int main(int argc, char **argv)
{
    void *const holds = argc == 3 ? dlopen(argv[1], RTLD_NOW) : NULL, *const nvrtc = argc == 3 ? dlopen(argv[2], RTLD_NOW) : NULL;
    if (!holds || !nvrtc)
        return puts(dlerror()), 1;
    int (*devices)(int *), (*code)(void *, char *), first = -1;
    char text[64] = "";
    *(void **)&devices = dlsym(holds, "devices");
    *(void **)&code = dlsym(nvrtc, "nvrtcGetCUBIN");
    const int now = devices(&first);
    code(argv, text);
    printf("%d %d %s\n", first, now, text);
    return 0;
}
#endif
