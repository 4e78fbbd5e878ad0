/* Many copies in one call, of lines and of boxes; all names that cuGetProcAddress knows, and those in a file (argv[2]): each is a
 * function, or says once that it is not there: standard output names those. */
#include "check.h"
#include "procs.h"

enum { N = 64 };

static void lines(CUstream s)
{
    unsigned char host[3][N], back[3][N];
    CUdeviceptr d[3], from[3], to[3];
    size_t sizes[3] = {N, N / 2, N - 1}, first[2] = {0, 2}, failed = 0;
    CUmemcpyAttributes a[2] = {{.srcAccessOrder = CU_MEMCPY_SRC_ACCESS_ORDER_STREAM}, {.srcAccessOrder = CU_MEMCPY_SRC_ACCESS_ORDER_DURING_API_CALL}};
    for (int i = 0; i < 3; i++) {
        CHECK(cuMemAlloc_v2(&d[i], N));
        memset(host[i], i + 1, N);
        memset(back[i], 0, N);
        from[i] = (CUdeviceptr)(uintptr_t)host[i];
        to[i] = (CUdeviceptr)(uintptr_t)back[i];
    }
    CHECK(cuMemcpyBatchAsync_v2(d, from, sizes, 3, a, first, 2, s));
    CHECK(cuMemcpyBatchAsync(to, d, sizes, 3, a, first, 2, &failed, s));
    CHECK(cuStreamSynchronize(s));
    for (int i = 0; i < 3; i++)
        for (size_t k = 0; k < N; k++)
            EXPECT(back[i][k] == (k < sizes[i] ? i + 1 : 0));
    REFUSED(cuMemcpyBatchAsync_v2(d, from, sizes, 3, a, first, 2, NULL), CUDA_ERROR_INVALID_VALUE);
    REFUSED(cuMemcpyBatchAsync_v2(d, from, sizes, 3, a, first, 0, s), CUDA_ERROR_INVALID_VALUE);
    REFUSED(cuMemcpyBatchAsync_v2(d, from, sizes, 0, a, first, 1, s), CUDA_ERROR_INVALID_VALUE);
    first[0] = 1;
    REFUSED(cuMemcpyBatchAsync_v2(d, from, sizes, 3, a, first, 2, s), CUDA_ERROR_INVALID_VALUE);
    first[0] = 0;
    a[0].srcAccessOrder = CU_MEMCPY_SRC_ACCESS_ORDER_INVALID;
    REFUSED(cuMemcpyBatchAsync_v2(d, from, sizes, 3, a, first, 2, s), CUDA_ERROR_INVALID_VALUE);
    a[0].srcAccessOrder = CU_MEMCPY_SRC_ACCESS_ORDER_ANY;
    from[1] = 0;
    REFUSED(cuMemcpyBatchAsync(d, from, sizes, 3, a, first, 2, &failed, s), CUDA_ERROR_INVALID_VALUE);
    EXPECT(failed == 1);
    for (int i = 0; i < 3; i++)
        CHECK(cuMemFree_v2(d[i]));
}

/* A corner of memory whose rows are longer goes to the middle of an array, and from there behind each other. */
static void boxes(CUstream s)
{
    float host[6][8], back[2][3] = {{0}};
    CUarray array;
    const CUDA_ARRAY3D_DESCRIPTOR desc = {.Width = 8, .Height = 6, .Format = CU_AD_FORMAT_FLOAT, .NumChannels = 1};
    CHECK(cuArray3DCreate_v2(&array, &desc));
    for (int y = 0; y < 6; y++)
        for (int x = 0; x < 8; x++)
            host[y][x] = (float)(10 * y + x);
    CUDA_MEMCPY3D_BATCH_OP op[2] = {
        {.src = {.type = CU_MEMCPY_OPERAND_TYPE_POINTER}, .dst = {.type = CU_MEMCPY_OPERAND_TYPE_ARRAY}, .extent = {3, 2, 1},
         .srcAccessOrder = CU_MEMCPY_SRC_ACCESS_ORDER_STREAM},
        {.src = {.type = CU_MEMCPY_OPERAND_TYPE_ARRAY}, .dst = {.type = CU_MEMCPY_OPERAND_TYPE_POINTER}, .extent = {3, 2, 1},
         .srcAccessOrder = CU_MEMCPY_SRC_ACCESS_ORDER_STREAM}};
    op[0].src.op.ptr.ptr = (CUdeviceptr)(uintptr_t)&host[1][2];
    op[0].src.op.ptr.rowLength = 8;
    op[0].dst.op.array.array = array;
    op[0].dst.op.array.offset = (CUoffset3D){4, 3, 0};
    op[1].src.op = op[0].dst.op;
    op[1].dst.op.ptr.ptr = (CUdeviceptr)(uintptr_t)back;
    CHECK(cuMemcpy3DBatchAsync_v2(2, op, 0, s));
    CHECK(cuStreamSynchronize(s));
    for (int y = 0; y < 2; y++)
        for (int x = 0; x < 3; x++)
            EXPECT(back[y][x] == host[y + 1][x + 2]);
    size_t failed;
    op[1].extent.width = 0;
    REFUSED(cuMemcpy3DBatchAsync(2, op, &failed, 0, s), CUDA_ERROR_INVALID_VALUE);
    EXPECT(failed == 1);
    op[0].src.op.ptr.rowLength = 2;
    REFUSED(cuMemcpy3DBatchAsync_v2(1, op, 0, s), CUDA_ERROR_INVALID_VALUE);
    CHECK(cuArrayDestroy(array));
}

