// host.cu: memory of the host's that the device sees: registered, mapped, portable; what words in it order; what pointers are.
// needs: -lcuda
#include "say.h"
#include <cuda.h>
#include <unistd.h>
__global__ void add(int *x, int n, int v) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) x[i] += v; }
static const char *kind(const void *p)
{
    static const char *names[] = {"unregistered", "host", "device", "managed"};
    cudaPointerAttributes a;
    OK(cudaPointerGetAttributes(&a, p));
    return names[a.type];
}
static void CUDART_CB note(void *p) { *(int *)p += 1; }
int main()
{
    enum { N = 5000 };
    int *plain = (int *)aligned_alloc(4096, 8 * 4096), *seen, *device, *mapped;
    for (int i = 0; i < N; i++)
        plain[i] = i;
    printf("%s\n", kind(plain));
    printf("not registered: %s\n", cudaGetErrorName(cudaHostGetDevicePointer((void **)&seen, plain, 0)));
    cudaGetLastError();
    OK(cudaHostRegister(plain, 8 * 4096, cudaHostRegisterMapped | cudaHostRegisterPortable));
    printf("again: %s\n", cudaGetErrorName(cudaHostRegister(plain, 4096, 0)));
    cudaGetLastError();
    unsigned flags;
    printf("%s, its flags: %s\n", kind(plain), cudaGetErrorName(cudaHostGetFlags(&flags, plain)));
    cudaGetLastError();
    OK(cudaHostGetDevicePointer((void **)&seen, plain, 0));
    add<<<(N + 127) / 128, 128>>>(seen, N, 10);
    OK(cudaDeviceSynchronize());
    printf("%d %d\n", plain[0], plain[N - 1]);
    printf("inside: %s\n", kind(plain + 100));
    OK(cudaHostUnregister(plain));
    printf("twice: %s\n", cudaGetErrorName(cudaHostUnregister(plain)));
    cudaGetLastError();
    printf("%s\n", kind(plain));
    printf("a wrong free: %s\n", cudaGetErrorName(cudaFreeHost(plain)));
    cudaGetLastError();
    OK(cudaHostAlloc(&mapped, 4096, cudaHostAllocMapped | cudaHostAllocWriteCombined));
    OK(cudaHostGetFlags(&flags, mapped));
    printf("%s, write combined %d\n", kind(mapped), (flags & cudaHostAllocWriteCombined) != 0);
    OK(cudaMalloc(&device, 4096));
    cudaPointerAttributes a;
    OK(cudaPointerGetAttributes(&a, device));
    printf("%s, device %d, a host pointer %d\n", kind(device), a.device, a.hostPointer != NULL);
    OK(cudaPointerGetAttributes(&a, mapped));
    printf("mapped: device pointer %d, host pointer %d\n", a.devicePointer != NULL, a.hostPointer == mapped);
    int managed;
    int *m;
    OK(cudaMallocManaged(&m, 4096, cudaMemAttachHost));
    printf("%s\n", kind(m));
    cudaStream_t s, t;
    OK(cudaStreamCreate(&s));
    OK(cudaStreamCreateWithFlags(&t, cudaStreamNonBlocking));
    OK(cudaStreamAttachMemAsync(s, m, 0, cudaMemAttachSingle));
    m[0] = 5;
    add<<<1, 32, 0, s>>>(m, 1, 6);
    OK(cudaStreamSynchronize(s));
    printf("%d\n", m[0]);

    // Words in memory order streams and the host.
    CUdeviceptr w = (CUdeviceptr)mapped;
    mapped[0] = mapped[1] = mapped[2] = 0;
    if (cuStreamWaitValue32(s, w, 1, CU_STREAM_WAIT_VALUE_EQ) || cuStreamWriteValue32(s, w + 4, 7, 0) ||
        cuStreamWaitValue32(t, w + 4, 4, CU_STREAM_WAIT_VALUE_AND) || cuStreamWriteValue64(t, w + 8, 0x500000006ull, 0))
        printf("words fail\n");
    usleep(2000);
    printf("before: %d %d %s\n", mapped[1], mapped[2], cudaGetErrorName(cudaStreamQuery(t)));
    *(volatile int *)mapped = 1;
    OK(cudaStreamSynchronize(t));
    printf("after: %d %d %d\n", mapped[1], mapped[2], mapped[3]);
    CUstreamBatchMemOpParams ops[3] = {};
    ops[0].operation = CU_STREAM_MEM_OP_WRITE_VALUE_32;
    ops[0].writeValue.address = w;
    ops[0].writeValue.value = 11;
    ops[1].operation = CU_STREAM_MEM_OP_WAIT_VALUE_32;
    ops[1].waitValue.address = w;
    ops[1].waitValue.value = 10;
    ops[1].waitValue.flags = CU_STREAM_WAIT_VALUE_GEQ;
    ops[2].operation = CU_STREAM_MEM_OP_WRITE_VALUE_32;
    ops[2].writeValue.address = w + 4;
    ops[2].writeValue.value = 12;
    printf("batch %d", cuStreamBatchMemOp(s, 3, ops, 0));
    OK(cudaStreamSynchronize(s));
    printf(": %d %d\n", mapped[0], mapped[1]);

    // Events of streams, their times, and host functions between.
    cudaEvent_t e[3];
    for (int i = 0; i < 3; i++)
        OK(cudaEventCreate(&e[i]));
    static int notes;
    OK(cudaEventRecord(e[0], s));
    OK(cudaLaunchHostFunc(s, [](void *) { usleep(20000); }, NULL));
    OK(cudaLaunchHostFunc(s, note, &notes));
    OK(cudaEventRecord(e[1], s));
    OK(cudaStreamWaitEvent(t, e[1], 0));
    OK(cudaLaunchHostFunc(t, [](void *) { usleep(10000); }, NULL));
    OK(cudaLaunchHostFunc(t, note, &notes));
    OK(cudaEventRecord(e[2], t));
    printf("not yet: %s\n", cudaGetErrorName(cudaEventQuery(e[2])));
    float x, y, z;
    OK(cudaEventSynchronize(e[2]));
    OK(cudaEventElapsedTime(&x, e[0], e[1]));
    OK(cudaEventElapsedTime(&y, e[1], e[2]));
    OK(cudaEventElapsedTime(&z, e[0], e[2]));
    printf("times: %d %d %d, %d notes\n", x >= 19, y >= 9, z > x && z > y, notes);
    OK(cudaEventElapsedTime(&z, e[2], e[0]));
    printf("backwards: %d\n", z < 0);
    OK(cudaFreeHost(mapped));
    printf("the device frees the host's: %s\n", cudaGetErrorName(cudaFree(plain)));
    OK(cudaFree(m));
    return 0;
}
