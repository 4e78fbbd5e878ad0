/* fields.h: places in a table that are made from the bits of a thread's number, for the kernels and for the host.
 * t: the thread's number in its block; n: what the compiler does not know. */
#define FIELDS(X)                                                                                                      \
    X(high, (t & 15) + (t >> 4) * 16)                                                                                  \
    X(eight, ((t & 7) | (t >> 3) << 5) & 1023)                                                                         \
    X(words, (t * 4 & 60) + (t >> 4))                                                                                  \
    X(flipped, t ^ 48)                                                                                                 \
    X(swizzled, (t ^ t >> 3) & 255)                                                                                    \
    X(rows, (t & 7) * 16 + ((t >> 3 & 3) ^ 2) * 4)                                                                     \
    X(inverted, ~t & 1023)                                                                                             \
    X(negative, (t - 100) >> 4 & 63)                                                                                   \
    X(shifted, (t + n) & 15)                                                                                           \
    X(crossed, (t ^ n << 3) & 1023)                                                                                    \
    X(remainder, t % 16 * 2 + t / 16)                                                                                  \
    X(wrapped, (int)((t * 0x10000000u) >> 27))

enum { TABLE = 1100 };
