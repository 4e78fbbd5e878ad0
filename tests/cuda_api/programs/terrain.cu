// Terrain: mipmaps made through surfaces, layers, a cube and a volume filled by copies of boxes, gathered and sampled in all the usual ways.
// arch: 80
#include "say.h"
#include <vector>
#include <cmath>
#include <cstring>
#include <cstdint>
__global__ void fill(cudaSurfaceObject_t s, int w, int h, int salt)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < w && y < h)
        surf2Dwrite((float)((x * 3 + y * 5 + salt) % 32), s, x * 4, y);
}
__global__ void halve(cudaTextureObject_t t, cudaSurfaceObject_t s, int w, int h)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= w || y >= h)
        return;
    float4 g = tex2Dgather<float4>(t, 2 * x + 1, 2 * y + 1);
    surf2Dwrite(0.25f * (g.x + g.y + g.z + g.w), s, x * 4, y, cudaBoundaryModeTrap);
}
__global__ void levels(cudaTextureObject_t t, float *out, int n)
{
    int i = threadIdx.x;
    if (i < n)
        out[i] = tex2DLod<float>(t, 0.3f, 0.6f, i * 0.5f);
}
__global__ void grads(cudaTextureObject_t t, float *out, int n)
{
    int i = threadIdx.x;
    if (i < n)
        out[i] = tex2DGrad<float>(t, 0.51f, 0.26f, make_float2((1 << i) / 64.f, 0), make_float2(0, (1 << i) / 64.f));
}
__global__ void stack(cudaTextureObject_t layered, cudaTextureObject_t cube, cudaTextureObject_t volume, float *out)
{
    int i = threadIdx.x;
    out[i] = tex2DLayered<float>(layered, (i & 7) + 0.5f, (i >> 3) + 0.5f, i % 3);
    float d[6][3] = {{1, .2f, .1f}, {-1, .2f, .1f}, {.2f, 1, .1f}, {.2f, -1, .1f}, {.2f, .1f, 1}, {.2f, .1f, -1}};
    float *v = d[i % 6];
    out[32 + i] = texCubemap<float>(cube, v[0], v[1], v[2]);
    out[64 + i] = tex3D<float>(volume, (i & 3) * 0.25f + 0.125f, ((i >> 2) & 3) * 0.25f + 0.125f, (i >> 4) * 0.5f + 0.25f);
}
__global__ void pixels(cudaTextureObject_t t, cudaTextureObject_t wrapped, float4 *out, int n)
{
    int i = threadIdx.x;
    if (i < n) {
        out[i] = tex2D<float4>(t, i + 0.5f, 1.5f);
        out[n + i] = tex2D<float4>(wrapped, (i - 4) / 4.f + 0.125f, 0.375f);
    }
}
__global__ void linear1(cudaTextureObject_t t, int *out) { out[threadIdx.x] = tex1Dfetch<int>(t, threadIdx.x - 2); }
__global__ void rotate(cudaSurfaceObject_t in, cudaSurfaceObject_t out, int w, int h, int d)
{
    int x = threadIdx.x, y = blockIdx.x, z = blockIdx.y;
    uchar4 v;
    surf3Dread(&v, in, x * 4, y, z);
    surf3Dwrite(make_uchar4(v.y, v.z, v.w, v.x), out, (w - 1 - x) * 4, h - 1 - y, d - 1 - z);
    uchar4 o = surf3Dread<uchar4>(in, -4, y, z, cudaBoundaryModeZero);
    if (o.x | o.y | o.z | o.w)
        asm volatile("trap;");
}
static float height(int x, int y, int salt) { return (x * 3 + y * 5 + salt) % 32; }
int main()
{
    const int w = 64, h = 32, count = 6;
    cudaChannelFormatDesc f = cudaCreateChannelDesc<float>();
    cudaMipmappedArray_t mips;
    OK(cudaMallocMipmappedArray(&mips, &f, make_cudaExtent(w, h, 0), count, cudaArraySurfaceLoadStore | cudaArrayTextureGather));
    cudaArray_t level[count];
    std::vector<std::vector<float>> ref(count);
    for (int l = 0; l < count; l++) {
        OK(cudaGetMipmappedArrayLevel(&level[l], mips, l));
        cudaExtent e;
        unsigned flags;
        cudaChannelFormatDesc d;
        OK(cudaArrayGetInfo(&d, &e, &flags, level[l]));
        if ((int)e.width != w >> l || (int)e.height != h >> l || !(flags & cudaArraySurfaceLoadStore))
            std::printf("level %d: %zu x %zu, flags %x\n", l, e.width, e.height, flags);
        cudaResourceDesc r = {};
        r.resType = cudaResourceTypeArray;
        r.res.array.array = level[l];
        cudaSurfaceObject_t s;
        OK(cudaCreateSurfaceObject(&s, &r));
        int lw = w >> l, lh = h >> l;
        dim3 block(16, 8), grid((lw + 15) / 16, (lh + 7) / 8);
        ref[l].resize(lw * lh);
        if (l == 0) {
            fill<<<grid, block>>>(s, w, h, 0);
            for (int i = 0; i < w * h; i++)
                ref[0][i] = height(i % w, i / w, 0);
        } else {
            cudaResourceDesc pr = {};
            pr.resType = cudaResourceTypeArray;
            pr.res.array.array = level[l - 1];
            cudaTextureDesc td = {};
            td.addressMode[0] = td.addressMode[1] = cudaAddressModeClamp;
            cudaTextureObject_t t;
            OK(cudaCreateTextureObject(&t, &pr, &td, nullptr));
            halve<<<grid, block>>>(t, s, lw, lh);
            OK(cudaDeviceSynchronize());
            OK(cudaDestroyTextureObject(t));
            for (int i = 0; i < lw * lh; i++) {
                const float *p = &ref[l - 1][(i / lw) * 2 * 2 * lw + (i % lw) * 2];
                ref[l][i] = 0.25f * (p[0] + p[1] + p[2 * lw] + p[2 * lw + 1]);
            }
        }
        std::vector<float> got(lw * lh);
        OK(cudaMemcpy2DFromArray(got.data(), lw * 4, level[l], 0, 0, lw * 4, lh, cudaMemcpyDeviceToHost));
        int bad = 0;
        for (int i = 0; i < lw * lh; i++)
            bad += std::fabs(got[i] - ref[l][i]) > 1e-5f;
        std::printf("level %d: %d wrong\n", l, bad);
        OK(cudaDestroySurfaceObject(s));
    }
    cudaResourceDesc mr = {};
    mr.resType = cudaResourceTypeMipmappedArray;
    mr.res.mipmap.mipmap = mips;
    cudaTextureDesc td = {};
    td.normalizedCoords = 1;
    td.mipmapFilterMode = cudaFilterModeLinear;
    td.maxMipmapLevelClamp = 4;
    td.minMipmapLevelClamp = 0.5f;
    td.addressMode[0] = td.addressMode[1] = cudaAddressModeWrap;
    cudaTextureObject_t t;
    OK(cudaCreateTextureObject(&t, &mr, &td, nullptr));
    float *out;
    OK(cudaMallocManaged(&out, 4096));
    levels<<<1, 32>>>(t, out, 12);
    OK(cudaDeviceSynchronize());
    auto at = [&](int l, float x, float y) {
        int lw = w >> l, lh = h >> l;
        return ref[l][(int)(y * lh) * lw + (int)(x * lw)];
    };
    int bad = 0;
    for (int i = 0; i < 12; i++) {
        float lod = std::fmin(std::fmax(i * 0.5f, 0.5f), 4), fr = lod - (int)lod;
        float want = fr ? (1 - fr) * at((int)lod, .3f, .6f) + fr * at((int)lod + 1, .3f, .6f) : at((int)lod, .3f, .6f);
        if (std::fabs(out[i] - want) > 0.02f)
            bad++, std::printf("lod %d: %g, not %g\n", i, out[i], want);
    }
    std::printf("lod: %d wrong\n", bad);
    cudaTextureDesc back;
    cudaResourceDesc rback;
    OK(cudaGetTextureObjectTextureDesc(&back, t));
    OK(cudaGetTextureObjectResourceDesc(&rback, t));
    std::printf("%d %d %g %d\n", back.normalizedCoords, back.mipmapFilterMode, back.maxMipmapLevelClamp, rback.res.mipmap.mipmap == mips);
    OK(cudaDestroyTextureObject(t));
    td.mipmapFilterMode = cudaFilterModePoint;
    td.maxMipmapLevelClamp = 5;
    td.minMipmapLevelClamp = 0;
    OK(cudaCreateTextureObject(&t, &mr, &td, nullptr));
    grads<<<1, 32>>>(t, out, 5);
    OK(cudaDeviceSynchronize());
    bad = 0;
    for (int i = 0; i < 5; i++)
        if (out[i] != at(i, .51f, .26f))
            bad++, std::printf("grad %d: %g, not %g\n", i, out[i], at(i, .51f, .26f));
    std::printf("gradients: %d wrong\n", bad);
    OK(cudaDestroyTextureObject(t));
    // three layers, six faces and a volume, filled by 3-D copies
    cudaArray_t layers, faces, volume;
    OK(cudaMalloc3DArray(&layers, &f, make_cudaExtent(8, 4, 3), cudaArrayLayered));
    OK(cudaMalloc3DArray(&faces, &f, make_cudaExtent(4, 4, 6), cudaArrayCubemap));
    OK(cudaMalloc3DArray(&volume, &f, make_cudaExtent(4, 4, 2)));
    std::vector<float> data(8 * 4 * 6);
    for (size_t i = 0; i < data.size(); i++)
        data[i] = i;
    cudaPitchedPtr pitched;
    OK(cudaMalloc3D(&pitched, make_cudaExtent(4 * 4, 4, 6)));
    OK(cudaMemset3D(pitched, 0xff, make_cudaExtent(16, 4, 6)));
    cudaMemcpy3DParms c = {};
    c.srcPtr = make_cudaPitchedPtr(data.data(), 32, 8, 4);
    c.dstArray = layers;
    c.extent = make_cudaExtent(8, 4, 3);
    c.kind = cudaMemcpyHostToDevice;
    OK(cudaMemcpy3D(&c));
    c = {};
    c.srcPtr = make_cudaPitchedPtr(data.data(), 16, 4, 4);
    c.dstPtr = pitched;
    c.extent = make_cudaExtent(16, 4, 6);
    c.kind = cudaMemcpyHostToDevice;
    OK(cudaMemcpy3D(&c));
    c = {};
    c.srcPtr = pitched;
    c.dstArray = faces;
    c.extent = make_cudaExtent(4, 4, 6);
    c.kind = cudaMemcpyDeviceToDevice;
    OK(cudaMemcpy3D(&c));
    c = {};
    c.srcArray = faces;
    c.srcPos = make_cudaPos(0, 0, 4);
    c.dstArray = volume;
    c.extent = make_cudaExtent(4, 4, 2);
    c.kind = cudaMemcpyDeviceToDevice;
    OK(cudaMemcpy3DAsync(&c, 0));
    cudaTextureObject_t tl, tc, tv;
    cudaResourceDesc r = {};
    r.resType = cudaResourceTypeArray;
    cudaTextureDesc plain = {};
    plain.addressMode[0] = plain.addressMode[1] = plain.addressMode[2] = cudaAddressModeClamp;
    r.res.array.array = layers;
    OK(cudaCreateTextureObject(&tl, &r, &plain, nullptr));
    plain.normalizedCoords = 1;
    r.res.array.array = faces;
    OK(cudaCreateTextureObject(&tc, &r, &plain, nullptr));
    plain.filterMode = cudaFilterModeLinear;
    r.res.array.array = volume;
    OK(cudaCreateTextureObject(&tv, &r, &plain, nullptr));
    stack<<<1, 32>>>(tl, tc, tv, out);
    OK(cudaDeviceSynchronize());
    bad = 0;
    for (int i = 0; i < 32; i++)
        bad += out[i] != (i % 3) * 32 + i;
    for (int i = 0; i < 32; i++)
        bad += out[64 + i] != 64 + i;
    std::printf("layers and volume: %d wrong; faces", bad);
    for (int i = 0; i < 6; i++)
        std::printf(" %g", out[32 + i]);
    std::printf("\n");
    // bytes as normalized floats, pitched, with sRGB beside it
    uchar4 *image;
    size_t pitch;
    OK(cudaMallocPitch(&image, &pitch, 8 * 4, 4));
    std::vector<uchar4> colours(32);
    for (int i = 0; i < 32; i++)
        colours[i] = make_uchar4(i * 8, 255 - i, i, 255);
    OK(cudaMemcpy2D(image, pitch, colours.data(), 32, 32, 4, cudaMemcpyHostToDevice));
    r = {};
    r.resType = cudaResourceTypePitch2D;
    r.res.pitch2D.devPtr = image;
    r.res.pitch2D.desc = cudaCreateChannelDesc<uchar4>();
    r.res.pitch2D.width = 8;
    r.res.pitch2D.height = 4;
    r.res.pitch2D.pitchInBytes = pitch;
    plain = {};
    plain.readMode = cudaReadModeNormalizedFloat;
    plain.addressMode[0] = plain.addressMode[1] = cudaAddressModeBorder;
    plain.borderColor[1] = 0.5f;
    cudaTextureObject_t tp, tw;
    OK(cudaCreateTextureObject(&tp, &r, &plain, nullptr));
    plain.normalizedCoords = 1;
    plain.addressMode[0] = cudaAddressModeMirror;
    plain.addressMode[1] = cudaAddressModeWrap;
    plain.sRGB = 1;
    OK(cudaCreateTextureObject(&tw, &r, &plain, nullptr));
    float4 *px = (float4 *)out;
    pixels<<<1, 32>>>(tp, tw, px, 10);
    OK(cudaDeviceSynchronize());
    bad = 0;
    for (int i = 0; i < 8; i++)
        bad += std::fabs(px[i].x - (8 + i) * 8 / 255.f) > 1e-6f || std::fabs(px[i].y - (255 - 8 - i) / 255.f) > 1e-6f || px[i].w != 1;
    std::printf("pixels: %d wrong, border %g, mirrored %.4f %.4f\n", bad, px[8].y, px[10].y, px[19].y);
    int *numbers;
    OK(cudaMalloc(&numbers, 64));
    int host[16];
    for (int i = 0; i < 16; i++)
        host[i] = 100 + i;
    OK(cudaMemcpy(numbers, host, 64, cudaMemcpyHostToDevice));
    r = {};
    r.resType = cudaResourceTypeLinear;
    r.res.linear.devPtr = numbers;
    r.res.linear.desc = cudaCreateChannelDesc<int>();
    r.res.linear.sizeInBytes = 64;
    plain = {};
    OK(cudaCreateTextureObject(&t, &r, &plain, nullptr));
    linear1<<<1, 24>>>(t, (int *)out);
    OK(cudaDeviceSynchronize());
    for (int i = 0; i < 24; i++)
        std::printf("%d ", ((int *)out)[i]);
    std::printf("\n");
    cudaChannelFormatDesc u4 = cudaCreateChannelDesc<uchar4>();
    cudaArray_t in3, out3;
    OK(cudaMalloc3DArray(&in3, &u4, make_cudaExtent(8, 2, 2), cudaArraySurfaceLoadStore));
    OK(cudaMalloc3DArray(&out3, &u4, make_cudaExtent(8, 2, 2), cudaArraySurfaceLoadStore));
    c = {};
    c.srcPtr = make_cudaPitchedPtr(colours.data(), 32, 8, 2);
    c.dstArray = in3;
    c.extent = make_cudaExtent(8, 2, 2);
    c.kind = cudaMemcpyHostToDevice;
    OK(cudaMemcpy3D(&c));
    cudaSurfaceObject_t si, so;
    r = {};
    r.resType = cudaResourceTypeArray;
    r.res.array.array = in3;
    OK(cudaCreateSurfaceObject(&si, &r));
    r.res.array.array = out3;
    OK(cudaCreateSurfaceObject(&so, &r));
    rotate<<<dim3(2, 2), 8>>>(si, so, 8, 2, 2);
    std::vector<uchar4> turned(32);
    c = {};
    c.srcArray = out3;
    c.dstPtr = make_cudaPitchedPtr(turned.data(), 32, 8, 2);
    c.extent = make_cudaExtent(8, 2, 2);
    c.kind = cudaMemcpyDeviceToHost;
    OK(cudaMemcpy3D(&c));
    bad = 0;
    for (int i = 0; i < 32; i++)
        bad += turned[i].w != colours[31 - i].x || turned[i].x != colours[31 - i].y;
    std::printf("turned: %d wrong\n", bad);
}
