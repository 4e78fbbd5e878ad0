/* rt_error.h: the errors of the runtime API: their numbers, and what they mean; NULL: as the driver says, whose number is the same. */
#ifndef PTX2C_CUDA_RT_ERROR_H
#define PTX2C_CUDA_RT_ERROR_H

#define RT_ERRORS(X) \
    X(cudaSuccess, 0, NULL) \
    X(cudaErrorInvalidValue, 1, NULL) \
    X(cudaErrorMemoryAllocation, 2, NULL) \
    X(cudaErrorInitializationError, 3, NULL) \
    X(cudaErrorCudartUnloading, 4, NULL) \
    X(cudaErrorProfilerDisabled, 5, NULL) \
    X(cudaErrorProfilerNotInitialized, 6, NULL) \
    X(cudaErrorProfilerAlreadyStarted, 7, NULL) \
    X(cudaErrorProfilerAlreadyStopped, 8, NULL) \
    X(cudaErrorInvalidConfiguration, 9, "invalid configuration argument") \
    X(cudaErrorInvalidPitchValue, 12, "invalid pitch argument") \
    X(cudaErrorInvalidSymbol, 13, "invalid device symbol") \
    X(cudaErrorInvalidHostPointer, 16, "invalid host pointer") \
    X(cudaErrorInvalidDevicePointer, 17, "invalid device pointer") \
    X(cudaErrorInvalidTexture, 18, "invalid texture reference") \
    X(cudaErrorInvalidTextureBinding, 19, "texture is not bound to a pointer") \
    X(cudaErrorInvalidChannelDescriptor, 20, "invalid channel descriptor") \
    X(cudaErrorInvalidMemcpyDirection, 21, "invalid copy direction for memcpy") \
    X(cudaErrorAddressOfConstant, 22, "invalid address of a constant") \
    X(cudaErrorTextureFetchFailed, 23, "fetch from texture failed") \
    X(cudaErrorTextureNotBound, 24, "cannot fetch from a texture that is not bound") \
    X(cudaErrorSynchronizationError, 25, "synchronization failed") \
    X(cudaErrorInvalidFilterSetting, 26, "invalid filter mode for texture") \
    X(cudaErrorInvalidNormSetting, 27, "invalid normalized mode for texture") \
    X(cudaErrorMixedDeviceExecution, 28, "device code and its emulation in one program") \
    X(cudaErrorNotYetImplemented, 31, "feature not yet implemented") \
    X(cudaErrorMemoryValueTooLarge, 32, "value too large for emulated memory") \
    X(cudaErrorStubLibrary, 34, NULL) \
    X(cudaErrorInsufficientDriver, 35, "CUDA driver version is insufficient for CUDA runtime version") \
    X(cudaErrorCallRequiresNewerDriver, 36, NULL) \
    X(cudaErrorInvalidSurface, 37, "invalid surface reference") \
    X(cudaErrorDuplicateVariableName, 43, "duplicate global variable looked up by string name") \
    X(cudaErrorDuplicateTextureName, 44, "duplicate texture looked up by string name") \
    X(cudaErrorDuplicateSurfaceName, 45, "duplicate surface looked up by string name") \
    X(cudaErrorDevicesUnavailable, 46, NULL) \
    X(cudaErrorIncompatibleDriverContext, 49, "incompatible driver context") \
    X(cudaErrorMissingConfiguration, 52, "__global__ function call is not configured") \
    X(cudaErrorPriorLaunchFailure, 53, "unspecified launch failure in prior launch") \
    X(cudaErrorLaunchMaxDepthExceeded, 65, "launch would exceed maximum depth of nested launches") \
    X(cudaErrorLaunchFileScopedTex, 66, "texture of file scope in a launch by a kernel") \
    X(cudaErrorLaunchFileScopedSurf, 67, "surface of file scope in a launch by a kernel") \
    X(cudaErrorSyncDepthExceeded, 68, "depth exceeds reserved space for nested synchronization") \
    X(cudaErrorLaunchPendingCountExceeded, 69, "launch failed because pending launch count was exceeded") \
    X(cudaErrorInvalidDeviceFunction, 98, "invalid device function") \
    X(cudaErrorNoDevice, 100, "no CUDA-capable device is detected") \
    X(cudaErrorInvalidDevice, 101, NULL) \
    X(cudaErrorDeviceNotLicensed, 102, NULL) \
    X(cudaErrorSoftwareValidityNotEstablished, 103, "validity of the software is not established") \
    X(cudaErrorStartupFailure, 127, "startup failure in cuda runtime") \
    X(cudaErrorInvalidKernelImage, 200, NULL) \
    X(cudaErrorDeviceUninitialized, 201, NULL) \
    X(cudaErrorMapBufferObjectFailed, 205, NULL) \
    X(cudaErrorUnmapBufferObjectFailed, 206, NULL) \
    X(cudaErrorArrayIsMapped, 207, NULL) \
    X(cudaErrorAlreadyMapped, 208, NULL) \
    X(cudaErrorNoKernelImageForDevice, 209, NULL) \
    X(cudaErrorAlreadyAcquired, 210, NULL) \
    X(cudaErrorNotMapped, 211, NULL) \
    X(cudaErrorNotMappedAsArray, 212, NULL) \
    X(cudaErrorNotMappedAsPointer, 213, NULL) \
    X(cudaErrorECCUncorrectable, 214, NULL) \
    X(cudaErrorUnsupportedLimit, 215, NULL) \
    X(cudaErrorDeviceAlreadyInUse, 216, NULL) \
    X(cudaErrorPeerAccessUnsupported, 217, NULL) \
    X(cudaErrorInvalidPtx, 218, NULL) \
    X(cudaErrorInvalidGraphicsContext, 219, NULL) \
    X(cudaErrorNvlinkUncorrectable, 220, NULL) \
    X(cudaErrorJitCompilerNotFound, 221, NULL) \
    X(cudaErrorUnsupportedPtxVersion, 222, NULL) \
    X(cudaErrorJitCompilationDisabled, 223, NULL) \
    X(cudaErrorUnsupportedExecAffinity, 224, NULL) \
    X(cudaErrorUnsupportedDevSideSync, 225, NULL) \
    X(cudaErrorContained, 226, NULL) \
    X(cudaErrorInvalidSource, 300, NULL) \
    X(cudaErrorFileNotFound, 301, NULL) \
    X(cudaErrorSharedObjectSymbolNotFound, 302, NULL) \
    X(cudaErrorSharedObjectInitFailed, 303, NULL) \
    X(cudaErrorOperatingSystem, 304, NULL) \
    X(cudaErrorInvalidResourceHandle, 400, NULL) \
    X(cudaErrorIllegalState, 401, NULL) \
    X(cudaErrorLossyQuery, 402, NULL) \
    X(cudaErrorSymbolNotFound, 500, NULL) \
    X(cudaErrorNotReady, 600, NULL) \
    X(cudaErrorIllegalAddress, 700, NULL) \
    X(cudaErrorLaunchOutOfResources, 701, NULL) \
    X(cudaErrorLaunchTimeout, 702, NULL) \
    X(cudaErrorLaunchIncompatibleTexturing, 703, NULL) \
    X(cudaErrorPeerAccessAlreadyEnabled, 704, NULL) \
    X(cudaErrorPeerAccessNotEnabled, 705, NULL) \
    X(cudaErrorSetOnActiveProcess, 708, "cannot set while device is active in this process") \
    X(cudaErrorContextIsDestroyed, 709, NULL) \
    X(cudaErrorAssert, 710, NULL) \
    X(cudaErrorTooManyPeers, 711, NULL) \
    X(cudaErrorHostMemoryAlreadyRegistered, 712, NULL) \
    X(cudaErrorHostMemoryNotRegistered, 713, NULL) \
    X(cudaErrorHardwareStackError, 714, NULL) \
    X(cudaErrorIllegalInstruction, 715, NULL) \
    X(cudaErrorMisalignedAddress, 716, NULL) \
    X(cudaErrorInvalidAddressSpace, 717, NULL) \
    X(cudaErrorInvalidPc, 718, NULL) \
    X(cudaErrorLaunchFailure, 719, NULL) \
    X(cudaErrorCooperativeLaunchTooLarge, 720, NULL) \
    X(cudaErrorTensorMemoryLeak, 721, NULL) \
    X(cudaErrorNotPermitted, 800, NULL) \
    X(cudaErrorNotSupported, 801, NULL) \
    X(cudaErrorSystemNotReady, 802, NULL) \
    X(cudaErrorSystemDriverMismatch, 803, NULL) \
    X(cudaErrorCompatNotSupportedOnDevice, 804, NULL) \
    X(cudaErrorMpsConnectionFailed, 805, NULL) \
    X(cudaErrorMpsRpcFailure, 806, NULL) \
    X(cudaErrorMpsServerNotReady, 807, NULL) \
    X(cudaErrorMpsMaxClientsReached, 808, NULL) \
    X(cudaErrorMpsMaxConnectionsReached, 809, NULL) \
    X(cudaErrorMpsClientTerminated, 810, NULL) \
    X(cudaErrorCdpNotSupported, 811, NULL) \
    X(cudaErrorCdpVersionMismatch, 812, NULL) \
    X(cudaErrorStreamCaptureUnsupported, 900, NULL) \
    X(cudaErrorStreamCaptureInvalidated, 901, NULL) \
    X(cudaErrorStreamCaptureMerge, 902, NULL) \
    X(cudaErrorStreamCaptureUnmatched, 903, NULL) \
    X(cudaErrorStreamCaptureUnjoined, 904, NULL) \
    X(cudaErrorStreamCaptureIsolation, 905, NULL) \
    X(cudaErrorStreamCaptureImplicit, 906, NULL) \
    X(cudaErrorCapturedEvent, 907, NULL) \
    X(cudaErrorStreamCaptureWrongThread, 908, NULL) \
    X(cudaErrorTimeout, 909, NULL) \
    X(cudaErrorGraphExecUpdateFailure, 910, NULL) \
    X(cudaErrorExternalDevice, 911, NULL) \
    X(cudaErrorInvalidClusterSize, 912, NULL) \
    X(cudaErrorFunctionNotLoaded, 913, NULL) \
    X(cudaErrorInvalidResourceType, 914, NULL) \
    X(cudaErrorInvalidResourceConfiguration, 915, NULL) \
    X(cudaErrorUnknown, 999, NULL)

#endif
