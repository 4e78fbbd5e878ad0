/* export.c: NVIDIA's own runtime library asks the driver for tables of functions that no documentation describes.  There
 * are none here: libcudart of this library takes that one's place. */
#include "internal.h"

#include <dlfcn.h>

/* The file that holds the code at p, without its folder; NULL: not known. */
static const char *file_of(void *p)
{
    Dl_info in;
    const char *name = dladdr(p, &in) ? in.dli_fname : NULL, *slash = name ? strrchr(name, '/') : NULL;
    return slash ? slash + 1 : name;
}

/* Has ptx2c-run's hook put this library's functions in the place of the runtime library's in the object that holds the code at p? */
static bool is_replaced(const void *p)
{
    bool (*replaced)(const void *);
    *(void **)&replaced = dlsym(RTLD_DEFAULT, "ptx2c_hook_replaced");
    return replaced && replaced(p);
}

/* NVRTC asks too, which a library may hold beside the runtime's functions, and does without. */
CUresult cuGetExportTable(const void **table, const CUuuid *id)
{
    static atomic_bool said;
    REFUSE_IF(!table || !id, CUDA_ERROR_INVALID_VALUE);
    const char *asks = file_of(__builtin_return_address(0));
    *table = NULL;
    const char *first = getenv("LD_PRELOAD");
    const bool hooked = first && strstr(first, "libptx2c-hook"); /* and did not find its functions */
    if (!(asks && strncmp(asks, "libnvrtc", 8) == 0) && !is_replaced(__builtin_return_address(0)) && !atomic_exchange(&said, true))
        cuda_say("%s holds NVIDIA's runtime library, which works with NVIDIA's driver alone%s: %sbuild it with nvcc -cudart shared",
                 asks ? asks : "this program", hooked ? ", in a form in which its functions are not found" : "",
                 hooked ? "" : "start it with ptx2c-run, or ");
    return CUDA_ERROR_NOT_SUPPORTED;
}
