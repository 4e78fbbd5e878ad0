/* switches.h: nested switches, the kernels' and the host's; the tests' PTX is what clang makes of the kernels:
 *   clang --target=nvptx64-nvidia-cuda -march=sm_50 -Xclang -target-feature -Xclang +ptx60 -O1 -S -x c switches.h -o - |
 *       sed 's/^\.visible \.func/.visible .entry/' */
#if defined __NVPTX__
#define SWITCHES static inline __attribute__((always_inline)) unsigned
#else
#define SWITCHES static unsigned
#endif

/* Switches over what lanes have and what all have, in turn, with jumps from the inner ones to the end of all. */
SWITCHES mixed(unsigned x, unsigned u, const unsigned *in)
{
    unsigned acc = x ^ u;
    for (unsigned k = 0; k < 3; k++) {
        switch (x % 4) {
        case 0:
            acc += u;
            switch (x % 4) {
            case 0:
                acc += in[(acc + 28) & 31];
                acc ^= x + 81;
                break;
            case 1:
                acc += u;
                for (unsigned i = 0; i < x % 5; i++)
                    x = x * 3 + 3;
                break;
            case 2:
                switch (u % 5) {
                case 0:
                    acc = acc * 22 + 4;
                    acc ^= x + 93;
                    break;
                case 1:
                    acc = acc * 26 + 88;
                    x = x * 3 + 1;
                    if (x >> 1 & 1)
                        goto out;
                    break;
                case 2:
                    acc = acc * 28 + 94;
                    /* fall through */
                case 3:
                    acc = acc * 11 + 7;
                    acc += in[(acc + 17) & 31];
                    break;
                default:
                    acc = acc * 43 + 31;
                    acc ^= x + 58;
                }
                return acc + 60;
            default:
                switch (x % 5) {
                case 0:
                    acc += u;
                    continue;
                case 1:
                    acc += in[(acc + 7) & 31];
                    break;
                case 2:
                    x = x * 3 + 8;
                    break;
                case 3:
                    acc ^= x + 86;
                    acc = acc * 29 + 58;
                    break;
                default:
                    x = x * 3 + 4;
                    acc += u;
                }
            }
            /* fall through */
        case 1:
            for (unsigned i = 0; i < x % 5; i++)
                x = x * 3 + 1;
            for (unsigned i = 0; i < 3; i++)
                acc ^= x + 13;
            break;
        case 2:
            if (u >> 1 & 4)
                acc ^= x + 94;
            else if (u >> 1 & 1)
                acc = acc * 68 + 16;
            else
                acc += u;
            if (u & 1)
                goto out;
            break;
        default:
            switch ((u >> 2) % 3) {
            case 0:
                acc += in[(acc + 24) & 31];
                switch ((u >> 3) % 4) {
                case 0:
                    x = x * 3 + 2;
                    acc ^= x + 24;
                    break;
                case 1:
                    acc += in[(acc + 24) & 31];
                    break;
                case 2:
                    acc += in[(acc + 3) & 31];
                    acc += u;
                    break;
                default:
                    acc ^= x + 62;
                }
                break;
            case 1:
                acc ^= x + 87;
                for (unsigned i = 0; i < 3; i++) {
                    x = x * 3;
                    acc += u;
                }
                continue;
            default:
                acc = acc * 64 + 31;
                switch ((u >> 2) % 7) {
                case 0:
                    acc = acc * 61 + 34;
                    break;
                case 1:
                    acc ^= x + 65;
                    /* fall through */
                case 2:
                    acc ^= x + 1;
                    break;
                case 3:
                    acc ^= x + 31;
                    acc += u;
                    /* fall through */
                case 4:
                    acc ^= x + 54;
                    break;
                case 5:
                    acc = acc * 25 + 85;
                    break;
                default:
                    acc ^= x + 92;
                }
            }
            acc ^= x + 44;
        }
    }
    acc = acc * 7 + in[u & 31];
    switch (u & 3) {
    case 0:
        acc += x;
        /* fall through */
    case 1:
        acc ^= 77;
        break;
    default:
        acc -= x;
    }
out:
    return acc;
}

/* A machine of states: all lanes begin in one, words of the input that all read and a lane's own lead on. */
SWITCHES machine(unsigned x, unsigned u, const unsigned *in)
{
    enum { START, NUMBER, NAME, SPACE, FAIL };
    unsigned state = START, acc = 0, word = 0;
    for (unsigned k = 0; k < 24; k++) {
        const unsigned all = in[(k + u) & 31] >> 3, own = in[(k + x) & 31] >> 5;
        switch (state) {
        case START:
            switch (all & 3) {
            case 0: state = NUMBER; break;
            case 1: state = own & 1 ? NAME : SPACE; break;
            case 2: acc += 100; continue;
            default: state = SPACE;
            }
            word = 0;
            break;
        case NUMBER:
            switch (own & 7) {
            case 7:
                state = FAIL;
                break;
            case 6:
                acc += word;
                state = START;
                continue;
            default:
                word = word * 10 + (own & 7);
                if (all % 5 == 0)
                    state = SPACE;
            }
            break;
        case NAME:
            for (unsigned i = all & 1; i < 4; i++) {
                if ((own >> i & 3) == 3) {
                    state = i & 1 ? START : NUMBER;
                    goto next;
                }
                word ^= own << i;
            }
            state = SPACE;
            break;
        case SPACE:
            if (all & 2)
                switch (own & 3) {
                case 0: state = START; break;
                case 1: state = NAME; goto next;
                default: acc = acc * 3 + word;
                }
            else
                state = u & 1 ? START : NAME;
            break;
        default:
            if (u % 7 == 3)
                return acc + k;
            acc ^= 0x55u << (own & 15);
            state = all & 4 ? START : FAIL;
        }
        acc += state;
next:
        acc = acc << 1 | acc >> 31;
    }
    return acc ^ word;
}

/* What all lanes choose leads from one case to the middle of another, over what lanes do. */
SWITCHES across(unsigned x, unsigned u, const unsigned *in)
{
    unsigned acc = 1;
    for (unsigned k = 0; k < 5; k++) {
        switch ((u + k) & 3) {
        case 0:
            acc += in[(x + k) & 31] & 255;
            if (u & 4)
                goto second;
            switch (x & 3) {
            case 1: acc *= 3; break;
            case 2: acc += k; goto third;
            default: acc ^= 9;
            }
            break;
        case 1:
            acc = acc * 5 + x;
second:
            for (unsigned i = 0; i < (acc & 3); i++)
                acc += in[(acc + i) & 31] & 15;
            if (u & 8)
                goto third;
            break;
        case 2:
            switch (u >> 4 & 3) {
            case 0: acc -= x; break;
            case 1: acc += x & 1 ? 7 : 8; goto second;
            case 2: if (x % 3 == 0) goto last;
            }
            acc ^= u;
            break;
        default:
            acc += 11;
third:
            switch (x % 5) {
            case 0: acc += u; break;
            case 3: acc = acc * 7 + 1;
            }
        }
    }
last:
    return acc + 1000 * x;
}

#if defined __NVPTX__
#define KERNEL(name) void run_##name(unsigned *out, const unsigned *in, unsigned u) \
{                                                                                  \
    const unsigned t = __nvvm_read_ptx_sreg_tid_x();                              \
    out[t] = name(t, u, in);                                                      \
}
KERNEL(mixed)
KERNEL(machine)
KERNEL(across)
#endif
