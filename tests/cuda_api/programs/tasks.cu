// A scheduler of tasks: classes over streams, pinned and managed memory, callbacks, priorities, threads' own streams, pools, advice.
// arch: 80
// needs: -extended-lambda
#include "say.h"
#include <atomic>
#include <functional>
#include <future>
#include <map>
#include <memory>
#include <mutex>
#include <numeric>
#include <queue>
#include <string>
#include <thread>
#include <vector>
#include <cmath>
template <class T, class Policy> class Array
{
    T *p = nullptr;
    size_t n = 0;

  public:
    explicit Array(size_t n) : p((T *)Policy::get(n * sizeof(T))), n(n) {}
    ~Array()
    {
        if (p)
            Policy::put(p);
    }
    Array(Array &&o) noexcept : p(o.p), n(o.n) { o.p = nullptr; }
    T *data() { return p; }
    size_t size() const { return n; }
    T &operator[](size_t i) { return p[i]; }
    T *begin() { return p; }
    T *end() { return p + n; }
};
struct Pinned {
    static void *get(size_t n)
    {
        void *p;
        OK(cudaMallocHost(&p, n));
        return p;
    }
    static void put(void *p) { OK(cudaFreeHost(p)); }
};
struct Managed {
    static void *get(size_t n)
    {
        void *p;
        OK(cudaMallocManaged(&p, n, cudaMemAttachHost));
        return p;
    }
    static void put(void *p) { OK(cudaFree(p)); }
};
struct Device {
    static void *get(size_t n)
    {
        void *p;
        OK(cudaMalloc(&p, n));
        return p;
    }
    static void put(void *p) { OK(cudaFree(p)); }
};
template <int ROUNDS> __global__ void mix(unsigned *v, int n, unsigned key)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
        unsigned x = v[i];
        for (int r = 0; r < ROUNDS; r++) {
            x ^= key + r;
            x *= 0x9e3779b1u;
            x ^= x >> 15;
        }
        v[i] = x;
    }
}
template <int ROUNDS> unsigned mixed(unsigned x, unsigned key)
{
    for (int r = 0; r < ROUNDS; r++) {
        x ^= key + r;
        x *= 0x9e3779b1u;
        x ^= x >> 15;
    }
    return x;
}
__global__ void total(const unsigned *v, int n, unsigned long long *sum)
{
    unsigned long long s = 0;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        s += v[i];
    atomicAdd(sum, s);
}
template <class F> __global__ void each(F f, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        f(i);
}
class Scheduler
{
    struct Lane {
        cudaStream_t s;
        cudaEvent_t done;
        std::atomic<int> running{0};
    };
    std::vector<std::unique_ptr<Lane>> lanes;
    std::mutex m;
    std::map<std::string, cudaEvent_t> finished;
    static void CUDART_CB left(void *p) { static_cast<Lane *>(p)->running--; }
    static void CUDART_CB settled(cudaStream_t, cudaError_t e, void *p)
    {
        auto *promise = static_cast<std::promise<cudaError_t> *>(p);
        promise->set_value(e);
        delete promise;
    }

