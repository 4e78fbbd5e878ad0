/* runtime.c: for kernels in CuTe's language, what its host code calls, by the functions of CUDA's runtime library of the same names.
 * It brings a library of its own, which holds NVIDIA's runtime library and can't do without NVIDIA's driver; and machine code, for
 * which the PTX stands in that it was made from, in the folder CUTE_DSL_DUMP_DIR.  Tensor maps it makes itself, as NVIDIA's machines
 * have them; others take their place. */
#include <glob.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

typedef uintptr_t Word;

#define FORWARD(name, other)                                                                                           \
    int other(Word, Word, Word, Word, Word, Word, Word, Word, Word, Word, Word, Word);                                 \
    int name(Word, Word, Word, Word, Word, Word, Word, Word, Word, Word, Word, Word);                                  \
    int name(Word a, Word b, Word c, Word d, Word e, Word f, Word g, Word h, Word i, Word j, Word k, Word l)           \
    {                                                                                                                  \
        return other(a, b, c, d, e, f, g, h, i, j, k, l);                                                              \
    }
FORWARD(_cuKernelGetAttribute, cuKernelGetAttribute)
FORWARD(_cudaDeviceGetAttribute, cudaDeviceGetAttribute)
FORWARD(_cudaFuncSetAttribute, cudaFuncSetAttribute)
FORWARD(_cudaGetDevice, cudaGetDevice)
FORWARD(_cudaKernelSetAttributeForDevice, cudaKernelSetAttributeForDevice)
FORWARD(_cudaLibraryGetKernel, cudaLibraryGetKernel)
FORWARD(_cudaLibraryUnload, cudaLibraryUnload)

/* The tensor map that is given as a parameter from now on. */
static struct {
    unsigned parameter;
    void *map;
} maps[8];
static unsigned map_count;

void give_map(unsigned parameter, void *map);
void give_map(unsigned parameter, void *map)
{
    maps[map_count].parameter = parameter;
    maps[map_count++].map = map;
}

int cudaLaunchKernelExC(const void *config, const void *kernel, void **parameters);
int _cudaLaunchKernelEx(const void *config, const void *kernel, void **parameters);
int _cudaLaunchKernelEx(const void *config, const void *kernel, void **parameters)
{
    for (unsigned i = 0; i < map_count; i++)
        parameters[maps[i].parameter] = maps[i].map;
    return cudaLaunchKernelExC(config, kernel, parameters);
}

static char *read_all(const char *path)
{
    FILE *f = fopen(path, "rb");
    long n = f && !fseek(f, 0, SEEK_END) ? ftell(f) : -1;
    char *text = n < 0 ? NULL : calloc(1, (size_t)n + 1);
    if (text) {
        rewind(f);
        n -= (long)fread(text, 1, (size_t)n, f);
    }
    if (f)
        fclose(f);
    return n ? NULL : text;
}

int cudaLibraryLoadData(Word, const void *, Word, Word, Word, Word, Word, Word);
int _cudaLibraryLoadData(Word library, const void *machine_code);
int _cudaLibraryLoadData(Word library, const void *machine_code)
{
    const char *folder = getenv("CUTE_DSL_DUMP_DIR");
    char pattern[4096];
    glob_t found;
    (void)machine_code;
    snprintf(pattern, sizeof pattern, "%s/*.ptx", folder ? folder : ".");
    char *ptx = glob(pattern, 0, NULL, &found) || found.gl_pathc != 1 ? NULL : read_all(found.gl_pathv[0]);
    if (!ptx) {
        fprintf(stderr, "%s: not one file\n", pattern);
        return 1;
    }
    const int status = cudaLibraryLoadData(library, ptx, 0, 0, 0, 0, 0, 0);
    free(ptx);
    return status;
}
