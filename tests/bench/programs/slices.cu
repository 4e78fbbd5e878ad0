// slices.cu: a volume from pictures at many angles: each voxel adds what it threw on the detector, between two pixels, along a table of sines.
extern "C" __global__ void backproject(const float2 *ray, const float *views, float *slice, int side, int angles, int detectors)
{
    const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    const float fx = x - 0.5f * (side - 1), fy = y - 0.5f * (side - 1);
    float sum = 0.0f;
    for (int a = 0; a < angles; a++) {
        const float at = fx * ray[a].x + fy * ray[a].y + 0.5f * (detectors - 1);
        const int left = (int)floorf(at);
        const float part = at - left;
        if (left >= 0 && left + 1 < detectors)
            sum += views[a * detectors + left] * (1.0f - part) + views[a * detectors + left + 1] * part;
    }
    if (x < side && y < side)
        slice[y * side + x] = sum / angles;
}
extern "C" __global__ void aim(float2 *ray, int angles)
{
    if (threadIdx.x < angles)
        ray[threadIdx.x] = make_float2(cosf(threadIdx.x * 3.14159265f / angles), sinf(threadIdx.x * 3.14159265f / angles));
}
