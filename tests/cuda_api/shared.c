/* Memory and events of two processes: handles that are bytes, pools and mapped memory by descriptors.  The first process makes, the
 * second opens; where they meet are pages that both had from their parent, which does not use CUDA. */
#define _GNU_SOURCE
#include "check.h"

#include <stdatomic.h>
#include <stdint.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

enum { N = 1 << 20, FEW = 25, UNIT = 2 << 20 };

static struct {
    atomic_int come[32];
    CUipcMemHandle large, small[3];
    CUipcEventHandle event, back;
    CUmemPoolPtrExportData pointer;
} *both;
static CUmodule module;
static int first; /* which of the two this is */
static int channel;

static void meet(void)
{
    static int n;
    atomic_fetch_add(&both->come[n], 1);
    for (int i = 0; atomic_load(&both->come[n]) < 2; i++) {
        EXPECT(i < 60000);
        usleep(1000);
    }
    n++;
}

static CUdeviceptr alloc(size_t bytes)
{
    CUdeviceptr p;
    CHECK(cuMemAlloc_v2(&p, bytes));
    return p;
}

static void expect_all(CUdeviceptr p, unsigned value, size_t n)
{
    static unsigned v[N];
    CHECK(cuMemcpyDtoH_v2(v, p, n * sizeof *v));
    for (size_t i = 0; i < n; i++)
        EXPECT(v[i] == value);
}

static CUdeviceptr open_again(CUipcMemHandle h)
{
    CUdeviceptr p, same;
    CHECK(cuIpcOpenMemHandle_v2(&p, h, CU_IPC_MEM_LAZY_ENABLE_PEER_ACCESS));
    CHECK(cuIpcOpenMemHandle(&same, h, CU_IPC_MEM_LAZY_ENABLE_PEER_ACCESS));
    EXPECT(p == same);
    CHECK(cuIpcCloseMemHandle(same));
    return p;
}

/* Small memory keeps what it holds, and its neighbours stay the process's own. */
static void small(void)
{
    CUdeviceptr p[5], all;
    size_t bytes;
    unsigned type;
    if (first) {
        for (int i = 0; i < 5; i++) {
            CHECK(cuMemsetD32_v2(p[i] = alloc(FEW * 4), 100u + (unsigned)i, FEW));
            REFUSED(cuIpcGetMemHandle(&both->small[0], p[i] + 1024 * 1024), CUDA_ERROR_INVALID_VALUE);
        }
        for (int i = 0; i < 3; i++)
            CHECK(cuIpcGetMemHandle(&both->small[i], p[i + 1]));
        REFUSED(cuIpcOpenMemHandle_v2(&all, both->small[0], 1), CUDA_ERROR_INVALID_CONTEXT);
    }
    meet();
    if (!first)
        for (int i = 0; i < 3; i++) {
            const CUdeviceptr q = open_again(both->small[i]);
            CHECK(cuMemGetAddressRange_v2(&all, &bytes, q + 8));
            EXPECT(all == q && bytes == FEW * 4);
            CHECK(cuPointerGetAttribute(&type, CU_POINTER_ATTRIBUTE_MEMORY_TYPE, q));
            EXPECT(type == CU_MEMORYTYPE_DEVICE);
            expect_all(q, 101u + (unsigned)i, FEW);
            REFUSED(cuMemFree_v2(q), CUDA_ERROR_INVALID_VALUE);
            REFUSED(cuMemsetD32_v2(q, 1, FEW + 1), CUDA_ERROR_INVALID_VALUE);
            CHECK(cuMemsetD32_v2(q, 201u + (unsigned)i, FEW));
            CHECK(cuIpcCloseMemHandle(q));
            REFUSED(cuIpcCloseMemHandle(q), CUDA_ERROR_INVALID_VALUE);
        }
    meet();
    if (first)
        for (int i = 0; i < 5; i++) {
            expect_all(p[i], i && i < 4 ? 200u + (unsigned)i : 100u + (unsigned)i, FEW);
            CHECK(cuMemFree_v2(p[i]));
        }
    meet();
    if (!first)
        REFUSED(cuIpcOpenMemHandle_v2(&all, both->small[1], 1), CUDA_ERROR_MAP_FAILED); /* it is gone */
}

