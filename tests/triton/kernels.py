"""Kernels as people write them in Triton."""
import triton
import triton.language as tl


@triton.jit
def matmul(a_ptr, b_ptr, c_ptr, M, N, K, stride_am, stride_ak: tl.constexpr, stride_bk: tl.constexpr, stride_bn: tl.constexpr,
           stride_cm, BLOCK_M: tl.constexpr, BLOCK_N: tl.constexpr, BLOCK_K: tl.constexpr, GROUP: tl.constexpr,
           PRECISION: tl.constexpr):
    """C = A B by blocks, neighbouring blocks of C one after the other; blocks may stand over the matrices."""
    pid = tl.program_id(0)
    blocks_m, blocks_n = tl.cdiv(M, BLOCK_M), tl.cdiv(N, BLOCK_N)
    first_m = pid // (GROUP * blocks_n) * GROUP
    size = min(blocks_m - first_m, GROUP)
    pid_m = first_m + pid % (GROUP * blocks_n) % size
    pid_n = pid % (GROUP * blocks_n) // size
    m = (pid_m * BLOCK_M + tl.arange(0, BLOCK_M)) % M
    n = (pid_n * BLOCK_N + tl.arange(0, BLOCK_N)) % N
    k = tl.arange(0, BLOCK_K)
    a_at = a_ptr + m[:, None] * stride_am + k[None, :] * stride_ak
    b_at = b_ptr + k[:, None] * stride_bk + n[None, :] * stride_bn
    integer: tl.constexpr = a_ptr.dtype.element_ty == tl.int8
    acc = tl.zeros((BLOCK_M, BLOCK_N), dtype=tl.int32 if integer else tl.float32)
    for i in range(0, tl.cdiv(K, BLOCK_K)):
        a = tl.load(a_at, mask=k[None, :] < K - i * BLOCK_K, other=0.0)
        b = tl.load(b_at, mask=k[:, None] < K - i * BLOCK_K, other=0.0)
        acc = tl.dot(a, b, acc, input_precision=PRECISION, out_dtype=acc.dtype)
        a_at += BLOCK_K * stride_ak
        b_at += BLOCK_K * stride_bk
    m = pid_m * BLOCK_M + tl.arange(0, BLOCK_M)
    n = pid_n * BLOCK_N + tl.arange(0, BLOCK_N)
    tl.store(c_ptr + m[:, None] * stride_cm + n[None, :], acc.to(c_ptr.dtype.element_ty), mask=(m[:, None] < M) & (n[None, :] < N))


@triton.jit
def matmul_split(a_ptr, b_ptr, c_ptr, M, N, K, BLOCK_M: tl.constexpr, BLOCK_N: tl.constexpr, BLOCK_K: tl.constexpr,
                 SPLIT: tl.constexpr):
    """C += A B; each program has every SPLIT-th block along K and adds its sum atomically."""
    m = tl.program_id(0) * BLOCK_M + tl.arange(0, BLOCK_M)
    n = tl.program_id(1) * BLOCK_N + tl.arange(0, BLOCK_N)
    acc = tl.zeros((BLOCK_M, BLOCK_N), dtype=tl.float32)
    for i in range(tl.program_id(2) * BLOCK_K, K, SPLIT * BLOCK_K):
        k = i + tl.arange(0, BLOCK_K)
        a = tl.load(a_ptr + m[:, None] * K + k[None, :])
        b = tl.load(b_ptr + k[:, None] * N + n[None, :])
        acc = tl.dot(a, b, acc)
    tl.atomic_add(c_ptr + m[:, None] * N + n[None, :], acc)


