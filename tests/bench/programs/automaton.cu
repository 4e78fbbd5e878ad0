// automaton.cu: how often any of some words stands in a text: an automaton whose table is in shared memory, a piece of the text to
// each thread.
#define STATES 64
#define LETTERS 32

extern "C" __global__ void automaton(const unsigned char *text, const unsigned short *table, int *found, int piece, int n)
{
    __shared__ unsigned short next[STATES * LETTERS];
    for (int i = threadIdx.x; i < STATES * LETTERS; i += blockDim.x)
        next[i] = table[i];
    __syncthreads();
    const int t = blockIdx.x * blockDim.x + threadIdx.x, first = t * piece;
    const int end = min(first + piece, n);
    int state = 0, count = 0;
    for (int i = first; i < end; i++) {
        const unsigned s = next[state * LETTERS + (text[i] & (LETTERS - 1))];
        count += s >> 15;
        state = s & (STATES - 1);
    }
    found[t] = count;
}