/* The other process's stream waits for a kernel of this one, which waits for that process; and the other way round. */
static void events(void)
{
    CUdeviceptr p = 0, flags = 0;
    CUevent event, back;
    CUstream s;
    CHECK(cuStreamCreate(&s, CU_STREAM_NON_BLOCKING));
    REFUSED(cuEventCreate(&event, CU_EVENT_INTERPROCESS), CUDA_ERROR_INVALID_VALUE);
    if (first) {
        p = alloc(N * 4 + 8);
        flags = p + N * 4;
        CHECK(cuMemsetD32_v2(flags, 0, 2));
        CHECK(cuEventCreate(&event, CU_EVENT_INTERPROCESS | CU_EVENT_DISABLE_TIMING));
        CHECK(cuEventCreate(&back, CU_EVENT_INTERPROCESS | CU_EVENT_DISABLE_TIMING));
        CHECK(cuIpcGetMemHandle(&both->large, p));
        CHECK(cuIpcGetEventHandle(&both->event, event));
        CHECK(cuIpcGetEventHandle(&both->back, back));
        CUdeviceptr answer = flags + 4;
        void *params[] = {&flags, &answer};
        CHECK(cuLaunchKernel(function(module, "wait_for"), 1, 1, 1, 1, 1, 1, 0, s, params, NULL));
        CHECK(cuMemsetD32Async(p, 77, N, s));
        CHECK(cuEventRecord(event, s));
        REFUSED(cuEventQuery(event), CUDA_ERROR_NOT_READY);
    }
    meet();
    if (!first) {
        unsigned one = 1;
        p = open_again(both->large);
        flags = p + N * 4;
        CHECK(cuIpcOpenEventHandle(&event, both->event));
        CHECK(cuIpcOpenEventHandle(&back, both->back));
        REFUSED(cuIpcGetEventHandle(&both->event, event), CUDA_ERROR_INVALID_VALUE);
        REFUSED(cuEventQuery(event), CUDA_ERROR_NOT_READY);
        CHECK(cuEventQuery(back)); /* never recorded */
        CHECK(cuStreamWaitEvent(s, event, 0));
        static unsigned v[N];
        CHECK(cuMemHostRegister_v2(v, sizeof v, 0));
        CHECK(cuMemcpyDtoHAsync_v2(v, p, sizeof v, s));
        CHECK(cuMemsetD32Async(p, 78, N, s));
        CHECK(cuEventRecord(back, s));
        REFUSED(cuStreamQuery(s), CUDA_ERROR_NOT_READY);
        usleep(20000);
        EXPECT(!v[N - 1]);
        meet(); /* back is recorded */
        CHECK(cuMemcpyHtoD_v2(flags, &one, 4)); /* now the kernel may go on */
        CHECK(cuStreamSynchronize(s));
        for (int i = 0; i < N; i++)
            EXPECT(v[i] == 77);
        CHECK(cuEventSynchronize(event));
        CHECK(cuMemHostUnregister(v));
    } else {
        meet();
        CHECK(cuEventSynchronize(back));
        CHECK(cuEventQuery(event));
        expect_all(p, 78, N);
        expect_all(flags + 4, 2, 1);
    }
    for (unsigned i = 0; i < 200; i++) { /* in turns, beyond the numbers that have a place of their own */
        if ((i % 2 == 0) == first) {
            CHECK(cuMemsetD32Async(p + 4 * i, i, 1, s));
            CHECK(cuEventRecord(first ? event : back, s));
            if (i % 50 == 0)
                CHECK(cuStreamSynchronize(s));
        }
        if (i == 0)
            meet();
        CHECK(cuStreamWaitEvent(s, first ? back : event, 0));
    }
    CHECK(cuStreamSynchronize(s));
    meet();
    for (unsigned i = 0; i < 200; i++)
        expect_all(p + 4 * i, i, 1);
    meet();
    if (!first)
        CHECK(cuIpcCloseMemHandle(p));
    CHECK(cuEventDestroy_v2(event));
    CHECK(cuEventDestroy_v2(back));
    CHECK(cuStreamDestroy_v2(s));
    meet();
    if (first)
        CHECK(cuMemFree_v2(p));
}

