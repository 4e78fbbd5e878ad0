/* references.c: references to textures and a surface as programs have them that nvcc made up to CUDA 11: variables, which its host code
 * registers, and the runtime library's functions bind. */
#include "rt_types.h"
#include "fatbin.h"
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

extern const char code[] __attribute__((visibility("hidden")));

FATBIN("code", ".nv_fatbin", "1", ".asciz \"" HEAD
       ".global .texref line;\\n.global .texref picture;\\n.global .surfref drawn;\\n"
       /* out[tid] = line[tid] */
       ".visible .entry along(.param .u64 out)\\n"
       "{ .reg .b32 %r<9>; .reg .b64 %rd<3>;\\n"
       "ld.param.u64 %rd1, [out]; mov.u32 %r1, %tid.x;\\n"
       "tex.1d.v4.s32.s32 {%r2, %r3, %r4, %r5}, [line, {%r1}];\\n"
       "mul.wide.u32 %rd2, %r1, 4; add.s64 %rd1, %rd1, %rd2; st.global.u32 [%rd1], %r2; ret; }\\n"
       /* out[tid] = picture(x + dx, y), of 4 x 4; and drawn[tid] = tid */
       ".visible .entry over(.param .u64 out, .param .f32 scale, .param .f32 dx, .param .u32 draws)\\n"
       "{ .reg .b32 %r<9>; .reg .f32 %f<9>; .reg .b64 %rd<3>; .reg .pred %p;\\n"
       "ld.param.u64 %rd1, [out]; ld.param.f32 %f1, [scale]; ld.param.f32 %f2, [dx]; ld.param.u32 %r6, [draws]; mov.u32 %r1, %tid.x;\\n"
       "and.b32 %r2, %r1, 3; shr.u32 %r3, %r1, 2; cvt.rn.f32.u32 %f3, %r2; cvt.rn.f32.u32 %f4, %r3;\\n"
       "add.f32 %f3, %f3, 0f3F000000; add.f32 %f4, %f4, 0f3F000000;\\n"
       "add.f32 %f3, %f3, %f2; mul.f32 %f3, %f3, %f1; mul.f32 %f4, %f4, %f1;\\n"
       "tex.2d.v4.f32.f32 {%f5, %f6, %f7, %f8}, [picture, {%f3, %f4}];\\n"
       "mul.wide.u32 %rd2, %r1, 4; add.s64 %rd1, %rd1, %rd2; st.global.f32 [%rd1], %f5;\\n"
       "setp.eq.u32 %p, %r6, 0; @%p ret; shl.b32 %r2, %r2, 2; sust.b.2d.b32.trap [drawn, {%r2, %r3}], {%r1}; ret; }\\n\"");

struct textureReference {
    int normalized;
    enum cudaTextureFilterMode filterMode;
    enum cudaTextureAddressMode addressMode[3];
    struct cudaChannelFormatDesc channelDesc;
    int sRGB;
    unsigned int maxAnisotropy;
    enum cudaTextureFilterMode mipmapFilterMode;
    float mipmapLevelBias, minMipmapLevelClamp, maxMipmapLevelClamp;
    int disableTrilinearOptimization;
    int reserved[14];
};
struct surfaceReference { struct cudaChannelFormatDesc channelDesc; };

void **__cudaRegisterFatBinary(void *wrapper);
void __cudaRegisterFunction(void **handle, const char *host, char *device, const char *name, int limit, void *thread, void *block,
                            void *block_size, void *grid_size, int *warp);
void __cudaRegisterTexture(void **handle, const struct textureReference *host, const void **device, const char *name, int dim, int as_float, int ext);
void __cudaRegisterSurface(void **handle, const struct surfaceReference *host, const void **device, const char *name, int dim, int ext);

