/* ptx2c.h: the host's interface to translated modules.
 *
 * A host program includes it, declares `extern const ptx2c_module NAME;` and uses ptx2c_find_kernel, ptx2c_launch,
 * ptx2c_find_variable and ptx2c_strerror; for textures and surfaces see ptx2c/image.h and ptx2c/handle.h,
 * for addresses of 32 bits ptx2c/address32.h.
 *
 * Generated files define PTX2C_GENERATED as 2 before they include it, and then include the parts of the runtime that
 * they use; as 1, they have all parts.  PTX2C_TEXTURES, PTX2C_MATRIX, PTX2C_TENSORS and PTX2C_TCGEN05 stand before for
 * modules with textures, matrix instructions, tensor copies and tensor memory; PTX2C_TEXTURES is how often they sample;
 * PTX2C_PRODUCT for long ones with matrix instructions, where the C compiler does less for what stands around these. */
#ifndef PTX2C_H
#define PTX2C_H

#if defined PTX2C_GENERATED && PTX2C_GENERATED + 0 == 2
#include "ptx2c/generated.h"
#else
#if defined PTX2C_GENERATED
#include "ptx2c/generated.h"
#endif
#include "ptx2c/api.h"
#if defined PTX2C_GENERATED
#include "ptx2c/all.h"
#endif
#endif

#endif
