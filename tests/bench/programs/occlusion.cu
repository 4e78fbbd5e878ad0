// occlusion.cu: how open to the sky three balls on a plane are: rays from each pixel, from where they hit rays in random
// directions.
struct Hit {
    float t, px, py, pz, nx, ny, nz;
    int hit;
};

__device__ static void ball(Hit *s, float ox, float oy, float oz, float dx, float dy, float dz, float cx, float cy, float cz, float radius)
{
    const float rx = ox - cx, ry = oy - cy, rz = oz - cz;
    const float b = rx * dx + ry * dy + rz * dz, c = rx * rx + ry * ry + rz * rz - radius * radius, d = b * b - c;
    if (d > 0) {
        const float t = -b - sqrtf(d);
        if (t > 0 && t < s->t) {
            s->t = t;
            s->hit = 1;
            s->px = ox + dx * t, s->py = oy + dy * t, s->pz = oz + dz * t;
            float nx = s->px - cx, ny = s->py - cy, nz = s->pz - cz;
            const float l = 1 / sqrtf(nx * nx + ny * ny + nz * nz);
            s->nx = nx * l, s->ny = ny * l, s->nz = nz * l;
        }
    }
}

__device__ static void plane(Hit *s, float ox, float oy, float oz, float dx, float dy, float dz)
{
    if (fabsf(dy) < 1e-6f)
        return;
    const float t = (-.5f - oy) / dy;
    if (t > 0 && t < s->t) {
        s->t = t;
        s->hit = 1;
        s->px = ox + dx * t, s->py = oy + dy * t, s->pz = oz + dz * t;
        s->nx = 0, s->ny = 1, s->nz = 0;
    }
}

__device__ static void scene(Hit *s, float ox, float oy, float oz, float dx, float dy, float dz)
{
    s->t = 1e17f;
    s->hit = 0;
    ball(s, ox, oy, oz, dx, dy, dz, -2, 0, -3.5f, .5f);
    ball(s, ox, oy, oz, dx, dy, dz, -.5f, 0, -3, .5f);
    ball(s, ox, oy, oz, dx, dy, dz, 1, 0, -2.2f, .5f);
    plane(s, ox, oy, oz, dx, dy, dz);
}

extern "C" __global__ void occlusion(unsigned char *out, const float2 *directions, int w, int h, int rays)
{
    const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= w || y >= h)
        return;
    float dx = (x - w / 2.0f) / (w / 2.0f), dy = -(y - h / 2.0f) / (h / 2.0f), dz = -1;
    const float l = 1 / sqrtf(dx * dx + dy * dy + dz * dz);
    Hit s;
    scene(&s, 0, 0, 0, dx * l, dy * l, dz * l);
    float open = 0;
    if (s.hit) {
        float ux = s.nx < .6f && s.nx > -.6f, uy = ux == 0 && s.ny < .6f && s.ny > -.6f, uz = ux == 0 && uy == 0;
        float vx = uy * s.nz - uz * s.ny, vy = uz * s.nx - ux * s.nz, vz = ux * s.ny - uy * s.nx;
        const float m = 1 / sqrtf(vx * vx + vy * vy + vz * vz);
        vx *= m, vy *= m, vz *= m;
        ux = s.ny * vz - s.nz * vy, uy = s.nz * vx - s.nx * vz, uz = s.nx * vy - s.ny * vx;
        const float ox = s.px + 1e-3f * s.nx, oy = s.py + 1e-3f * s.ny, oz = s.pz + 1e-3f * s.nz;
        int hits = 0;
        for (int k = 0; k < rays; k++) {
            const float2 r = directions[(k * 61 + x * 7 + y * 13) & 1023];
            const float z = sqrtf(1 - r.x * r.x - r.y * r.y);
            Hit o;
            scene(&o, ox, oy, oz, r.x * vx + r.y * ux + z * s.nx, r.x * vy + r.y * uy + z * s.ny, r.x * vz + r.y * uz + z * s.nz);
            hits += o.hit;
        }
        open = (float)(rays - hits) / rays;
    }
    out[y * w + x] = (unsigned char)(open * 255);
}
