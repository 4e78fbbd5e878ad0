/* control_host.c: runs the kernels of control.cu and has each of their functions again in C.  Sums are made in unsigned
 * types, where wrapping around is defined. */
#define PTX2C_LITTLE_ENDIAN_DATA 1 /* what kernels read and write is turned, which does nothing on most hosts */
#include "sample.h"

extern const ptx2c_module control;

/* ---- branches ---------------------------------------------------------------------------------------------------- */

static int32_t popcount(uint32_t x)
{
    int32_t n = 0;
    for (; x; x &= x - 1)
        n++;
    return n;
}

static int32_t leading_zeros(uint32_t x)
{
    int32_t n = 0;
    while (n < 32 && !(x >> (31 - n) & 1))
        n++;
    return n;
}

static int32_t operate(int32_t code, int32_t a, int32_t b, int32_t *memory)
{
    switch (code) {
    case 0:
        return a + b;
    case 1:
        memory[0] += a;
        return memory[0] - b;
    case 2:
        return (a * b) ^ memory[1];
    case 3:
        memory[1] = b;
        return a * 8 - memory[1];
    case 4:
        return a * 8 - memory[1];
    case 5:
        return b ? a / b : -1;
    case 6:
        memory[2] ^= a;
        return memory[2] % 7;
    case 7:
        return popcount((uint32_t)a) + leading_zeros((uint32_t)b);
    case 8:
        memory[3]++;
        return memory[3] * 5 + a;
    case 9:
        return a > b ? a : b;
    case 11:
        memory[0] = memory[3];
        return ~a;
    default:
        return code * 1000;
    }
}

static int64_t want_switch(uint32_t i, uint32_t block)
{
    (void)block;
    int32_t memory[4] = { 1, 2, 3, 4 }, value = (int32_t)i;
    for (int32_t k = 0; k < 14; k++)
        value = operate((int32_t)((i * 7 + (uint32_t)k) % 13), value & 0xFFFF, k - 3, memory);
    return value + memory[0] * INT64_C(3) + memory[1] * INT64_C(5) + memory[2] * INT64_C(7) + memory[3];
}

static int64_t want_jump(uint32_t i, uint32_t block)
{
    (void)block;
    uint32_t value = i * 37;
    for (uint32_t k = 0; k < 20; k++) {
        switch ((i + k * k + value % 5) % 4) {
        case 0:
            value *= 2;
            break;
        case 2:
            value = value < 1000 ? value * 2 : value / 3;
            break;
        default:
            value = ~value;
        }
        value += k;
    }
    return value;
}

static int64_t want_loops(uint32_t i, uint32_t block)
{
    (void)block;
    uint64_t sum = 0;
    for (uint32_t a = 1; a < 40; a++) {
        if (a % 5 == i % 5)
            continue;
        for (uint32_t b = a; b <= 60; b += 3) {
            uint32_t c = b * i;
            while (c > 9) {
                c = c % 2 ? 3 * c + 1 : c / 2;
                sum += c & 7;
                if ((int64_t)sum > 100000)
                    return (int64_t)sum;
                if (c % 77 == 76)
                    break;
            }
            do
                c += 5;
            while (c % 4 != 3);
            sum += c;
            if ((int64_t)sum % 1009 == 5)
                goto next;
        }
        sum += a;
    next:
        sum ^= a << 4;
    }
    return (int64_t)sum;
}

static int64_t want_exit(uint32_t i, uint32_t block)
{
    uint32_t t = i % block;
    if (t % 3 == 1)
        return -1;
    if (t % 3 == 2 && t >= 5)
        return -2;
    uint32_t before = t >= 3 ? (i - 3) * 11 : 7;
    return before + 1 + 8;
}

/* ---- functions --------------------------------------------------------------------------------------------------- */

typedef struct Fraction {
    int64_t over;
    int32_t under;
    int16_t tag;
    int8_t sign;
} Fraction;

static const Fraction factor = { -7, 13, 1111, 1 };

static int64_t want_struct(uint32_t i, uint32_t block)
{
    (void)block;
    Fraction f = { (int64_t)i - 50, (int32_t)i % 9 + 1, (int16_t)(uint16_t)(i * 300), (int8_t)(i & 1) };
    for (int k = 0; k < 5; k++) {
        f.over *= factor.over;
        f.under *= factor.under;
        f.tag = (int16_t)(uint16_t)(f.tag + factor.tag);
        f.sign ^= factor.sign;
        if (f.under > 1000000) {
            f.under /= 1024;
            f.over /= 1024;
        }
    }
    return f.over * 31 + f.under * INT64_C(17) + f.tag * 3 + f.sign;
}

