// narrow.cu: kernels for addresses of 32 bits, which are made so:
//   clang -x cuda --cuda-device-only -m32 -nocudainc -nocudalib --cuda-gpu-arch=sm_35 -O2 -S -o narrow.ptx narrow.cu
#define GLOBAL __attribute__((global))
#define SHARED __attribute__((shared))
#define DEVICE __attribute__((device))
#define CONSTANT __attribute__((constant))

// C = A * B, in tiles.
extern "C" GLOBAL void matmul(const float *a, const float *b, float *c, int n)
{
    SHARED float ta[16][16], tb[16][16];
    int tx = __nvvm_read_ptx_sreg_tid_x(), ty = __nvvm_read_ptx_sreg_tid_y();
    int row = __nvvm_read_ptx_sreg_ctaid_y() * 16 + ty, col = __nvvm_read_ptx_sreg_ctaid_x() * 16 + tx;
    float sum = 0;
    for (int t = 0; t < n; t += 16) {
        ta[ty][tx] = a[row * n + t + tx];
        tb[ty][tx] = b[(t + ty) * n + col];
        __syncthreads();
        for (int k = 0; k < 16; k++)
            sum += ta[ty][k] * tb[k][tx];
        __syncthreads();
    }
    c[row * n + col] = sum;
}

// A list of words in variables: how often each letter occurs in them.
CONSTANT const char *const words[] = {"addresses", "of", "thirty-two", "bits"};

extern "C" GLOBAL void letters(unsigned *count)
{
    for (const char *p = words[__nvvm_read_ptx_sreg_tid_x() % 4]; *p; p++)
        if (*p >= 'a' && *p <= 'z')
            __nvvm_atom_add_gen_i((int *)&count[*p - 'a'], 1);
}

// Pointers to what lies in memory, in shared memory and in the thread's own.
struct Node {
    Node *next;
    int value;
};

DEVICE __attribute__((noinline)) int sum(const Node *n)
{
    int s = 0;
    for (; n; n = n->next)
        s += n->value;
    return s;
}

extern "C" GLOBAL void lists(Node *nodes, int *out)
{
    SHARED Node theirs[64];
    int i = __nvvm_read_ptx_sreg_tid_x();
    Node mine = {&nodes[i], 1000};
    nodes[i].next = &theirs[63 - i];
    nodes[i].value = i;
    theirs[i].next = i ? 0 : &nodes[64];
    theirs[i].value = 100 * i;
    __syncthreads();
    out[i] = sum(&mine);
}
