/* A sampler that follows the formulas of the manual (9.7.10) and of the CUDA C++ Programming Guide's "Texture Fetching" in
 * the slowest clear way: one element at a time, in double.  It shares the descriptions of images and samplers with the
 * runtime, and no code. */
#include "ptx2c/image.h"

#include <math.h>

enum { REF_TEX, REF_GATHER };
enum { REF_BASE, REF_LEVEL, REF_GRAD };

/* One instruction. */
typedef struct Lookup {
    int what, comp;       /* REF_GATHER: the component */
    int geometry, mode;
    bool integer;         /* coordinates: i, else f */
    float f[3];
    int32_t i[3], offset[3];
    uint32_t layer, sample;
    float lod, dx[3], dy[3];
    bool compare;
    float reference;
} Lookup;

/* What it gives: numbers, or integers; most: the largest magnitude among the elements it saw. */
typedef struct Result {
    bool real, resident;
    double f[4];
    int64_t i[4];
    double most;
} Result;

static int ref_bits(uint32_t type)
{
    switch (type) {
    case PTX2C_SNORM_INT8: case PTX2C_UNORM_INT8: case PTX2C_SIGNED_INT8: case PTX2C_UNSIGNED_INT8: return 8;
    case PTX2C_SIGNED_INT32: case PTX2C_UNSIGNED_INT32: case PTX2C_FLOAT: return 32;
    default: return 16;
    }
}

static bool ref_signed(uint32_t type)
{
    return type == PTX2C_SNORM_INT8 || type == PTX2C_SNORM_INT16 || type == PTX2C_SIGNED_INT8 ||
           type == PTX2C_SIGNED_INT16 || type == PTX2C_SIGNED_INT32;
}

static bool ref_packed(uint32_t type)
{
    return type == PTX2C_UNORM_SHORT_565 || type == PTX2C_UNORM_SHORT_555 || type == PTX2C_UNORM_INT_101010;
}

static bool ref_integer_type(uint32_t type)
{
    return type == PTX2C_SIGNED_INT8 || type == PTX2C_SIGNED_INT16 || type == PTX2C_SIGNED_INT32 ||
           type == PTX2C_UNSIGNED_INT8 || type == PTX2C_UNSIGNED_INT16 || type == PTX2C_UNSIGNED_INT32;
}

/* Letters of the channels in memory. */
static const char *ref_order(uint32_t order)
{
    static const char *const names[] = {"r", "a", "rg", "ra", "rgb", "rgba", "bgra", "argb", "i", "l"};
    return names[order - PTX2C_R];
}

static int ref_element_bytes(const ptx2c_image *m)
{
    if (ref_packed(m->type))
        return m->type == PTX2C_UNORM_INT_101010 ? 4 : 2;
    return (int)strlen(ref_order(m->order)) * ref_bits(m->type) / 8;
}

static bool ref_real(const ptx2c_image *m, const ptx2c_sampler *own)
{
    return !ref_integer_type(m->type) || (own->read_normalized && ref_bits(m->type) < 32);
}

/* A binary float of some layout from its bits. */
static double ref_float(uint32_t bits, int exponent_bits, int fraction_bits)
{
    const uint32_t fraction = bits & ((1u << fraction_bits) - 1);
    const int most = (1 << exponent_bits) - 1, exponent = (int)(bits >> fraction_bits) & most, bias = most / 2;
    const double sign = bits >> (exponent_bits + fraction_bits) & 1 ? -1 : 1;
    if (exponent == most)
        return fraction ? (double)NAN : sign * (double)INFINITY;
    if (exponent == 0)
        return sign * ldexp(fraction, 1 - bias - fraction_bits);
    return sign * ldexp((double)(fraction | 1u << fraction_bits), exponent - bias - fraction_bits);
}

