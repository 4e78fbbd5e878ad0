/* Tensor copies against the slowest way to say what they do. */
#include "host.h"

extern const ptx2c_module tensor;

enum { BYTES = 16384, DATA = 1 << 18 };

typedef struct At { int32_t x[5]; uint16_t offset[4]; } At;

static _Alignas(64) unsigned char data[DATA], before[DATA];
static unsigned char got[BYTES], want[BYTES];

static uint32_t bytes_of(int type)
{
    return type == PTX2C_TENSOR_U8 ? 1 : type == PTX2C_TENSOR_F16 || type == PTX2C_TENSOR_U16 ? 2
           : type == PTX2C_TENSOR_F64 || type == PTX2C_TENSOR_U64 ? 8 : 4;
}

/* Where the element is, or -1 outside of the tensor. */
static long place(const ptx2c_tensor *t, const long x[5])
{
    uint64_t dense = bytes_of(t->type);
    long at = 0;
    for (uint32_t i = 0; i < t->rank; i++) {
        uint64_t stride = i == 0 ? dense : t->stride[i - 1] ? t->stride[i - 1] : dense;
        if (x[i] < 0 || x[i] >= (long)t->size[i])
            return -1;
        at += x[i] * (long)stride;
        dense = stride * t->size[i];
    }
    return at;
}

/* Byte number b of shared memory lies there: 16-byte pieces change places within rows of 128 bytes. */
static uint32_t swizzled(uint32_t b, int swizzle, int atomicity)
{
    /* what lies in the 128-byte lines, as the manual's tables say it */
    static const char *const table[3][4] = {{"01234567", "23016745", "45670123", "67452301"},
                                            {"01234567", "23016745", "45670123", "67452301"},
                                            {"01234567", "45670123", "01234567", "45670123"}};
    uint32_t row = b / 128, piece = b / 16 % 8, in = b % 16;
    static const uint32_t pieces[] = {1, 2, 4, 8, 2};
    if (atomicity)
        return row * 128 + (uint32_t)(table[atomicity - 1][row % 4][piece] - '0') * 16 +
               (in ^ (atomicity == 2 && row % 2 ? 8 : 0));
    piece = piece / pieces[swizzle] * pieces[swizzle] + ((piece % pieces[swizzle]) ^ (row % pieces[swizzle]));
    return row * 128 + piece * 16 + in;
}

/* All elements of a copy in the order of shared memory: where each is in data, or -1. */
static uint32_t elements(const ptx2c_tensor *t, const At *at, bool no_offsets, long *list)
{
    uint32_t n = 0;
    if (!t->im2col) {
        uint32_t b[5] = {1, 1, 1, 1, 1}, s[5] = {1, 1, 1, 1, 1};
        for (uint32_t i = 0; i < t->rank; i++) {
            b[i] = t->box[i];
            s[i] = t->step[i] ? t->step[i] : 1;
        }
        for (uint32_t e = 0; e < b[4]; e += s[4])
            for (uint32_t d = 0; d < b[3]; d += s[3])
                for (uint32_t c = 0; c < b[2]; c += s[2])
                    for (uint32_t y = 0; y < b[1]; y += s[1])
                        for (uint32_t x = 0; x < b[0]; x++)
                            list[n++] = place(t, (long[]){at->x[0] + (long)x, at->x[1] + (long)y, at->x[2] + (long)c,
                                                          at->x[3] + (long)d, at->x[4] + (long)e});
        return n;
    }
    const uint32_t images = t->rank - 1;
    long p[5];
    for (uint32_t i = 0; i < 5; i++)
        p[i] = at->x[i];
    for (uint32_t pixel = 0; pixel < t->pixels; pixel++) {
        for (uint32_t ch = 0; ch < t->channels; ch++) {
            long x[5] = {at->x[0] + (long)ch};
            for (uint32_t i = 1; i < t->rank; i++)
                x[i] = p[i] + (i < images && !no_offsets ? at->offset[i - 1] : 0);
            list[n++] = place(t, x);
        }
        bool done = false;
        for (uint32_t i = 1; i < images && !done; i++) {
            p[i] += t->step[i] ? t->step[i] : 1;
            done = p[i] <= (long)t->size[i] - 1 + t->upper[i - 1];
            if (!done)
                p[i] = t->lower[i - 1];
        }
        if (!done)
            p[images]++;
    }
    return n;
}

