/* textures.cu: what CUDA's texture and surface functions become.  textures.ptx is made from it:
 *
 *   nvcc -O3 -arch=sm_75 -ptx -o textures.ptx textures.cu
 *
 * with the two comments that textures.ptx begins with. */
struct Query {
    float x, y, z, lod, dx[4], dy[4];
    int i, layer;
};

#define TEXTURE(name, T, lookup)                                                                        \
    extern "C" __global__ void name(cudaTextureObject_t t, const Query *all, T *out, int n)             \
    {                                                                                                   \
        int k = blockIdx.x * blockDim.x + threadIdx.x;                                                  \
        if (k < n) {                                                                                    \
            const Query q = all[k];                                                                     \
            out[k] = lookup;                                                                            \
        }                                                                                               \
    }

TEXTURE(fetch_1d, float4, tex1Dfetch<float4>(t, q.i))
TEXTURE(fetch_1d_int, int4, tex1Dfetch<int4>(t, q.i))
TEXTURE(tex_1d, float4, tex1D<float4>(t, q.x))
TEXTURE(tex_2d, float4, tex2D<float4>(t, q.x, q.y))
TEXTURE(tex_3d, float4, tex3D<float4>(t, q.x, q.y, q.z))
TEXTURE(tex_a1d, float4, tex1DLayered<float4>(t, q.x, q.layer))
TEXTURE(tex_a2d, float4, tex2DLayered<float4>(t, q.x, q.y, q.layer))
TEXTURE(tex_cube, float4, texCubemap<float4>(t, q.x, q.y, q.z))
TEXTURE(tex_acube, float4, texCubemapLayered<float4>(t, q.x, q.y, q.z, q.layer))
TEXTURE(lod_1d, float4, tex1DLod<float4>(t, q.x, q.lod))
TEXTURE(lod_2d, float4, tex2DLod<float4>(t, q.x, q.y, q.lod))
TEXTURE(lod_3d, float4, tex3DLod<float4>(t, q.x, q.y, q.z, q.lod))
TEXTURE(lod_a1d, float4, tex1DLayeredLod<float4>(t, q.x, q.layer, q.lod))
TEXTURE(lod_a2d, float4, tex2DLayeredLod<float4>(t, q.x, q.y, q.layer, q.lod))
TEXTURE(lod_cube, float4, texCubemapLod<float4>(t, q.x, q.y, q.z, q.lod))
TEXTURE(lod_acube, float4, texCubemapLayeredLod<float4>(t, q.x, q.y, q.z, q.layer, q.lod))
TEXTURE(grad_1d, float4, tex1DGrad<float4>(t, q.x, q.dx[0], q.dy[0]))
TEXTURE(grad_2d, float4, tex2DGrad<float4>(t, q.x, q.y, make_float2(q.dx[0], q.dx[1]), make_float2(q.dy[0], q.dy[1])))
TEXTURE(grad_3d, float4, tex3DGrad<float4>(t, q.x, q.y, q.z, make_float4(q.dx[0], q.dx[1], q.dx[2], 0),
                                           make_float4(q.dy[0], q.dy[1], q.dy[2], 0)))
TEXTURE(grad_a1d, float4, tex1DLayeredGrad<float4>(t, q.x, q.layer, q.dx[0], q.dy[0]))
TEXTURE(grad_a2d, float4, tex2DLayeredGrad<float4>(t, q.x, q.y, q.layer, make_float2(q.dx[0], q.dx[1]),
                                                   make_float2(q.dy[0], q.dy[1])))
TEXTURE(grad_cube, float4, texCubemapGrad<float4>(t, q.x, q.y, q.z, make_float4(q.dx[0], q.dx[1], q.dx[2], 0),
                                                  make_float4(q.dy[0], q.dy[1], q.dy[2], 0)))
TEXTURE(gather_r, float4, tex2Dgather<float4>(t, q.x, q.y, 0))
TEXTURE(gather_g, float4, tex2Dgather<float4>(t, q.x, q.y, 1))
TEXTURE(gather_b, float4, tex2Dgather<float4>(t, q.x, q.y, 2))
TEXTURE(gather_a, float4, tex2Dgather<float4>(t, q.x, q.y, 3))
TEXTURE(gather_int, int4, tex2Dgather<int4>(t, q.x, q.y, 1))
TEXTURE(int_2d, int4, tex2D<int4>(t, q.x, q.y))
TEXTURE(int_3d, int4, tex3D<int4>(t, q.x, q.y, q.z))

__device__ int4 wide(uchar4 v) { return make_int4(v.x, v.y, v.z, v.w); }
__device__ int4 wide(short2 v) { return make_int4(v.x, v.y, 0, 1); }
TEXTURE(uchar_2d, int4, wide(tex2D<uchar4>(t, q.x, q.y)))
TEXTURE(short_2d, int4, wide(tex2D<short2>(t, q.x, q.y)))

__device__ float4 resident(cudaTextureObject_t t, float x, float y, float lod)
{
    bool is;
    float4 v = tex2DLod<float4>(t, x, y, lod, &is);
    return is ? v : make_float4(-1, -1, -1, -1);
}
TEXTURE(resident_2d, float4, resident(t, q.x, q.y, q.lod))

/* ---- surfaces: element (x, y, z) of `to` is element (x - 2, y - 1, z) of `from`, clamped or zero ---------------------- */

#define SURFACE(name, T, read, write)                                                                   \
    extern "C" __global__ void name(cudaSurfaceObject_t from, cudaSurfaceObject_t to)                   \
    {                                                                                                   \
        const int x = threadIdx.x, y = threadIdx.y, z = threadIdx.z;                                    \
        const int bytes = sizeof(T);                                                                    \
        T v;                                                                                            \
        (void)y, (void)z;                                                                               \
        read;                                                                                           \
        write;                                                                                          \
    }

SURFACE(surf_1d, int, surf1Dread(&v, from, (x - 2) * bytes, cudaBoundaryModeClamp), surf1Dwrite(v, to, x * bytes))
SURFACE(surf_2d, float4, surf2Dread(&v, from, (x - 2) * bytes, y - 1, cudaBoundaryModeZero), surf2Dwrite(v, to, x * bytes, y))
SURFACE(surf_3d, unsigned char, surf3Dread(&v, from, (x - 2) * bytes, y - 1, z, cudaBoundaryModeClamp),
        surf3Dwrite(v, to, x * bytes, y, z))
SURFACE(surf_a1d, short2, surf1DLayeredread(&v, from, (x - 2) * bytes, z, cudaBoundaryModeZero),
        surf1DLayeredwrite(v, to, x * bytes, z))
SURFACE(surf_a2d, longlong2, surf2DLayeredread(&v, from, (x - 2) * bytes, y - 1, z, cudaBoundaryModeClamp),
        surf2DLayeredwrite(v, to, x * bytes, y, z))
SURFACE(surf_cube, ushort4, surfCubemapread(&v, from, (x - 2) * bytes, y - 1, z, cudaBoundaryModeZero),
        surfCubemapwrite(v, to, x * bytes, y, z))
SURFACE(surf_trap, long long, surf2Dread(&v, from, (x - 2) * bytes, y, cudaBoundaryModeTrap), surf2Dwrite(v, to, x * bytes, y))
