// box.cu: copies and sets of boxes, with pitch, between host, device and arrays; of two devices; and a bitmap of what they leave.
// devices: 2
#include "say.h"
__global__ void touch(cudaPitchedPtr p, cudaExtent e)
{
    char *base = (char *)p.ptr;
    for (int z = 0; z < (int)e.depth; z++)
        for (int y = 0; y < (int)e.height; y++) {
            int *row = (int *)(base + (z * e.height + y) * p.pitch);
            for (int x = threadIdx.x; x < (int)e.width; x += blockDim.x)
                row[x] += 1000 * z + 100 * y + x;
        }
}
static unsigned hash(const void *p, size_t n)
{
    unsigned h = 2166136261u;
    for (size_t i = 0; i < n; i++)
        h = (h ^ ((const unsigned char *)p)[i]) * 16777619u;
    return h;
}
int main()
{
    enum { W = 10, H = 6, D = 4 };
    static int h[D][H][W], back[D][H][W];
    cudaPitchedPtr p;
    cudaExtent e = make_cudaExtent(W * 4, H, D);
    OK(cudaMalloc3D(&p, e));
    printf("pitch %d, xsize %zu, ysize %zu\n", p.pitch % 256 == 0, p.xsize, p.ysize);
    OK(cudaMemset3D(p, 0, e));
    touch<<<1, 32>>>(p, make_cudaExtent(W, H, D));
    cudaMemcpy3DParms c = {};
    c.srcPtr = p;
    c.dstPtr = make_cudaPitchedPtr(h, W * 4, W, H);
    c.extent = e;
    c.kind = cudaMemcpyDeviceToHost;
    OK(cudaMemcpy3D(&c));
    printf("%d %d %d\n", h[0][0][0], h[3][5][9], h[2][1][4]);
    // A part, elsewhere.
    c.srcPos = make_cudaPos(2 * 4, 1, 1);
    c.dstPos = make_cudaPos(5 * 4, 3, 2);
    c.dstPtr = make_cudaPitchedPtr(back, W * 4, W, H);
    c.extent = make_cudaExtent(3 * 4, 2, 2);
    OK(cudaMemcpy3DAsync(&c, 0));
    OK(cudaStreamSynchronize(0));
    for (int z = 2; z < 4; z++)
        for (int y = 3; y < 5; y++)
            printf("%d %d %d;", back[z][y][5], back[z][y][6], back[z][y][7]);
    int sum = 0;
    for (int i = 0; i < D * H * W; i++)
        sum += (&back[0][0][0])[i];
    printf(" sum %d\n", sum);
    // Into an array and out again: positions are elements there.
    cudaArray_t a;
    cudaChannelFormatDesc f = cudaCreateChannelDesc<int>();
    OK(cudaMalloc3DArray(&a, &f, make_cudaExtent(W, H, D)));
    cudaMemcpy3DParms in = {};
    in.srcPtr = p;
    in.dstArray = a;
    in.extent = make_cudaExtent(W, H, D);
    in.kind = cudaMemcpyDeviceToDevice;
    OK(cudaMemcpy3D(&in));
    cudaMemcpy3DParms out = {};
    memset(back, 0, sizeof back);
    out.srcArray = a;
    out.srcPos = make_cudaPos(1, 2, 3);
    out.dstPtr = make_cudaPitchedPtr(back, W * 4, W, H);
    out.extent = make_cudaExtent(2, 2, 1);
    out.kind = cudaMemcpyDeviceToHost;
    OK(cudaMemcpy3D(&out));
    printf("%d %d %d %d\n", back[0][0][0], back[0][0][1], back[0][1][0], back[0][1][1]);
    out.extent = make_cudaExtent(W, 2, 1);
    printf("too wide: %s\n", cudaGetErrorName(cudaMemcpy3D(&out)));
    cudaGetLastError();
    // Rows with a pitch.
    char *rows;
    size_t pitch;
    OK(cudaMallocPitch(&rows, &pitch, 30, 5));
    OK(cudaMemset2D(rows, pitch, 'a', 30, 5));
    OK(cudaMemset2DAsync(rows + pitch + 10, pitch, 'b', 5, 3, 0));
    char text[5][31] = {};
    OK(cudaMemcpy2D(text, 31, rows, pitch, 30, 5, cudaMemcpyDefault));
    for (int i = 0; i < 5; i++)
        printf("%s\n", text[i]);
    printf("a row wider than its pitch: %s\n", cudaGetErrorName(cudaMemcpy2D(text, 20, rows, pitch, 30, 5, cudaMemcpyDeviceToHost)));
    cudaGetLastError();
    // To another device.
    int n, can;
    OK(cudaGetDeviceCount(&n));
    OK(cudaDeviceCanAccessPeer(&can, 0, 1));
    cudaPitchedPtr q;
    OK(cudaSetDevice(1));
    OK(cudaMalloc3D(&q, e));
    OK(cudaMemset3D(q, 0xff, e));
    cudaMemcpy3DPeerParms peer = {};
    peer.srcDevice = 0;
    peer.srcPtr = p;
    peer.dstDevice = 1;
    peer.dstPtr = q;
    peer.extent = make_cudaExtent(W * 4, H, 2);
    OK(cudaMemcpy3DPeer(&peer));
    c = {};
    c.srcPtr = q;
    c.dstPtr = make_cudaPitchedPtr(back, W * 4, W, H);
    c.extent = e;
    c.kind = cudaMemcpyDeviceToHost;
    OK(cudaMemcpy3D(&c));
    printf("%d devices, %d: %d %d, hash %08x\n", n, can, back[1][5][9], back[2][0][0], hash(back, sizeof back));
    cudaPointerAttributes at;
    OK(cudaPointerGetAttributes(&at, q.ptr));
    printf("device %d type %d\n", at.device, at.type);
    int peers;
    OK(cudaDeviceGetP2PAttribute(&peers, cudaDevP2PAttrAccessSupported, 0, 1));
    printf("peers %d\n", peers);
    OK(cudaDeviceEnablePeerAccess(0, 0));
    printf("again: %s\n", cudaGetErrorName(cudaDeviceEnablePeerAccess(0, 0)));
    OK(cudaDeviceDisablePeerAccess(0));
    printf("again: %s\n", cudaGetErrorName(cudaDeviceDisablePeerAccess(0)));
    printf("itself: %s\n", cudaGetErrorName(cudaDeviceEnablePeerAccess(1, 0)));
    return 0;
}