static long list[BYTES];

static void fill(void)
{
    uint32_t seed = 3;
    for (int i = 0; i < DATA; i++)
        data[i] = (unsigned char)((seed = seed * 1664525 + 1013904223) >> 24);
}

static void get(const char *name, const ptx2c_tensor *t, At at)
{
    ptx2c_tensor_map map;
    fill();
    int status = ptx2c_tensor_map_create(&map, t);
    uint32_t e = bytes_of(t->type), n = elements(t, &at, false, list), bytes = n * e;
    memset(want, 0x77, sizeof want);
    for (uint32_t i = 0; i < n; i++)
        for (uint32_t b = 0; b < e; b++)
            want[swizzled(i * e + b, t->swizzle, t->atomicity)] = list[i] < 0 ? (t->nan ? 0xff : 0) : data[list[i] + b];
    int kind = (int)t->rank + (t->im2col ? 10 : 0);
    unsigned char *out = got;
    if (!status)
        status = run(&tensor, "get", 1, 64, (void *[]){&map, &at, &kind, &bytes, &out});
    printf("%s: %u bytes %s %d\n", name, (unsigned)bytes, memcmp(got, want, sizeof got) ? "differ" : "same", status);
}

static void put(const char *name, const ptx2c_tensor *t, At at, int kind)
{
    ptx2c_tensor_map map, *m = &map;
    fill();
    memcpy(before, data, sizeof data);
    int status = ptx2c_tensor_map_create(&map, t);
    uint32_t e = bytes_of(t->type), n = elements(t, &at, true, list);
    for (int i = 0; i < BYTES; i++)
        got[i] = (unsigned char)(i * 31 + i / 256);
    for (uint32_t i = 0; i < n; i++) {
        if (list[i] < 0)
            continue;
        unsigned char *old = before + list[i], new[8];
        for (uint32_t b = 0; b < e; b++)
            new[b] = got[swizzled(i * e + b, t->swizzle, t->atomicity)];
        int32_t x, y;
        memcpy(&x, old, 4);
        memcpy(&y, new, 4);
        x = kind == 22 ? (int32_t)((uint32_t)x + (uint32_t)y) : kind == 32 ? (x < y ? x : y) : x ^ y;
        memcpy(old, kind > 20 ? (void *)&x : (void *)new, e);
    }
    unsigned char *in = got;
    if (!status)
        status = run(&tensor, "put", 1, 64, (void *[]){&m, &at, &kind, &in});
    printf("%s: %s %d\n", name, memcmp(before, data, sizeof data) ? "differs" : "same", status);
}

/* Elements of 4 and 6 bits: a tensor of two rows of units of 16 (or 2), which take so many bytes of shared memory; shared
 * memory is filled with 0x77 before. */
static void get_narrow(const char *name, const ptx2c_tensor *t, At at, uint32_t unit, uint32_t bytes, uint32_t wide)
{
    ptx2c_tensor_map map;
    fill();
    int status = ptx2c_tensor_map_create(&map, t), kind = 2;
    uint32_t units = t->box[0] / unit, tx = units * bytes * t->box[1];
    memset(want, 0x77, sizeof want);
    for (uint32_t y = 0; y < t->box[1]; y++)
        for (uint32_t i = 0; i < units * bytes; i++) {
            const uint32_t x = (uint32_t)at.x[0] / unit + i / bytes, row = (uint32_t)at.x[1] + y;
            const uint32_t to = (y * units + i / bytes) * wide + i % bytes;
            const bool inside = x < t->size[0] / unit && row < t->size[1];
            want[swizzled(to, t->swizzle, t->atomicity)] = inside ? data[row * t->stride[0] + x * bytes + i % bytes] : 0;
        }
    unsigned char *out = got;
    if (!status)
        status = run(&tensor, "get", 1, 64, (void *[]){&map, &at, &kind, &tx, &out});
    printf("%s: %u bytes %s %d\n", name, (unsigned)tx, memcmp(got, want, sizeof got) ? "differ" : "same", status);
}