static void send_fd(int fd)
{
    char byte = 0, control[CMSG_SPACE(sizeof fd)] = {0};
    struct iovec v = {&byte, 1};
    struct msghdr m = {.msg_iov = &v, .msg_iovlen = 1, .msg_control = control, .msg_controllen = sizeof control};
    struct cmsghdr *c = CMSG_FIRSTHDR(&m);
    c->cmsg_level = SOL_SOCKET;
    c->cmsg_type = SCM_RIGHTS;
    c->cmsg_len = CMSG_LEN(sizeof fd);
    memcpy(CMSG_DATA(c), &fd, sizeof fd);
    EXPECT(sendmsg(channel, &m, 0) == 1);
    close(fd);
}

static int receive_fd(void)
{
    int fd;
    char byte, control[CMSG_SPACE(sizeof fd)] = {0};
    struct iovec v = {&byte, 1};
    struct msghdr m = {.msg_iov = &v, .msg_iovlen = 1, .msg_control = control, .msg_controllen = sizeof control};
    EXPECT(recvmsg(channel, &m, 0) == 1 && CMSG_FIRSTHDR(&m));
    memcpy(&fd, CMSG_DATA(CMSG_FIRSTHDR(&m)), sizeof fd);
    return fd;
}

static void *as_handle(int fd) { return (void *)(intptr_t)fd; }

static void pools(void)
{
    CUmemPoolProps props = {.allocType = CU_MEM_ALLOCATION_TYPE_PINNED, .handleTypes = CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR,
                            .location = {CU_MEM_LOCATION_TYPE_DEVICE, 0}};
    CUmemoryPool pool, now;
    CUdeviceptr p, q;
    CUstream s;
    int fd;
    CHECK(cuStreamCreate(&s, CU_STREAM_NON_BLOCKING));
    if (first) {
        CHECK(cuMemPoolCreate(&pool, &props));
        CHECK(cuMemAllocFromPoolAsync(&q, 3 * N, pool, s));
        CHECK(cuMemAllocFromPoolAsync(&p, FEW * 4, pool, s));
        CHECK(cuMemFreeAsync(q, s));
        CHECK(cuMemsetD32Async(p, 55, FEW, s));
        CHECK(cuStreamSynchronize(s));
        REFUSED(cuIpcGetMemHandle(&both->large, p), CUDA_ERROR_INVALID_VALUE);
        CHECK(cuMemPoolExportToShareableHandle(&fd, pool, CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR, 0));
        send_fd(fd);
        CHECK(cuMemPoolExportPointer(&both->pointer, p));
        CHECK(cuMemAllocAsync(&q, 4, s));
        CUmemPoolPtrExportData none;
        REFUSED(cuMemPoolExportPointer(&none, q), CUDA_ERROR_INVALID_VALUE);
        CHECK(cuMemFreeAsync(q, s));
    }
    meet();
    if (!first) {
        fd = receive_fd();
        CHECK(cuMemPoolImportFromShareableHandle(&pool, as_handle(fd), CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR, 0));
        close(fd);
        REFUSED(cuMemAllocFromPoolAsync(&p, 4, pool, s), CUDA_ERROR_INVALID_VALUE);
        REFUSED(cuDeviceSetMemPool(0, pool), CUDA_ERROR_INVALID_VALUE);
        CHECK(cuMemPoolImportPointer(&p, pool, &both->pointer));
        expect_all(p, 55, FEW);
        CHECK(cuMemsetD32Async(p, 56, FEW, s));
        CHECK(cuMemFreeAsync(p, s));
        CHECK(cuStreamSynchronize(s));
        CHECK(cuMemPoolDestroy(pool));
        EXPECT(cuMemPoolImportFromShareableHandle(&pool, as_handle(0), CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR, 0));
    }
    meet();
    if (first) {
        expect_all(p, 56, FEW);
        CHECK(cuMemFreeAsync(p, s));
        CHECK(cuStreamSynchronize(s));
        CHECK(cuMemPoolDestroy(pool));
    }
    CHECK(cuDeviceGetMemPool(&pool, 0));
    CHECK(cuMemGetMemPool(&now, &props.location, CU_MEM_ALLOCATION_TYPE_PINNED));
    EXPECT(now == pool);
    CHECK(cuMemGetDefaultMemPool(&now, &props.location, CU_MEM_ALLOCATION_TYPE_MANAGED));
    EXPECT(now != pool);
    REFUSED(cuMemSetMemPool(&props.location, CU_MEM_ALLOCATION_TYPE_PINNED, now), CUDA_ERROR_INVALID_VALUE);
    CHECK(cuMemSetMemPool(&props.location, CU_MEM_ALLOCATION_TYPE_MANAGED, now));
    CHECK(cuMemAllocFromPoolAsync(&p, 4, now, s));
    unsigned managed;
    CHECK(cuPointerGetAttribute(&managed, CU_POINTER_ATTRIBUTE_IS_MANAGED, p));
    EXPECT(managed);
    CHECK(cuMemFreeAsync(p, s));
    CHECK(cuStreamDestroy_v2(s));
}

