// devices: 2
// Copies of every shape, in streams: rows and boxes, arrays, symbols, other devices, batches; and the pools that memory comes from.
#include "say.h"
#include <cstring>
#include <cstdint>
#include <unistd.h>

__device__ int table[64];
__constant__ int fixed[8];

__global__ void sum(int *out)
{
    int all = 0;
    for (int i = 0; i < 64; i++)
        all += table[i];
    for (int i = 0; i < 8; i++)
        all += 1000 * fixed[i];
    *out = all;
}

static long checksum(const int *p, int n)
{
    long a = 0;
    for (int i = 0; i < n; i++)
        a = a * 31 % 1000003 + p[i];
    return a;
}

int main()
{
    enum { W = 16, H = 8, D = 4, N = W * H * D };
    int in[N], out[N];
    for (int i = 0; i < N; i++)
        in[i] = i * 7 % 101;
    cudaStream_t s;
    OK(cudaSetDevice(0));
    OK(cudaStreamCreate(&s));

    // symbols
    OK(cudaMemcpyToSymbolAsync(table, in, 60 * 4, 4 * 4, cudaMemcpyHostToDevice, s));
    OK(cudaMemcpyToSymbolAsync(fixed, in + 3, 8 * 4, 0, cudaMemcpyHostToDevice, s));
    int *r;
    OK(cudaMallocManaged(&r, 64));
    sum<<<1, 1, 0, s>>>(r);
    OK(cudaMemcpyFromSymbolAsync(out, table, 8 * 4, 2 * 4, cudaMemcpyDeviceToHost, s));
    OK(cudaStreamSynchronize(s));
    printf("symbols %d, %ld\n", *r, checksum(out, 8));
    printf("too far: %s\n", cudaGetErrorName(cudaMemcpyToSymbol(table, in, 64 * 4, 4)));

    // rows with a pitch
    int *p;
    size_t pitch;
    memset(out, 0, sizeof out);
    OK(cudaMallocPitch(&p, &pitch, W * 4, H));
    OK(cudaMemset2DAsync(p, pitch, 0, W * 4, H, s));
    OK(cudaMemcpy2DAsync(p + 2, pitch, in, W * 4, (W - 4) * 4, H - 1, cudaMemcpyHostToDevice, s));
    OK(cudaMemcpy2DAsync(out, W * 4, p, pitch, W * 4, H, cudaMemcpyDeviceToHost, s));
    OK(cudaStreamSynchronize(s));
    printf("rows %ld, pitch of %d\n", checksum(out, W * H), pitch % 32 == 0 && pitch >= W * 4);
    printf("too wide: %s\n", cudaGetErrorName(cudaMemcpy2D(p, 8, in, W * 4, W * 4, H, cudaMemcpyHostToDevice)));

    // boxes
    cudaPitchedPtr box;
    OK(cudaMalloc3D(&box, make_cudaExtent(W * 4, H, D)));
    OK(cudaMemset3DAsync(box, 0x11, make_cudaExtent(W * 4, H, D), s));
    cudaMemcpy3DParms c = {};
    c.srcPtr = make_cudaPitchedPtr(in, W * 4, W, H);
    c.dstPtr = box;
    c.srcPos = make_cudaPos(4, 1, 1);
    c.dstPos = make_cudaPos(8, 2, 0);
    c.extent = make_cudaExtent(20, 3, 2);
    c.kind = cudaMemcpyHostToDevice;
    OK(cudaMemcpy3DAsync(&c, s));
    cudaMemcpy3DParms back = {};
    back.srcPtr = box;
    back.dstPtr = make_cudaPitchedPtr(out, W * 4, W, H);
    back.extent = make_cudaExtent(W * 4, H, D);
    back.kind = cudaMemcpyDeviceToHost;
    OK(cudaMemcpy3DAsync(&back, s));
    OK(cudaStreamSynchronize(s));
    printf("box %ld\n", checksum(out, N));

    // arrays
    cudaArray_t a, b;
    cudaChannelFormatDesc d = cudaCreateChannelDesc<int>(), got;
    OK(cudaMallocArray(&a, &d, W, H));
    OK(cudaMallocArray(&b, &d, W, H));
    OK(cudaGetChannelDesc(&got, a));
    printf("channels %d %d %d %d\n", got.x, got.y, got.f == cudaChannelFormatKindSigned, cudaGetLastError());
    OK(cudaMemcpy2DToArrayAsync(a, 0, 0, in, W * 4, W * 4, H, cudaMemcpyHostToDevice, s));
    OK(cudaMemcpy2DToArrayAsync(b, 0, 0, in + W, W * 4, W * 4, H, cudaMemcpyHostToDevice, s));
    OK(cudaStreamSynchronize(s));
    OK(cudaMemcpy2DArrayToArray(b, 8, 1, a, 4, 2, 16, 3, cudaMemcpyDeviceToDevice));
    OK(cudaMemcpyToArray(b, 4, 7, in + 100, 5 * 4, cudaMemcpyHostToDevice));
    OK(cudaMemcpy2DFromArrayAsync(out, W * 4, b, 0, 0, W * 4, H, cudaMemcpyDeviceToHost, s));
    OK(cudaStreamSynchronize(s));
    printf("arrays %ld\n", checksum(out, W * H));
    OK(cudaMemcpyFromArrayAsync(out, b, 0, 3, 2 * W * 4, cudaMemcpyDeviceToHost, s));
    OK(cudaStreamSynchronize(s));
    printf("part %ld\n", checksum(out, 2 * W));
    printf("%s\n", cudaGetErrorName(cudaMemcpy2DToArray(a, 0, 0, in, W * 4, W * 4 + 4, H, cudaMemcpyHostToDevice)));
    (void)cudaGetLastError();

    // batches
    int *q;
    OK(cudaMalloc(&q, N * 4));
    void *to[] = {q, q + 10, q + 40};
    const void *from[] = {in + 1, in + 50, in + 7};
    size_t sizes[] = {40, 120, 64}, which[] = {0};
    cudaMemcpyAttributes at = {};
    at.srcAccessOrder = cudaMemcpySrcAccessOrderStream;
    OK(cudaMemcpyBatchAsync(to, from, sizes, 3, &at, which, 1, s));
    OK(cudaMemcpyAsync(out, q, 56 * 4, cudaMemcpyDeviceToHost, s));
    OK(cudaStreamSynchronize(s));
    printf("batch %ld\n", checksum(out, 56));
    at.srcAccessOrder = (cudaMemcpySrcAccessOrder)9;
    printf("%s %s\n", cudaGetErrorName(cudaMemcpyBatchAsync(to, from, sizes, 3, &at, which, 0, s)),
           cudaGetErrorName(cudaMemcpyBatchAsync(to, from, sizes, 3, &at, which, 1, s)));
    cudaMemcpy3DBatchOp op = {};
    op.src.type = cudaMemcpyOperandTypePointer;
    op.src.op.ptr.ptr = q;
    op.src.op.ptr.rowLength = 8;
    op.src.op.ptr.layerHeight = 4;
    op.dst.type = cudaMemcpyOperandTypeArray;
    op.dst.op.array.array = a;
    op.dst.op.array.offset = {2, 1, 0};
    op.extent = make_cudaExtent(8, 4, 1);
    op.srcAccessOrder = cudaMemcpySrcAccessOrderStream;
    OK(cudaMemcpy3DBatchAsync(1, &op, 0, s));
    OK(cudaMemcpy2DFromArrayAsync(out, W * 4, a, 0, 0, W * 4, H, cudaMemcpyDeviceToHost, s));
    OK(cudaStreamSynchronize(s));
    printf("boxes %ld\n", checksum(out, W * H));

    // the other device
    int *far;
    OK(cudaSetDevice(1));
    OK(cudaMalloc(&far, N * 4));
    OK(cudaSetDevice(0));
    OK(cudaMemcpyPeerAsync(far, 1, q, 0, 56 * 4, s));
    cudaMemcpy3DPeerParms peer = {};
    peer.srcPtr = make_cudaPitchedPtr(q, 32, 8, 4);
    peer.srcDevice = 0;
    peer.dstPtr = make_cudaPitchedPtr(far + 64, 64, 16, 4);
    peer.dstDevice = 1;
    peer.extent = make_cudaExtent(24, 3, 1);
    OK(cudaMemcpy3DPeerAsync(&peer, s));
    OK(cudaStreamSynchronize(s));
    OK(cudaMemcpy(out, far, 48 * 4, cudaMemcpyDeviceToHost));
    OK(cudaMemcpy2D(out + 48, 24, far + 64, 64, 24, 3, cudaMemcpyDeviceToHost));
    printf("peers %ld\n", checksum(out, 48 + 18));
    printf("%s\n", cudaGetErrorName(cudaMemcpyPeerAsync(far, 7, q, 0, 4, s)));
    (void)cudaGetLastError();

    // managed memory, told where it is to be
    cudaMemLocation here = {cudaMemLocationTypeDevice, 0};
    void *ranges[] = {r};
    size_t bytes[] = {64}, first[] = {0};
    OK(cudaMemPrefetchBatchAsync(ranges, bytes, 1, &here, first, 1, 0, s));
    OK(cudaMemAdvise(r, 64, cudaMemAdviseSetReadMostly, here));
    OK(cudaMemAdvise(r, 64, cudaMemAdviseSetPreferredLocation, here));
    int read_mostly = -1, place = -1;
    void *data[] = {&read_mostly, &place};
    size_t data_sizes[] = {4, 4};
    cudaMemRangeAttribute asked[] = {cudaMemRangeAttributeReadMostly, cudaMemRangeAttributePreferredLocation};
    OK(cudaMemRangeGetAttributes(data, data_sizes, asked, 2, r, 64));
    printf("advised %d %d\n", read_mostly, place);

    // pools
    cudaMemPool_t pool, own, other;
    OK(cudaDeviceGetDefaultMemPool(&pool, 0));
    OK(cudaMemGetDefaultMemPool(&other, &here, cudaMemAllocationTypePinned));
    cudaMemPoolProps props = {};
    props.allocType = cudaMemAllocationTypePinned;
    props.handleTypes = cudaMemHandleTypePosixFileDescriptor;
    props.location = here;
    OK(cudaMemPoolCreate(&own, &props));
    cudaMemAccessDesc access = {{cudaMemLocationTypeDevice, 1}, cudaMemAccessFlagsProtReadWrite};
    cudaMemAccessFlags before, flags;
    OK(cudaMemPoolGetAccess(&before, own, &access.location));
    OK(cudaMemPoolSetAccess(own, &access, 1));
    OK(cudaMemPoolGetAccess(&flags, own, &access.location));
    printf("pools %d %d %d\n", pool == other, before == cudaMemAccessFlagsProtNone, flags == cudaMemAccessFlagsProtReadWrite);
    const cudaMemAccessDesc wrong[] = {{{cudaMemLocationTypeDevice, 9}, cudaMemAccessFlagsProtReadWrite},
                                       {{cudaMemLocationTypeDevice, 1}, cudaMemAccessFlags(7)},
                                       {here, cudaMemAccessFlagsProtNone}};
    for (const cudaMemAccessDesc &w : wrong)
        printf("access refused: %d\n", cudaMemPoolSetAccess(own, &w, 1) != cudaSuccess);
    int *z;
    OK(cudaMallocFromPoolAsync(&z, N * 4, own, s));
    OK(cudaMemcpyAsync(z, in, N * 4, cudaMemcpyHostToDevice, s));
    unsigned long long used = 0;
    OK(cudaStreamSynchronize(s));
    OK(cudaMemPoolGetAttribute(own, cudaMemPoolAttrUsedMemCurrent, &used));
    int fd = -1;
    cudaMemPoolPtrExportData exported;
    cudaMemPool_t imported;
    cudaError_t e = cudaMemPoolExportToShareableHandle(&fd, own, cudaMemHandleTypePosixFileDescriptor, 0);
    printf("used %d, exported: %s\n", used >= N * 4, cudaGetErrorName(e));
    if (e == cudaSuccess) {
        void *there;
        OK(cudaMemPoolExportPointer(&exported, z));
        OK(cudaMemPoolImportFromShareableHandle(&imported, (void *)(uintptr_t)fd, cudaMemHandleTypePosixFileDescriptor, 0));
        OK(cudaMemPoolImportPointer(&there, imported, &exported));
        OK(cudaMemcpy(out, there, N * 4, cudaMemcpyDeviceToHost));
        printf("imported %d\n", memcmp(in, out, sizeof in) == 0);
        OK(cudaFree(there));
        close(fd);
    }
    OK(cudaFreeAsync(z, s));
    OK(cudaStreamSynchronize(s));
    OK(cudaMemPoolTrimTo(own, 0));
    OK(cudaMemPoolGetAttribute(own, cudaMemPoolAttrReservedMemCurrent, &used));
    printf("left %d\n", (int)used);
    OK(cudaDeviceSetMemPool(0, own));
    OK(cudaDeviceGetMemPool(&other, 0));
    printf("current %d\n", other == own);
    OK(cudaDeviceSetMemPool(0, pool));
    OK(cudaMemPoolDestroy(own));
    OK(cudaFreeArray(a));
    OK(cudaFreeArray(b));
    return 0;
}
