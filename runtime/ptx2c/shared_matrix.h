/* shared_matrix.h: matrices in shared memory, as the descriptors of the asynchronous matrix instructions give them
 * (manual 9.7.16.5.1, 9.7.17.3, 9.7.17.4.1, 9.7.17.10.6).
 *
 * Such a matrix is made of units of 16 bytes.  A row of it (a column of B) is what is multiplied and summed up; K-major,
 * units lie along a row, else across the rows.  Places are counted from the begin of the shared window. */
#ifndef PTX2C_SHARED_MATRIX_H
#define PTX2C_SHARED_MATRIX_H

#include "memory.h"
#include "sanitize_hook.h"

typedef struct ptx2c_shared_matrix {
    const unsigned char *window;
    uint32_t start, lead, stride; /* bytes */
    uint32_t base;                /* lines of 128 bytes between a boundary of 1024 and the begin of the pattern */
    uint32_t line;                /* bytes of a line of the pattern: 128, 64, 32, or 16: nothing is swizzled */
    bool wide;                    /* its atoms are 32 bytes */
    bool apart;                   /* K-major, line 128: lead is the place where rows go on that leave their line */
} ptx2c_shared_matrix;

/* Reads a unit. */
PTX2C_INLINE void ptx2c_unit_get(unsigned char *to, const unsigned char *from)
{
    if (ptx2c_may_access(from, 16, 0))
        memcpy(to, from, 16);
    else
        memset(to, 0, 16);
}

/* The place of the unit that would lie at a. */
PTX2C_INLINE uint32_t ptx2c_unit_swizzled(const ptx2c_shared_matrix *m, uint32_t a)
{
    const uint32_t by = (a >> 7) - m->base;
    return m->wide ? a ^ (by & 3) << 5 : a ^ (by & (m->line / 16 - 1)) << 4;
}

/* Unit u of row r of a K-major matrix.  A row that is longer than a line of the pattern goes on at the leading stride; apart
 * (manual 9.7.17.3.1.2), one that leaves its line begins the same line of a second matrix. */
PTX2C_INLINE const unsigned char *ptx2c_unit_of_row(const ptx2c_shared_matrix *m, uint32_t r, uint32_t u)
{
    const uint32_t units = m->line / 16, column = m->start / 16 % 8 + u;
    const uint32_t begin = !m->apart  ? m->start + u % units * 16 + u / units * m->lead
                           : column < 8 ? m->start + u * 16 : m->lead + (column - 8) * 16;
    const uint32_t a = begin + (r >> 3) * m->stride + (r & 7) * m->line;
    return m->window + ptx2c_unit_swizzled(m, a);
}

/* Unit u of the column k of all rows, where units lie across the rows. */
PTX2C_INLINE const unsigned char *ptx2c_unit_of_column(const ptx2c_shared_matrix *m, uint32_t k, uint32_t u)
{
    const uint32_t units = m->line / 16, deep = m->wide ? 4 : 8;
    const uint32_t along = m->line == 16 ? m->stride : m->lead, down = m->line == 16 ? m->lead : m->stride;
    const uint32_t a = m->start + u / units * along + u % units * 16 + k / deep * down + k % deep * m->line;
    return m->window + ptx2c_unit_swizzled(m, a);
}

/* 16 elements of 16 bytes from the 12 (6 bits each) or 8 (4 bits) that begin there. */
PTX2C_INLINE void ptx2c_widen16(unsigned char *v, uint32_t bits)
{
    unsigned char from[16];
    memcpy(from, v, 16);
    for (uint32_t i = 0; i < 16; i++) {
        const uint32_t at = i * bits, pair = from[at / 8] | (uint32_t)from[(at / 8 + 1) & 15] << 8;
        v[i] = (unsigned char)(bits == 4 ? (pair >> at % 8 & 0xf) << 2 : pair >> at % 8 & 0x3f);
    }
}

/* n rows from number first on, their elements of size bytes one behind the other, deep of them a row; across: units lie
 * across the rows; bits: of elements that are widened, or 0. */
PTX2C_INLINE void ptx2c_shared_rows(unsigned char *to, const ptx2c_shared_matrix *m, uint32_t first, uint32_t n, uint32_t deep,
                                    uint32_t size, bool across, uint32_t bits)
{
    const uint32_t bytes = deep * size, each = 16 / size;
    for (uint32_t r = 0; r < n && !across; r++)
        for (uint32_t u = 0; u < bytes / 16; u++) {
            unsigned char *v = to + r * bytes + 16 * u;
            ptx2c_unit_get(v, ptx2c_unit_of_row(m, first + r, u));
            if (bits)
                ptx2c_widen16(v, bits);
        }
    for (uint32_t u = 0; u < n / each && across; u++)
        for (uint32_t k = 0; k < deep; k++) {
            unsigned char v[16];
            ptx2c_unit_get(v, ptx2c_unit_of_column(m, k, first / each + u));
            if (bits)
                ptx2c_widen16(v, bits);
            for (uint32_t e = 0; e < each; e++)
                memcpy(to + (u * each + e) * bytes + k * size, v + e * size, size);
        }
}

#endif
