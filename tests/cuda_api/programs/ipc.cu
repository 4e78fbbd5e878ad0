// Processes that share device memory and events, in the manner of simpleIPC: the first process starts the others, which each make a buffer
// and an event, open each other's, and add to all buffers in turn.  What stands in a buffer shows each addition in its order.
#include "say.h"

#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

enum { PROCESSES = 3, N = 1 << 16 };

struct Shared {
    int come[8];
    cudaIpcMemHandle_t memory[PROCESSES];
    cudaIpcEventHandle_t event[PROCESSES];
};

static void meet(Shared *s, int n)
{
    __atomic_add_fetch(&s->come[n], 1, __ATOMIC_SEQ_CST);
    while (__atomic_load_n(&s->come[n], __ATOMIC_SEQ_CST) < PROCESSES)
        usleep(200);
}

__global__ void append(unsigned *p, unsigned digit)
{
    for (unsigned i = blockIdx.x * blockDim.x + threadIdx.x; i < N; i += gridDim.x * blockDim.x)
        p[i] = p[i] * 10 + digit;
}

static int child(Shared *s, int id)
{
    cudaDeviceProp device;
    unsigned *p[PROCESSES], *back;
    cudaEvent_t event[PROCESSES];
    cudaStream_t stream;
    OK(cudaGetDeviceProperties(&device, 0));
    OK(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
    OK(cudaMalloc(&p[id], N * sizeof(unsigned)));
    OK(cudaMemset(p[id], 0, N * sizeof(unsigned)));
    OK(cudaEventCreateWithFlags(&event[id], cudaEventDisableTiming | cudaEventInterprocess));
    OK(cudaIpcGetMemHandle(&s->memory[id], p[id]));
    OK(cudaIpcGetEventHandle(&s->event[id], event[id]));
    meet(s, 0);
    for (int i = 0; i < PROCESSES; i++)
        if (i != id) {
            OK(cudaIpcOpenMemHandle((void **)&p[i], s->memory[i], cudaIpcMemLazyEnablePeerAccess));
            OK(cudaIpcOpenEventHandle(&event[i], s->event[i]));
        }
    meet(s, 1);
    for (int round = 0; round < PROCESSES; round++) { // each round a process has one buffer for itself, whose event says when it is free
        const int i = (id + round) % PROCESSES;
        OK(cudaStreamWaitEvent(stream, event[i], 0));
        append<<<16, 128, 0, stream>>>(p[i], id + 1);
        OK(cudaGetLastError());
        OK(cudaEventRecord(event[i], stream));
        meet(s, 2 + round);
    }
    OK(cudaStreamWaitEvent(stream, event[id], 0));
    back = (unsigned *)malloc(N * sizeof(unsigned));
    OK(cudaMemcpyAsync(back, p[id], N * sizeof(unsigned), cudaMemcpyDeviceToHost, stream));
    OK(cudaStreamSynchronize(stream));
    unsigned wanted = 0;
    for (int round = 0; round < PROCESSES; round++) // process id's buffer: id itself, then id - 1, …
        wanted = wanted * 10 + (unsigned)((id - round + PROCESSES) % PROCESSES + 1);
    for (int i = 0; i < N; i++)
        if (back[i] != wanted)
            return printf("process %d: %u at %d, not %u\n", id, back[i], i, wanted), 1;
    cudaPointerAttributes a;
    OK(cudaPointerGetAttributes(&a, p[(id + 1) % PROCESSES]));
    if (!device.ipcEventSupported || device.memoryPoolSupportedHandleTypes != cudaMemHandleTypePosixFileDescriptor || a.type != cudaMemoryTypeDevice)
        return printf("attributes\n"), 1;
    meet(s, 2 + PROCESSES);
    for (int i = 0; i < PROCESSES; i++)
        if (i != id)
            OK(cudaIpcCloseMemHandle(p[i]));
    meet(s, 3 + PROCESSES);
    OK(cudaFree(p[id]));
    for (int i = 0; i < PROCESSES; i++)
        OK(cudaEventDestroy(event[i]));
    OK(cudaDeviceSynchronize());
    return 0;
}

int main()
{
    Shared *s = (Shared *)mmap(NULL, sizeof *s, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    int status, bad = 0;
    for (int id = 0; id < PROCESSES; id++)
        if (fork() == 0)
            return child(s, id);
    while (wait(&status) > 0)
        bad += status != 0;
    printf("%d processes, %d failed\n", PROCESSES, bad);
    return 0;
}
