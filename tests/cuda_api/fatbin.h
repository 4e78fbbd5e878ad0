/* fatbin.h: fat binaries as nvcc puts them into programs, for the tests of this folder. */
#ifndef FATBIN_H
#define FATBIN_H

/* A container with one entry. */
#define FATBIN(label, section, kind, text) \
    __asm__(".section " section ",\"a\"\n" \
            ".balign 8\n" \
            label ":\n" \
            ".long 0xba55ed50\n.short 1, 16\n.quad 3f - 1f\n" \
            "1: .short " kind ", 0x101\n.long 64\n.quad 3f - 2f\n.long 0, 0\n.short 0, 8\n.long 70, 0, 0\n.quad 0, 0, 0\n" \
            "2: " text "\n" \
            ".balign 8\n" \
            "3:\n.text\n")

#define HEAD ".version 7.0\\n.target sm_70\\n.address_size 64\\n"

typedef struct Wrapper {
    unsigned magic, version;
    const void *code, *const *files;
} Wrapper;

#endif