/* Many prefetches at once, each place from its range on. */
static void prefetches(CUstream s)
{
    CUdeviceptr p[3];
    size_t sizes[3] = {4096, 4096, 4096}, first[2] = {0, 2};
    CUmemLocation places[2] = {{CU_MEM_LOCATION_TYPE_DEVICE, 0}, {CU_MEM_LOCATION_TYPE_HOST, 0}};
    int place;
    CHECK(cuMemAllocManaged(&p[0], 3 * 4096, CU_MEM_ATTACH_GLOBAL));
    p[1] = p[0] + 4096;
    p[2] = p[1] + 4096;
    CHECK(cuMemPrefetchBatchAsync(p, sizes, 3, places, first, 2, 0, s));
    for (int i = 0; i < 3; i++) {
        CHECK(cuMemRangeGetAttribute(&place, sizeof place, CU_MEM_RANGE_ATTRIBUTE_LAST_PREFETCH_LOCATION, p[i], 4096));
        EXPECT(place == (i < 2 ? 0 : -1));
    }
    CHECK(cuMemDiscardBatchAsync(p, sizes, 3, 0, s));
    CHECK(cuMemDiscardAndPrefetchBatchAsync(p, sizes, 3, &places[1], first, 1, 0, s));
    CHECK(cuMemRangeGetAttribute(&place, sizeof place, CU_MEM_RANGE_ATTRIBUTE_LAST_PREFETCH_LOCATION, p[0], 3 * 4096));
    EXPECT(place == -1);
    REFUSED(cuMemPrefetchBatchAsync(p, sizes, 3, places, first, 2, 0, NULL), CUDA_ERROR_INVALID_VALUE);
    first[1] = 3;
    REFUSED(cuMemPrefetchBatchAsync(p, sizes, 3, places, first, 2, 0, s), CUDA_ERROR_INVALID_VALUE);
    sizes[2]++;
    REFUSED(cuMemDiscardBatchAsync(p, sizes, 3, 0, s), CUDA_ERROR_INVALID_VALUE);
    CHECK(cuMemFree_v2(p[0]));
}

/* What an array is not, and what atomic operations are. */
static void capabilities(void)
{
    const CUDA_ARRAY3D_DESCRIPTOR d = {8, 8, 0, CU_AD_FORMAT_FLOAT, 1, 0};
    const CUatomicOperation ops[] = {CU_ATOMIC_OPERATION_INTEGER_ADD, CU_ATOMIC_OPERATION_FLOAT_MIN, CU_ATOMIC_OPERATION_CAS};
    CUmipmappedArray m;
    CUarray level;
    CUDA_ARRAY_SPARSE_PROPERTIES sparse;
    CUDA_ARRAY_MEMORY_REQUIREMENTS need, of_level;
    unsigned caps[3];
    CHECK(cuMipmappedArrayCreate(&m, &d, 4));
    CHECK(cuMipmappedArrayGetLevel(&level, m, 3));
    REFUSED(cuArrayGetPlane(&level, level, 0), CUDA_ERROR_INVALID_VALUE);
    REFUSED(cuArrayGetSparseProperties(&sparse, level), CUDA_ERROR_INVALID_VALUE);
    REFUSED(cuMipmappedArrayGetSparseProperties(&sparse, m), CUDA_ERROR_INVALID_VALUE);
    CHECK(cuArrayGetMemoryRequirements(&of_level, level, 0));
    CHECK(cuMipmappedArrayGetMemoryRequirements(&need, m, 0));
    EXPECT(need.size >= 4 * (64 + 16 + 4 + 1) && of_level.size >= 4 && of_level.size < need.size);
    CHECK(cuMipmappedArrayDestroy(m));
    CHECK(cuDeviceGetHostAtomicCapabilities(caps, ops, 3, 0));
    EXPECT((caps[0] & CU_ATOMIC_CAPABILITY_SCALAR_64) && !caps[1] && (caps[2] & CU_ATOMIC_CAPABILITY_SCALAR_128));
    REFUSED(cuDeviceGetP2PAtomicCapabilities(caps, ops, 3, 0, 1), CUDA_ERROR_INVALID_DEVICE);
}

