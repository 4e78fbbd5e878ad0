#include "host.h"

extern const ptx2c_module gather;

enum { WIDTH = 20, HEIGHT = 10 };

static _Alignas(16) uint32_t from[HEIGHT][WIDTH], to[2][HEIGHT][WIDTH], want[2][HEIGHT][WIDTH];

static ptx2c_tensor_map map_of(void *data)
{
    ptx2c_tensor_map m;
    ptx2c_tensor t = {.data = data, .type = PTX2C_TENSOR_U32, .rank = 2, .size = {WIDTH, HEIGHT}, .box = {16, 1}};
    printf("%d ", ptx2c_tensor_map_create(&m, &t));
    return m;
}

/* Columns and rows outside read as 0 and are not written. */
static void test(const char *kernel, uint32_t x, uint32_t y0, uint32_t y1, uint32_t y2, uint32_t y3)
{
    const uint32_t y[] = {y0, y1, y2, y3};
    memset(to, 0x55, sizeof to);
    memcpy(want, to, sizeof want);
    for (int i = 0; i < 4; i++)
        for (uint32_t j = 0; j < 16; j++)
            for (uint32_t r = 0; r < 2; r++)
                if (y[i] < HEIGHT && x + j < WIDTH)
                    want[r][y[i]][x + j] = from[y[i]][x + j] + r;
    ptx2c_tensor_map a = map_of(from), b = map_of(to[0]), c = map_of(to[1]), *pa = &a, *pb = &b, *pc = &c;
    run(&gather, kernel, 2, 64, (void *[]){&pa, &pb, &pc, &x, &y0, &y1, &y2, &y3});
    printf("%d\n", memcmp(want, to, sizeof want));
}

int main(void)
{
    for (uint32_t i = 0; i < HEIGHT * WIDTH; i++)
        from[i / WIDTH][i % WIDTH] = i * 7919;
    test("rows", 2, 5, 0, 9, 3);
    test("rows", 10, 7, 10, 1, (uint32_t)-1);
    test("pair", 3, 4, 1, 8, 2);
    return 0;
}
