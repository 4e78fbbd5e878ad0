#include "host.h"

extern const ptx2c_module child_calls;

static void show(const char *name, const unsigned char *p, int width, int rows)
{
    printf("%s:", name);
    for (int y = 0; y < rows; y++) {
        printf(" ");
        for (int x = 0; x < width; x++)
            printf("%d", p[y * width + x]);
    }
    printf("\n");
}

int main(void)
{
    unsigned char a[32] = {0}, b[16] = {0}, *pa = a, *pb = b;
    run(&child_calls, "rows", 1, 1, (void *[]){&pa, &pb});
    show("rows", a, 8, 4);
    show("copied", b, 4, 4);

    unsigned char c[24] = {0}, d[60] = {0}, *pc = c, *pd = d;
    run(&child_calls, "boxes", 1, 1, (void *[]){&pc, &pd});
    show("box", c, 4, 6);
    show("copied", d, 5, 12);

    int32_t out[10] = {0}, *po = out;
    run(&child_calls, "tells", 1, 1, (void *[]){&po});
    printf("tells");
    for (int i = 0; i < 10; i++)
        printf(" %d", out[i]);
    printf("\n");

    int32_t held[15] = {0}, *ph = held;
    run(&child_calls, "holds", 1, 1, (void *[]){&ph});
    printf("holds");
    for (int i = 0; i < 15; i++)
        printf(" %d", held[i]);
    printf("\n");
    return 0;
}