/* Elements of 6 bits that lie in bytes of their own. */
static void put_narrow(const ptx2c_tensor *t, At at)
{
    ptx2c_tensor_map map, *m = &map;
    fill();
    memcpy(before, data, sizeof data);
    int status = ptx2c_tensor_map_create(&map, t), kind = 2;
    for (int i = 0; i < BYTES; i++)
        got[i] = (unsigned char)(i * 31 + i / 256);
    for (uint32_t i = 0; i < t->box[0] * t->box[1]; i++) {
        const uint32_t x = (uint32_t)at.x[0] + i % t->box[0], row = (uint32_t)at.x[1] + i / t->box[0];
        for (uint32_t b = 0; b < 6 && x < t->size[0] && row < t->size[1]; b++) {
            unsigned char *to = &before[row * t->stride[0] + (6 * x + b) / 8];
            const uint32_t bit = (6 * x + b) % 8, v = got[swizzled(i, t->swizzle, t->atomicity)] >> b & 1;
            *to = (unsigned char)((*to & ~(1u << bit)) | v << bit);
        }
    }
    unsigned char *in = got;
    if (!status)
        status = run(&tensor, "put", 1, 64, (void *[]){&m, &at, &kind, &in});
    printf("store b6p2x16: %s %d\n", memcmp(before, data, sizeof data) ? "differs" : "same", status);
}

#define TENSOR(t, r, ...) (&(ptx2c_tensor){.data = data, .type = PTX2C_TENSOR_##t, .rank = r, __VA_ARGS__})
#define SIZE(...) .size = {__VA_ARGS__}
#define BOX(...) .box = {__VA_ARGS__}

