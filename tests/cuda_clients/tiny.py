import numpy as np
from tinygrad import Tensor

Tensor.manual_seed(3)
rng = np.random.default_rng(3)
a, b = (rng.standard_normal((48, 48)).astype(np.float32) for _ in range(2))
A, B = Tensor(a), Tensor(b)
image = Tensor(rng.standard_normal((2, 3, 16, 16)).astype(np.float32))
kernel = Tensor(rng.standard_normal((4, 3, 3, 3)).astype(np.float32))
for name, t in {
    "add": A + B, "where": (A > B).where(A, B * 2), "exp": (A * 0.5).exp(), "log": (A.abs() + 1).log(), "sin": A.sin(),
    "sum": A.sum(0), "max": A.max(1), "matmul": A @ B, "half": (A.half() @ B.half()).float(), "softmax": A.softmax(),
    "cumsum": A.cumsum(0), "sort": A.sort(1)[0], "argmax": A.argmax(1), "conv": image.conv2d(kernel, padding=1),
    "pool": image.max_pool2d(), "cast": (A * 20).cast("int8"), "shift": (A * 100).cast("int32") << 2,
    "flip": A.flip(0).transpose(), "gather": A.gather(1, (B * 4).cast("int32").abs().clip(0, 47)), "std": A.std(0),
}.items():
    print(name, np.array2string(t.numpy().ravel()[:40].astype(np.float64), precision=2, suppress_small=True))
