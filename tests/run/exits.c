#include "host.h"

extern const ptx2c_module exits;

int main(void)
{
    uint32_t got[96] = {0}, *p = got, n = 20;
    bool ok = !run(&exits, "plain", 1, 70, (void *[]){&p});
    for (uint32_t i = 0; i < 70; i++)
        ok &= got[i] == (i % 2 ? 0 : i + 1000);
    printf("plain %d\n", ok);

    memset(got, 0, sizeof got);
    ok = !run(&exits, "meet", 1, 96, (void *[]){&p});
    for (uint32_t i = 0; i < 96; i++) /* of each four the first is left */
        ok &= got[i] == (i % 4 ? 0 : 24);
    printf("meet %d\n", ok);

    memset(got, 0, sizeof got);
    ok = !run(&exits, "beyond", 1, 96, (void *[]){&p, &n});
    for (uint32_t i = 0; i < 96; i++)
        ok &= got[i] == (i < n ? i : 0);
    printf("beyond %d\n", ok);

    ok = true;
    for (n = 5; n < 15; n++) {
        memset(got, 0, sizeof got);
        ok &= !run(&exits, "alike", 1, 70, (void *[]){&p, &n});
        for (uint32_t i = 0; i < 70; i++)
            ok &= got[i] == (n == 10 || n > 11 ? n : 0);
    }
    printf("alike %d\n", ok);

    memset(got, 0, sizeof got);
    ok = !run(&exits, "all_but_lane", 1, 70, (void *[]){&p});
    for (uint32_t i = 0; i < 96; i++)
        ok &= got[i] == (i < 70 && i % 32 == 1 ? i + 1 : i % 32 == 2 && i < 70 ? i : 0);
    printf("all but a lane %d\n", ok);

    memset(got, 0, sizeof got);
    ok = !run(&exits, "all_but_thread", 1, 96, (void *[]){&p});
    for (uint32_t i = 0; i < 96; i++)
        ok &= got[i] == (i == 37 || i == 38 ? 38 : 0);
    printf("all but a thread %d\n", ok);

    n = 100;
    printf("traps %d\n", run(&exits, "traps", 2, 64, (void *[]){&n}));
    n = 30;
    run(&exits, "traps", 2, 64, (void *[]){&n});
    return 0;
}