@triton.jit
def matmul_scaled(a_ptr, a_scale, b_ptr, b_scale, c_ptr, M, N, K, A_TYPE: tl.constexpr, B_TYPE: tl.constexpr,
                  A_PACK: tl.constexpr, B_PACK: tl.constexpr, VEC: tl.constexpr, BLOCK_M: tl.constexpr, BLOCK_N: tl.constexpr,
                  BLOCK_K: tl.constexpr):
    """C = A B^T of matrices each VEC elements of whose rows have a factor; b_ptr: [N, K]."""
    m = tl.program_id(0) * BLOCK_M + tl.arange(0, BLOCK_M)
    n = tl.program_id(1) * BLOCK_N + tl.arange(0, BLOCK_N)
    ka = tl.arange(0, BLOCK_K // A_PACK)
    kb = tl.arange(0, BLOCK_K // B_PACK)
    ks = tl.arange(0, BLOCK_K // VEC)
    acc = tl.zeros((BLOCK_M, BLOCK_N), dtype=tl.float32)
    for i in range(0, K, BLOCK_K):
        a = tl.load(a_ptr + m[:, None] * (K // A_PACK) + i // A_PACK + ka[None, :])
        b = tl.load(b_ptr + n[None, :] * (K // B_PACK) + i // B_PACK + kb[:, None])
        sa = tl.load(a_scale + m[:, None] * (K // VEC) + i // VEC + ks[None, :])
        sb = tl.load(b_scale + n[:, None] * (K // VEC) + i // VEC + ks[None, :])
        acc = tl.dot_scaled(a, sa, A_TYPE, b, sb, B_TYPE, acc)
    tl.store(c_ptr + m[:, None] * N + n[None, :], acc)


@triton.jit
def matmul_described(a, b, c, K, BLOCK_M: tl.constexpr, BLOCK_N: tl.constexpr, BLOCK_K: tl.constexpr, SPECIALIZE: tl.constexpr):
    """C = A B^T of matrices that the host describes."""
    m = tl.program_id(0) * BLOCK_M
    n = tl.program_id(1) * BLOCK_N
    acc = tl.zeros((BLOCK_M, BLOCK_N), dtype=tl.float32)
    for k in tl.range(0, K, BLOCK_K, warp_specialize=SPECIALIZE):
        x = a.load([m, k])
        y = b.load([n, k])
        acc = tl.dot(x, y.T, acc)
    c.store([m, n], acc.to(c.dtype))


@triton.jit
def matmul_describes(a_ptr, b_ptr, c_ptr, M, N, K, BLOCK_M: tl.constexpr, BLOCK_N: tl.constexpr, BLOCK_K: tl.constexpr,
                     PROGRAMS: tl.constexpr):
    """C = A B, whose blocks PROGRAMS programs share; the kernel describes the matrices itself."""
    a = tl.make_tensor_descriptor(a_ptr, shape=[M, K], strides=[K, 1], block_shape=[BLOCK_M, BLOCK_K])
    b = tl.make_tensor_descriptor(b_ptr, shape=[K, N], strides=[N, 1], block_shape=[BLOCK_K, BLOCK_N])
    c = tl.make_tensor_descriptor(c_ptr, shape=[M, N], strides=[N, 1], block_shape=[BLOCK_M, BLOCK_N])
    blocks_n = tl.cdiv(N, BLOCK_N)
    for block in tl.range(tl.program_id(0), tl.cdiv(M, BLOCK_M) * blocks_n, PROGRAMS, flatten=True):
        m = block // blocks_n * BLOCK_M
        n = block % blocks_n * BLOCK_N
        acc = tl.zeros((BLOCK_M, BLOCK_N), dtype=tl.float32)
        for k in range(0, K, BLOCK_K):
            acc = tl.dot(a.load([m, k]), b.load([k, n]), acc)
        c.store([m, n], acc.to(c.dtype))


@triton.jit
def gather_rows(x_ptr, index_ptr, out_ptr, rows, columns: tl.constexpr, BLOCK: tl.constexpr, WIDE: tl.constexpr):
    """Rows of a described matrix by number, and the sum with where they go."""
    x = tl.make_tensor_descriptor(x_ptr, shape=[rows, columns], strides=[columns, 1], block_shape=[1, WIDE])
    out = tl.make_tensor_descriptor(out_ptr, shape=[rows, columns], strides=[columns, 1], block_shape=[1, WIDE])
    index = tl.load(index_ptr + tl.program_id(0) * BLOCK + tl.arange(0, BLOCK))
    for column in range(0, columns, WIDE):
        v = x.gather(index, column)
        out.scatter(v, index // 2, column)


@triton.jit
def reduce_blocks(x_ptr, out_ptr, rows, columns, BLOCK_M: tl.constexpr, BLOCK_N: tl.constexpr):
    """Adds to and takes the maximum with what is in memory, by tensor copies."""
    x = tl.make_tensor_descriptor(x_ptr, shape=[rows, columns], strides=[columns, 1], block_shape=[BLOCK_M, BLOCK_N])
    out = tl.make_tensor_descriptor(out_ptr, shape=[BLOCK_M, columns], strides=[columns, 1], block_shape=[BLOCK_M, BLOCK_N])
    top = tl.make_tensor_descriptor(out_ptr + BLOCK_M * columns, shape=[BLOCK_M, columns], strides=[columns, 1],
                                    block_shape=[BLOCK_M, BLOCK_N])
    m, n = tl.program_id(0) * BLOCK_M, tl.program_id(1) * BLOCK_N
    v = x.load([m, n])
    out.atomic_add([0, n], v)
    top.atomic_max([0, n], v)


@triton.jit
def attention(q_ptr, k_ptr, v_ptr, out_ptr, length, scale, D: tl.constexpr, BLOCK_M: tl.constexpr, BLOCK_N: tl.constexpr,
              CAUSAL: tl.constexpr):
    """softmax(Q K^T scale) V for each head, keys block by block."""
    head = tl.program_id(1).to(tl.int64) * length * D
    m = tl.program_id(0) * BLOCK_M + tl.arange(0, BLOCK_M)
    d = tl.arange(0, D)
    q = tl.load(q_ptr + head + m[:, None] * D + d[None, :])
    top = tl.full((BLOCK_M,), float('-inf'), tl.float32)
    total = tl.zeros((BLOCK_M,), tl.float32)
    acc = tl.zeros((BLOCK_M, D), tl.float32)
    end = (tl.program_id(0) + 1) * BLOCK_M if CAUSAL else length
    for start in range(0, end, BLOCK_N):
        n = start + tl.arange(0, BLOCK_N)
        k = tl.load(k_ptr + head + n[None, :] * D + d[:, None])
        s = tl.dot(q, k) * (scale * 1.44269504)
        if CAUSAL:
            s = tl.where(m[:, None] >= n[None, :], s, float('-inf'))
        new = tl.maximum(top, tl.max(s, 1))
        p = tl.math.exp2(s - new[:, None])
        shrink = tl.math.exp2(top - new)
        total = total * shrink + tl.sum(p, 1)
        v = tl.load(v_ptr + head + n[:, None] * D + d[None, :])
        acc = tl.dot(p.to(v.dtype), v, acc * shrink[:, None])
        top = new
    tl.store(out_ptr + head + m[:, None] * D + d[None, :], (acc / total[:, None]).to(out_ptr.dtype.element_ty))


@triton.jit
def attention_described(q, k, v, out, length, scale, D: tl.constexpr, BLOCK_M: tl.constexpr, BLOCK_N: tl.constexpr,
                        SPECIALIZE: tl.constexpr):
    """The same with matrices that the host describes, the heads one below the other."""
    row = tl.program_id(1) * length
    x = q.load([row + tl.program_id(0) * BLOCK_M, 0])
    top = tl.full((BLOCK_M,), float('-inf'), tl.float32)
    total = tl.zeros((BLOCK_M,), tl.float32)
    acc = tl.zeros((BLOCK_M, D), tl.float32)
    for start in tl.range(0, length, BLOCK_N, warp_specialize=SPECIALIZE):
        s = tl.dot(x, k.load([row + start, 0]).T) * (scale * 1.44269504)
        new = tl.maximum(top, tl.max(s, 1))
        p = tl.math.exp2(s - new[:, None])
        shrink = tl.math.exp2(top - new)
        total = total * shrink + tl.sum(p, 1)
        acc = tl.dot(p.to(v.dtype), v.load([row + start, 0]), acc * shrink[:, None])
        top = new
    out.store([row + tl.program_id(0) * BLOCK_M, 0], (acc / total[:, None]).to(out.dtype))


@triton.jit
def attention_backward(q_ptr, k_ptr, v_ptr, do_ptr, lse_ptr, delta_ptr, dk_ptr, dv_ptr, length, scale, D: tl.constexpr,
                       BLOCK_M: tl.constexpr, BLOCK_N: tl.constexpr):
    """The gradients of attention with respect to K and V, a block of keys a program."""
    head = tl.program_id(1).to(tl.int64) * length
    n = tl.program_id(0) * BLOCK_N + tl.arange(0, BLOCK_N)
    d = tl.arange(0, D)
    k = tl.load(k_ptr + (head + n[:, None]) * D + d[None, :])
    v = tl.load(v_ptr + (head + n[:, None]) * D + d[None, :])
    dk = tl.zeros((BLOCK_N, D), tl.float32)
    dv = tl.zeros((BLOCK_N, D), tl.float32)
    for start in range(0, length, BLOCK_M):
        m = start + tl.arange(0, BLOCK_M)
        q = tl.load(q_ptr + (head + m[:, None]) * D + d[None, :])
        do = tl.load(do_ptr + (head + m[:, None]) * D + d[None, :])
        p = tl.math.exp2((tl.dot(k, tl.trans(q)) * scale - tl.load(lse_ptr + head + m)[None, :]) * 1.44269504)
        dv = tl.dot(p.to(do.dtype), do, dv)
        ds = p * (tl.dot(v, tl.trans(do)) - tl.load(delta_ptr + head + m)[None, :]) * scale
        dk = tl.dot(ds.to(q.dtype), q, dk)
    tl.store(dk_ptr + (head + n[:, None]) * D + d[None, :], dk)
    tl.store(dv_ptr + (head + n[:, None]) * D + d[None, :], dv)


@triton.jit
def softmax(x_ptr, y_ptr, columns, BLOCK: tl.constexpr):
    n = tl.arange(0, BLOCK)
    row = tl.program_id(0) * columns
    x = tl.load(x_ptr + row + n, mask=n < columns, other=float('-inf'))
    e = tl.exp(x - tl.max(x, 0))
    tl.store(y_ptr + row + n, e / tl.sum(e, 0), mask=n < columns)


@triton.jit
def layer_norm(x_ptr, w_ptr, b_ptr, y_ptr, columns, eps, BLOCK: tl.constexpr):
    n = tl.arange(0, BLOCK)
    row = tl.program_id(0) * columns
    x = tl.load(x_ptr + row + n, mask=n < columns, other=0.0).to(tl.float32)
    mean = tl.sum(x, 0) / columns
    d = tl.where(n < columns, x - mean, 0)
    y = d * tl.rsqrt(tl.sum(d * d, 0) / columns + eps)
    w = tl.load(w_ptr + n, mask=n < columns)
    b = tl.load(b_ptr + n, mask=n < columns)
    tl.store(y_ptr + row + n, (y * w + b).to(y_ptr.dtype.element_ty), mask=n < columns)


@triton.jit
def sort_rows(x_ptr, y_ptr, total_ptr, COLUMNS: tl.constexpr):
    """Each row sorted, and its running sums."""
    n = tl.program_id(0) * COLUMNS + tl.arange(0, COLUMNS)
    x = tl.load(x_ptr + n)
    tl.store(y_ptr + n, tl.sort(x))
    tl.store(total_ptr + n, tl.cumsum(x, 0))


@triton.jit
def matmul_grouped(a_at, b_at, c_at, sizes, count, BLOCK_M: tl.constexpr, BLOCK_N: tl.constexpr, BLOCK_K: tl.constexpr,
                   PROGRAMS: tl.constexpr):
    """C = A B of many matrices, whose addresses and sizes lie in memory, and whose blocks PROGRAMS programs share."""
    block = tl.program_id(0)
    done = 0
    for g in range(count):
        m, n, k = tl.load(sizes + 3 * g), tl.load(sizes + 3 * g + 1), tl.load(sizes + 3 * g + 2)
        wide = tl.cdiv(n, BLOCK_N)
        blocks = tl.cdiv(m, BLOCK_M) * wide
        while block >= done and block < done + blocks:
            a = tl.load(a_at + g).to(tl.pointer_type(tl.float16))
            b = tl.load(b_at + g).to(tl.pointer_type(tl.float16))
            c = tl.load(c_at + g).to(tl.pointer_type(tl.float32))
            i = (block - done) // wide * BLOCK_M + tl.arange(0, BLOCK_M)
            j = (block - done) % wide * BLOCK_N + tl.arange(0, BLOCK_N)
            acc = tl.zeros((BLOCK_M, BLOCK_N), dtype=tl.float32)
            for start in range(0, k, BLOCK_K):
                q = start + tl.arange(0, BLOCK_K)
                x = tl.load(a + i[:, None] * k + q[None, :], mask=(i[:, None] < m) & (q[None, :] < k), other=0.0)
                y = tl.load(b + q[:, None] * n + j[None, :], mask=(q[:, None] < k) & (j[None, :] < n), other=0.0)
                acc = tl.dot(x, y, acc)
            tl.store(c + i[:, None] * n + j[None, :], acc, mask=(i[:, None] < m) & (j[None, :] < n))
            block += PROGRAMS
        done += blocks


@triton.jit
def dropout(x_ptr, y_ptr, random_ptr, n, p, seed, BLOCK: tl.constexpr):
    """Each element is dropped with probability p, the others grow; and the random numbers themselves."""
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    x = tl.load(x_ptr + i, mask=i < n)
    tl.store(random_ptr + i, tl.randint(seed, i), mask=i < n)
    tl.store(y_ptr + i, tl.where(tl.rand(seed, i) > p, x / (1 - p), 0.0), mask=i < n)


@triton.jit
def layer_norm_backward(x_ptr, w_ptr, dy_ptr, dx_ptr, dw_ptr, db_ptr, columns, eps, BLOCK: tl.constexpr):
    """The gradients of the layer's normalization; those of its weights are added up atomically."""
    n = tl.arange(0, BLOCK)
    row = tl.program_id(0) * columns
    x = tl.load(x_ptr + row + n, mask=n < columns, other=0.0).to(tl.float32)
    dy = tl.load(dy_ptr + row + n, mask=n < columns, other=0.0).to(tl.float32)
    w = tl.load(w_ptr + n, mask=n < columns, other=0.0)
    d = tl.where(n < columns, x - tl.sum(x, 0) / columns, 0.0)
    inverse = tl.rsqrt(tl.sum(d * d, 0) / columns + eps)
    u = d * inverse
    g = dy * w
    dx = (g - (u * (tl.sum(u * g, 0) / columns) + tl.sum(g, 0) / columns)) * inverse
    tl.store(dx_ptr + row + n, dx, mask=n < columns)
    tl.atomic_add(dw_ptr + n, dy * u, mask=n < columns)
    tl.atomic_add(db_ptr + n, dy, mask=n < columns)


@triton.jit
def histogram(x_ptr, bins_ptr, least_ptr, n, BLOCK: tl.constexpr, BINS: tl.constexpr):
    """How often the numbers below BINS stand in an array, and where its least lies in each block."""
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    x = tl.load(x_ptr + i, mask=i < n, other=0)
    tl.atomic_add(bins_ptr + tl.arange(0, BINS), tl.histogram(x, BINS, mask=i < n))
    tl.store(least_ptr + tl.program_id(0), tl.argmin(tl.where(i < n, x, BINS), 0))


@triton.jit
def convolution(x_ptr, w_ptr, y_ptr, H, W, C: tl.constexpr, F: tl.constexpr, BLOCK: tl.constexpr):
    """3x3, of pixels with C channels: BLOCK pixels by F filters, nine products."""
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    row, column = at // W, at % W
    c = tl.arange(0, C)
    f = tl.arange(0, F)
    acc = tl.zeros((BLOCK, F), dtype=tl.float32)
    for tap in range(9):
        i, j = row + tap // 3 - 1, column + tap % 3 - 1
        inside = (i >= 0) & (i < H) & (j >= 0) & (j < W)
        x = tl.load(x_ptr + (i * W + j)[:, None] * C + c[None, :], mask=inside[:, None], other=0.0)
        w = tl.load(w_ptr + (tap * C + c)[:, None] * F + f[None, :])
        acc = tl.dot(x, w, acc)
    tl.store(y_ptr + at[:, None] * F + f[None, :], acc, mask=at[:, None] < H * W)


@triton.jit
def attention_decode(q_ptr, k_ptr, v_ptr, out_ptr, table_ptr, length, scale, D: tl.constexpr, HEADS: tl.constexpr,
                     PAGE: tl.constexpr):
    """One step of HEADS heads that share keys and values, which lie in pages."""
    h = tl.arange(0, HEADS)
    d = tl.arange(0, D)
    q = tl.load(q_ptr + (tl.program_id(0) * HEADS + h)[:, None] * D + d[None, :])
    top = tl.full((HEADS,), float('-inf'), tl.float32)
    total = tl.zeros((HEADS,), tl.float32)
    acc = tl.zeros((HEADS, D), tl.float32)
    for page in range(0, tl.cdiv(length, PAGE)):
        n = tl.arange(0, PAGE)
        at = tl.load(table_ptr + page).to(tl.int64) * PAGE
        k = tl.load(k_ptr + (at + n)[None, :] * D + d[:, None])
        v = tl.load(v_ptr + (at + n)[:, None] * D + d[None, :])
        s = tl.where(page * PAGE + n[None, :] < length, tl.dot(q, k) * scale, float('-inf'))
        new = tl.maximum(top, tl.max(s, 1))
        p = tl.exp(s - new[:, None])
        shrink = tl.exp(top - new)
        total = total * shrink + tl.sum(p, 1)
        acc = tl.dot(p.to(v.dtype), v, acc * shrink[:, None])
        top = new
    tl.store(out_ptr + (tl.program_id(0) * HEADS + h)[:, None] * D + d[None, :], acc / total[:, None])