  public:
    explicit Scheduler(int n)
    {
        int least, most;
        OK(cudaDeviceGetStreamPriorityRange(&least, &most));
        for (int i = 0; i < n; i++) {
            lanes.emplace_back(new Lane);
            OK(cudaStreamCreateWithPriority(&lanes[i]->s, cudaStreamNonBlocking, i % 2 ? least : most));
            OK(cudaEventCreateWithFlags(&lanes[i]->done, cudaEventDisableTiming));
        }
    }
    std::future<cudaError_t> submit(const std::string &name, std::vector<std::string> after, std::function<void(cudaStream_t)> work)
    {
        std::lock_guard<std::mutex> lock(m);
        Lane *best = lanes[0].get();
        for (auto &l : lanes)
            if (l->running < best->running)
                best = l.get();
        best->running++;
        for (auto &a : after)
            OK(cudaStreamWaitEvent(best->s, finished.at(a), 0));
        work(best->s);
        cudaEvent_t e;
        OK(cudaEventCreateWithFlags(&e, cudaEventDisableTiming));
        OK(cudaEventRecord(e, best->s));
        finished[name] = e;
        auto *p = new std::promise<cudaError_t>;
        auto f = p->get_future();
        OK(cudaStreamAddCallback(best->s, settled, p, 0));
        OK(cudaLaunchHostFunc(best->s, left, best));
        return f;
    }
    ~Scheduler()
    {
        for (auto &l : lanes) {
            OK(cudaStreamSynchronize(l->s));
            OK(cudaStreamDestroy(l->s));
            OK(cudaEventDestroy(l->done));
        }
        for (auto &f : finished)
            OK(cudaEventDestroy(f.second));
    }
};
int main()
{
    const int n = 5000, tasks = 24;
    OK(cudaSetDeviceFlags(cudaDeviceScheduleBlockingSync));
    std::vector<Array<unsigned, Pinned>> in;
    for (int t = 0; t < tasks; t++) {
        in.emplace_back(n);
        std::iota(in[t].begin(), in[t].end(), t * 1000);
    }
    Array<unsigned long long, Managed> sums(tasks + 1);
    for (auto &s : sums)
        s = 0;
    {
        Scheduler sched(4);
        std::vector<std::future<cudaError_t>> done;
        for (int t = 0; t < tasks; t++) {
            std::vector<std::string> after;
            if (t >= 3)
                after.push_back("task " + std::to_string(t - 3));
            done.push_back(sched.submit("task " + std::to_string(t), after, [&, t](cudaStream_t s) {
                unsigned *d;
                OK(cudaMallocAsync(&d, n * 4, s));
                OK(cudaMemcpyAsync(d, in[t].data(), n * 4, cudaMemcpyHostToDevice, s));
                if (t % 2)
                    mix<3><<<8, 64, 0, s>>>(d, n, t);
                else
                    mix<5><<<3, 128, 0, s>>>(d, n, t);
                total<<<4, 64, 0, s>>>(d, n, &sums[t]);
                if (t >= 3) {
                    auto *v = sums.data();
                    each<<<1, 1, 0, s>>>([=] __device__(int) { atomicAdd(&v[tasks], v[t - 3] & 0xff); }, 1);
                }
                OK(cudaMemcpyAsync(in[t].data(), d, n * 4, cudaMemcpyDeviceToHost, s));
                OK(cudaFreeAsync(d, s));
            }));
        }
        for (auto &f : done)
            if (f.get() != cudaSuccess)
                std::printf("a task failed\n");
    }
    int bad = 0;
    unsigned long long low = 0;
    for (int t = 0; t < tasks; t++) {
        unsigned long long s = 0;
        for (int i = 0; i < n; i++) {
            unsigned w = t % 2 ? mixed<3>(t * 1000 + i, t) : mixed<5>(t * 1000 + i, t);
            bad += in[t][i] != w;
            s += w;
        }
        bad += s != sums[t];
        if (t + 3 < tasks)
            low += s & 0xff;
    }
    std::printf("tasks: %d wrong, chained %s\n", bad, low == sums[tasks] ? "right" : "wrong");
    // per-thread default streams
    std::vector<std::thread> threads;
    std::atomic<int> wrong{0};
    for (int t = 0; t < 6; t++)
        threads.emplace_back([&, t] {
            Array<unsigned, Device> d(n);
            std::vector<unsigned> h(n, t), got(n);
            OK(cudaMemcpyAsync(d.data(), h.data(), n * 4, cudaMemcpyHostToDevice, cudaStreamPerThread));
            for (int r = 0; r < 10; r++)
                mix<2><<<5, 64, 0, cudaStreamPerThread>>>(d.data(), n, r);
            OK(cudaMemcpyAsync(got.data(), d.data(), n * 4, cudaMemcpyDeviceToHost, cudaStreamPerThread));
            OK(cudaStreamSynchronize(cudaStreamPerThread));
            unsigned w = t;
            for (int r = 0; r < 10; r++)
                w = mixed<2>(w, r);
            for (unsigned v : got)
                wrong += v != w;
        });
    for (auto &t : threads)
        t.join();
    std::printf("threads: %d wrong\n", (int)wrong);
    // managed memory: advice, prefetches, attached to a stream
    Array<unsigned, Managed> big(1 << 18);
    cudaStream_t s;
    OK(cudaStreamCreate(&s));
    OK(cudaStreamAttachMemAsync(s, big.data(), 0, cudaMemAttachSingle));
    OK(cudaStreamSynchronize(s));
    for (size_t i = 0; i < big.size(); i++)
        big[i] = i;
#if CUDART_VERSION >= 13000
    cudaMemLocation here = {cudaMemLocationTypeDevice, 0}, host = {cudaMemLocationTypeHost, 0};
    OK(cudaMemAdvise(big.data(), 1 << 20, cudaMemAdviseSetReadMostly, here));
    OK(cudaMemAdvise(big.data(), 1 << 20, cudaMemAdviseSetPreferredLocation, here));
    OK(cudaMemPrefetchAsync(big.data(), 1 << 20, here, 0, s));
#else
    OK(cudaMemAdvise(big.data(), 1 << 20, cudaMemAdviseSetReadMostly, 0));
    OK(cudaMemAdvise(big.data(), 1 << 20, cudaMemAdviseSetPreferredLocation, 0));
    OK(cudaMemPrefetchAsync(big.data(), 1 << 20, 0, s));
#endif
    int mostly = 0, where = -5, last = -5;
    OK(cudaMemRangeGetAttribute(&mostly, 4, cudaMemRangeAttributeReadMostly, big.data(), 1 << 20));
    OK(cudaMemRangeGetAttribute(&where, 4, cudaMemRangeAttributePreferredLocation, big.data(), 1 << 20));
    OK(cudaMemRangeGetAttribute(&last, 4, cudaMemRangeAttributeLastPrefetchLocation, big.data(), 1 << 20));
    mix<4><<<64, 128, 0, s>>>(big.data(), 1 << 18, 9);
#if CUDART_VERSION >= 13000
    OK(cudaMemPrefetchAsync(big.data(), 1 << 20, host, 0, s));
#else
    OK(cudaMemPrefetchAsync(big.data(), 1 << 20, cudaCpuDeviceId, s));
#endif
    OK(cudaStreamSynchronize(s));
    bad = 0;
    for (unsigned i = 0; i < 1 << 18; i++)
        bad += big[i] != mixed<4>(i, 9);
    std::printf("managed: %d wrong; %d %d %d\n", bad, mostly, where, last);
    // a pool: reuse, statistics, trim
    cudaMemPool_t pool;
    cudaMemPoolProps props = {};
    props.allocType = cudaMemAllocationTypePinned;
    props.location = {cudaMemLocationTypeDevice, 0};
    OK(cudaMemPoolCreate(&pool, &props));
    unsigned long long keep = ~0ull, used, reserved;
    OK(cudaMemPoolSetAttribute(pool, cudaMemPoolAttrReleaseThreshold, &keep));
    void *a, *b, *c;
    OK(cudaMallocFromPoolAsync(&a, 1 << 20, pool, s));
    OK(cudaMallocFromPoolAsync(&b, 3 << 20, pool, s));
    OK(cudaFreeAsync(a, s));
    OK(cudaMallocFromPoolAsync(&c, 1 << 20, pool, s));
    OK(cudaStreamSynchronize(s));
    OK(cudaMemPoolGetAttribute(pool, cudaMemPoolAttrUsedMemCurrent, &used));
    OK(cudaMemPoolGetAttribute(pool, cudaMemPoolAttrReservedMemCurrent, &reserved));
    std::printf("pool: used %llu MB, reserved at least that %d", used >> 20, reserved >= used);
    OK(cudaFreeAsync(b, s));
    OK(cudaFreeAsync(c, s));
    OK(cudaStreamSynchronize(s));
    OK(cudaMemPoolTrimTo(pool, 0));
    OK(cudaMemPoolGetAttribute(pool, cudaMemPoolAttrReservedMemCurrent, &reserved));
    std::printf(", then %llu\n", reserved);
    OK(cudaMemPoolDestroy(pool));
    // stream attributes, ids, queries and times
    cudaStreamAttrValue v = {};
    v.accessPolicyWindow.base_ptr = big.data();
    v.accessPolicyWindow.num_bytes = 1 << 16;
    v.accessPolicyWindow.hitRatio = 0.6f;
    v.accessPolicyWindow.hitProp = cudaAccessPropertyPersisting;
    v.accessPolicyWindow.missProp = cudaAccessPropertyStreaming;
    OK(cudaStreamSetAttribute(s, cudaStreamAttributeAccessPolicyWindow, &v));
    v = {};
    OK(cudaStreamGetAttribute(s, cudaStreamAttributeAccessPolicyWindow, &v));
    OK(cudaCtxResetPersistingL2Cache());
    cudaEvent_t e[2];
    for (auto &x : e)
        OK(cudaEventCreate(&x));
    float ms;
    OK(cudaEventRecord(e[0], s));
    OK(cudaLaunchHostFunc(
        s, [](void *) { std::this_thread::sleep_for(std::chrono::milliseconds(30)); }, nullptr));
    OK(cudaEventRecord(e[1], s));
    cudaError_t q = cudaEventElapsedTime(&ms, e[0], e[1]);
    std::printf("%s, %s, ", cudaGetErrorName(q), cudaGetErrorName(cudaStreamQuery(s)));
    cudaGetLastError();
    OK(cudaEventSynchronize(e[1]));
    OK(cudaEventElapsedTime(&ms, e[0], e[1]));
    std::printf("took 30 ms or more %d, ratio %g\n", ms >= 29.5f, v.accessPolicyWindow.hitRatio);
    each<<<1, 1>>>([] __device__(int) { asm volatile("trap;"); }, 1);
    std::printf("%s ", cudaGetErrorName(cudaDeviceSynchronize()));
    std::printf("%s %s\n", cudaGetErrorName(cudaPeekAtLastError()), cudaGetErrorName(cudaStreamQuery(s)));
    std::fflush(stdout);
    std::_Exit(0);
}
