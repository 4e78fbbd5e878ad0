// A surface that one kernel writes and another reads as a texture.
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

int main()
{
    const int w = 16, h = 8;
    cudaChannelFormatDesc f = cudaCreateChannelDesc<uchar4>();
    cudaArray_t a;
    OK(cudaMallocArray(&a, &f, w, h, cudaArraySurfaceLoadStore));
    cudaResourceDesc r = {};
    r.resType = cudaResourceTypeArray;
    r.res.array.array = a;
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
    OK(cudaFreeArray(a));
    return 0;
}
