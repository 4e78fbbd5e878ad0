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
    static const char *const missing[] = {RT_MISSING(NAME)};
    for (size_t i = 0; i < 2 * sizeof missing / sizeof *missing; i++) {
        Call *call = find(missing[i / 2]);
        EXPECT(call && call() == NOT_SUPPORTED && find("cudaGetLastError")() == NOT_SUPPORTED && find("cudaGetLastError")() == 0);
        printf("ptx2c: %s is not there yet\n", missing[i / 2]);
    }
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
