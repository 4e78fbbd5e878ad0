/* libnvJitLink: PTX becomes an image that the driver loads. */
#include "check.h"

typedef struct nvJitLink *nvJitLinkHandle;
int nvJitLinkCreate(nvJitLinkHandle *l, uint32_t n, const char **options);
int nvJitLinkAddData(nvJitLinkHandle l, int type, const void *data, size_t size, const char *name);
int nvJitLinkComplete(nvJitLinkHandle l);
int nvJitLinkGetLinkedCubinSize(nvJitLinkHandle l, size_t *size);
int nvJitLinkGetLinkedCubin(nvJitLinkHandle l, void *cubin);
int nvJitLinkGetErrorLogSize(nvJitLinkHandle l, size_t *size);
int nvJitLinkGetErrorLog(nvJitLinkHandle l, char *log);
int nvJitLinkDestroy(nvJitLinkHandle *l);
enum { PTX = 2, LTOIR = 3 };

int main(int argc, char **argv)
{
    const char *options[] = {"-arch=sm_90"}, *text = read_text(argv[1]), bad[] = ".version 7.0\n.target sm_75\n.entry f() { nothing; }";
    static char image[1 << 16], log[8192];
    nvJitLinkHandle l;
    size_t size;
    CUmodule m;
    CUcontext ctx;
    (void)argc;
    EXPECT(nvJitLinkCreate(&l, 1, options) == 0);
    EXPECT(nvJitLinkAddData(l, LTOIR, text, strlen(text), "x") != 0);
    EXPECT(nvJitLinkAddData(l, PTX, text, strlen(text), "vectors") == 0);
    EXPECT(nvJitLinkComplete(l) == 0);
    EXPECT(nvJitLinkGetLinkedCubinSize(l, &size) == 0 && size < sizeof image);
    EXPECT(nvJitLinkGetLinkedCubin(l, image) == 0);
    EXPECT(nvJitLinkDestroy(&l) == 0);
    CHECK(cuCtxCreate_v2(&ctx, 0, 0));
    CHECK(cuModuleLoadData(&m, image));
    CHECK(cuLaunchKernel(function(m, "count"), 1, 1, 1, 1, 1, 1, 0, NULL, NULL, NULL));
    CHECK(cuCtxSynchronize());

    EXPECT(nvJitLinkCreate(&l, 1, options) == 0);
    EXPECT(nvJitLinkAddData(l, PTX, bad, sizeof bad, "bad") == 0);
    EXPECT(nvJitLinkComplete(l) != 0);
    EXPECT(nvJitLinkGetErrorLogSize(l, &size) == 0 && size > 1 && size < sizeof log);
    EXPECT(nvJitLinkGetErrorLog(l, log) == 0 && strstr(log, "nothing"));
    EXPECT(nvJitLinkDestroy(&l) == 0 && !l);
    return 0;
}
