/* Barrier objects: phases, transaction counts, threads that leave, and several threads in step. */
#define _POSIX_C_SOURCE 200809L
#include "../../runtime/ptx2c/mbarrier.h"
#include "check.h"
#include <pthread.h>
#include <sched.h>
#include <stdlib.h>

static ptx2c_cta lone = {.alone = true}, team = {.alone = false};

static uint64_t update(const ptx2c_cta *c, uint64_t *m, uint32_t drop, uint32_t arrive, uint32_t tx)
{
    return c ? ptx2c_shared_mbar_update(c, m, drop, arrive, tx, ptx2c_release)
             : ptx2c_mbar_update(m, drop, arrive, tx, ptx2c_release);
}

static bool done(const uint64_t *m, uint64_t state) { return ptx2c_mbar_test(m, state, ptx2c_acquire); }
static bool parity_done(const uint64_t *m, uint32_t p) { return ptx2c_mbar_test_parity(m, p, ptx2c_acquire); }

static void phases(const ptx2c_cta *c)
{
    uint64_t m = 12345, s;
    ptx2c_mbar_init(&m, 3);
    CHECK(!parity_done(&m, 0) && parity_done(&m, 1)); /* phase 0 runs, the one before it is over */
    s = update(c, &m, 0, 1, 0);
    CHECK(ptx2c_mbar_pending(s) == 3 && !done(&m, s));
    update(c, &m, 0, 1, 0);
    CHECK(!done(&m, s));
    update(c, &m, 0, 1, 0);
    CHECK(done(&m, s) && parity_done(&m, 0) && !parity_done(&m, 1));
    s = update(c, &m, 0, 3, 0); /* the second phase at once */
    CHECK(ptx2c_mbar_pending(s) == 3 && done(&m, s) && parity_done(&m, 1));
    s = update(c, &m, 1, 1, 0); /* one leaves: the next phase takes two */
    update(c, &m, 0, 2, 0);
    CHECK(done(&m, s));
    s = update(c, &m, 0, 1, 0);
    CHECK(ptx2c_mbar_pending(s) == 2);
    update(c, &m, 0, 1, 0);
    CHECK(done(&m, s));
    s = update(c, &m, 0, 1, 64); /* with a transaction of 64 bytes */
    update(c, &m, 0, 1, 0);
    CHECK(!done(&m, s));
    update(c, &m, 0, 0, 0u - 48);
    CHECK(!done(&m, s));
    update(c, &m, 0, 0, 0u - 16);
    CHECK(done(&m, s));
    s = m;
    update(c, &m, 0, 0, 0u - 32); /* completed before it is expected */
    update(c, &m, 0, 2, 0);
    CHECK(!done(&m, s));
    update(c, &m, 0, 0, 32);
    CHECK(done(&m, s));
}

enum { THREADS = 3, ROUNDS = 300 };
static uint64_t shared_barrier;
static int slot[2][THREADS];

static void *work(void *arg)
{
    int id = (int)(intptr_t)arg;
    for (int i = 0; i < ROUNDS; i++) {
        slot[i & 1][id] = i;
        update(id ? &team : NULL, &shared_barrier, 0, 1, 0);
        while (!parity_done(&shared_barrier, (uint32_t)i & 1))
            sched_yield();
        for (int k = 0; k < THREADS; k++)
            if (slot[i & 1][k] != i)
                failed = 1;
    }
    return NULL;
}

int main(void)
{
    phases(NULL);
    phases(&lone);
    phases(&team);
    pthread_t t[THREADS];
    ptx2c_mbar_init(&shared_barrier, THREADS);
    for (intptr_t i = 0; i < THREADS; i++)
        if (pthread_create(&t[i], NULL, work, (void *)i)) {
            perror("pthread_create");
            return 1;
        }
    for (int i = 0; i < THREADS; i++)
        pthread_join(t[i], NULL);
    return failed != 0;
}
