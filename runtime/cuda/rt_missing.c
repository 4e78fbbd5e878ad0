/* rt_missing.c: what is not there: each function says so once and refuses. */
#include "rt.h"

#include <stdatomic.h>

#define MISSING(X) \
    X(__cudaGetProcAddress) X(__cudaRegisterUnifiedTable) X(cudaArrayGetMemoryRequirements) X(cudaArrayGetPlane) \
    X(cudaArrayGetSparseProperties) X(cudaDestroyExternalMemory) X(cudaDestroyExternalSemaphore) \
    X(cudaDeviceGetHostAtomicCapabilities) X(cudaDeviceGetNvSciSyncAttributes) \
    X(cudaDeviceGetP2PAtomicCapabilities) X(cudaDeviceRegisterAsyncNotification) \
    X(cudaDeviceUnregisterAsyncNotification) X(cudaEGLStreamConsumerAcquireFrame) X(cudaEGLStreamConsumerConnect) \
    X(cudaEGLStreamConsumerConnectWithFlags) X(cudaEGLStreamConsumerDisconnect) \
    X(cudaEGLStreamConsumerReleaseFrame) X(cudaEGLStreamProducerConnect) X(cudaEGLStreamProducerDisconnect) \
    X(cudaEGLStreamProducerPresentFrame) X(cudaEGLStreamProducerReturnFrame) X(cudaEventCreateFromEGLSync) \
    X(cudaExternalMemoryGetMappedBuffer) X(cudaExternalMemoryGetMappedMipmappedArray) X(cudaGLGetDevices) \
    X(cudaGLMapBufferObject) X(cudaGLMapBufferObjectAsync) X(cudaGLRegisterBufferObject) \
    X(cudaGLSetBufferObjectMapFlags) X(cudaGLSetGLDevice) X(cudaGLUnmapBufferObject) \
    X(cudaGLUnmapBufferObjectAsync) X(cudaGLUnregisterBufferObject) X(cudaGetExportTable) \
    X(cudaGetTextureObjectResourceViewDesc) X(cudaGraphAddExternalSemaphoresSignalNode) \
    X(cudaGraphAddExternalSemaphoresWaitNode) X(cudaGraphConditionalHandleCreate) \
    X(cudaGraphExecExternalSemaphoresSignalNodeSetParams) X(cudaGraphExecExternalSemaphoresWaitNodeSetParams) \
    X(cudaGraphExternalSemaphoresSignalNodeGetParams) X(cudaGraphExternalSemaphoresSignalNodeSetParams) \
    X(cudaGraphExternalSemaphoresWaitNodeGetParams) X(cudaGraphExternalSemaphoresWaitNodeSetParams) \
    X(cudaGraphicsEGLRegisterImage) X(cudaGraphicsGLRegisterBuffer) X(cudaGraphicsGLRegisterImage) \
    X(cudaGraphicsMapResources) X(cudaGraphicsResourceGetMappedEglFrame) \
    X(cudaGraphicsResourceGetMappedMipmappedArray) X(cudaGraphicsResourceGetMappedPointer) \
    X(cudaGraphicsResourceSetMapFlags) X(cudaGraphicsSubResourceGetMappedArray) X(cudaGraphicsUnmapResources) \
    X(cudaGraphicsUnregisterResource) X(cudaGraphicsVDPAURegisterOutputSurface) \
    X(cudaGraphicsVDPAURegisterVideoSurface) X(cudaImportExternalMemory) X(cudaImportExternalSemaphore) \
    X(cudaIpcCloseMemHandle) X(cudaIpcGetEventHandle) X(cudaIpcGetMemHandle) X(cudaIpcOpenEventHandle) \
    X(cudaIpcOpenMemHandle) X(cudaLibraryGetUnifiedFunction) X(cudaLogsCurrent) X(cudaLogsDumpToFile) \
    X(cudaLogsDumpToMemory) X(cudaLogsRegisterCallback) X(cudaLogsUnregisterCallback) \
    X(cudaMemDiscardAndPrefetchBatchAsync) X(cudaMemDiscardBatchAsync) X(cudaMemGetDefaultMemPool) \
    X(cudaMemGetMemPool) X(cudaMemPoolExportPointer) X(cudaMemPoolExportToShareableHandle) \
    X(cudaMemPoolImportFromShareableHandle) X(cudaMemPoolImportPointer) X(cudaMemPrefetchBatchAsync) \
    X(cudaMemRangeGetAttributes) X(cudaMemSetMemPool) X(cudaMemcpyArrayToArray) \
    X(cudaMipmappedArrayGetMemoryRequirements) X(cudaMipmappedArrayGetSparseProperties) \
    X(cudaSignalExternalSemaphoresAsync) X(cudaVDPAUGetDevice) X(cudaVDPAUSetVDPAUDevice) \
    X(cudaWaitExternalSemaphoresAsync)

#define REFUSE(name) \
    CUDA_API cudaError_t name(void); \
    CUDA_API cudaError_t name(void) \
    { \
        static atomic_bool said; \
        if (!atomic_exchange(&said, true)) \
            fprintf(stderr, "ptx2c: %s is not there yet\n", #name); \
        return rt_error(cudaErrorNotSupported); \
    }
MISSING(REFUSE)
