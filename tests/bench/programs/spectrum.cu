// spectrum.cu: a picture's values from its spectrum, sample by sample, by sine and cosine.
struct Sample {
    float x, y, z, phi;
};



extern "C" __global__ void spectrum(const Sample *samples, int count, const float *x, const float *y, const float *z, float *re, float *im)
{
    int i = blockIdx.x * 256 + threadIdx.x;
    float sx = x[i], sy = y[i], sz = z[i], qr = re[i], qi = im[i];
    int k = 0;
    if (count % 2) {
        float a = 6.2831853071795864769f * (samples[0].x * sx + samples[0].y * sy + samples[0].z * sz);
        qr += samples[0].phi * cosf(a);
        qi += samples[0].phi * sinf(a);
        k++;
    }
    for (; k < count; k += 2) {
        float a = 6.2831853071795864769f * (samples[k].x * sx + samples[k].y * sy + samples[k].z * sz);
        qr += samples[k].phi * cosf(a);
        qi += samples[k].phi * sinf(a);
        int l = k + 1;
        float b = 6.2831853071795864769f * (samples[l].x * sx + samples[l].y * sy + samples[l].z * sz);
        qr += samples[l].phi * cosf(b);
        qi += samples[l].phi * sinf(b);
    }
    re[i] = qr;
    im[i] = qi;
}