static uint32_t ackermann(uint32_t m, uint32_t n)
{
    if (m == 0)
        return n + 1;
    return ackermann(m - 1, n == 0 ? 1 : ackermann(m, n - 1));
}

static int64_t want_recursion(uint32_t i, uint32_t block)
{
    (void)block;
    int32_t n = (int32_t)(i % 20);
    return ackermann(i % 3, i % 5) * INT64_C(100000) + (n % 2 ? 0 : INT32_C(1) << n / 2);
}

typedef int32_t Function(int32_t, int32_t);

static int32_t plus(int32_t a, int32_t b)
{
    return a + b;
}

static int32_t minus(int32_t a, int32_t b)
{
    return a - b;
}

static int32_t mixed(int32_t a, int32_t b)
{
    return (int32_t)((uint32_t)a * 5 ^ (uint32_t)b);
}

static int32_t fold(Function *f, int32_t start, int32_t count)
{
    for (int32_t k = 1; k <= count; k++)
        start = f(start, k);
    return start;
}

static int64_t want_pointers(uint32_t i, uint32_t block)
{
    (void)block;
    static Function *const functions[] = { plus, minus, mixed, minus };
    Function *mine = functions[i % 4];
    return mine((int32_t)i, 3) * INT64_C(1000) + fold(i & 8 ? plus : mixed, (int32_t)i, (int32_t)(i % 6)) +
           fold(mine, 1, 2);
}

/* ---- data -------------------------------------------------------------------------------------------------------- */

static int64_t want_data(uint32_t i, uint32_t block)
{
    (void)block;
    static const int32_t primes[12] = { 2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37 }, squares[5] = { 0, 1, 4, 9, 0 };
    static const int32_t steps[4] = { -3, 300, -300, 7 }, text[9] = { 'P', 'T', 'X', ' ', '"', '\\', '\n', -1, 0 };
    int64_t thirds = i % 2 ? 2000000000 : 1000000000;
    int64_t sum = primes[i % 12] + thirds + squares[i % 5] * 10 + steps[i % 4];
    sum += text[i % 9] * 100 + squares[1] + squares[2 + (i & 1)] + 1;
    return i & 1 ? sum + 'z' + 3 * 7 + 9 - 2 : sum + 'a' - 2 * 7 + 0 + 4;
}

static int8_t low_byte(uint32_t x)
{
    return (int8_t)(x & 127) - (int8_t)(x & 128 ? 127 : 0) - (int8_t)(x & 128 ? 1 : 0);
}

static int64_t want_arrays(uint32_t i, uint32_t block)
{
    (void)block;
    int8_t bytes[16];
    uint16_t words[16];
    uint64_t longs[4] = { 1, UINT64_MAX, UINT64_C(1) << 40, 0 };
    for (uint32_t k = 0; k < 16; k++) {
        bytes[k] = low_byte(k * i * 5);
        words[k] = (uint16_t)(k * 9999 + i);
    }
    for (int k = 0; k < 16; k++) {
        uint32_t at = (uint32_t)(bytes[k] + words[k]) % 16;
        bytes[at] = low_byte((uint32_t)(bytes[at] - words[15 - k]));
        words[k] = (uint16_t)((uint32_t)words[k] * (uint16_t)(bytes[at] | 1));
        longs[at % 4] += (uint64_t)((int64_t)bytes[k] * words[at]);
    }
    return (int64_t)(longs[0] ^ longs[1] ^ longs[2] ^ longs[3] ^ (uint64_t)(int64_t)bytes[i % 16]);
}

static int64_t want_doubles(uint32_t i, uint32_t block)
{
    (void)block;
    double x = 1.0 / (i + 1), sum = 0;
    for (int k = 1; k < 12; k++) {
        sum = fma(x, k, sum) / 1.5;
        x = sqrt(x + k) - floor(x);
        sum += fmin(x, 1e3 / k) + (double)(int64_t)(x * 100) - (double)(float)x;
    }
    int64_t bits;
    memcpy(&bits, &sum, sizeof bits);
    return bits;
}

/* The high half of a * b, from halves of 32 bits. */
static uint64_t high_half(uint64_t a, uint64_t b)
{
    uint64_t low = UINT32_MAX, a0 = a & low, a1 = a >> 32, b0 = b & low, b1 = b >> 32;
    uint64_t middle = a1 * b0 + (a0 * b0 >> 32), other = a0 * b1 + (middle & low);
    return a1 * b1 + (middle >> 32) + (other >> 32);
}

static int64_t shift_right(int64_t x, uint32_t by)
{
    return x < 0 ? ~(~x >> by) : x >> by;
}

