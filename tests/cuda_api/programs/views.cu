// Textures that see a part of their memory: levels of a mipmap, layers of an array, elements in another format.
#include "say.h"

#include <vector>

__global__ void levels(cudaTextureObject_t t, float *out)
{
    out[threadIdx.x] = tex2DLod<float>(t, 0.5f, 0.5f, 0.5f * (float)threadIdx.x);
}

__global__ void layers(cudaTextureObject_t t, float *out)
{
    out[threadIdx.x] = tex2DLayered<float>(t, threadIdx.x % 2 + 0.5f, 0.5f, threadIdx.x / 2);
}

__global__ void bytes(cudaTextureObject_t t, float *out)
{
    const uchar4 v = tex2D<uchar4>(t, threadIdx.x + 0.5f, 0.5f);
    out[threadIdx.x] = v.x + 10 * v.y + 100 * v.z + 1000 * v.w;
}

static void print(const char *what, const float *v, int n)
{
    OK(cudaDeviceSynchronize());
    printf("%s:", what);
    for (int i = 0; i < n; i++)
        printf(" %g", v[i]);
    printf("\n");
}

int main()
{
    const cudaChannelFormatDesc one = cudaCreateChannelDesc<float>(), word = cudaCreateChannelDesc<unsigned>();
    cudaMipmappedArray_t mipmap;
    cudaTextureObject_t t;
    cudaArray_t a;
    cudaResourceDesc r = {};
    cudaTextureDesc d = {};
    cudaResourceViewDesc v = {}, said;
    float *out;
    OK(cudaMallocManaged(&out, 64 * sizeof *out));

    OK(cudaMallocMipmappedArray(&mipmap, &one, make_cudaExtent(16, 8, 0), 5));
    for (int l = 0; l < 5; l++) {
        const int width = 16 >> l, height = 8 >> l ? 8 >> l : 1;
        std::vector<float> same(width * height, 10.0f * l);
        OK(cudaGetMipmappedArrayLevel(&a, mipmap, l));
        OK(cudaMemcpy2DToArray(a, 0, 0, same.data(), width * 4, width * 4, height, cudaMemcpyHostToDevice));
    }
    r.resType = cudaResourceTypeMipmappedArray;
    r.res.mipmap.mipmap = mipmap;
    d.normalizedCoords = 1;
    d.filterMode = d.mipmapFilterMode = cudaFilterModeLinear;
    d.maxMipmapLevelClamp = 99;
    v.format = cudaResViewFormatFloat1;
    v.width = 16;
    v.height = 8;
    v.firstMipmapLevel = 1;
    v.lastMipmapLevel = 3;
    OK(cudaCreateTextureObject(&t, &r, &d, &v));
    OK(cudaGetTextureObjectResourceViewDesc(&said, t));
    printf("%d x %d from %d to %d\n", (int)said.width, (int)said.height, said.firstMipmapLevel, said.lastMipmapLevel);
    levels<<<1, 8>>>(t, out);
    print("levels 1 to 3", out, 8);
    OK(cudaDestroyTextureObject(t));
    v.lastMipmapLevel = 5;
    printf("%s\n", cudaGetErrorName(cudaCreateTextureObject(&t, &r, &d, &v)));
    OK(cudaFreeMipmappedArray(mipmap));

    float host[8];
    for (int i = 0; i < 8; i++)
        host[i] = (float)i;
    OK(cudaMalloc3DArray(&a, &one, make_cudaExtent(2, 1, 4), cudaArrayLayered));
    cudaMemcpy3DParms copy = {};
    copy.srcPtr = make_cudaPitchedPtr(host, 8, 2, 1);
    copy.dstArray = a;
    copy.extent = make_cudaExtent(2, 1, 4);
    copy.kind = cudaMemcpyHostToDevice;
    OK(cudaMemcpy3D(&copy));
    r = {};
    r.resType = cudaResourceTypeArray;
    r.res.array.array = a;
    d = {};
    v = {};
    v.format = cudaResViewFormatFloat1;
    v.width = 2;
    v.height = 1;
    v.depth = 4;
    v.firstLayer = 1;
    v.lastLayer = 2;
    OK(cudaCreateTextureObject(&t, &r, &d, &v));
    layers<<<1, 6>>>(t, out); // a layer too far is the last one
    print("layers 1 and 2", out, 6);
    OK(cudaDestroyTextureObject(t));
    OK(cudaFreeArray(a));

    const unsigned words[2] = {0x04030201, 0x08070605};
    OK(cudaMallocArray(&a, &word, 2, 1));
    OK(cudaMemcpy2DToArray(a, 0, 0, words, 8, 8, 1, cudaMemcpyHostToDevice));
    r.res.array.array = a;
    v = {};
    v.format = cudaResViewFormatUnsignedChar4;
    v.width = 2;
    v.height = 1;
    OK(cudaCreateTextureObject(&t, &r, &d, &v));
    bytes<<<1, 2>>>(t, out);
    print("bytes of words", out, 2);
    return 0;
}
