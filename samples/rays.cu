/* A ray tracer whose shapes are objects with virtual functions, made on the device and held in a list. */
#include <new>

struct Vec {
    float x, y, z;
    __device__ Vec operator+(const Vec &o) const { return {x + o.x, y + o.y, z + o.z}; }
    __device__ Vec operator-(const Vec &o) const { return {x - o.x, y - o.y, z - o.z}; }
    __device__ Vec operator*(float k) const { return {x * k, y * k, z * k}; }
    __device__ float dot(const Vec &o) const { return x * o.x + y * o.y + z * o.z; }
    __device__ Vec unit() const { return *this * (1.0f / sqrtf(dot(*this))); }
};

struct Ray { Vec at, to; };

struct Shape {
    Vec colour;
    float mirror; /* share of the light that is reflected */
    __device__ Shape(Vec c, float m) : colour(c), mirror(m) {}
    /* Distance along the ray, or a negative number. */
    __device__ virtual float hit(const Ray &r) const = 0;
    __device__ virtual Vec normal(const Vec &p) const = 0;
    __device__ virtual Vec shade(const Vec &) const { return colour; }
};

struct Ball : Shape {
    Vec centre;
    float radius;
    __device__ Ball(Vec at, float r, Vec c, float m) : Shape(c, m), centre(at), radius(r) {}
    __device__ float hit(const Ray &r) const override
    {
        Vec d = r.at - centre;
        float b = d.dot(r.to), q = b * b - d.dot(d) + radius * radius;
        if (q < 0)
            return -1;
        float s = sqrtf(q), t = -b - s;
        return t > 1e-3f ? t : s - b > 1e-3f ? s - b : -1;
    }
    __device__ Vec normal(const Vec &p) const override { return (p - centre) * (1.0f / radius); }
};

struct Floor : Shape {
    float height;
    __device__ Floor(float h, Vec c, float m) : Shape(c, m), height(h) {}
    __device__ float hit(const Ray &r) const override
    {
        float t = (height - r.at.y) / r.to.y;
        return r.to.y != 0 && t > 1e-3f ? t : -1;
    }
    __device__ Vec normal(const Vec &) const override { return {0, 1, 0}; }
    __device__ Vec shade(const Vec &p) const override
    {
        bool dark = ((int)floorf(p.x) + (int)floorf(p.z)) & 1;
        return dark ? colour * 0.4f : colour;
    }
};

/* A ball of which only the part above a height is there. */
struct Dome : Ball {
    float cut;
    __device__ Dome(Vec at, float r, float above, Vec c, float m) : Ball(at, r, c, m), cut(above) {}
    __device__ float hit(const Ray &r) const override
    {
        float t = Ball::hit(r);
        return t > 0 && r.at.y + t * r.to.y >= cut ? t : -1;
    }
    __device__ Vec shade(const Vec &p) const override { return colour * (p.y - cut > 0.5f ? 1.0f : 0.7f); }
};

/* Makes the shapes in memory of size bytes each and lists them. */
extern "C" __global__ void build(Shape **list, char *memory, int size, int balls)
{
    int i = threadIdx.x;
    if (i > balls + 1)
        return;
    void *at = memory + i * size;
    if (i == 0)
        list[i] = new (at) Floor(0, {0.8f, 0.8f, 0.7f}, 0.2f);
    else if (i == 1)
        list[i] = new (at) Dome({0, 0.5f, 4}, 1.5f, 0.6f, {0.9f, 0.5f, 0.2f}, 0.3f);
    else
        list[i] = new (at) Ball({(float)(i % 5) * 1.2f - 2.4f, 0.4f, 2.0f + (float)(i / 5) * 1.1f}, 0.4f,
                                {0.3f + 0.1f * (float)(i % 7), 0.9f - 0.1f * (float)(i % 5), 0.2f * (float)(i % 4)}, 0.5f);
}

__device__ __noinline__ const Shape *nearest(const Shape *const *list, int n, const Ray &r, float *distance)
{
    const Shape *best = nullptr;
    *distance = 1e30f;
    for (int i = 0; i < n; i++) {
        float t = list[i]->hit(r);
        if (t > 0 && t < *distance) {
            *distance = t;
            best = list[i];
        }
    }
    return best;
}

/* Follows a ray: recursive, as reflections are. */
__device__ __noinline__ Vec trace(const Shape *const *list, int n, const Ray &r, int depth)
{
    float t;
    const Shape *s = nearest(list, n, r, &t);
    if (!s) {
        float k = 0.5f * (r.to.y + 1);
        return Vec{0.9f, 0.9f, 1.0f} * (1 - k) + Vec{0.3f, 0.5f, 0.9f} * k;
    }
    Vec p = r.at + r.to * t, at = s->normal(p), light = Vec{-2, 5, -3}.unit();
    float none, bright = at.dot(light);
    if (bright < 0 || nearest(list, n, Ray{p, light}, &none))
        bright = 0;
    Vec c = s->shade(p) * (0.2f + 0.8f * bright);
    if (depth == 0 || s->mirror == 0)
        return c;
    Vec back = r.to - at * (2 * r.to.dot(at));
    return c * (1 - s->mirror) + trace(list, n, Ray{p, back}, depth - 1) * s->mirror;
}

extern "C" __global__ void render(const Shape *const *list, int n, int w, int h, float *rgb)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= w || y >= h)
        return;
    float u = ((float)x + 0.5f - 0.5f * (float)w) / (float)h, v = (0.5f * (float)h - (float)y - 0.5f) / (float)h;
    Vec c = trace(list, n, Ray{{0, 1.6f, -3}, Vec{u, v - 0.1f, 1.2f}.unit()}, 3);
    float *to = rgb + 3 * ((size_t)y * w + x);
    to[0] = c.x;
    to[1] = c.y;
    to[2] = c.z;
}