/* Channel c of the element at p, as a number. */
static double ref_channel(const ptx2c_image *m, const ptx2c_sampler *own, const unsigned char *p, int c, char letter)
{
    const int bits = ref_bits(m->type);
    uint64_t raw = 0;
    for (int k = ref_packed(m->type) ? ref_element_bytes(m) : bits / 8; k-- > 0;)
        raw = raw << 8 | p[(ref_packed(m->type) ? 0 : c * bits / 8) + k]; /* the tests' machines are little-endian */
    if (m->type == PTX2C_UNORM_INT_101010)
        return (double)(raw >> (2 - c) * 10 & 1023) / 1023;
    if (m->type == PTX2C_UNORM_SHORT_555)
        return (double)(raw >> (2 - c) * 5 & 31) / 31;
    if (m->type == PTX2C_UNORM_SHORT_565)
        return c == 1 ? (double)(raw >> 5 & 63) / 63 : (double)(raw >> (c ? 0 : 11) & 31) / 31;
    if (m->type == PTX2C_HALF_FLOAT)
        return ref_float((uint32_t)raw, 5, 10);
    if (m->type == PTX2C_FLOAT)
        return ref_float((uint32_t)raw, 8, 23);
    double v = (double)raw;
    if (ref_signed(m->type) && raw >> (bits - 1))
        v -= ldexp(1, bits);
    if (!ref_real(m, own))
        return v;
    v /= ldexp(1, ref_signed(m->type) ? bits - 1 : bits) - 1;
    if (v < -1)
        return -1;
    if (own->srgb && bits == 8 && !ref_signed(m->type) && letter != 'a')
        return v <= .04045 ? v / 12.92 : pow((v + .055) / 1.055, 2.4);
    return v;
}

static int ref_size(uint32_t size, int level)
{
    const int s = (int)floor(ldexp(size, -level));
    return s < 1 ? 1 : s;
}

/* An element of a slice as red, green, blue, alpha; x < 0: the border. */
static void ref_element(const ptx2c_image *m, const ptx2c_sampler *own, const ptx2c_sampler *s, bool zero_border, int level,
                        uint64_t slice, uint32_t sample, int x, int y, double v[4])
{
    static const char letters[] = "rgba";
    const char *order = ref_order(m->order);
    const int element = ref_element_bytes(m), samples = m->samples ? (int)m->samples : 1;
    size_t row = m->row_pitch, plane = m->slice_pitch;
    const unsigned char *p = m->data;
    if (level) {
        p = m->level[level - 1].data;
        row = m->level[level - 1].row_pitch;
        plane = m->level[level - 1].slice_pitch;
    }
    if (!row)
        row = (size_t)ref_size(m->width, level) * (size_t)(element * samples);
    if (!plane)
        plane = (size_t)ref_size(m->height, level) * row;
    for (int k = 0; k < 4; k++) {
        const char *c = strchr(order, letters[k]);
        if (!c)
            c = *order == 'i' || (*order == 'l' && k < 3) ? order : NULL;
        if (!c) {
            v[k] = k == 3;
        } else if (x < 0) {
            v[k] = zero_border ? 0 : (double)s->border[*order == 'i' || *order == 'l' ? 0 : k];
            if (!ref_real(m, own))
                v[k] = trunc(ref_signed(m->type) ? fmin(fmax(v[k], -0x1p31), 0x1p31 - 1) : fmin(fmax(v[k], 0), 0x1p32 - 1));
        } else {
            const size_t at = slice * plane + (size_t)y * row + ((size_t)x * (size_t)samples + sample) * (size_t)element;
            v[k] = ref_channel(m, own, p + at, (int)(c - order), *order == 'i' || *order == 'l' ? 'r' : letters[k]);
        }
    }
}

/* ---- one dimension ------------------------------------------------------------------------------------------------------ */

/* Index of element floor(e) after addressing; -1: the border. */
static int ref_index(double e, int n, uint32_t mode)
{
    if (mode == PTX2C_WRAP) {
        e = fmod(e, n);
        return (int)(e < 0 ? e + n : e);
    }
    if (e >= 0 && e < n)
        return (int)e;
    if (mode == PTX2C_CLAMP || mode == PTX2C_MIRROR)
        return e < 0 ? 0 : n - 1;
    return -1;
}

