// ldpc.cu: words of a quasi-cyclic parity code freed of errors by rounds of messages (min-sum): a block a row of the base matrix and a word.
#define ROWS 6
#define COLS 18
#define Z 96
#define MOST 9
#define COL_MOST 5
typedef struct { int col, shift; } h_element;
typedef struct { int row, place, shift; } v_element;
__constant__ h_element h_compact[ROWS][MOST] = {
    { { 0, 68 }, { 1, 12 }, { 2, 46 }, { 5, 74 }, { 6, 7 }, { 12, 64 }, { 0, 0 }, { 0, 0 }, { 0, 0 } },
    { { 0, 30 }, { 1, 11 }, { 3, 70 }, { 6, 54 }, { 8, 7 }, { 10, 72 }, { 12, 15 }, { 13, 28 }, { 0, 0 } },
    { { 0, 5 }, { 1, 71 }, { 6, 17 }, { 8, 37 }, { 9, 53 }, { 10, 18 }, { 11, 69 }, { 13, 15 }, { 14, 73 } },
    { { 1, 47 }, { 2, 12 }, { 3, 70 }, { 4, 91 }, { 8, 8 }, { 14, 72 }, { 15, 7 }, { 0, 0 }, { 0, 0 } },
    { { 3, 40 }, { 6, 59 }, { 7, 74 }, { 8, 58 }, { 9, 46 }, { 11, 38 }, { 15, 31 }, { 16, 23 }, { 0, 0 } },
    { { 1, 57 }, { 2, 36 }, { 3, 77 }, { 4, 9 }, { 5, 15 }, { 7, 65 }, { 11, 53 }, { 16, 21 }, { 17, 43 } }
};
__constant__ int h_count[ROWS] = { 6, 8, 9, 7, 8, 9 };
__constant__ v_element v_compact[COLS][COL_MOST] = {
    { { 0, 0, 68 }, { 1, 0, 30 }, { 2, 0, 5 }, { 0, 0, 0 }, { 0, 0, 0 } },
    { { 0, 1, 12 }, { 1, 1, 11 }, { 2, 1, 71 }, { 3, 0, 47 }, { 5, 0, 57 } },
    { { 0, 2, 46 }, { 3, 1, 12 }, { 5, 1, 36 }, { 0, 0, 0 }, { 0, 0, 0 } },
    { { 1, 2, 70 }, { 3, 2, 70 }, { 4, 0, 40 }, { 5, 2, 77 }, { 0, 0, 0 } },
    { { 3, 3, 91 }, { 5, 3, 9 }, { 0, 0, 0 }, { 0, 0, 0 }, { 0, 0, 0 } },
    { { 0, 3, 74 }, { 5, 4, 15 }, { 0, 0, 0 }, { 0, 0, 0 }, { 0, 0, 0 } },
    { { 0, 4, 7 }, { 1, 3, 54 }, { 2, 2, 17 }, { 4, 1, 59 }, { 0, 0, 0 } },
    { { 4, 2, 74 }, { 5, 5, 65 }, { 0, 0, 0 }, { 0, 0, 0 }, { 0, 0, 0 } },
    { { 1, 4, 7 }, { 2, 3, 37 }, { 3, 4, 8 }, { 4, 3, 58 }, { 0, 0, 0 } },
    { { 2, 4, 53 }, { 4, 4, 46 }, { 0, 0, 0 }, { 0, 0, 0 }, { 0, 0, 0 } },
    { { 1, 5, 72 }, { 2, 5, 18 }, { 0, 0, 0 }, { 0, 0, 0 }, { 0, 0, 0 } },
    { { 2, 6, 69 }, { 4, 5, 38 }, { 5, 6, 53 }, { 0, 0, 0 }, { 0, 0, 0 } },
    { { 0, 5, 64 }, { 1, 6, 15 }, { 0, 0, 0 }, { 0, 0, 0 }, { 0, 0, 0 } },
    { { 1, 7, 28 }, { 2, 7, 15 }, { 0, 0, 0 }, { 0, 0, 0 }, { 0, 0, 0 } },
    { { 2, 8, 73 }, { 3, 5, 72 }, { 0, 0, 0 }, { 0, 0, 0 }, { 0, 0, 0 } },
    { { 3, 6, 7 }, { 4, 6, 31 }, { 0, 0, 0 }, { 0, 0, 0 }, { 0, 0, 0 } },
    { { 4, 7, 23 }, { 5, 7, 21 }, { 0, 0, 0 }, { 0, 0, 0 }, { 0, 0, 0 } },
    { { 5, 8, 43 }, { 0, 0, 0 }, { 0, 0, 0 }, { 0, 0, 0 }, { 0, 0, 0 } }
};
__constant__ int v_count[COLS] = { 3, 5, 3, 4, 2, 2, 4, 2, 4, 2, 2, 3, 2, 2, 2, 2, 2, 1 };
extern "C" __global__ void check_nodes(const float *dev_llr, float *dev_R, int first)
{
    const int tid = threadIdx.x, row = blockIdx.x, word = blockIdx.y;
    float rmin1 = 1000.0f, rmin2 = 1000.0f;
    char idx_min = 0, sign_prod = 0;
    unsigned int signs = 0;
    const int n = h_count[row];
    for (int j = 0; j < n; j++) {
        h_element h = h_compact[row][j];
        int sf = tid + h.shift;
        if (sf >= Z)
            sf -= Z;
        float q = dev_llr[(word * COLS + h.col) * Z + sf];
        if (!first)
            q -= dev_R[((word * ROWS + row) * MOST + j) * Z + tid];
        char sq = q < 0;
        sign_prod ^= sq;
        signs |= sq << j;
        float a = fabsf(q);
        if (a < rmin1) {
            rmin2 = rmin1;
            rmin1 = a;
            idx_min = j;
        } else if (a < rmin2)
            rmin2 = a;
    }
    for (int j = 0; j < n; j++) {
        float m = 0.75f * (j == idx_min ? rmin2 : rmin1);
        char s = sign_prod ^ ((signs >> j) & 1);
        dev_R[((word * ROWS + row) * MOST + j) * Z + tid] = s ? -m : m;
    }
}
extern "C" __global__ void variable_nodes(const float *dev_llr0, const float *dev_R, float *dev_llr, unsigned char *hard)
{
    const int tid = threadIdx.x, col = blockIdx.x, word = blockIdx.y;
    const int at = (word * COLS + col) * Z + tid;
    float app = dev_llr0[at];
    for (int j = 0; j < v_count[col]; j++) {
        int sf = (tid - v_compact[col][j].shift + Z) % Z;
        app += dev_R[((word * ROWS + v_compact[col][j].row) * MOST + v_compact[col][j].place) * Z + sf];
    }
    dev_llr[at] = app;
    hard[at] = app < 0 ? 1 : 0;
}
