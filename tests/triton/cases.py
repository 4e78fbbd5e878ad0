"""What is run, on which machines, and what numpy says to it.  A case is a generator: it yields (kernel, options, arguments,
grid), then what it yields next is pairs of a result and what it should be, with the difference allowed beside its size."""
import numpy as np

import kernels
import elements as nu

CASES = {}
ALL = (80, 90, 100)


def case(name, *archs, **given):
    def add(f):
        CASES[name] = (archs or ALL, f, given)
        return f
    return add


def close(kind):
    return {'fp16': 2e-3, 'bf16': 1.6e-2, 'fp32': 2e-5, 'i32': 0}[kind]


def matmul(rng, kind, m, n, k, block, out='fp32', transposed=False, precision='ieee', group=4, tolerance=None, **options):
    a = nu.random(rng, kind, m, k)
    b = nu.random(rng, kind, *((n, k) if transposed else (k, n)))
    c = np.zeros((m, n), nu.Types.NUMPY[out])
    right = b.T if transposed else b
    yield kernels.matmul, options, {
        'a_ptr': (a, kind), 'b_ptr': (b, kind), 'c_ptr': (c, out), 'M': np.int32(m), 'N': np.int32(n), 'K': np.int32(k),
        'stride_am': np.int32(k), 'stride_ak': 1, 'stride_bk': 1 if transposed else np.int32(n),
        'stride_bn': np.int32(k) if transposed else 1, 'stride_cm': np.int32(n), 'BLOCK_M': block[0], 'BLOCK_N': block[1],
        'BLOCK_K': block[2], 'GROUP': group, 'PRECISION': precision}, (-(-m // block[0]) * -(-n // block[1]),)
    wide = np.int64 if kind == 'i8' else np.float64
    expected = nu.values(a, kind).astype(wide) @ nu.values(right, kind).astype(wide)
    yield [(nu.values(c, out), expected, tolerance or close(out))]


for kind in ('fp16', 'bf16', 'fp8e5', 'i8'):
    CASES['matmul-' + kind] = (ALL, matmul, dict(kind=kind, m=200, n=144, k=160, block=(128, 64, 64),
                                                 out='i32' if kind == 'i8' else 'fp32', num_warps=4, num_stages=3))
CASES['matmul-fp8e4nv'] = ((90, 100), matmul, dict(kind='fp8e4nv', m=200, n=144, k=160, block=(128, 64, 64), num_warps=4))
CASES['matmul-tf32'] = (ALL, matmul, dict(kind='fp32', m=160, n=128, k=96, block=(64, 128, 32), precision='tf32',
                                          tolerance=2e-3, num_warps=4))
CASES['matmul-tf32x3'] = (ALL, matmul, dict(kind='fp32', m=128, n=64, k=64, block=(64, 64, 32), precision='tf32x3', num_warps=4))
CASES['matmul-fp32'] = ((80,), matmul, dict(kind='fp32', m=64, n=64, k=64, block=(32, 32, 32), num_warps=4))
CASES['matmul-transposed'] = (ALL, matmul, dict(kind='fp16', m=128, n=192, k=128, block=(64, 64, 32), transposed=True,
                                                out='fp16', num_warps=4))
CASES['matmul-i8-transposed'] = (ALL, matmul, dict(kind='i8', m=128, n=128, k=128, block=(64, 64, 64), transposed=True,
                                                   out='i32', num_warps=4))
CASES['matmul-fp8-transposed'] = (ALL, matmul, dict(kind='fp8e5', m=128, n=128, k=128, block=(128, 128, 64), transposed=True,
                                                    out='fp16', num_warps=4))
CASES['matmul-large'] = (ALL, matmul, dict(kind='bf16', m=256, n=256, k=192, block=(128, 256, 64), out='bf16', num_warps=8,
                                           num_stages=3))
CASES['matmul-small'] = (ALL, matmul, dict(kind='fp16', m=70, n=50, k=90, block=(16, 16, 16), num_warps=1, num_stages=2))
CASES['matmul-ctas'] = ((90, 100), matmul, dict(kind='fp16', m=256, n=256, k=128, block=(128, 128, 64), num_warps=4,
                                                num_ctas=2))


@case('matmul-split')
def matmul_split(rng):
    m, n, k = 128, 128, 256
    a, b, c = nu.random(rng, 'fp16', m, k), nu.random(rng, 'fp16', k, n), np.zeros((m, n), np.float32)
    yield kernels.matmul_split, {}, {'a_ptr': (a, 'fp16'), 'b_ptr': (b, 'fp16'), 'c_ptr': (c, 'fp32'), 'M': np.int32(m),
                                     'N': np.int32(n), 'K': np.int32(k), 'BLOCK_M': 64, 'BLOCK_N': 64, 'BLOCK_K': 32,
                                     'SPLIT': 4}, (2, 2, 4)
    yield [(c, a.astype(np.float64) @ b.astype(np.float64), 2e-5)]


def factors(kind):
    return ('e4m3', 'fp8e4nv', 16) if kind == 'nvfp4' else ('e8m0', 'u8', 32)


def operand(rng, kind, rows, columns):
    """A matrix with factors: its bytes, their type, elements to a byte, and what it stands for without them."""
    if kind in ('mxfp4', 'nvfp4'):
        codes, values = nu.random_fp4(rng, rows, columns)
        return codes, 'e2m1', 'u8', 2, values
    triton_type = {'mxe4m3': 'fp8e4nv', 'mxe5m2': 'fp8e5'}[kind]
    codes = nu.random(rng, triton_type, rows, columns)
    return codes, kind[2:], 'u8', 1, nu.values(codes, triton_type)


def matmul_scaled(rng, kinds, m=256, n=128, k=256, block=(128, 128, 128), **options):
    scale_kind, scale_type, vec = factors(kinds[0])
    a, a_name, a_type, a_pack, av = operand(rng, kinds[0], m, k)
    b, b_name, b_type, b_pack, bv = operand(rng, kinds[1], n, k)
    sa, sav = nu.random_scales(rng, m, k // vec, scale_kind)
    sb, sbv = nu.random_scales(rng, n, k // vec, scale_kind)
    c = np.zeros((m, n), np.float32)
    yield kernels.matmul_scaled, options, {
        'a_ptr': (a, a_type), 'a_scale': (sa, scale_type), 'b_ptr': (b, b_type), 'b_scale': (sb, scale_type),
        'c_ptr': (c, 'fp32'), 'M': np.int32(m), 'N': np.int32(n), 'K': np.int32(k), 'A_TYPE': a_name, 'B_TYPE': b_name,
        'A_PACK': a_pack, 'B_PACK': b_pack, 'VEC': vec, 'BLOCK_M': block[0], 'BLOCK_N': block[1], 'BLOCK_K': block[2]}, (
            m // block[0], n // block[1])
    yield [(c, (av * np.repeat(sav, vec, 1)) @ (bv * np.repeat(sbv, vec, 1)).T, 2e-5)]


for kinds in (('mxfp4', 'mxfp4'), ('mxe4m3', 'mxe4m3'), ('mxe5m2', 'mxe4m3'), ('mxe4m3', 'mxfp4'), ('nvfp4', 'nvfp4')):
    if kinds[0] == 'nvfp4':
        archs = (100,)
    else:
        archs = ALL if 'mxe4m3' not in kinds else (90, 100)
    CASES['scaled-' + '-'.join(kinds)] = (archs, matmul_scaled, dict(kinds=kinds, num_warps=4))


def described(array, kind, block):
    from machine import Described
    return Described(array, kind, block)


def matmul_described(rng, kind='fp16', m=256, n=256, k=256, block=(128, 128, 64), specialize=False, **options):
    out = kind if kind in ('fp16', 'bf16') else 'fp32'
    a, b, c = nu.random(rng, kind, m, k), nu.random(rng, kind, n, k), np.zeros((m, n), nu.Types.NUMPY[out])
    yield kernels.matmul_described, options, {
        'a': described(a, kind, (block[0], block[2])), 'b': described(b, kind, (block[1], block[2])),
        'c': described(c, out, (block[0], block[1])), 'K': np.int32(k), 'BLOCK_M': block[0], 'BLOCK_N': block[1],
        'BLOCK_K': block[2], 'SPECIALIZE': specialize}, (m // block[0], n // block[1])
    yield [(nu.values(c, out), nu.values(a, kind).astype(np.float64) @ nu.values(b, kind).astype(np.float64).T,
            close(out) if kind != 'fp32' else 2e-3)]


for kind in ('fp16', 'bf16', 'fp8e4nv', 'fp32'):
    CASES['described-' + kind] = ((90, 100), matmul_described, dict(kind=kind, block=(128, 64, 32 if kind == 'fp32' else 64),
                                                                    num_warps=4))
CASES['described-specialized'] = ((100,), matmul_described, dict(specialize=True, num_warps=4, num_stages=3))
CASES['described-256'] = ((90, 100), matmul_described, dict(block=(128, 256, 64), num_warps=8, num_stages=3))
CASES['described-ctas'] = ((90, 100), matmul_described, dict(block=(256, 128, 64), num_warps=8, num_ctas=2))


@case('describes', num_warps=4)
@case('describes-specialized', 90, 100, num_warps=4, num_stages=2)
def describes(rng, m=320, n=256, k=128, **options):
    a, b, c = nu.random(rng, 'fp16', m, k), nu.random(rng, 'fp16', k, n), np.zeros((m, n), np.float16)
    yield kernels.matmul_describes, options, {
        'a_ptr': (a, 'fp16'), 'b_ptr': (b, 'fp16'), 'c_ptr': (c, 'fp16'), 'M': np.int32(m), 'N': np.int32(n), 'K': np.int32(k),
        'BLOCK_M': 128, 'BLOCK_N': 64, 'BLOCK_K': 64, 'PROGRAMS': 3}, (3,)
    yield [(c, a.astype(np.float64) @ b.astype(np.float64), close('fp16'))]


@case('gather', 100)
def gather(rng, rows=64, columns=128):
    x, out = nu.random(rng, 'fp16', rows, columns), np.zeros((rows, columns), np.float16)
    index = (rng.permutation(rows // 2) * 2).astype(np.int32)
    yield kernels.gather_rows, {}, {'x_ptr': (x, 'fp16'), 'index_ptr': (index, 'i32'), 'out_ptr': (out, 'fp16'),
                                    'rows': np.int32(rows), 'columns': columns, 'BLOCK': 16, 'WIDE': 64}, (2,)
    expected = np.zeros_like(out)
    expected[index // 2] = x[index]
    yield [(out, expected, 0)]


@case('reduce', 90, 100)
def reduce_blocks(rng, rows=64, columns=64):
    x = rng.integers(-1000, 1000, (rows, columns)).astype(np.int32)
    out = np.zeros((2, 16, columns), np.int32)
    out[1] = -10000
    yield kernels.reduce_blocks, {}, {'x_ptr': (x, 'i32'), 'out_ptr': (out, 'i32'), 'rows': np.int32(rows),
                                      'columns': np.int32(columns), 'BLOCK_M': 16, 'BLOCK_N': 32}, (4, 2)
    parts = x.reshape(4, 16, columns)
    yield [(out[0], parts.sum(0), 0), (out[1], parts.max(0), 0)]


def attended(q, k, v, scale, causal=False):
    s = np.einsum('hmd,hnd->hmn', q, k) * scale
    if causal:
        s = np.where(np.tril(np.ones(s.shape[1:], bool)), s, -np.inf)
    top = s.max(2, keepdims=True)
    p = np.exp(s - top)
    total = p.sum(2, keepdims=True)
    return np.einsum('hmn,hnd->hmd', p / total, v), (top + np.log(total))[:, :, 0], p / total


def attention(rng, kind='fp16', causal=False, d=64, heads=2, length=256, block=(128, 64), fp8=None, **options):
    q, k, v = (nu.random(rng, kind, heads, length, d) for _ in range(3))
    out = np.zeros((heads, length, d), np.float32)
    yield kernels.attention, options, {
        'q_ptr': (q, kind), 'k_ptr': (k, kind), 'v_ptr': (v, kind), 'out_ptr': (out, 'fp32'), 'length': np.int32(length),
        'scale': np.float32(d ** -0.5), 'D': d, 'BLOCK_M': block[0], 'BLOCK_N': block[1], 'CAUSAL': causal}, (
            length // block[0], heads)
    x, y, z = (nu.values(t, kind).astype(np.float64) for t in (q, k, v))
    yield [(out, attended(x, y, z, d ** -0.5, causal)[0], {'fp16': 2e-3, 'bf16': 2e-2, 'fp8e5': 0.2}[kind])]


for kind in ('fp16', 'bf16', 'fp8e5'):
    CASES['attention-' + kind] = (ALL, attention, dict(kind=kind, num_warps=4))
CASES['attention-causal'] = (ALL, attention, dict(causal=True, num_warps=4))
CASES['attention-wide'] = (ALL, attention, dict(d=128, block=(128, 128), num_warps=8, num_stages=2))


@case('attention-described', 90, 100, num_warps=4)
@case('attention-specialized', 100, specialize=True, num_warps=4, num_stages=2)
def attention_described(rng, specialize=False, d=64, heads=2, length=256, **options):
    q, k, v = (nu.random(rng, 'fp16', heads, length, d) for _ in range(3))
    out = np.zeros((heads, length, d), np.float16)
    flat = lambda t: t.reshape(heads * length, d)
    yield kernels.attention_described, options, {
        'q': described(flat(q), 'fp16', (128, d)), 'k': described(flat(k), 'fp16', (64, d)),
        'v': described(flat(v), 'fp16', (64, d)), 'out': described(flat(out), 'fp16', (128, d)), 'length': np.int32(length),
        'scale': np.float32(d ** -0.5), 'D': d, 'BLOCK_M': 128, 'BLOCK_N': 64, 'SPECIALIZE': specialize}, (
            length // 128, heads)
    yield [(out, attended(*(t.astype(np.float64) for t in (q, k, v)), d ** -0.5)[0], 2e-3)]


@case('attention-backward', num_warps=4)
def attention_backward(rng, d=64, heads=2, length=128, **options):
    q, k, v, do = (nu.random(rng, 'fp16', heads, length, d) for _ in range(4))
    x, y, z, g = (t.astype(np.float64) for t in (q, k, v, do))
    scale = d ** -0.5
    out, lse, p = attended(x, y, z, scale)
    lse, delta = lse.astype(np.float32), (out * g).sum(2).astype(np.float32)
    dk, dv = (np.zeros((heads, length, d), np.float32) for _ in range(2))
    yield kernels.attention_backward, options, {
        'q_ptr': (q, 'fp16'), 'k_ptr': (k, 'fp16'), 'v_ptr': (v, 'fp16'), 'do_ptr': (do, 'fp16'), 'lse_ptr': (lse, 'fp32'),
        'delta_ptr': (delta, 'fp32'), 'dk_ptr': (dk, 'fp32'), 'dv_ptr': (dv, 'fp32'), 'length': np.int32(length),
        'scale': np.float32(scale), 'D': d, 'BLOCK_M': 64, 'BLOCK_N': 64}, (length // 64, heads)
    ds = p * (np.einsum('hmd,hnd->hmn', g, z) - delta[:, :, None]) * scale
    yield [(dv, np.einsum('hmn,hmd->hnd', p, g), 4e-3), (dk, np.einsum('hmn,hmd->hnd', ds, x), 4e-3)]


@case('softmax', num_warps=4)
def softmax(rng, rows=20, columns=700, **options):
    x = nu.random(rng, 'fp32', rows, columns)
    y = np.zeros_like(x)
    yield kernels.softmax, options, {'x_ptr': (x, 'fp32'), 'y_ptr': (y, 'fp32'), 'columns': np.int32(columns), 'BLOCK': 1024}, (
        rows,)
    e = np.exp(x.astype(np.float64))
    yield [(y, e / e.sum(1, keepdims=True), 2e-5)]


@case('layer-norm', num_warps=8)
def layer_norm(rng, rows=20, columns=1000, **options):
    x, w, b = nu.random(rng, 'fp16', rows, columns), nu.random(rng, 'fp32', columns), nu.random(rng, 'fp32', columns)
    y = np.zeros_like(x)
    yield kernels.layer_norm, options, {'x_ptr': (x, 'fp16'), 'w_ptr': (w, 'fp32'), 'b_ptr': (b, 'fp32'), 'y_ptr': (y, 'fp16'),
                                        'columns': np.int32(columns), 'eps': np.float32(1e-5), 'BLOCK': 1024}, (rows,)
    v = x.astype(np.float64)
    n = (v - v.mean(1, keepdims=True)) / np.sqrt(v.var(1, keepdims=True) + 1e-5)
    yield [(y, n * w + b, 2e-3)]


@case('sort', num_warps=4)
def sort_rows(rng, rows=4, columns=512, **options):
    x = rng.integers(-1000, 1000, (rows, columns)).astype(np.int32)
    y, total = np.zeros_like(x), np.zeros_like(x)
    yield kernels.sort_rows, options, {'x_ptr': (x, 'i32'), 'y_ptr': (y, 'i32'), 'total_ptr': (total, 'i32'),
                                       'COLUMNS': columns}, (rows,)
    yield [(y, np.sort(x, 1), 0), (total, np.cumsum(x, 1), 0)]


@case('matmul-grouped', num_warps=4)
def matmul_grouped(rng, **options):
    sizes = np.array([(100, 70, 64), (64, 128, 96), (30, 30, 33), (128, 64, 128)], np.int32)
    a, b = ([nu.random(rng, 'fp16', s[i], s[i + 1]) for s in sizes[:, order]] for order, i in (((0, 2), 0), ((2, 1), 0)))
    c = [np.zeros((m, n), np.float32) for m, n, _ in sizes]
    places = [np.array([t.ctypes.data for t in ts], np.int64) for ts in (a, b, c)]
    yield kernels.matmul_grouped, options, {
        'a_at': (places[0], 'i64'), 'b_at': (places[1], 'i64'), 'c_at': (places[2], 'i64'), 'sizes': (sizes, 'i32'),
        'count': np.int32(len(sizes)), 'BLOCK_M': 64, 'BLOCK_N': 64, 'BLOCK_K': 32, 'PROGRAMS': 3}, (3,)
    yield [(z, x.astype(np.float64) @ y.astype(np.float64), 2e-5) for x, y, z in zip(a, b, c)]


def philox(seed, at):
    """The first of four random numbers of Philox 4x32 with ten rounds, the counter (at, 0, 0, 0)."""
    c = [at.astype(np.uint64)] + [np.zeros(at.shape, np.uint64)] * 3
    key = [np.uint64(seed), np.uint64(0)]
    low = np.uint64(0xffffffff)
    for _ in range(10):
        p, q = c[2] * np.uint64(0xcd9e8d57), c[0] * np.uint64(0xd2511f53)
        c = [p >> np.uint64(32) ^ c[1] ^ key[0], p & low, q >> np.uint64(32) ^ c[3] ^ key[1], q & low]
        key = [key[0] + np.uint64(0x9e3779b9) & low, key[1] + np.uint64(0xbb67ae85) & low]
    return c[0].astype(np.uint32).view(np.int32)


@case('dropout', num_warps=4)
def dropout(rng, n=3000, p=0.3, seed=123, **options):
    x = nu.random(rng, 'fp32', n)
    y, r = np.zeros_like(x), np.zeros(n, np.int32)
    yield kernels.dropout, options, {'x_ptr': (x, 'fp32'), 'y_ptr': (y, 'fp32'), 'random_ptr': (r, 'i32'), 'n': np.int32(n),
                                     'p': np.float32(p), 'seed': np.int32(seed), 'BLOCK': 1024}, (3,)
    expected = philox(seed, np.arange(n))
    size = np.where(expected < 0, -1 - expected.astype(np.int64), expected) * 4.6566127342e-10
    yield [(r, expected, 0), (y, np.where(size > np.float32(p), x / (1 - p), 0), 1e-6)]


@case('layer-norm-backward', num_warps=4)
def layer_norm_backward(rng, rows=16, columns=500, **options):
    x, w, dy = nu.random(rng, 'fp32', rows, columns), nu.random(rng, 'fp32', columns), nu.random(rng, 'fp32', rows, columns)
    dx, dw, db = np.zeros_like(x), np.zeros_like(w), np.zeros_like(w)
    yield kernels.layer_norm_backward, options, {
        'x_ptr': (x, 'fp32'), 'w_ptr': (w, 'fp32'), 'dy_ptr': (dy, 'fp32'), 'dx_ptr': (dx, 'fp32'), 'dw_ptr': (dw, 'fp32'),
        'db_ptr': (db, 'fp32'), 'columns': np.int32(columns), 'eps': np.float32(1e-5), 'BLOCK': 512}, (rows,)
    v = x.astype(np.float64)
    inverse = 1 / np.sqrt(v.var(1, keepdims=True) + 1e-5)
    u, g = (v - v.mean(1, keepdims=True)) * inverse, dy * w.astype(np.float64)
    yield [(dx, (g - u * (u * g).mean(1, keepdims=True) - g.mean(1, keepdims=True)) * inverse, 2e-5), (dw, (dy * u).sum(0), 2e-5),
           (db, dy.astype(np.float64).sum(0), 2e-5)]


@case('histogram', num_warps=4)
def histogram(rng, n=1900, bins=64, **options):
    x = rng.integers(0, bins, n).astype(np.int32)
    counts, least = np.zeros(bins, np.int32), np.zeros(4, np.int32)
    yield kernels.histogram, options, {'x_ptr': (x, 'i32'), 'bins_ptr': (counts, 'i32'), 'least_ptr': (least, 'i32'),
                                       'n': np.int32(n), 'BLOCK': 512, 'BINS': bins}, (4,)
    yield [(counts, np.bincount(x, minlength=bins), 0), (least, np.array([x[i:i + 512].argmin() for i in range(0, n, 512)]), 0)]


@case('convolution', num_warps=4)
def convolution(rng, h=20, w=24, channels=32, filters=64, **options):
    x, k = nu.random(rng, 'fp16', h, w, channels), nu.random(rng, 'fp16', 3, 3, channels, filters)
    y = np.zeros((h, w, filters), np.float32)
    yield kernels.convolution, options, {'x_ptr': (x, 'fp16'), 'w_ptr': (k, 'fp16'), 'y_ptr': (y, 'fp32'), 'H': np.int32(h),
                                         'W': np.int32(w), 'C': channels, 'F': filters, 'BLOCK': 64}, (-(-h * w // 64),)
    wide = np.pad(x.astype(np.float64), ((1, 1), (1, 1), (0, 0)))
    yield [(y, sum(wide[i:i + h, j:j + w] @ k[i, j].astype(np.float64) for i in range(3) for j in range(3)), 2e-5)]


@case('attention-decode', num_warps=4)
def attention_decode(rng, d=64, heads=16, groups=2, length=200, page=64, **options):
    pages = -(-length // page)
    table = rng.permutation(pages + 3)[:pages].astype(np.int32)
    q, k, v = nu.random(rng, 'fp16', groups, heads, d), *(nu.random(rng, 'fp16', pages + 3, page, d) for _ in range(2))
    out = np.zeros((groups, heads, d), np.float32)
    yield kernels.attention_decode, options, {
        'q_ptr': (q, 'fp16'), 'k_ptr': (k, 'fp16'), 'v_ptr': (v, 'fp16'), 'out_ptr': (out, 'fp32'), 'table_ptr': (table, 'i32'),
        'length': np.int32(length), 'scale': np.float32(d ** -0.5), 'D': d, 'HEADS': heads, 'PAGE': page}, (groups,)
    x, y = (np.broadcast_to(t[table].reshape(-1, d)[:length].astype(np.float64), (groups, length, d)) for t in (k, v))
    yield [(out, attended(q.astype(np.float64), x, y, d ** -0.5)[0], 2e-3)]


try:
    import gluons
except ImportError: # a Triton without it
    gluons = None


def gluon_transpose(rng, rows=100, columns=70, **options):
    x = nu.random(rng, 'fp32', rows, columns)
    y = np.zeros((columns, rows), np.float32)
    yield gluons.transpose, options, {'x_ptr': (x, 'fp32'), 'y_ptr': (y, 'fp32'), 'rows': np.int32(rows),
                                      'columns': np.int32(columns), 'BLOCK': 32}, (4, 3)
    yield [(y, x.T, 0)]


def gluon_matmul(rng, m=64, n=64, k=128, **options):
    a, b, c = nu.random(rng, 'fp16', m, k), nu.random(rng, 'fp16', k, n), np.zeros((m, n), np.float32)
    yield gluons.matmul_wgmma, options, {'a_ptr': (a, 'fp16'), 'b_ptr': (b, 'fp16'), 'c_ptr': (c, 'fp32'), 'M': m, 'N': n, 'K': k}, (1,)
    yield [(c, a.astype(np.float64) @ b.astype(np.float64), 2e-5)]


if gluons:
    CASES['gluon-transpose'] = (ALL, gluon_transpose, dict(num_warps=4))
    CASES['gluon-matmul'] = ((90,), gluon_matmul, dict(num_warps=4))
