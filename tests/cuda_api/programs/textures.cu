// Texture objects: filtered, normalized, of linear and pitched memory, layered, and a mipmap.
#include "say.h"
__global__ void look(cudaTextureObject_t t, float *out)
{
    int i = threadIdx.x;
    out[i] = tex2D<float>(t, 0.25f + i * 0.125f, 0.5f);
}
__global__ void fetch(cudaTextureObject_t line, cudaTextureObject_t pitch, float *out)
{
    out[threadIdx.x] = tex1Dfetch<float>(line, threadIdx.x) + tex2D<float>(pitch, threadIdx.x + 0.5f, 1.5f);
}
__global__ void layers(cudaTextureObject_t t, float *out) { out[threadIdx.x] = tex2DLayered<float>(t, 0.5f, 0.5f, threadIdx.x); }
__global__ void mips(cudaTextureObject_t t, float *out) { out[threadIdx.x] = tex2DLod<float>(t, 0.5f, 0.5f, (float)threadIdx.x * 0.5f); }

__global__ void line(cudaTextureObject_t t, cudaTextureObject_t layered, cudaSurfaceObject_t s, float *out)
{
    float v;
    surf1Dread(&v, s, threadIdx.x * 4);
    out[threadIdx.x] = tex1D<float>(t, threadIdx.x + 1.0f) + 100 * tex1DLayered<float>(layered, 0.5f, threadIdx.x) + 1000 * v;
}

static float *out;
static void show(const char *what, int n)
{
    float h[16];
    OK(cudaMemcpy(h, out, n * sizeof(float), cudaMemcpyDeviceToHost));
    printf("%s:", what);
    for (int i = 0; i < n; i++)
        printf(" %g", h[i]);
    printf("\n");
}

int main()
{
    OK(cudaMalloc(&out, 16 * sizeof(float)));
    cudaChannelFormatDesc f = cudaCreateChannelDesc<float>();
    float h[4][4];
    for (int i = 0; i < 16; i++)
        h[i / 4][i % 4] = i;
    cudaResourceDesc r = {};
    cudaTextureDesc t = {};
    cudaTextureObject_t tex, pitched;

    cudaArray_t a;
    OK(cudaMallocArray(&a, &f, 4, 4));
    OK(cudaMemcpy2DToArray(a, 0, 0, h, 16, 16, 4, cudaMemcpyHostToDevice));
    r = in_array(a);
    t.filterMode = cudaFilterModeLinear;
    t.normalizedCoords = 1;
    t.addressMode[0] = t.addressMode[1] = cudaAddressModeWrap;
    OK(cudaCreateTextureObject(&tex, &r, &t, nullptr));
    look<<<1, 6>>>(tex, out);
    show("filtered", 6);
    OK(cudaDestroyTextureObject(tex));

    float *d;
    size_t pitch;
    OK(cudaMallocPitch(&d, &pitch, 16, 4));
    OK(cudaMemcpy2D(d, pitch, h, 16, 16, 4, cudaMemcpyHostToDevice));
    r = {};
    r.resType = cudaResourceTypePitch2D;
    r.res.pitch2D.devPtr = d;
    r.res.pitch2D.desc = f;
    r.res.pitch2D.width = r.res.pitch2D.height = 4;
    r.res.pitch2D.pitchInBytes = pitch;
    t = {};
    OK(cudaCreateTextureObject(&pitched, &r, &t, nullptr));
    r = {};
    r.resType = cudaResourceTypeLinear;
    r.res.linear.devPtr = d;
    r.res.linear.desc = f;
    r.res.linear.sizeInBytes = 16;
    OK(cudaCreateTextureObject(&tex, &r, &t, nullptr));
    fetch<<<1, 4>>>(tex, pitched, out);
    show("linear + pitched", 4);

    cudaArray_t l;
    OK(cudaMalloc3DArray(&l, &f, make_cudaExtent(4, 1, 3), cudaArrayLayered));
    fill_array(l, h, make_cudaExtent(4, 1, 3));
    r = in_array(l);
    OK(cudaCreateTextureObject(&tex, &r, &t, nullptr));
    layers<<<1, 3>>>(tex, out);
    show("layers", 3);

    // A single row is a line, too.
    cudaTextureObject_t row;
    cudaSurfaceObject_t surface;
    OK(cudaMallocArray(&a, &f, 4, 1, cudaArraySurfaceLoadStore));
    OK(cudaMemcpy2DToArray(a, 0, 0, h[1], 16, 16, 1, cudaMemcpyHostToDevice));
    r = in_array(a);
    t.filterMode = cudaFilterModeLinear;
    OK(cudaCreateTextureObject(&row, &r, &t, nullptr));
    OK(cudaCreateSurfaceObject(&surface, &r));
    line<<<1, 3>>>(row, tex, surface, out);
    show("row", 3);

    cudaMipmappedArray_t m;
    OK(cudaMallocMipmappedArray(&m, &f, make_cudaExtent(4, 4, 0), 3));
    for (int i = 0; i < 3; i++) {
        cudaArray_t level;
        float v[16];
        for (float &x : v)
            x = 10 * i;
        OK(cudaGetMipmappedArrayLevel(&level, m, i));
        OK(cudaMemcpy2DToArray(level, 0, 0, v, (4 >> i) * 4, (4 >> i) * 4, 4 >> i, cudaMemcpyHostToDevice));
    }
    r = {};
    r.resType = cudaResourceTypeMipmappedArray;
    r.res.mipmap.mipmap = m;
    t = {};
    t.normalizedCoords = 1;
    t.filterMode = t.mipmapFilterMode = cudaFilterModeLinear;
    t.maxMipmapLevelClamp = 2;
    OK(cudaCreateTextureObject(&tex, &r, &t, nullptr));
    mips<<<1, 5>>>(tex, out);
    show("levels", 5);
    return 0;
}