static void mapped(void)
{
    CUmemAllocationProp prop = {.type = CU_MEM_ALLOCATION_TYPE_PINNED, .location = {CU_MEM_LOCATION_TYPE_DEVICE, 0}};
    CUmemAccessDesc access = {prop.location, CU_MEM_ACCESS_FLAGS_PROT_READWRITE};
    CUmemGenericAllocationHandle h;
    CUdeviceptr p;
    int fd;
    CHECK(cuMemAddressReserve(&p, UNIT, 0, 0, 0));
    if (first) {
        CHECK(cuMemCreate(&h, UNIT, &prop, 0));
        REFUSED(cuMemExportToShareableHandle(&fd, h, CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR, 0), CUDA_ERROR_INVALID_VALUE);
        CHECK(cuMemRelease(h));
        prop.requestedHandleTypes = CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR;
        CHECK(cuMemCreate(&h, UNIT, &prop, 0));
        CHECK(cuMemExportToShareableHandle(&fd, h, CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR, 0));
        send_fd(fd);
    } else {
        fd = receive_fd();
        CHECK(cuMemImportFromShareableHandle(&h, as_handle(fd), CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR));
        close(fd);
        CHECK(cuMemGetAllocationPropertiesFromHandle(&prop, h));
        EXPECT(prop.requestedHandleTypes == CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR && prop.location.type == CU_MEM_LOCATION_TYPE_DEVICE);
    }
    CHECK(cuMemMap(p, UNIT, 0, h, 0));
    CHECK(cuMemSetAccess(p, UNIT, &access, 1));
    CHECK(cuMemRelease(h));
    if (first)
        CHECK(cuMemsetD32_v2(p, 9, UNIT / 4));
    meet();
    expect_all(p, 9, UNIT / 4);
    CHECK(cuMemUnmap(p, UNIT));
    CHECK(cuMemAddressFree(p, UNIT));
}

static int one(char **argv, int which, int socket)
{
    first = which == 0;
    channel = socket;
    module = begin(argv);
    small();
    events();
    pools();
    mapped();
    return 0;
}

int main(int argc, char **argv)
{
    int pair[2], status, bad = 0;
    (void)argc;
    both = mmap(NULL, sizeof *both, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    EXPECT(both != MAP_FAILED && socketpair(AF_UNIX, SOCK_STREAM, 0, pair) == 0);
    for (int i = 0; i < 2; i++)
        if (fork() == 0)
            return one(argv, i, pair[i]);
    while (wait(&status) > 0)
        bad |= status;
    return bad != 0;
}
