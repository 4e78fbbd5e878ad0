import numpy, xgboost
rng = numpy.random.default_rng(3)
x = rng.integers(0, 10, (500, 8)).astype(numpy.float32)
y = (x[:, 0] * .3 + numpy.sin(x[:, 1] * 3) + x[:, 2] * x[:, 3] * .05).astype(numpy.float32)
def predictions(device):
    rows = xgboost.DMatrix(x, y)
    trees = xgboost.train({"device": device, "tree_method": "hist", "max_depth": 3, "max_bin": 16}, rows, num_boost_round=3)
    assert device in trees.save_config()
    return trees.predict(rows)
want, got = predictions("cpu"), predictions("cuda")
print("right" if numpy.std(want) > .1 and numpy.allclose(want, got, atol=1e-5) else "WRONG: by %g" % abs(want - got).max())
