#include "host.h"

extern const ptx2c_module cancel_all;

int main(void)
{
    static uint32_t out[8 * 32];
    void *o = out;
    int bad = run(&cancel_all, "ask", 8, 32, (void *[]){&o});
    for (int i = 0; i < 8 * 32; i++)
        bad += out[i] != 2;
    printf("%d\n", bad);
    return 0;
}
