// regex.cu: which lines match an expression: states of an automaton as bits of a word, for each letter those that take it, a table in
// shared memory; a thread a line, which stops at the first match.
extern "C" __global__ void regex(const unsigned char *text, const unsigned *begins, int lines, const unsigned *takes, const unsigned *repeats, unsigned start,
                                 unsigned accept, int *matches, unsigned *count)
{
    __shared__ unsigned table[128], stay[128];
    for (int i = threadIdx.x; i < 128; i += blockDim.x) {
        table[i] = takes[i];
        stay[i] = repeats[i];
    }
    __syncthreads();
    const int line = blockIdx.x * blockDim.x + threadIdx.x;
    if (line >= lines)
        return;
    unsigned states = 0;
    int at = -1;
    for (unsigned i = begins[line]; i < begins[line + 1]; i++) {
        const unsigned c = text[i] & 127;
        states = ((states << 1 | start) & table[c]) | (states & stay[c]);
        if (states & accept) {
            at = i - begins[line];
            break;
        }
    }
    matches[line] = at;
    if (at >= 0)
        atomicAdd(count, 1u);
}
