"""main.py CASE: one product by a kernel in CuTe's language, beside numpy's; prints what is wrong, status 1 then.  main.py: lists all."""
import ctypes
import glob
import os
import re
import sys
import traceback
import warnings
from dataclasses import dataclass

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), '..', 'triton'))
warnings.filterwarnings('ignore', category=DeprecationWarning)


@dataclass(frozen=True)
class Product:
    arch: str
    kind: str
    size: tuple
    tile: tuple
    out: str = 'fp32'
    major_a: str = 'k'
    major_b: str = 'k'
    how: str = 'tensor'
    ctas: int = 1


CASES = {}
for how in 'elements', 'tensor', 'registers':
    CASES['wgmma-' + how] = Product('sm_90a', 'fp16', (128, 128, 128), (64, 64, 64), how=how)
for kind, out in ('bf16', 'fp32'), ('fp8e4nv', 'fp32'), ('fp8e5', 'fp32'), ('i8', 'i32'), ('fp16', 'fp16'):
    CASES['wgmma-%s-%s' % (kind, out)] = Product('sm_90a', kind, (128, 256, 128), (64, 128, 64), out)
for a, b in ('mn', 'k'), ('k', 'mn'), ('mn', 'mn'):
    CASES['wgmma-%s-%s' % (a, b)] = Product('sm_90a', 'fp16', (128, 128, 128), (64, 64, 64), major_a=a, major_b=b)
for n in 8, 32, 96, 256:
    CASES['wgmma-n%d' % n] = Product('sm_90a', 'bf16', (64, n, 64), (64, n, 64))
for k in 16, 32, 128:
    CASES['wgmma-k%d' % k] = Product('sm_90a', 'fp16', (64, 64, 128), (64, 64, k))
CASES['wgmma-two-groups'] = Product('sm_90a', 'fp16', (256, 128, 128), (128, 128, 64))
CASES['wgmma-bf16-registers'] = Product('sm_90a', 'bf16', (128, 64, 128), (128, 64, 64), how='registers')
for kind, out in ('fp16', 'fp32'), ('bf16', 'fp32'), ('fp16', 'fp16'), ('fp8e4nv', 'fp32'), ('fp8e5', 'fp32'), ('i8', 'i32'), ('fp32', 'fp32'):
    CASES['tcgen05-%s-%s' % (kind, out)] = Product('sm_100a', kind, (256, 128, 128), (128, 64, 32 if kind == 'fp32' else 64), out)
for a, b in ('mn', 'k'), ('k', 'mn'), ('mn', 'mn'):
    CASES['tcgen05-%s-%s' % (a, b)] = Product('sm_100a', 'fp16', (128, 128, 128), (128, 64, 64), major_a=a, major_b=b)
for m, n in (64, 64), (64, 128), (128, 16), (128, 256):
    CASES['tcgen05-m%d-n%d' % (m, n)] = Product('sm_100a', 'bf16', (m, n, 128), (m, n, 64))
for m, n in (64, 64), (128, 128), (128, 256):
    CASES['tcgen05-pair-m%d-n%d' % (m, n)] = Product('sm_100a', 'fp16', (2 * m, n, 128), (m, n, 64), ctas=2)


def given_at(room):
    return (room.ctypes.data + 255) // 256 * 256


