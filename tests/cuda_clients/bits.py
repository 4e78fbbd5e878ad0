import ctypes, sys
import numpy as np
lib, cudart = ctypes.CDLL(sys.argv[1]), ctypes.CDLL("libcudart.so.12")
lib.cget_managed_ptr.restype, lib.cget_managed_ptr.argtypes = ctypes.c_void_p, [ctypes.c_size_t]
P, I, F = ctypes.c_void_p, ctypes.c_int, ctypes.c_float

def array(n, kind, values=0):
    size = n * np.dtype(kind).itemsize
    a = np.ctypeslib.as_array((ctypes.c_uint8 * size).from_address(lib.cget_managed_ptr(size))).view(kind)
    a[:] = values
    return a

def call(name, *args):
    getattr(lib, name)(*[P(a.ctypes.data) if isinstance(a, np.ndarray) else P(a) if a is None else a for a in args])
    assert cudart.cudaDeviceSynchronize() == 0

def say(name, *right):
    print(name, "right" if all(map(np.all, right)) else "WRONG", flush=True)

def peaks(x, block):
    x = np.abs(x.astype("f4"))
    return np.array([x[i:i + block].max() for i in range(0, len(x), block)], "f4")

def is_nearest(x, code, at):
    apart = np.abs(x[:, None] - code[None, :])
    return apart[np.arange(len(x)), at] <= apart.min(1) + 1e-4

rng = np.random.default_rng(3)
n = 12366
numbers = rng.standard_normal(n) * 3
code = array(256, "f4", np.sort(np.append(np.linspace(-1, 1, 255), .001)))
nf4 = array(16, "f4", [-1, -.6961928, -.52507305, -.39491749, -.28444138, -.18477343, -.09105004, 0,
                       .0795803, .1609302, .2461123, .33791524, .44070983, .562617, .72295684, 1])
for kind, name, near in ("f4", "fp32", 1e-5), ("f2", "fp16", 2e-3):
    x, q, back = array(n, kind, numbers), array(n, "u1"), array(n, kind)
    largest = array(-(-n // 256), "f4")
    call("cquantize_blockwise_" + name, code, x, largest, q, I(256), I(n))
    scale = np.repeat(peaks(x, 256), 256)[:n]
    say(name + " to 8 bits", largest == peaks(x, 256), is_nearest(x / scale, code, q))
    call("cdequantize_blockwise_" + name, code, q, largest, back, I(256), I(n), None)
    say(name + " of 8 bits", np.isclose(back, code[q] * scale, rtol=near))

    largest = array(-(-n // 64), "f4")
    call("cquantize_blockwise_%s_nf4" % name, None, x, largest, q, I(64), I(n))
    scale, at = np.repeat(peaks(x, 64), 64)[:n], np.stack([q >> 4, q & 15], 1).ravel()[:n]
    say(name + " to 4 bits", largest == peaks(x, 64), is_nearest(x / scale, nf4, at))
    call("cdequantize_blockwise_%s_nf4" % name, None, q, largest, back, I(64), I(n), None)
    say(name + " of 4 bits", np.isclose(back, nf4[at] * scale, rtol=near))

    rows, columns = 24, 512
    a, product = array(columns, kind, rng.standard_normal(columns) / 10), array(rows, kind)
    call("cgemm_4bit_inference_naive_" + name, I(rows), I(1), I(columns), a, q, largest, nf4, product,
         I(rows), I(columns // 2), I(rows), I(64), None)
    want = (nf4[at] * scale)[:rows * columns].reshape(rows, columns) @ a.astype("f4")
    say(name + " product", np.isclose(product, want, rtol=10 * near, atol=20 * near))

p, g, m, v = (array(1000, "f4", x) for x in (rng.standard_normal(1000), rng.standard_normal(1000), 0, 0))
want, mean, square = p.astype("f8"), 0, 0
for step in 1, 2, 3:
    call("cadam32bit_grad_fp32", g, p, m, v, None, F(0), F(0), F(.9), F(.999), F(0), F(0), F(1e-8), F(.01), I(step), F(.01), F(1),
         ctypes.c_bool(False), I(1000))
    mean, square, root = .9 * mean + .1 * g, .999 * square + .001 * g.astype("f8") ** 2, np.sqrt(1 - .999 ** step)
    want = (want - .01 * root / (1 - .9 ** step) * mean / (np.sqrt(square) + root * 1e-8)) * (1 - .01 * .01)
say("adam", np.isclose(p, want, rtol=1e-4, atol=1e-5))