/* The elements of one dimension that a lookup touches, with their weights; a single one when not linear. */
static int ref_axis(float x, int n, int offset, uint32_t mode, bool normalized, bool linear, int index[2], double weight[2])
{
    double t;
    if (isnan(x) || (isinf(x) && normalized && (mode == PTX2C_WRAP || mode == PTX2C_MIRROR)))
        x = 0;
    if (!normalized && (mode == PTX2C_WRAP || mode == PTX2C_MIRROR))
        mode = PTX2C_CLAMP;
    if (fabsf(x) > 0x1p24f && (mode == PTX2C_WRAP || mode == PTX2C_MIRROR)) /* an integer; what is added must not get lost */
        x = fmodf(x, 2);
    t = (double)x * (normalized ? n : 1) + offset;
    if (mode == PTX2C_MIRROR) { /* frac(x) or 1 - frac(x) times n, of the coordinate moved by the offset */
        double turn = floor(t / n), rest = fmod(t, 2.0 * n);
        if (offset == 0) {
            turn = floor((double)x);
            t = fmod(turn, 2) == 0 ? ((double)x - turn) * n : (turn + 1 - (double)x) * n;
        } else {
            if (rest < 0)
                rest += 2 * n;
            t = rest < n ? rest : 2.0 * n - rest;
        }
    }
    if (mode == PTX2C_CLAMP_OGL)
        t = fmin(fmax(t, 0), n);
    if (mode != PTX2C_CLAMP_OGL && mode != PTX2C_MIRROR)
        t = (double)x * (normalized ? n : 1); /* the offset counts elements: added to an index, it loses nothing */
    else
        offset = 0;
    if (!linear) {
        double e = floor(t) + offset;
        if (e == n && (mode == PTX2C_CLAMP_OGL || mode == PTX2C_MIRROR))
            e = n - 1;
        index[0] = ref_index(e, n, mode);
        weight[0] = 1;
        return 1;
    }
    if (isinf(t)) {
        index[0] = index[1] = ref_index(t < 0 ? -1 : n, n, mode);
        weight[0] = weight[1] = .5;
        return 2;
    }
    const double b = t - .5, alpha = floor((b - floor(b)) * 256 + .5) / 256;
    /* A weight of 256/256 belongs to the next element: the guide says so of tex2Dgather. */
    const double e = (alpha == 1 ? floor(b) + 1 : floor(b)) + offset;
    index[0] = ref_index(e, n, mode);
    index[1] = ref_index(e + 1, n, mode);
    weight[1] = alpha == 1 ? 0 : alpha;
    weight[0] = 1 - weight[1];
    return 2;
}

/* ---- cube maps ------------------------------------------------------------------------------------------------------------ */

/* The guide's table: m, s and t of each face. */
static void ref_on_face(int face, double x, double y, double z, double *s, double *t)
{
    const double m[] = {x, -x, y, -y, z, -z}, u[] = {-z, z, x, x, x, -x}, v[] = {-y, -y, z, -z, -y, -y};
    *s = (u[face] / m[face] + 1) / 2;
    *t = (v[face] / m[face] + 1) / 2;
}

/* The face of the largest coordinate; of equal ones x before y before z. */
static int ref_face(double x, double y, double z, double *s, double *t)
{
    const bool is_x = fabs(x) >= fabs(y) && fabs(x) >= fabs(z), is_y = !is_x && fabs(y) >= fabs(z);
    const int face = is_x ? (x >= 0 ? 0 : 1) : is_y ? (y >= 0 ? 2 : 3) : z >= 0 ? 4 : 5;
    ref_on_face(face, x, y, z, s, t);
    return face;
}

/* The direction of the point (s, t) of a face, also of points beyond its edges. */
static void ref_direction(int face, double s, double t, double d[3])
{
    const double a = 2 * s - 1, b = 2 * t - 1;
    const double x[] = {1, -1, a, a, a, -a}, y[] = {-b, -b, 1, -1, -b, -b}, z[] = {-a, a, b, -b, 1, -1};
    d[0] = x[face], d[1] = y[face], d[2] = z[face];
}

/* The element that lies at (i, j) of a face, one step outside of it in one dimension: of the neighbour, that which touches
 * the edge at the same place.  The point just beyond the edge, at the element's middle, is looked up. */
