// layered.cu: layered and cubemap arrays, mipmaps made level by level on the device, and what is told of them.
#include "say.h"
__global__ void layers(cudaTextureObject_t t, float *out, int w)
{
    int x = threadIdx.x, layer = blockIdx.x;
    out[layer * w + x] = tex2DLayered<float>(t, (x + .5f) / w, .5f, layer);
}
__global__ void scale_layer(cudaSurfaceObject_t s, int w, int layer)
{
    float v;
    surf2DLayeredread(&v, s, threadIdx.x * 4, 0, layer);
    surf2DLayeredwrite(v * 10, s, threadIdx.x * 4, 0, layer);
}
__global__ void halve(cudaSurfaceObject_t to, cudaTextureObject_t from, int n)
{
    int x = threadIdx.x, y = threadIdx.y;
    float4 v = tex2D<float4>(from, (x + .5f) / n, (y + .5f) / n);
    surf2Dwrite(make_uchar4(v.x * 255 + .5f, v.y * 255 + .5f, v.z * 255 + .5f, v.w * 255 + .5f), to, x * 4, y);
}
__global__ void level(cudaTextureObject_t t, float l, uchar4 *out)
{
    float4 v = tex2DLod<float4>(t, .25f, .25f, l);
    *out = make_uchar4(v.x * 255 + .5f, v.y * 255 + .5f, v.z * 255 + .5f, v.w * 255 + .5f);
}
__global__ void faces(cudaTextureObject_t t, float *out)
{
    const float d[6][3] = {{1, 0, 0}, {-1, 0, 0}, {0, 1, 0}, {0, -1, 0}, {0, 0, 1}, {0, 0, -1}};
    int i = threadIdx.x;
    out[i] = texCubemap<float>(t, d[i][0], d[i][1], d[i][2]);
}
int main()
{
    enum { W = 8, LAYERS = 3 };
    float h[LAYERS][W], *out;
    for (int l = 0; l < LAYERS; l++)
        for (int x = 0; x < W; x++)
            h[l][x] = l * 100 + x;
    OK(cudaMallocManaged(&out, sizeof h));
    cudaArray_t a;
    cudaChannelFormatDesc f = cudaCreateChannelDesc<float>(), got;
    OK(cudaMalloc3DArray(&a, &f, make_cudaExtent(W, 1, LAYERS), cudaArrayLayered | cudaArraySurfaceLoadStore));
    fill_array(a, h, make_cudaExtent(W, 1, LAYERS));
    cudaExtent e;
    unsigned flags;
    OK(cudaArrayGetInfo(&got, &e, &flags, a));
    printf("array %d %d %d %d kind %d, %zu x %zu x %zu, flags %u\n", got.x, got.y, got.z, got.w, got.f, e.width, e.height, e.depth, flags);
    cudaResourceDesc r = in_array(a);
    cudaTextureDesc d = {};
    d.addressMode[0] = d.addressMode[1] = cudaAddressModeClamp;
    d.filterMode = cudaFilterModeLinear;
    d.normalizedCoords = 1;
    cudaTextureObject_t t;
    cudaSurfaceObject_t s;
    OK(cudaCreateTextureObject(&t, &r, &d, NULL));
    OK(cudaCreateSurfaceObject(&s, &r));
    scale_layer<<<1, W>>>(s, W, 1);
    layers<<<LAYERS, W>>>(t, out, W);
    OK(cudaDeviceSynchronize());
    for (int l = 0; l < LAYERS; l++)
        printf("layer %d: %g %g %g\n", l, out[l * W], out[l * W + 1], out[l * W + W - 1]);
    cudaTextureDesc back;
    cudaResourceDesc rback;
    OK(cudaGetTextureObjectTextureDesc(&back, t));
    OK(cudaGetTextureObjectResourceDesc(&rback, t));
    printf("texture: filter %d, normalized %d, type %d, same array %d\n", back.filterMode, back.normalizedCoords, rback.resType, rback.res.array.array == a);
    OK(cudaGetSurfaceObjectResourceDesc(&rback, s));
    printf("surface: type %d, same array %d\n", rback.resType, rback.res.array.array == a);
    OK(cudaDestroyTextureObject(t));
    OK(cudaDestroySurfaceObject(s));
    OK(cudaFreeArray(a));

    // A mipmap whose levels the device makes one of the other.
    cudaMipmappedArray_t m;
    cudaChannelFormatDesc b = cudaCreateChannelDesc<uchar4>();
    OK(cudaMallocMipmappedArray(&m, &b, make_cudaExtent(8, 8, 0), 4, cudaArraySurfaceLoadStore));
    uchar4 pixels[8][8], *pixel;
    for (int y = 0; y < 8; y++)
        for (int x = 0; x < 8; x++)
            pixels[y][x] = make_uchar4(x * 16, y * 16, (x ^ y) & 1 ? 255 : 1, 255);
    cudaArray_t l0;
    OK(cudaGetMipmappedArrayLevel(&l0, m, 0));
    OK(cudaMemcpy2DToArray(l0, 0, 0, pixels, sizeof pixels[0], sizeof pixels[0], 8, cudaMemcpyHostToDevice));
    for (int l = 0; l < 3; l++) {
        cudaArray_t from, to;
        OK(cudaGetMipmappedArrayLevel(&from, m, l));
        OK(cudaGetMipmappedArrayLevel(&to, m, l + 1));
        OK(cudaArrayGetInfo(NULL, &e, NULL, to));
        cudaResourceDesc rf = in_array(from), rt = in_array(to);
        d.readMode = cudaReadModeNormalizedFloat;
        OK(cudaCreateTextureObject(&t, &rf, &d, NULL));
        OK(cudaCreateSurfaceObject(&s, &rt));
        halve<<<1, dim3(e.width, e.height)>>>(s, t, e.width);
        OK(cudaDeviceSynchronize());
        printf("level %d: %zu x %zu\n", l + 1, e.width, e.height);
        OK(cudaDestroyTextureObject(t));
        OK(cudaDestroySurfaceObject(s));
    }
    cudaArray_t none;
    printf("level 4: %s\n", cudaGetErrorName(cudaGetMipmappedArrayLevel(&none, m, 4)));
    printf("still: %s\n", cudaGetErrorName(cudaGetLastError()));
    r = {};
    r.resType = cudaResourceTypeMipmappedArray;
    r.res.mipmap.mipmap = m;
    d.mipmapFilterMode = cudaFilterModeLinear;
    d.maxMipmapLevelClamp = 3;
    OK(cudaCreateTextureObject(&t, &r, &d, NULL));
    OK(cudaMallocManaged(&pixel, sizeof *pixel));
    for (float l = 0; l <= 3; l += .5f) {
        level<<<1, 1>>>(t, l, pixel);
        OK(cudaDeviceSynchronize());
        printf("lod %g: %d %d %d %d\n", l, pixel->x, pixel->y, pixel->z, pixel->w);
    }
    OK(cudaDestroyTextureObject(t));
    OK(cudaFreeMipmappedArray(m));

    // The faces of a cube.
    OK(cudaMalloc3DArray(&a, &f, make_cudaExtent(2, 2, 6), cudaArrayCubemap));
    float cube[6][4];
    for (int i = 0; i < 24; i++)
        cube[i / 4][i % 4] = i / 4 + 1;
    fill_array(a, cube, make_cudaExtent(2, 2, 6));
    r = in_array(a);
    cudaTextureDesc cd = {};
    cd.normalizedCoords = 1;
    cd.filterMode = cudaFilterModeLinear;
    OK(cudaCreateTextureObject(&t, &r, &cd, NULL));
    faces<<<1, 6>>>(t, out);
    OK(cudaDeviceSynchronize());
    printf("faces: %g %g %g %g %g %g\n", out[0], out[1], out[2], out[3], out[4], out[5]);
    printf("a cube of 5 faces: %s\n", cudaGetErrorName(cudaMalloc3DArray(&a, &f, make_cudaExtent(2, 2, 5), cudaArrayCubemap)));
    printf("a cube that is none: %s\n", cudaGetErrorName(cudaMalloc3DArray(&a, &f, make_cudaExtent(2, 3, 6), cudaArrayCubemap)));
    return 0;
}
