/* Each kernel of wmma.ptx, named SHAPE_D_A_C_LAYOUTS, against a product of matrices of whole numbers, so small that all
 * sums are exact.  The matrices are parts of larger ones in memory. */
#include "host.h"

extern const ptx2c_module wmma;

enum { EXTRA = 16 }; /* elements between lines */

typedef struct Matrix {
    int rows, cols, ld;
    bool col;          /* column by column */
    const char *type;
    _Alignas(32) unsigned char bytes[32768];
} Matrix;

static int bits_of(const char *t)
{
    return strcmp(t, "xor") == 0 || strcmp(t, "and") == 0 ? 1 : t[1] == '4' ? 4 : strcmp(t, "f64") == 0 ? 64
           : strstr(t, "32") ? 32 : strstr(t, "16") ? 16 : 8;
}

static uint64_t code_of(const char *t, int v)
{
    float f = (float)v;
    double d = v;
    uint32_t b;
    uint64_t w;
    memcpy(&b, &f, 4);
    memcpy(&w, &d, 8);
    if (strcmp(t, "f64") == 0)
        return w;
    if (strcmp(t, "bf16") == 0)
        return b >> 16;
    if (strcmp(t, "f16") == 0) /* whole numbers up to 2048 */
        return v ? (b >> 16 & 0x8000) | (((b & 0x7fffffff) >> 13) - (112 << 10)) : 0;
    if (strcmp(t, "f32") == 0)
        return b;
    if (strcmp(t, "tf32") == 0) /* the lower bits do not count */
        return b | 0x1abc;
    return (uint32_t)v;
}

static void init(Matrix *m, int rows, int cols, const char *type, const char *layout)
{
    m->rows = rows;
    m->cols = cols;
    m->type = type;
    m->col = strcmp(layout, "col") == 0;
    const int step = 128 / bits_of(type); /* wmma wants lines at multiples of 16 bytes */
    m->ld = ((m->col ? rows : cols) + EXTRA + step - 1) / step * step;
    memset(m->bytes, 0x5a, sizeof m->bytes);
}

static uint64_t element(Matrix *m, int row, int col, bool write, uint64_t code)
{
    const int at = m->col ? col * m->ld + row : row * m->ld + col, bits = bits_of(m->type);
    if (bits >= 8) {
        if (write)
            memcpy(m->bytes + at * bits / 8, &code, (size_t)bits / 8);
        code = 0;
        memcpy(&code, m->bytes + at * bits / 8, (size_t)bits / 8);
        return code;
    }
    unsigned char *b = m->bytes + at * bits / 8;
    const int shift = at * bits % 8, mask = (1 << bits) - 1;
    if (write)
        *b = (unsigned char)((*b & ~(mask << shift)) | ((int)code & mask) << shift);
    return (uint64_t)(*b >> shift & mask);
}

static Matrix A, B, C, D;
static int va[32][128], vb[128][32], vc[32][32];

static int value(const char *t, uint32_t random)
{
    const int v = (int)(random >> 16 & 0xff);
    return bits_of(t) == 1 ? v & 1 : t[0] == 'u' ? v % (1 << bits_of(t)) : bits_of(t) == 4 ? v % 16 - 8 : v % 17 - 8;
}

static bool test(const ptx2c_kernel *kernel, uint32_t seed)
{
    char name[80], *word[10];
    int n = 0, M, N, K;
    snprintf(name, sizeof name, "%s", kernel->name);
    for (char *p = strtok(name, "_"); p && n < 10; p = strtok(NULL, "_"))
        word[n++] = p;
    if (n != 7 || sscanf(word[0], "m%dn%dk%d", &M, &N, &K) != 3)
        return false;
    init(&A, M, K, word[2], word[4]);
    init(&B, K, N, word[2], word[5]);
    init(&C, M, N, word[3], word[6]);
    init(&D, M, N, word[1], word[6]);
    for (int i = 0; i < M; i++)
        for (int k = 0; k < K; k++)
            element(&A, i, k, true, code_of(A.type, va[i][k] = value(A.type, seed = seed * 1664525 + 1013904223)));
    for (int k = 0; k < K; k++)
        for (int j = 0; j < N; j++)
            element(&B, k, j, true, code_of(B.type, vb[k][j] = value(B.type, seed = seed * 1664525 + 1013904223)));
    for (int i = 0; i < M; i++)
        for (int j = 0; j < N; j++) {
            seed = seed * 1664525 + 1013904223;
            element(&C, i, j, true, code_of(C.type, vc[i][j] = (int)(seed >> 24) - 128));
        }
    unsigned char *a = A.bytes, *b = B.bytes, *c = C.bytes, *d = D.bytes;
    uint32_t lda = (uint32_t)A.ld, ldb = (uint32_t)B.ld, ldc = (uint32_t)C.ld;
    static Matrix want;
    want = D;
    if (ptx2c_launch(kernel, (ptx2c_dim3){1, 1, 1}, (ptx2c_dim3){32, 1, 1}, 0, (void *[]){&a, &b, &c, &d, &lda, &ldb, &ldc}))
        return false;
    for (int i = 0; i < M; i++)
        for (int j = 0; j < N; j++) {
            int s = vc[i][j];
            for (int k = 0; k < K; k++)
                s += strcmp(word[2], "xor") == 0 ? va[i][k] ^ vb[k][j] : va[i][k] * vb[k][j];
            element(&want, i, j, true, code_of(D.type, s));
        }
    bool same = memcmp(want.bytes, D.bytes, sizeof D.bytes) == 0; /* nothing beside it has changed */
    if (!same)
        printf("%s\n", kernel->name);
    return same;
}

int main(void)
{
    int good = 0;
    for (uint32_t i = 0; i < wmma.kernel_count; i++)
        good += test(wmma.kernels[i], i) && test(wmma.kernels[i], i + 1000);
    printf("%d of %u products\n", good, (unsigned)wmma.kernel_count);
    return 0;
}