const char *cudaGetErrorName(cudaError_t e);
cudaError_t cudaMalloc(void **p, size_t bytes);
cudaError_t cudaMallocPitch(void **p, size_t *pitch, size_t width, size_t height);
cudaError_t cudaMallocArray(cudaArray_t *a, const struct cudaChannelFormatDesc *desc, size_t width, size_t height, unsigned flags);
cudaError_t cudaLaunchKernel(const void *f, dim3 grid, dim3 block, void **args, size_t shared, cudaStream_t stream);
cudaError_t cudaMemcpy(void *to, const void *from, size_t bytes, enum cudaMemcpyKind kind);
cudaError_t cudaMemcpy2D(void *to, size_t to_pitch, const void *from, size_t pitch, size_t width, size_t height, enum cudaMemcpyKind kind);
cudaError_t cudaMemcpy2DToArray(cudaArray_t to, size_t x, size_t y, const void *from, size_t pitch, size_t width, size_t height, enum cudaMemcpyKind kind);
cudaError_t cudaMemcpy2DFromArray(void *to, size_t pitch, cudaArray_t from, size_t x, size_t y, size_t width, size_t height, enum cudaMemcpyKind kind);
cudaError_t cudaBindTexture(size_t *offset, const struct textureReference *t, const void *p, const struct cudaChannelFormatDesc *desc, size_t size);
cudaError_t cudaBindTexture2D(size_t *offset, const struct textureReference *t, const void *p, const struct cudaChannelFormatDesc *desc,
                              size_t width, size_t height, size_t pitch);
cudaError_t cudaBindTextureToArray(const struct textureReference *t, cudaArray_t array, const struct cudaChannelFormatDesc *desc);
cudaError_t cudaUnbindTexture(const struct textureReference *t);
cudaError_t cudaGetTextureReference(const struct textureReference **t, const void *symbol);
cudaError_t cudaBindSurfaceToArray(const struct surfaceReference *s, cudaArray_t array, const struct cudaChannelFormatDesc *desc);

static const struct cudaChannelFormatDesc whole = {32, 0, 0, 0, cudaChannelFormatKindSigned}, real = {32, 0, 0, 0, cudaChannelFormatKindFloat},
                                          byte = {8, 0, 0, 0, cudaChannelFormatKindUnsigned};
static struct textureReference line, picture, unknown;
static struct surfaceReference drawn;
static char along, over; /* what kernels have for addresses */

static void check(cudaError_t e, cudaError_t wanted, int at)
{
    if (e == wanted)
        return;
    fprintf(stderr, "line %d: %s, not %s\n", at, cudaGetErrorName(e), cudaGetErrorName(wanted));
    exit(1);
}
#define CHECK(call) check(call, cudaSuccess, __LINE__)
#define REFUSED(call, error) check(call, error, __LINE__)
#define EXPECT(condition) (condition) ? (void)0 : (fprintf(stderr, "line %d: not so: %s\n", __LINE__, #condition), exit(1))

enum { N = 16 };
static void *out;

static void run_along(int *got)
{
    void *args[] = {&out};
    CHECK(cudaLaunchKernel(&along, (dim3){1, 1, 1}, (dim3){N, 1, 1}, args, 0, NULL));
    CHECK(cudaMemcpy(got, out, N * sizeof *got, cudaMemcpyDeviceToHost));
}

static void run_over(float *got, float scale, float dx, unsigned draws)
{
    void *args[] = {&out, &scale, &dx, &draws};
    CHECK(cudaLaunchKernel(&over, (dim3){1, 1, 1}, (dim3){N, 1, 1}, args, 0, NULL));
    CHECK(cudaMemcpy(got, out, N * sizeof *got, cudaMemcpyDeviceToHost));
}

/* Memory in a row: all of what is allocated, a part of it, numbers of a byte. */
static void lines(void)
{
    int numbers[2 * N], got[N];
    unsigned char bytes[N];
    size_t offset = 7;
    void *p;
    for (int i = 0; i < 2 * N; i++)
        numbers[i] = 100 - i;
    CHECK(cudaMalloc(&p, sizeof numbers));
    CHECK(cudaMemcpy(p, numbers, sizeof numbers, cudaMemcpyHostToDevice));
    CHECK(cudaBindTexture(&offset, &line, p, &whole, UINT_MAX));
    EXPECT(offset == 0);
    run_along(got);
    EXPECT(memcmp(got, numbers, sizeof got) == 0);
    CHECK(cudaBindTexture(NULL, &line, (char *)p + N * sizeof *numbers, &whole, 4 * sizeof *numbers));
    run_along(got);
    EXPECT(got[3] == numbers[N + 3] && got[4] == 0); /* behind the end */
    for (int i = 0; i < N; i++)
        bytes[i] = (unsigned char)(250 + i);
    CHECK(cudaMemcpy(p, bytes, sizeof bytes, cudaMemcpyHostToDevice));
    CHECK(cudaBindTexture(NULL, &line, p, &byte, sizeof bytes));
    run_along(got);
    EXPECT(got[0] == 250 && got[5] == 255 && got[6] == 0);
    CHECK(cudaUnbindTexture(&line));
    REFUSED(cudaBindTexture(NULL, &unknown, p, &whole, 64), cudaErrorInvalidTexture);
    REFUSED(cudaUnbindTexture(&unknown), cudaErrorInvalidTexture);
    const struct textureReference *found;
    CHECK(cudaGetTextureReference(&found, &line));
    EXPECT(found == &line);
}

