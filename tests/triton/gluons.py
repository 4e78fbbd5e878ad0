"""Kernels in Gluon, Triton's language with layouts said."""
from triton.experimental import gluon
from triton.experimental.gluon import language as gl
from triton.experimental.gluon.language.nvidia.hopper import fence_async_shared, warpgroup_mma


@gluon.jit
def transpose(x_ptr, y_ptr, rows, columns, BLOCK: gl.constexpr):
    """Blocks pass through shared memory."""
    across: gl.constexpr = gl.BlockedLayout([1, 4], [4, 8], [4, 1], [1, 0])
    down: gl.constexpr = gl.BlockedLayout([4, 1], [8, 4], [1, 4], [0, 1])
    m, n = gl.program_id(0) * BLOCK, gl.program_id(1) * BLOCK
    i = m + gl.arange(0, BLOCK, layout=gl.SliceLayout(1, across))
    j = n + gl.arange(0, BLOCK, layout=gl.SliceLayout(0, across))
    x = gl.load(x_ptr + i[:, None] * columns + j[None, :], mask=(i[:, None] < rows) & (j[None, :] < columns))
    y = gl.convert_layout(x, down)
    i = m + gl.arange(0, BLOCK, layout=gl.SliceLayout(1, down))
    j = n + gl.arange(0, BLOCK, layout=gl.SliceLayout(0, down))
    gl.store(y_ptr + j[None, :] * rows + i[:, None], y, mask=(i[:, None] < rows) & (j[None, :] < columns))


@gluon.jit
def matmul_wgmma(a_ptr, b_ptr, c_ptr, M: gl.constexpr, N: gl.constexpr, K: gl.constexpr):
    """A product of one warpgroup, A and B in shared memory."""
    lie: gl.constexpr = gl.BlockedLayout([1, 8], [4, 8], [4, 1], [1, 0])
    shared: gl.constexpr = gl.NVMMASharedLayout(swizzle_byte_width=128, element_bitwidth=16, rank=2)
    result: gl.constexpr = gl.NVMMADistributedLayout(version=[3, 0], warps_per_cta=[4, 1], instr_shape=[16, N, 16])
    down, across = gl.arange(0, M, layout=gl.SliceLayout(1, lie)), gl.arange(0, K, layout=gl.SliceLayout(0, lie))
    a = gl.allocate_shared_memory(gl.float16, [M, K], shared, gl.load(a_ptr + down[:, None] * K + across[None, :]))
    down, across = gl.arange(0, K, layout=gl.SliceLayout(1, lie)), gl.arange(0, N, layout=gl.SliceLayout(0, lie))
    b = gl.allocate_shared_memory(gl.float16, [K, N], shared, gl.load(b_ptr + down[:, None] * N + across[None, :]))
    fence_async_shared()
    acc = warpgroup_mma(a, b, gl.zeros([M, N], gl.float32, layout=result), is_async=False)
    acc = gl.convert_layout(acc, lie)
    down, across = gl.arange(0, M, layout=gl.SliceLayout(1, lie)), gl.arange(0, N, layout=gl.SliceLayout(0, lie))
    gl.store(c_ptr + down[:, None] * N + across[None, :], acc)