static int ref_neighbour(int face, int n, int *i, int *j)
{
    double s = (*i + .5) / n, t = (*j + .5) / n, d[3];
    const double little = 1e-9;
    s = fmin(fmax(s, -little), 1 + little);
    t = fmin(fmax(t, -little), 1 + little);
    ref_direction(face, s, t, d);
    const int other = ref_face(d[0], d[1], d[2], &s, &t);
    *i = (int)fmin(floor(s * n), n - 1);
    *j = (int)fmin(floor(t * n), n - 1);
    return other;
}

/* ---- levels --------------------------------------------------------------------------------------------------------------- */

/* Elements that the steps dx and dy cross. */
static void ref_steps(const ptx2c_image *m, bool normalized, const Lookup *k, double step[2])
{
    const int dims = k->geometry == PTX2C_1D || k->geometry == PTX2C_A1D ? 1 : k->geometry == PTX2C_3D ? 3 : 2;
    const uint32_t size[3] = {m->width, m->height, m->depth};
    for (int i = 0; i < 2; i++) {
        const float *g = i ? k->dy : k->dx;
        step[i] = 0;
        if (m->cube) { /* how far the point on the face moves, by a small step in the direction */
            const double h = 1e-6;
            double s0, t0, s1, t1;
            const int face = ref_face((double)k->f[0], (double)k->f[1], (double)k->f[2], &s0, &t0);
            ref_on_face(face, (double)k->f[0] - h * (double)g[0], (double)k->f[1] - h * (double)g[1],
                        (double)k->f[2] - h * (double)g[2], &s0, &t0);
            ref_on_face(face, (double)k->f[0] + h * (double)g[0], (double)k->f[1] + h * (double)g[1],
                        (double)k->f[2] + h * (double)g[2], &s1, &t1);
            step[i] = hypot(s1 - s0, t1 - t0) / (2 * h) * m->width;
        }
        for (int d = 0; d < dims && !m->cube; d++)
            step[i] = hypot(step[i], (double)g[d] * (normalized ? size[d] : 1));
    }
}

/* How many times the longer step is as long as the shorter, begun ones counted, up to what the sampler allows; *exact: before that, 0: not asked for. */
static int ref_anisotropy(const ptx2c_image *m, const ptx2c_sampler *s, bool normalized, const Lookup *k, double *exact)
{
    double step[2];
    *exact = 0;
    if (k->mode != REF_GRAD || k->integer || s->filter != PTX2C_LINEAR || s->max_anisotropy < 2)
        return 1;
    ref_steps(m, normalized, k, step);
    const double longer = fmax(step[0], step[1]), shorter = fmin(step[0], step[1]);
    *exact = longer > 0 ? longer / shorter : 1;
    return (int)fmax(fmin(ceil(*exact), s->max_anisotropy), 1);
}

static double ref_lod(const ptx2c_image *m, const ptx2c_sampler *s, bool normalized, const Lookup *k)
{
    double lod = k->lod, step[2], exact;
    if (k->mode == REF_GRAD) {
        ref_steps(m, normalized, k, step);
        lod = log2(fmax(step[0], step[1]) / ref_anisotropy(m, s, normalized, k, &exact));
    }
    lod = fmin(fmax(lod + (double)s->bias, (double)s->min_level), (double)s->max_level);
    return fmin(fmax(lod, 0), m->levels - 1.0);
}

/* ---- a lookup ------------------------------------------------------------------------------------------------------------- */

static bool ref_compare(uint32_t compare, float r, double e)
{
    const double d = (double)r;
    e = (double)(float)e; /* what a read gives */
    switch (compare) {
    case PTX2C_LESS_EQUAL: return d <= e;
    case PTX2C_LESS: return d < e;
    case PTX2C_GREATER_EQUAL: return d >= e;
    case PTX2C_GREATER: return d > e;
    case PTX2C_EQUAL: return d == e;
    case PTX2C_NOT_EQUAL: return d != e;
    case PTX2C_ALWAYS: return true;
    default: return false;
    }
}

