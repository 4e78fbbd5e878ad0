#include "host.h"

extern const ptx2c_module widths;

static uint64_t bits(double d)
{
    uint64_t b;
    memcpy(&b, &d, sizeof b);
    return b;
}

int main(void)
{
    static const uint8_t b[8] = {0xfd, 0x80, 0xc5, 0x90, 0xff, 0x01, 0x02, 0xf3};
    uint64_t out[141], *to = out, q = 0, *o = out;
    const uint8_t *from = b, byte = 200;
    for (int i = 8; i-- > 0;)
        q = q << 8 | b[i];
    const struct {
        const char *name;
        uint32_t v;
    } narrow[] = {
        {"ld.u8", (uint32_t)(b[0])},
        {"ld.u16", (uint32_t)(b[0] | b[1] << 8)},
        {"ld.s8", (uint32_t)((int8_t)b[2])},
        {"ld.s16", (uint32_t)((int16_t)(b[2] | b[3] << 8))},
        {"cvt.u32.u64", (uint32_t)((uint32_t)q)},
        {"cvt.u32.s64", (uint32_t)((uint32_t)q)},
        {"cvt.s32.s64", (uint32_t)((uint32_t)q)},
        {"cvt.u32.u16", (uint32_t)(b[0] | b[1] << 8)},
        {"cvt.u32.u8", (uint32_t)(b[0])},
        {"cvt.u32.s8", (uint32_t)((int8_t)b[2])},
        {"cvt.s32.s16", (uint32_t)((int16_t)(b[2] | b[3] << 8))},
        {"selp", (uint32_t)(0)},
        {"selp.s", (uint32_t)(-3)},
        {"set", (uint32_t)(-1)},
        {"set.0", (uint32_t)(0)},
        {"smid", (uint32_t)(0)},
        {"tid", (uint32_t)(0)},
        {"popc", (uint32_t)(b[0] & 1)},
        {"clz", (uint32_t)(0)},
        {"bfind", (uint32_t)(31)},
        {"mul.wide.u16", (uint32_t)((uint32_t)(b[0] | b[1] << 8) * (b[0] | b[1] << 8))},
        {"mul.wide.s16", (uint32_t)((int16_t)(b[2] | b[3] << 8) * (int16_t)(b[2] | b[3] << 8))},
        {"min.s32", (uint32_t)((uint32_t)q)},
        {"max.u32", (uint32_t)((uint32_t)q)},
        {"bfe.s32", (uint32_t)((int32_t)(uint32_t)q >> 28)},
        {"shr.s32", (uint32_t)((int32_t)(uint32_t)q >> 28)},
        {"abs.s32", (uint32_t)(0 - (uint32_t)q)},
        {"div.s32", (uint32_t)((int32_t)(uint32_t)q / 1000000000)},
        {"mov16", (uint32_t)(b[0] | b[1] << 8)},
        {"dp4a", (uint32_t)((int8_t)b[0])},
        {"ld.param", (uint32_t)(200)},
    };
    const struct {
        const char *name;
        uint64_t v;
    } wide[] = {
        {"ld.u8", (uint64_t)(b[0])},
        {"ld.u32", (uint64_t)((uint32_t)q)},
        {"ld.s32", (uint64_t)((int32_t)(uint32_t)q)},
        {"cvt.u64.u32", (uint64_t)((uint32_t)q)},
        {"cvt.s64.s32", (uint64_t)((int32_t)(uint32_t)q)},
        {"cvt.u64.s32", (uint64_t)((int32_t)(uint32_t)q)},
        {"cvt.u64.u16", (uint64_t)(b[0] | b[1] << 8)},
        {"cvt.s64.s8", (uint64_t)((int8_t)b[2])},
        {"selp.b64", (uint64_t)(0)},
        {"mul.wide.u32", (uint64_t)((uint64_t)(uint32_t)q * 4)},
        {"mul.wide.s32", (uint64_t)((int64_t)(int32_t)(uint32_t)q * 4)},
        {"mad.wide.u32", (uint64_t)((uint64_t)(uint32_t)q * 4 + 1)},
        {"gridid", (uint64_t)(0)},
        {"mov.b64", (uint64_t)((uint32_t)q)},
        {"ld.param", (uint64_t)(200)},
        {"shared", (uint64_t)(0)},
    };
    run(&widths, "widths", 1, 1, (void *[]){&to, &from, (void *)(uintptr_t)&byte});
    for (size_t i = 0; i < sizeof narrow / sizeof *narrow; i++, o += 3) {
        const uint32_t v = narrow[i].v;
        if (o[0] != bits((double)(v - 5)) || o[1] != (uint32_t)~v || o[2] != (v - 9 > 24))
            printf("%s: %llx %llx %llx\n", narrow[i].name, (unsigned long long)o[0], (unsigned long long)o[1],
                   (unsigned long long)o[2]);
    }
    for (size_t i = 0; i < sizeof wide / sizeof *wide; i++, o += 3) {
        const uint64_t v = wide[i].v;
        if (o[0] != ~v || o[1] != bits((double)(v - 5)) || o[2] != (v - 9 > 24))
            printf("%s in 64 bits: %llx %llx %llx\n", wide[i].name, (unsigned long long)o[0],
                   (unsigned long long)o[1], (unsigned long long)o[2]);
    }
    puts("done");
    return 0;
}
