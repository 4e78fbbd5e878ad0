/* All functions of the runtime API by name: those in a file (argv[2], if given) are there; each that refuses (rt_missing.h) says
 * so once and gives CUDA's own error, which is then the last one: standard output names those. */
#include "check.h"
#include "rt_missing.h"

#include <dlfcn.h>

enum { NOT_SUPPORTED = 801 };
typedef int Call(void);

static Call *find(const char *name)
{
    Call *call;
    void *f = dlsym(RTLD_DEFAULT, name);
    memcpy(&call, &f, sizeof call);
    return call;
}

int main(int argc, char **argv)
{
#define NAME(name) #name,
    static const char *const missing[] = {RT_MISSING(NAME) RT_MISSING_12(NAME)};
    for (size_t i = 0; i < 2 * sizeof missing / sizeof *missing; i++) {
        Call *call = find(missing[i / 2]);
        EXPECT(call && call() == NOT_SUPPORTED && find("cudaGetLastError")() == NOT_SUPPORTED && find("cudaGetLastError")() == 0);
        printf("ptx2c: %s is not there yet\n", missing[i / 2]);
    }
#if RT_VERSION < 13
    static const char *const before_13[] = {
        "cudaMemAdvise_v2", "cudaMemPrefetchAsync_v2", "cudaMemPrefetchAsync_v2_ptsz", "cudaSetDoubleForDevice", "cudaSetDoubleForHost",
        "cudaStreamGetCaptureInfo_ptsz", "cudaStreamGetCaptureInfo_v3_ptsz", "cudaStreamUpdateCaptureDependencies_ptsz",
        "cudaStreamUpdateCaptureDependencies_v2", "cudaStreamUpdateCaptureDependencies_v2_ptsz", "cudaThreadExit",
        "cudaThreadGetCacheConfig", "cudaThreadSetCacheConfig", "cudaThreadSynchronize", "cudaGetDeviceProperties_v2", "cudaCreateTextureObject_v2", "cudaGetTextureObjectTextureDesc_v2"};
    for (size_t i = 0; i < sizeof before_13 / sizeof *before_13; i++)
        EXPECT(find(before_13[i]));
    EXPECT(find("cudaThreadExit")() == 0);
    enum { OF_11 = 728, TOTAL_MEMORY = 288 }; /* bytes of CUDA 11's structure; where one of its fields stands */
    struct { size_t word[OF_11 / sizeof(size_t)], behind; } properties = {.behind = 41};
    int (*get)(void *, int);
    void *f = dlsym(RTLD_DEFAULT, "cudaGetDeviceProperties");
    memcpy(&get, &f, sizeof get);
    EXPECT(get && get(&properties, 0) == 0 && properties.behind == 41 && properties.word[TOTAL_MEMORY / sizeof(size_t)] > 1 << 20);
#endif
    char name[256];
    FILE *list = argc > 2 ? fopen(argv[2], "r") : NULL;
    for (int none = 0; list; none++)
        if (fscanf(list, "%255s", name) != 1) {
            EXPECT(none > 300);
            break;
        } else if (!find(name)) {
            fprintf(stderr, "%s is not there\n", name);
            exit(1);
        }
    return 0;
}