int main(void)
{
    get("1d", TENSOR(F32, 1, SIZE(1000), BOX(64)), (At){{17}, {0}});
    get("1d outside", TENSOR(F32, 1, SIZE(1000), BOX(64), .nan = true), (At){{-5}, {0}});
    get("1d end", TENSOR(U8, 1, SIZE(1000), BOX(256)), (At){{900}, {0}});
    get("2d", TENSOR(F32, 2, SIZE(100, 50), BOX(16, 8)), (At){{3, 5}, {0}});
    get("2d corner", TENSOR(F16, 2, SIZE(104, 50), BOX(64, 32), .nan = true), (At){{90, -4}, {0}});
    get("2d 128B", TENSOR(F16, 2, SIZE(256, 64), BOX(64, 32), .swizzle = PTX2C_SWIZZLE_128B), (At){{64, 7}, {0}});
    get("2d 64B", TENSOR(F32, 2, SIZE(256, 64), BOX(16, 20), .swizzle = PTX2C_SWIZZLE_64B), (At){{250, 7}, {0}});
    get("2d 32B", TENSOR(F32, 2, SIZE(256, 64), BOX(8, 20), .swizzle = PTX2C_SWIZZLE_32B), (At){{1, 50}, {0}});
    get("3d", TENSOR(F64, 3, SIZE(10, 9, 8), .stride = {96, 1024}, BOX(4, 5, 3), .step = {1, 2, 1}), (At){{8, 3, 6}, {0}});
    get("4d", TENSOR(U16, 4, SIZE(16, 9, 8, 7), BOX(8, 5, 3, 4), .step = {1, 3, 2, 1}), (At){{4, 3, 6, -2}, {0}});
    get("5d", TENSOR(U8, 5, SIZE(32, 5, 4, 3, 2), BOX(16, 4, 3, 2, 2)), (At){{16, 3, 2, 1, 1}, {0}});
    get("im2col 3d", TENSOR(F16, 3, SIZE(32, 20, 3), .im2col = true, .lower = {-1}, .upper = {-1}, .channels = 16,
                            .pixels = 50), (At){{8, 5, 0}, {2}});
    get("im2col 4d", TENSOR(F16, 4, SIZE(64, 14, 9, 4), .im2col = true, .lower = {-1, -1}, .upper = {-1, -1},
                            .channels = 8, .pixels = 64), (At){{8, 7, 7, 2}, {1, 2}});
    get("im2col 4d steps", TENSOR(F32, 4, SIZE(64, 14, 8, 4), .im2col = true, .lower = {-1, -1}, .upper = {-1, -1},
                                  .step = {1, 2, 2}, .channels = 16, .pixels = 32, .nan = true,
                                  .swizzle = PTX2C_SWIZZLE_64B), (At){{0, 7, 5, 3}, {1, 1}});
    get("im2col 5d", TENSOR(U8, 5, SIZE(16, 6, 5, 4, 3), .im2col = true, .upper = {-2, -2, -2}, .channels = 16,
                            .pixels = 100), (At){{0, 1, 2, 0, 1}, {2, 1, 2}});

    get("2d 96B", TENSOR(F16, 2, SIZE(256, 64), BOX(48, 20), .swizzle = PTX2C_SWIZZLE_96B), (At){{1, 50}, {0}});
    get("2d 128B of 32", TENSOR(F32, 2, SIZE(256, 64), BOX(32, 20), .swizzle = 3, .atomicity = 1), (At){{1, 5}, {0}});
    get("2d 128B of 32, flip", TENSOR(F32, 2, SIZE(256, 64), BOX(32, 20), .swizzle = 3, .atomicity = 2), (At){{-2, 5}, {0}});
    get("2d 128B of 64", TENSOR(U8, 2, SIZE(256, 64), BOX(128, 20), .swizzle = 3, .atomicity = 3), (At){{1, 5}, {0}});
    get_narrow("b4x16", TENSOR(B4X16, 2, SIZE(250, 9), BOX(64, 7), .stride = {128}, .swizzle = 1), (At){{192, 3}, {0}},
               2, 1, 1);
    get_narrow("b4x16_p64", TENSOR(B4X16_P64, 2, SIZE(256, 9), BOX(128, 7), .stride = {160}, .swizzle = 3, .atomicity = 1),
               (At){{128, 3}, {0}}, 16, 8, 16);
    get_narrow("b6x16_p32", TENSOR(B6X16, 2, SIZE(256, 9), BOX(128, 7), .stride = {192}), (At){{128, 3}, {0}}, 16, 12, 16);
    put_narrow(TENSOR(B6X16, 2, SIZE(256, 9), BOX(128, 7), .stride = {192}, .swizzle = 3), (At){{128, 3}, {0}});

    put("store 2d 128B of 64", TENSOR(F16, 2, SIZE(104, 50), BOX(64, 32), .swizzle = 3, .atomicity = 3),
        (At){{60, 30}, {0}}, 2);
    put("store 1d", TENSOR(F32, 1, SIZE(1000), BOX(64)), (At){{960}, {0}}, 1);
    put("store 2d 128B", TENSOR(F16, 2, SIZE(104, 50), BOX(64, 32), .swizzle = PTX2C_SWIZZLE_128B), (At){{60, 30}, {0}}, 2);
    put("store 3d", TENSOR(F64, 3, SIZE(10, 9, 8), .stride = {96, 1024}, BOX(4, 5, 3)), (At){{-2, 3, 6}, {0}}, 3);
    put("store 5d", TENSOR(U8, 5, SIZE(32, 5, 4, 3, 2), BOX(16, 4, 3, 2, 2)), (At){{16, 3, 2, 1, 1}, {0}}, 5);
    put("store im2col", TENSOR(F16, 4, SIZE(64, 14, 9, 4), .im2col = true, .upper = {-2, -2}, .channels = 8,
                               .pixels = 64), (At){{8, 7, 6, 2}, {0}}, 14);
    put("add", TENSOR(S32, 2, SIZE(100, 50), BOX(16, 8)), (At){{90, 5}, {0}}, 22);
    put("min", TENSOR(S32, 2, SIZE(100, 50), BOX(16, 8), .swizzle = PTX2C_SWIZZLE_64B), (At){{3, 48}, {0}}, 32);
    put("xor", TENSOR(U32, 2, SIZE(100, 50), BOX(16, 8)), (At){{3, 5}, {0}}, 42);

    /* a map that the kernel has changed */
    ptx2c_tensor_map map, changed, *from = &map, *to = &changed;
    const ptx2c_tensor *t = TENSOR(F32, 2, SIZE(100, 50), BOX(16, 8), .swizzle = PTX2C_SWIZZLE_64B);
    unsigned char *base = data + 4096, *out = got;
    uint32_t width = 12, bytes = 16 * 3 * 4;
    uint64_t stride = 80;
    int kind = 2;
    At at = {{2, 1}, {0}};
    ptx2c_tensor_map_create(&map, t);
    run(&tensor, "change", 1, 32, (void *[]){&from, &to, &base, &width, &stride});
    run(&tensor, "get", 1, 64, (void *[]){&changed, &at, &kind, &bytes, &out});
    memset(want, 0, 192);
    for (int y = 0; y < 3; y++)
        memcpy(want + 64 * y, base + 80 * (y + 1) + 8, 40);
    printf("changed %d\n", memcmp(got, want, 192));

    /* what is refused */
    printf("%d %d %d %d\n", ptx2c_tensor_map_create(&map, TENSOR(F32, 2, SIZE(99, 50), BOX(16, 8))),
           ptx2c_tensor_map_create(&map, TENSOR(F32, 2, SIZE(100, 50), BOX(6, 8))),
           ptx2c_tensor_map_create(&map, TENSOR(F32, 2, SIZE(100, 50), BOX(64, 8), .swizzle = PTX2C_SWIZZLE_128B)),
           ptx2c_tensor_map_create(&map, TENSOR(F32, 6, SIZE(100, 50), BOX(16, 8))) == PTX2C_BAD_TENSOR);
    kind = 3;
    run(&tensor, "get", 1, 64, (void *[]){&changed, &at, &kind, &bytes, &out});
    memset(&map, 1, sizeof map);
    run(&tensor, "put", 1, 64, (void *[]){&from, &at, &kind, &out});
    at = (At){{0}, {0}};
    kind = 22; /* bytes are not added */
    ptx2c_tensor_map_create(&map, TENSOR(U8, 2, SIZE(112, 50), BOX(16, 8)));
    run(&tensor, "put", 1, 64, (void *[]){&from, &at, &kind, &out});
    kind = 2; /* halves that change places are only loaded, elements of 4 bits only without what is behind them stored */
    ptx2c_tensor_map_create(&map, TENSOR(U8, 2, SIZE(112, 50), BOX(128, 8), .swizzle = 3, .atomicity = 2));
    run(&tensor, "put", 1, 64, (void *[]){&from, &at, &kind, &out});
    ptx2c_tensor_map_create(&map, TENSOR(B4X16_P64, 2, SIZE(256, 50), BOX(128, 8)));
    run(&tensor, "put", 1, 64, (void *[]){&from, &at, &kind, &out});
    printf("%d %d %d\n", ptx2c_tensor_map_create(&map, TENSOR(U8, 2, SIZE(112, 50), BOX(16, 8), .swizzle = 1, .atomicity = 1)),
           ptx2c_tensor_map_create(&map, TENSOR(B6X16, 2, SIZE(256, 50), BOX(120, 8))),
           ptx2c_tensor_map_create(&map, TENSOR(B4X16, 2, SIZE(256, 50), BOX(128, 8), .nan = true)));
    return 0;
}