/* Comparison takes the place of the channels that memory has; the others stay 0 or 1. */
static void ref_compared(const ptx2c_image *m, const ptx2c_sampler *s, const Lookup *k, double v[4])
{
    const char *order = ref_order(m->order);
    for (int c = 0; c < 4; c++)
        if (strchr(order, "rgba"[c]) || *order == 'i' || (*order == 'l' && c < 3))
            v[c] = k->compare ? ref_compare(s->compare, k->reference, v[c]) : v[c];
}

static void ref_level(const ptx2c_image *m, const ptx2c_sampler *own, const ptx2c_sampler *s, const Lookup *k, int level,
                      Result *r)
{
    const bool linear = k->what == REF_GATHER || (s->filter == PTX2C_LINEAR && !k->integer);
    const bool normalized = own->normalized && !s->force_unnormalized;
    const int dims = k->geometry == PTX2C_1D || k->geometry == PTX2C_A1D ? 1 : k->geometry == PTX2C_3D ? 3 : 2;
    const uint32_t sizes[3] = {m->width, m->height, m->depth};
    uint64_t slice = m->layers ? (k->layer < m->layers ? k->layer : m->layers - 1) : 0;
    const uint32_t sample = !m->samples ? 0 : k->sample < m->samples ? k->sample : m->samples - 1;
    int index[3][2] = {{0}}, count[3] = {1, 1, 1}, face = 0;
    double weight[3][2] = {{1}, {1}, {1}}, st[2];
    const int n = ref_size(m->width, level);
    if (m->cube)
        face = ref_face((double)k->f[0], (double)k->f[1], (double)k->f[2], &st[0], &st[1]);
    for (int d = 0; d < dims; d++) {
        const int size = ref_size(sizes[d], level);
        if (k->integer) {
            const int64_t e = (int64_t)k->i[d] + k->offset[d];
            const bool border = m->linear || s->address[d] == PTX2C_BORDER;
            index[d][0] = ref_index((double)e, size, border ? PTX2C_BORDER : PTX2C_CLAMP);
        } else if (m->cube && linear && s->seamless) {
            const double b = st[d] * n - .5, alpha = floor((b - floor(b)) * 256 + .5) / 256;
            index[d][0] = (int)floor(b) + (alpha == 1);
            index[d][1] = index[d][0] + 1;
            weight[d][1] = alpha == 1 ? 0 : alpha;
            weight[d][0] = 1 - weight[d][1];
            count[d] = 2;
        } else if (m->cube) { /* s and t are doubles: within the face, so that only linear filtering meets the edge */
            const double t = st[d] * n;
            if (linear) {
                const double b = t - .5, alpha = floor((b - floor(b)) * 256 + .5) / 256;
                const double e = floor(b) + (alpha == 1);
                index[d][0] = ref_index(e, n, PTX2C_CLAMP);
                index[d][1] = ref_index(e + 1, n, PTX2C_CLAMP);
                weight[d][1] = alpha == 1 ? 0 : alpha;
                weight[d][0] = 1 - weight[d][1];
                count[d] = 2;
            } else {
                index[d][0] = ref_index(floor(t), n, PTX2C_CLAMP);
            }
        } else {
            count[d] = ref_axis(k->f[d], size, k->offset[d], s->address[d], normalized, linear, index[d], weight[d]);
        }
    }
    double sum[4] = {0}, corner[4][4] = {{0}};
    for (int z = 0; z < count[2]; z++)
        for (int y = 0; y < count[1]; y++)
            for (int x = 0; x < count[0]; x++) {
                double v[4] = {0};
                int i = index[0][x], j = index[1][y], parts = 1;
                const bool out_i = i < 0 || i >= n, out_j = j < 0 || j >= n, seams = m->cube && linear && s->seamless;
                for (int part = 0; part < parts; part++) { /* the corner of a cube: the mean of the three around it */
                    double e[4];
                    int u = i, w = j, f = face;
                    if (seams && out_i && out_j) {
                        parts = 3;
                        u = part == 1 ? i : i < 0 ? 0 : n - 1;
                        w = part == 2 ? j : j < 0 ? 0 : n - 1;
                    }
                    if (seams && (u < 0 || u >= n || w < 0 || w >= n))
                        f = ref_neighbour(face, n, &u, &w);
                    const uint64_t at = m->cube ? slice * 6 + (uint64_t)f : m->depth ? (uint64_t)index[2][z] : slice;
                    const bool outside = !m->cube && (u < 0 || w < 0 || (m->depth && index[2][z] < 0));
                    ref_element(m, own, s, k->integer && m->linear, level, outside ? 0 : at, sample, outside ? -1 : u, w, e);
                    for (int c = 0; c < 4; c++)
                        r->most = fmax(r->most, fabs(e[c]));
                    ref_compared(m, s, k, e);
                    if (parts == 3 && !ref_real(m, own) && !k->compare) {
                        parts = 1; /* integers have no mean: this face's own element */
                        memcpy(v, e, sizeof v);
                        break;
                    }
                    for (int c = 0; c < 4; c++)
                        v[c] += e[c] / parts;
                }
                for (int c = 0; c < 4; c++) {
                    sum[c] += v[c] * (weight[0][x] * weight[1][y] * weight[2][z]);
                    if (z == 0)
                        corner[y * 2 + x][c] = v[c];
                }
            }
    if (k->what == REF_GATHER) { /* lower left, lower right, upper right, upper left; y runs down */
        const int order[4] = {2, 3, 1, 0};
        for (int c = 0; c < 4; c++)
            r->f[c] = corner[order[c]][k->comp];
    } else if (count[0] == 1) {
        memcpy(r->f, corner[0], sizeof r->f);
    } else {
        memcpy(r->f, sum, sizeof sum);
    }
}

