// bitonic.cu: one step of a bitonic sorting network over 2^k keys, a thread per key.
extern "C" __global__ void bitonic(unsigned *key, int width, int distance)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x, other = i ^ distance;
    if (other > i) {
        unsigned a = key[i], b = key[other];
        if ((a > b) == ((i & width) == 0)) {
            key[i] = b;
            key[other] = a;
        }
    }
}