/* Rows, and an array: with coordinates of elements or from 0 to 1, between elements, and beside them. */
static void pictures(void)
{
    float pixels[N], got[N];
    unsigned char grey[N];
    unsigned drew[N];
    size_t pitch;
    void *p;
    cudaArray_t array, bytes, target;
    for (int i = 0; i < N; i++) {
        pixels[i] = (float)(i * i);
        grey[i] = (unsigned char)(17 * i);
    }
    CHECK(cudaMallocPitch(&p, &pitch, 16, 4));
    CHECK(cudaMemcpy2D(p, pitch, pixels, 16, 16, 4, cudaMemcpyHostToDevice));
    CHECK(cudaBindTexture2D(NULL, &picture, p, &real, 4, 4, pitch));
    run_over(got, 1, 0, 0);
    EXPECT(memcmp(got, pixels, sizeof got) == 0);
    CHECK(cudaMallocArray(&array, &real, 4, 4, 0));
    CHECK(cudaMemcpy2DToArray(array, 0, 0, pixels, 16, 16, 4, cudaMemcpyHostToDevice));
    picture.filterMode = cudaFilterModeLinear;
    picture.addressMode[0] = picture.addressMode[1] = cudaAddressModeClamp;
    CHECK(cudaBindTextureToArray(&picture, array, &real));
    run_over(got, 1, 0.5f, 0);
    EXPECT(got[0] == 0.5f && got[3] == 9 && got[5] == 30.5f);
    picture.normalized = 1;
    picture.filterMode = cudaFilterModePoint;
    picture.addressMode[0] = picture.addressMode[1] = cudaAddressModeWrap;
    CHECK(cudaBindTextureToArray(&picture, array, &real));
    run_over(got, 0.25f, 1, 0);
    EXPECT(got[0] == 1 && got[3] == 0 && got[7] == 16);
    CHECK(cudaMallocArray(&bytes, &byte, 4, 4, 0));
    CHECK(cudaMemcpy2DToArray(bytes, 0, 0, grey, 4, 4, 4, cudaMemcpyHostToDevice));
    CHECK(cudaBindTextureToArray(&picture, bytes, NULL));
    CHECK(cudaMallocArray(&target, &whole, 4, 4, 2 /* cudaArraySurfaceLoadStore */));
    CHECK(cudaBindSurfaceToArray(&drawn, target, NULL));
    run_over(got, 0.25f, 0, 1);
    EXPECT(got[0] == 0 && got[15] == 1 && got[3] > 0.19f && got[3] < 0.21f); /* as it is registered: from 0 to 1 */
    CHECK(cudaMemcpy2DFromArray(drew, 16, target, 0, 0, 16, 4, cudaMemcpyDeviceToHost));
    for (unsigned i = 0; i < N; i++)
        EXPECT(drew[i] == i);
}

int main(void)
{
    static Wrapper w = {0x466243b1, 1, code, NULL};
    void **h = __cudaRegisterFatBinary(&w);
    __cudaRegisterFunction(h, &along, NULL, "along", -1, NULL, NULL, NULL, NULL, NULL);
    __cudaRegisterFunction(h, &over, NULL, "over", -1, NULL, NULL, NULL, NULL, NULL);
    line.channelDesc = whole;
    picture.channelDesc = real;
    __cudaRegisterTexture(h, &line, NULL, "line", 1, 0, 0);
    __cudaRegisterTexture(h, &picture, NULL, "picture", 2, 1, 0);
    __cudaRegisterSurface(h, &drawn, NULL, "drawn", 2, 0);
    CHECK(cudaMalloc(&out, N * sizeof(float)));
    lines();
    pictures();
    return 0;
}
