/* Loops with two conditions to stay, of which one is the same for all lanes; for leaving.cu and leaving.c. */
#ifndef ALSO
#define ALSO static inline
#endif

/* Rounds until x is below 2, at most so many; and what is left of x. */
ALSO unsigned both(unsigned x, int most)
{
    int n = 0;
    unsigned sum = 0;
    do {
        sum = sum * 3 + x;
        x = x & 1 ? x + 1 : x / 2;
        n++;
    } while (n < most && x > 2);
    return sum * 64 + (unsigned)n + x;
}

/* Likewise, the other way round, and stays while one of two holds at most twice as often. */
ALSO unsigned either(unsigned x, int most)
{
    int n = 0;
    while (n < most * 2) {
        x = x * 5 % 257;
        n++;
        if ((x % 16 == 3) | (n == most))
            break;
        x += 2;
    }
    return x * 1000 + (unsigned)n;
}

/* In an inner loop, which some do not come to; some rounds are cut short. */
ALSO float inner(unsigned i, int most)
{
    float sum = 0;
    for (unsigned k = 0; k < i % 5; k++) {
        float x = (float)(i + k) * 0.25f;
        int n = 0;
        do {
            n++;
            if (x == 7.0f) {
                x += 1;
                continue;
            }
            sum += x;
            x = x * 0.5f + 1;
        } while ((n < most) & (x < 30.0f + (float)k) & (x > 2.25f));
        sum += (float)n;
    }
    return sum;
}
