/* address32.c: addresses of 32 bits lead back to where they came from, over whole ranges and what lies around, whatever was
 * asked for before; memory that has one gets it again; when all are taken, 0, and the others stay. */
#include "check.h"

#include <ptx2c/address32.h>

#include <stdlib.h>

enum { MOST = 400 };

#if PTX2C_LATE32
/* Nothing is read or written there. */
static const void *place(uint64_t at) { return (const void *)(uintptr_t)at; }

static void leads_back(uint64_t at, uint64_t bytes, uint32_t a)
{
    const uint64_t to[] = {at, at + bytes / 2, at + bytes, at - PTX2C_AROUND, at + bytes + PTX2C_AROUND - 1};
    for (int i = 0; i < 5; i++)
        CHECK((uintptr_t)ptx2c_pointer32((uint32_t)(a + (to[i] - at))) == to[i]);
    CHECK(a % PTX2C_AROUND == at % PTX2C_AROUND);
}

static void far_apart(void)
{
    static struct { uint64_t at, bytes; uint32_t a; } got[MOST];
    int n = 0, none = 0;
    for (uint64_t i = 0; i < MOST; i++) { /* 1 GB apart; up to 48 MB long, some to just in front of a segment's end */
        const uint64_t at = UINT64_C(0x100000000000) + (i << 30) + (i % 3 == 1 ? 0xfffff0 : i * 4);
        const uint64_t bytes = i % 7 == 3 ? i << 17 : i % 7 == 5 ? 0xfe8000 : 64 + i;
        const uint32_t a = ptx2c_address32(place(at), bytes);
        none += a == 0;
        if (a) {
            got[n].at = at;
            got[n].bytes = bytes;
            got[n++].a = a;
        }
    }
    CHECK(n > 150 && none > 0);
    for (int i = 0; i < n; i++) {
        leads_back(got[i].at, got[i].bytes, got[i].a);
        CHECK(ptx2c_address32(place(got[i].at), got[i].bytes) == got[i].a);
        CHECK(ptx2c_address32(place(got[i].at + 16), 4) == got[i].a + 16);
    }
    CHECK(ptx2c_address32(place(UINT64_C(0x700000000000)), 4) == 0);
}

static void low(void)
{
    const uint32_t a = ptx2c_address32(place(0x2000000), 100);
    CHECK(a == 0x2000000);
    leads_back(0x2000000, 100, a);
}
#else
static void far_apart(void) {}
static void low(void) {}
#endif

int main(void)
{
    static char fixed[40];
    char *heap = malloc(40u << 20);
    if (!heap)
        return 1;
    const uint32_t a = ptx2c_address32(heap, 40u << 20), b = ptx2c_address32(fixed, sizeof fixed);
    low();
    far_apart();
    for (uint32_t i = 0; i < 40u << 20; i += 999983)
        CHECK((char *)ptx2c_pointer32(a + i) == heap + i);
    CHECK((char *)ptx2c_pointer32(b + 39) == fixed + 39);
    CHECK(ptx2c_address32(NULL, 9) == 0);
    free(heap);
    return failed != 0;
}