static int64_t want_longs(uint32_t i, uint32_t block)
{
    (void)block;
    uint64_t u = UINT64_C(0x9E3779B97F4A7C15) * (i + 1);
    int64_t s = shift_right((int64_t)u, i % 50), t = -(int64_t)(i * 77) - 3;
    u = high_half(u, u) ^ u / (i + 3) ^ u % 1000003 << 7;
    s = (int64_t)((uint64_t)(s / t + s % 97 * t) + (u >> i % 64));
    uint64_t sum = (u << i % 13) + (s < t) + (u > UINT64_C(1) << 63 ? 2 : 0);
    int64_t low = (int64_t)(u & 0xFFFFFFFF), half = s & 0xFFFF;
    sum += (uint64_t)(low > INT32_MAX ? low - INT64_C(0x100000000) : low);
    sum += (uint64_t)(half > INT16_MAX ? half - 0x10000 : half);
    return (int64_t)((uint64_t)s ^ sum);
}

/* ---- running them ------------------------------------------------------------------------------------------------ */

typedef struct Kernel {
    const char *name;
    int64_t (*want)(uint32_t i, uint32_t block);
} Kernel;

static const Kernel kernels[] = {
    { "control_switch", want_switch },
    { "control_jump", want_jump },
    { "control_loops", want_loops },
    { "control_exit", want_exit },
    { "control_struct", want_struct },
    { "control_recursion", want_recursion },
    { "control_pointers", want_pointers },
    { "control_data", want_data },
    { "control_arrays", want_arrays },
    { "control_doubles", want_doubles },
    { "control_longs", want_longs },
};

static bool run_kernel(const Setup *s, const Kernel *k, int64_t *out, uint32_t n)
{
    ptx2c_dim3 grid = sample_dim(sample_ceil_div(n, s->block.x), 1, 1);
    Fraction by = factor;
    ptx2c_little_endian(&by.over, sizeof by.over, 1);
    ptx2c_little_endian(&by.under, sizeof by.under, 1);
    ptx2c_little_endian(&by.tag, sizeof by.tag, 1);
    void *args[] = { PTX2C_POINTER(out), &n, &by };
    memset(out, 0xA5, n * sizeof *out);
    if (!sample_launch(&control, k->name, grid, s->block, 0, args))
        return false;
    ptx2c_little_endian(out, sizeof *out, n);
    for (uint32_t i = 0; i < n; i++) {
        int64_t want = k->want(i, s->block.x);
        if (out[i] != want)
            return sample_fail("%s[%lu] = %lld, not %lld", k->name, (unsigned long)i, (long long)out[i],
                               (long long)want);
    }
    return true;
}

static bool run(const Setup *s)
{
    uint32_t n = s->n.x;
    size_t bytes = 0;
    uint32_t *calls = ptx2c_find_variable(&control, "control_calls", &bytes);
    if (!calls || bytes != sizeof *calls)
        return sample_fail("the module has no control_calls of four bytes");
    uint32_t before = *calls, after;
    ptx2c_little_endian(&before, sizeof before, 1);
    int64_t *out = sample_alloc(n, sizeof *out);
    bool ok = true;
    for (size_t i = 0; ok && i < SAMPLE_COUNT(kernels); i++)
        ok = run_kernel(s, &kernels[i], out, n);
    free(out);
    sample_say("%lu threads, %zu kernels", (unsigned long)n, SAMPLE_COUNT(kernels));
    if (ok && before < 5)
        ok = sample_fail("control_calls = %lu, but it starts with 5", (unsigned long)before);
    after = *calls;
    ptx2c_little_endian(&after, sizeof after, 1);
    if (ok && after - before != n)
        ok = sample_fail("control_calls grew by %lu, not %lu", (unsigned long)(after - before), (unsigned long)n);
    return ok;
}

int main(int argc, char **argv)
{
    static const Setup shapes[] = {
        SAMPLE_LINE(1, 1, 0),    SAMPLE_LINE(50, 1, 0),   SAMPLE_LINE(100, 7, 0),    SAMPLE_LINE(100, 33, 0),
        SAMPLE_LINE(100, 100, 0), SAMPLE_LINE(130, 32, 0), SAMPLE_LINE(300, 256, 0), SAMPLE_LINE(1000, 1024, 0),
    };
    static const Sample sample = {
        .name = "control", .sizes = "threads", .run = run,
        .normal = { .n = { 10000, 1, 1 }, .block = { 128, 1, 1 } },
        .shapes = shapes, .nshapes = SAMPLE_COUNT(shapes),
    };
    return sample_main(&sample, argc, argv);
}