/* own: the texture's sampler, s: the one in use. */
static Result ref_one_lookup(const ptx2c_image *m, const ptx2c_sampler *own, const ptx2c_sampler *s, const Lookup *k, double lod)
{
    Result r = {.real = ref_real(m, own) || k->compare, .resident = true};
    int level = (int)floor(lod + .5), last = level;
    double between = 0;
    if (s->mip_filter == PTX2C_LINEAR) {
        lod = floor(lod * 256 + .5) / 256;
        level = (int)floor(lod);
        between = lod - level;
        last = between > 0 ? level + 1 : level;
    }
    for (int n = level; n <= last; n++)
        r.resident &= (n ? m->level[n - 1].data : m->data) != NULL;
    if (!r.resident)
        return r;
    ref_level(m, own, s, k, level, &r);
    if (between > 0) {
        Result next = r;
        ref_level(m, own, s, k, last, &next);
        for (int c = 0; c < 4; c++)
            r.f[c] = r.f[c] * (1 - between) + next.f[c] * between;
        r.most = fmax(r.most, next.most);
    }
    return r;
}

/* The mean of those along the longer step. */
static Result ref_lookup(const ptx2c_image *m, const ptx2c_sampler *own, const ptx2c_sampler *s, const Lookup *k)
{
    const bool normalized = own->normalized && !s->force_unnormalized;
    double step[2], exact, sum[4] = {0}, most = 0;
    const int count = ref_anisotropy(m, s, normalized, k, &exact);
    const double lod = k->mode == REF_BASE || m->levels < 2 ? 0 : ref_lod(m, s, normalized, k);
    Result r = {.real = false};
    ref_steps(m, normalized, k, step);
    for (int i = 1; i <= count; i++) {
        Lookup at = *k;
        const float *along = step[0] > step[1] ? k->dx : k->dy;
        for (int d = 0; d < 3 && count > 1; d++)
            at.f[d] = (float)((double)k->f[d] + ((double)i / (count + 1) - .5) * (double)along[d]);
        r = ref_one_lookup(m, own, s, &at, lod);
        for (int c = 0; c < 4; c++)
            sum[c] += r.f[c] / count;
        most = fmax(most, r.most);
    }
    r.most = most;
    for (int c = 0; c < 4; c++)
        r.f[c] = count > 1 ? sum[c] : r.f[c];
    for (int c = 0; c < 4; c++)
        r.i[c] = r.real ? 0 : (int64_t)r.f[c];
    return r;
}
