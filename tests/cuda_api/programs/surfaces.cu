// Surfaces that one kernel writes and another reads as a texture; of cube maps, too.
#include "say.h"
__global__ void draw(cudaSurfaceObject_t s, int w)
{
    int x = threadIdx.x, y = blockIdx.x;
    surf2Dwrite(make_uchar4(x, y, x * y, 255), s, x * 4, y);
}
__global__ void look(cudaTextureObject_t t, uchar4 *out, int w)
{
    int x = threadIdx.x, y = blockIdx.x;
    out[y * w + x] = tex2D<uchar4>(t, x, y);
}
__global__ void paint(cudaSurfaceObject_t s, int face)
{
    int x = threadIdx.x, y = threadIdx.y;
    float old = surfCubemapLayeredread<float>(s, x * 4, y, face);
    surfCubemapLayeredwrite(old + 100 * face + 10 * y + x, s, x * 4, y, face);
}
__global__ void paint(cudaSurfaceObject_t s)
{
    int x = threadIdx.x, y = threadIdx.y;
    surfCubemapwrite(-1.0f - blockIdx.x, s, x * 4, y, blockIdx.x);
}
__global__ void around(cudaTextureObject_t layered, cudaTextureObject_t one, float *out)
{
    for (int layer = 0; layer < 2; layer++)
        out[layer] = texCubemapLayered<float>(layered, 0.1f, -0.1f, 1.0f, layer);
    out[2] = texCubemap<float>(one, 0.1f, -1.0f, 0.1f);
}

static cudaArray_t cube_maps(int n, int faces, unsigned flags, cudaSurfaceObject_t *s, cudaTextureObject_t *t)
{
    cudaChannelFormatDesc f = cudaCreateChannelDesc<float>();
    cudaArray_t a;
    OK(cudaMalloc3DArray(&a, &f, make_cudaExtent(n, n, faces), flags | cudaArrayCubemap | cudaArraySurfaceLoadStore));
    const cudaResourceDesc r = in_array(a);
    cudaTextureDesc d = {};
    d.normalizedCoords = 1;
    OK(cudaCreateSurfaceObject(s, &r));
    OK(cudaCreateTextureObject(t, &r, &d, nullptr));
    return a;
}

static void cubes()
{
    const int n = 4;
    cudaSurfaceObject_t s[2];
    cudaTextureObject_t t[2];
    cudaArray_t layered = cube_maps(n, 12, cudaArrayLayered, &s[0], &t[0]), one = cube_maps(n, 6, 0, &s[1], &t[1]);
    float zeros[12 * n * n] = {}, *out, host[3];
    fill_array(layered, zeros, make_cudaExtent(n, n, 12));
    OK(cudaMalloc(&out, sizeof host));
    for (int face = 0; face < 12; face++)
        paint<<<1, dim3(n, n)>>>(s[0], face);
    paint<<<6, dim3(n, n)>>>(s[1]);
    around<<<1, 1>>>(t[0], t[1], out);
    OK(cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost));
    printf("on the cubes %g %g %g\n", host[0], host[1], host[2]);
    for (int i = 0; i < 2; i++) {
        OK(cudaDestroySurfaceObject(s[i]));
        OK(cudaDestroyTextureObject(t[i]));
    }
    OK(cudaFreeArray(layered));
    OK(cudaFreeArray(one));
}

int main()
{
    const int w = 16, h = 8;
    cudaChannelFormatDesc f = cudaCreateChannelDesc<uchar4>();
    cudaArray_t a;
    OK(cudaMallocArray(&a, &f, w, h, cudaArraySurfaceLoadStore));
    const cudaResourceDesc r = in_array(a);
    cudaSurfaceObject_t s;
    cudaTextureObject_t t;
    cudaTextureDesc d = {};
    OK(cudaCreateSurfaceObject(&s, &r));
    OK(cudaCreateTextureObject(&t, &r, &d, nullptr));
    uchar4 *out, host[h][w];
    OK(cudaMalloc(&out, sizeof host));
    draw<<<h, w>>>(s, w);
    look<<<h, w>>>(t, out, w);
    OK(cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost));
    int wrong = 0;
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++)
            wrong += host[y][x].x != x || host[y][x].y != y || host[y][x].z != x * y || host[y][x].w != 255;
    uchar4 one;
    OK(cudaMemcpy2DFromArray(&one, 4, a, 5 * 4, 3, 4, 1, cudaMemcpyDeviceToHost));
    printf("%d wrong, one is %d %d %d\n", wrong, one.x, one.y, one.z);
    OK(cudaDestroySurfaceObject(s));
    OK(cudaDestroyTextureObject(t));
    cudaArray_t b;
    OK(cudaMallocArray(&b, &f, w + 4, h));
    OK(cudaMemcpyArrayToArray(b, 8, 1, a, 4 * (w - 3), 0, 4 * (w + 5), cudaMemcpyDeviceToDevice));
    uchar4 few[w + 4][2];
    OK(cudaMemcpy2DFromArray(few, 8, b, 8, 1, 8, 3, cudaMemcpyDeviceToHost));
    printf("copied %d,%d %d,%d, in the next row %d,%d\n", few[0][0].x, few[0][0].y, few[0][1].x, few[0][1].y, few[1][0].x, few[1][0].y);
    OK(cudaFreeArray(b));
    OK(cudaFreeArray(a));
    cubes();
    return 0;
}
