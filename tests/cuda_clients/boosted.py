# Trees that CatBoost grows on the device, beside those it grows on the processor: without chance, and of columns with fewer values than borders.
import numpy
from catboost import CatBoostRegressor

numbers = numpy.random.RandomState(3)
x = numbers.randint(0, 16, size=(500, 6)).astype(numpy.float32)
y = (x[:, 0] * 2 - x[:, 1] + (x[:, 2] > 7) * 5).astype(numpy.float32)


def predictions(task):
    model = CatBoostRegressor(iterations=8, depth=4, learning_rate=0.3, task_type=task, verbose=False, random_seed=1, bootstrap_type='No',
                              boosting_type='Plain', random_strength=0, score_function='L2', leaf_estimation_iterations=1,
                              boost_from_average=True, allow_writing_files=False)
    model.fit(x, y)
    return model.predict(x)


apart = numpy.abs(predictions('CPU') - predictions('GPU')).max()
print(f'apart by {apart:.1e}:', 'right' if apart < 1e-4 else 'WRONG')
