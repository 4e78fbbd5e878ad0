// needs: -default-stream per-thread
// Each host thread has a default stream of its own: what one thread's kernel waits for another thread's kernel brings.
#include "say.h"
#include <thread>
__global__ void wait_for(volatile int *flag, int *got) { while (!*flag) ; *got = *flag; }
__global__ void bring(volatile int *flag, int value) { *flag = value; }
int main()
{
    int *flag, *got;
    cudaHostAlloc(&flag, 2 * sizeof(int), cudaHostAllocMapped);
    flag[0] = flag[1] = 0;
    got = flag + 1;
    wait_for<<<1, 1>>>(flag, got);
    std::thread other([=] {
        bring<<<1, 1>>>(flag, 17);
        printf("brought: %s\n", cudaGetErrorName(cudaStreamSynchronize(0)));
    });
    other.join();
    printf("waited: %s, %d\n", cudaGetErrorName(cudaStreamSynchronize(0)), *got);
    return 0;
}