def tensor_map(data, bits, rows, columns, box_rows, box_columns):
    """Of a matrix whose columns are neighbours: boxes as wide as the longest swizzle that fits."""
    wide = min(box_columns * bits // 8, 128)
    room = ctypes.create_string_buffer(128 + 64)
    at = (ctypes.addressof(room) + 63) // 64 * 64
    data_type = {8: 0, 16: 6, 32: 7}[bits]
    u64, u32 = ctypes.c_uint64, ctypes.c_uint32
    status = ctypes.CDLL('libcuda.so.1').cuTensorMapEncodeTiled(
        ctypes.c_void_p(at), data_type, 2, ctypes.c_void_p(data), (u64 * 2)(columns, rows), (u64 * 1)(columns * bits // 8),
        (u32 * 2)(wide * 8 // bits, box_rows), (u32 * 2)(1, 1), 0, {32: 1, 64: 2, 128: 3}[wide], 0, 0)
    if status:
        raise RuntimeError('cuTensorMapEncodeTiled: %d' % status)
    return room, at


def give_maps(p, data, bits):
    """In the place of those that CuTe makes, as NVIDIA's machines have them."""
    ptx = open(glob.glob(os.environ['CUTE_DSL_DUMP_DIR'] + '/*.ptx')[0]).read()
    parameters = [int(i) for i in re.findall(r'_param_(\d+)\[128\]', ptx)]
    library = ctypes.CDLL(os.environ['CUTE_DSL_LIBS'])
    for i, at, rows, tile, major in zip(parameters, data, p.size, p.tile, (p.major_a, p.major_b)):
        deep, box = p.size[2], p.tile[2]
        tile //= p.ctas if i == parameters[1] else 1
        KEEP.append(tensor_map(at, bits, rows, deep, tile, box) if major == 'k' else tensor_map(at, bits, deep, rows, box, tile))
        library.give_map(i, ctypes.c_void_p(KEEP[-1][1]))


KEEP = []


def run(p):
    import numpy as np
    import cutlass
    import cutlass.cute as cute
    import cuda.bindings.runtime as bindings
    from cutlass.cute.runtime import make_ptr
    import elements as nu
    # Its NVIDIA runtime library, which it holds itself, works with NVIDIA's driver alone.
    bindings.cudaGetDeviceCount = lambda: (bindings.cudaError_t.cudaSuccess, 1)
    module = __import__('gemm90' if p.arch == 'sm_90a' else 'gemm100')
    types = {'fp16': cutlass.Float16, 'bf16': cutlass.BFloat16, 'fp32': cutlass.Float32, 'i32': cutlass.Int32, 'i8': cutlass.Int8,
             'fp8e4nv': cutlass.Float8E4M3FN, 'fp8e5': cutlass.Float8E5M2}

    @dataclass(frozen=True)
    class Case(Product):
        element: type = None
        sum: type = None

    case = Case(**p.__dict__, element=cutlass.TFloat32 if p.kind == 'fp32' else types[p.kind], sum=types[p.out])
    rng = np.random.default_rng(5)
    m, n, k = p.size
    a, b, c = nu.random(rng, p.kind, m, k), nu.random(rng, p.kind, n, k), np.zeros((m, n), nu.Types.NUMPY[p.out])
    keep = [np.ascontiguousarray(a if p.major_a == 'k' else a.T), np.ascontiguousarray(b if p.major_b == 'k' else b.T), c]
    room = [np.zeros(x.nbytes + 256, np.uint8) for x in keep]
    given = []
    for r, x, kind in zip(room, keep, (case.element, case.element, case.sum)):
        at = given_at(r) - r.ctypes.data
        r[at:at + x.nbytes] = x.reshape(-1).view(np.uint8)
        given.append(make_ptr(kind, given_at(r), cute.AddressSpace.gmem, assumed_align=256))
    compiled = cute.compile(module.launch, case, *given)
    if p.how == 'tensor':
        give_maps(p, [given_at(r) for r in room[:2]], case.element.width)
    compiled(*given)
    status = ctypes.CDLL('libcuda.so.1').cuCtxSynchronize()
    if status:
        return 'the launch failed: %d' % status
    at = given_at(room[2]) - room[2].ctypes.data
    c = room[2][at:at + c.nbytes].view(c.dtype).reshape(c.shape)
    wide = np.int64 if p.kind == 'i8' else np.float64
    expected = nu.values(a, p.kind).astype(wide) @ nu.values(b, p.kind).astype(wide).T
    difference = np.abs(nu.values(c, p.out) - expected)
    allowed = {'fp32': 2e-3 if p.kind == 'fp32' else 2e-5, 'fp16': 2e-3, 'i32': 0}[p.out] * np.abs(expected).max()
    bad = ~(difference <= allowed)
    return bad.any() and '%d of %d elements are wrong, first %s' % (bad.sum(), bad.size, np.argwhere(bad)[0])


def main():
    if len(sys.argv) < 2:
        print('\n'.join(CASES))
        return 0
    os.environ['CUTE_DSL_ARCH'] = CASES[sys.argv[1]].arch
    try:
        fault = run(CASES[sys.argv[1]])
    except BaseException as e:
        traceback.print_exc()
        fault = str(e)[:3000]
    if fault:
        print(fault)
    return 1 if fault else 0


if __name__ == '__main__':
    sys.exit(main())
