// needs: -lcuda
// Streams of green contexts: a device's multiprocessors are shared out, and two kernels run each on its own.
#include "say.h"
#include <cuda.h>

#define CU(call) \
    do { \
        CUresult r_ = (call); \
        const char *name_ = ""; \
        if (r_ && cuGetErrorName(r_, &name_) == CUDA_SUCCESS) { \
            printf("line %d: %s: %s\n", __LINE__, #call, name_); \
            exit(1); \
        } \
    } while (0)

static const char *name(CUresult r)
{
    const char *s = "?";
    cuGetErrorName(r, &s);
    return s;
}

__global__ void add(int *p, int k) { atomicAdd(p, k); }

int main()
{
    CUdevice device;
    CUcontext primary, from;
    OK(cudaFree(0));
    CU(cuDeviceGet(&device, 0));
    CU(cuCtxGetCurrent(&primary));
    int count;
    CU(cuDeviceGetAttribute(&count, CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT, device));

    CUdevResource all, part[2], rest, got;
    CU(cuDeviceGetDevResource(device, &all, CU_DEV_RESOURCE_TYPE_SM));
    printf("all %d\n", (int)all.sm.smCount == count);
    unsigned groups = 0;
    CU(cuDevSmResourceSplitByCount(nullptr, &groups, &all, nullptr, 0, 8));
    printf("groups of 8 %d\n", (int)groups == count / 8);
    groups = 1;
    CU(cuDevSmResourceSplitByCount(part, &groups, &all, &rest, 0, 3));
    printf("%u group, of %u, %d are left\n", groups, part[0].sm.smCount, (int)rest.sm.smCount == count - 8);
    groups = 2;
    printf("%s %s\n", name(cuDevSmResourceSplitByCount(part, &groups, &all, &rest, 0, count + 1)),
           name(cuDeviceGetDevResource(device, &got, CU_DEV_RESOURCE_TYPE_INVALID)));

    CUdevResourceDesc one, other;
    CUgreenCtx a, b, of;
    CU(cuDevResourceGenerateDesc(&one, part, 1));
    CU(cuDevResourceGenerateDesc(&other, rest.type == CU_DEV_RESOURCE_TYPE_SM ? &rest : part, 1));
    CU(cuGreenCtxCreate(&a, one, device, CU_GREEN_CTX_DEFAULT_STREAM));
    CU(cuGreenCtxCreate(&b, other, device, CU_GREEN_CTX_DEFAULT_STREAM));
    CU(cuGreenCtxGetDevResource(a, &got, CU_DEV_RESOURCE_TYPE_SM));
    unsigned long long ids[2];
    CU(cuGreenCtxGetId(a, &ids[0]));
    CU(cuGreenCtxGetId(b, &ids[1]));
    printf("given %u, told apart %d, %s\n", got.sm.smCount, ids[0] != ids[1], name(cuGreenCtxCreate(&of, one, device, 0)));

    CUstream s, t;
    printf("%s\n", name(cuGreenCtxStreamCreate(&s, a, CU_STREAM_DEFAULT, 0)));
    CU(cuGreenCtxStreamCreate(&s, a, CU_STREAM_NON_BLOCKING, 0));
    CU(cuGreenCtxStreamCreate(&t, b, CU_STREAM_NON_BLOCKING, 0));
    CU(cuStreamGetCtx_v2(t, &from, &of));
    printf("of b %d, of the device's context %d\n", of == b, from == primary);
    cudaStream_t plain;
    OK(cudaStreamCreate(&plain));
    CU(cuStreamGetGreenCtx(plain, &of));
    printf("of none %d\n", of == nullptr);

    int *p;
    OK(cudaMallocManaged(&p, 8));
    p[0] = p[1] = 0;
    for (int i = 0; i < 10; i++) {
        add<<<8, 64, 0, s>>>(p, 1);
        add<<<4, 32, 0, t>>>(p + 1, 2);
    }
    cudaEvent_t e;
    OK(cudaEventCreate(&e));
    OK(cudaEventRecord(e, s));
    OK(cudaStreamWaitEvent(t, e, 0));
    add<<<1, 1, 0, t>>>(p, 1000);
    OK(cudaStreamSynchronize(t));
    printf("%d %d\n", p[0], p[1]);

    CU(cuCtxFromGreenCtx(&from, a));
    CU(cuCtxSetCurrent(from));
    add<<<1, 1>>>(p, 1);
    OK(cudaDeviceSynchronize());
    printf("%d\n", p[0]);
    CU(cuStreamDestroy(s));
    CU(cuStreamDestroy(t));
    CU(cuGreenCtxDestroy(a));
    CU(cuGreenCtxDestroy(b));
    printf("%s\n", name(cuGreenCtxGetId(a, ids)));
    return 0;
}
