import sys
import numpy as np
import taichi as ti

ti.init(arch=getattr(ti, sys.argv[1]), offline_cache=False, log_level=ti.ERROR)
N = 1000
rng = np.random.default_rng(3)
x, y = ti.field(ti.f32, N), ti.field(ti.f32, N)
counts, found = ti.field(ti.i32, 6), ti.field(ti.i32, ())
m, q = ti.Matrix.field(3, 3, ti.f32, N), ti.Vector.field(3, ti.f32, N)
sparse = ti.field(ti.i32)
ti.root.pointer(ti.i, 32).bitmasked(ti.i, 32).place(sparse)
x.from_numpy(rng.standard_normal(N).astype(np.float32))
m.from_numpy((rng.standard_normal((N, 3, 3)) + 3 * np.eye(3)).astype(np.float32))

@ti.kernel
def functions():
    for i in x:
        v = x[i]
        y[i] = ti.sin(v) + ti.exp(-v * v) * ti.sqrt(ti.abs(v)) + ti.atan2(v, 2.0) + ti.tanh(v)

@ti.kernel
def atomics():
    for i in range(N):
        ti.atomic_add(counts[0], i)
        ti.atomic_max(counts[1], i * 7 % 1013)
        ti.atomic_min(counts[2], -(i * 5 % 997))
        ti.atomic_or(counts[3], 1 << (i % 20))
        ti.atomic_xor(counts[4], i * i)
        counts[5] += i // 3 - i % 7

@ti.kernel
def total() -> ti.f32:
    sum = 0.0
    for i in y:
        sum += y[i] * (i % 3)
    return sum

@ti.kernel
def matrices():
    for i in m:
        q[i] = m[i].inverse() @ ti.Vector([1.0, 2.0, 3.0]) + (m[i] @ m[i].transpose())[0, 1] * m[i].determinant()

@ti.kernel
def activate():
    for i in range(100):
        sparse[i * 37 % 1024] = i

@ti.kernel
def visit():
    for i in sparse:
        found[None] += sparse[i] * (i % 5) + 1000

@ti.kernel
def rounds():
    for i in range(N):
        n, c = i + 1, 0
        while n != 1:
            n = n // 2 if n % 2 == 0 else 3 * n + 1
            c += 1
        x[i] = c

def show(name, a):
    with np.printoptions(linewidth=1000):
        print(name, np.array2string(np.asarray(a, np.float64).ravel()[:40], precision=2, suppress_small=True), flush=True)

functions(), show("functions", y.to_numpy())
atomics(), show("atomics", counts.to_numpy())
show("sum", [round(total())])
matrices(), show("matrices", q.to_numpy())
activate(), visit(), show("sparse", [found[None]])
rounds(), show("rounds", x.to_numpy())
