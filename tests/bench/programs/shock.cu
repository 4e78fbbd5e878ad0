// shock.cu: a step of a gas in a plane: fluxes between cells by the speeds of the outermost waves (Harten, Lax, van Leer), which each
// cell finds anew for its four sides from structures of four numbers; neighbours clamped at the borders.
struct Cell { float r, u, v, e; };
struct Flux { float r, u, v, e; };

__device__ Flux across(Cell l, Cell r)
{
    const float gamma = 1.4f;
    const float ul = l.u / l.r, ur = r.u / r.r, vl = l.v / l.r, vr = r.v / r.r;
    const float pl = (gamma - 1) * (l.e - 0.5f * l.r * (ul * ul + vl * vl)), pr = (gamma - 1) * (r.e - 0.5f * r.r * (ur * ur + vr * vr));
    const float cl = sqrtf(gamma * pl / l.r), cr = sqrtf(gamma * pr / r.r);
    const float sl = fminf(ul - cl, ur - cr), sr = fmaxf(ul + cl, ur + cr);
    const Flux fl = {l.u, l.u * ul + pl, l.v * ul, (l.e + pl) * ul}, fr = {r.u, r.u * ur + pr, r.v * ur, (r.e + pr) * ur};
    if (sl >= 0)
        return fl;
    if (sr <= 0)
        return fr;
    const float w = 1 / (sr - sl), m = sl * sr;
    Flux f;
    f.r = (sr * fl.r - sl * fr.r + m * (r.r - l.r)) * w;
    f.u = (sr * fl.u - sl * fr.u + m * (r.u - l.u)) * w;
    f.v = (sr * fl.v - sl * fr.v + m * (r.v - l.v)) * w;
    f.e = (sr * fl.e - sl * fr.e + m * (r.e - l.e)) * w;
    return f;
}

__device__ Cell turn(Cell c)
{
    Cell t = {c.r, c.v, c.u, c.e};
    return t;
}

extern "C" __global__ void shock(const Cell *in, Cell *out, int w, int h, float k)
{
    const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= w || y >= h)
        return;
    const Cell c = in[y * w + x], west = in[y * w + max(x - 1, 0)], east = in[y * w + min(x + 1, w - 1)],
               south = in[max(y - 1, 0) * w + x], north = in[min(y + 1, h - 1) * w + x];
    const Flux fw = across(west, c), fe = across(c, east), fs = across(turn(south), turn(c)), fn = across(turn(c), turn(north));
    Cell o;
    o.r = c.r - k * (fe.r - fw.r + fn.r - fs.r);
    o.u = c.u - k * (fe.u - fw.u + fn.v - fs.v);
    o.v = c.v - k * (fe.v - fw.v + fn.u - fs.u);
    o.e = c.e - k * (fe.e - fw.e + fn.e - fs.e);
    out[y * w + x] = o;
}