/* The library's messages, which standard error has, too. */
static unsigned heard;

static void hear(void *data, CUlogLevel level, char *message, size_t length)
{
    EXPECT(data == &heard && level == CU_LOG_LEVEL_ERROR && strlen(message) == length && strstr(message, " is not there yet"));
    heard++;
}

static void messages(size_t wanted, CUlogIterator begin)
{
    static char all[25600], few[140];
    size_t n = sizeof all;
    CUlogIterator at = begin;
    unsigned lines = 0;
    EXPECT(heard == wanted && wanted > 3);
    CHECK(cuLogsDumpToMemory(&at, all, &n, 0));
    EXPECT(strlen(all) == n);
    for (const char *c = all; *c; c++)
        lines += *c == '\n';
    EXPECT(lines == (wanted > 100 ? 101 : wanted)); /* one says that some are not here */
    n = sizeof few;
    CHECK(cuLogsDumpToMemory(NULL, few, &n, 0));
    EXPECT(n < sizeof few && few[0] == '(' && strcmp(strchr(few, '\n') + 1, all + strlen(all) - strlen(strchr(few, '\n') + 1)) == 0);
    n = 10;
    REFUSED(cuLogsDumpToMemory(NULL, few, &n, 0), CUDA_ERROR_INVALID_VALUE);
    EXPECT(!n);
    n = sizeof all;
    CHECK(cuLogsDumpToMemory(&at, all, &n, 0)); /* nothing since */
    EXPECT(!n && !*all);
}

#define NONE(name, version, symbol)
#define NAME(name, version, symbol) {#name, version, #symbol},
typedef CUresult Call();

/* What is not there refuses, and says so: once, for the second call is the same. */
static void names(const char *path)
{
    static const struct { const char *name; int version; const char *symbol; } missing[] = {PROCS(NONE, NONE, NONE, NAME)},
                                                           there[] = {PROCS(NAME, NAME, NAME, NONE)};
    void *f;
    CUlogsCallbackHandle callback;
    CUlogIterator begin;
    CHECK(cuLogsCurrent(&begin, 0));
    CHECK(cuLogsRegisterCallback(hear, &heard, &callback));
    for (size_t i = 0; i < sizeof there / sizeof *there; i++) {
        CHECK(cuGetProcAddress(there[i].name, &f, there[i].version, 0));
        EXPECT(f);
    }
    for (size_t i = 0; i < 2 * sizeof missing / sizeof *missing; i++) {
        Call *call;
        CHECK(cuGetProcAddress(missing[i / 2].name, &f, missing[i / 2].version, 0));
        memcpy(&call, &f, sizeof call);
        REFUSED(call(), CUDA_ERROR_NOT_SUPPORTED);
        printf("ptx2c: %s is not there yet\n", missing[i / 2].symbol);
    }
    messages(sizeof missing / sizeof *missing, begin);
    CHECK(cuLogsUnregisterCallback(callback));
    REFUSED(cuLogsUnregisterCallback(callback), CUDA_ERROR_INVALID_VALUE);
    char name[256];
    FILE *list = path ? fopen(path, "r") : NULL;
    while (list && fscanf(list, "%255s", name) == 1) {
        if (cuGetProcAddress(name, &f, 13000, 0) || !f) {
            fprintf(stderr, "%s is not known\n", name);
            exit(1);
        }
    }
    if (list)
        fclose(list);
}

int main(int argc, char **argv)
{
    CUstream s;
    begin(argv);
    CHECK(cuStreamCreate(&s, CU_STREAM_NON_BLOCKING));
    lines(s);
    boxes(s);
    prefetches(s);
    capabilities();
    CHECK(cuStreamDestroy_v2(s));
    names(argc > 2 ? argv[2] : NULL);
    return 0;
}
