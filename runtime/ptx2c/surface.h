/* surface.h: suld, sust, sured, suq (manual 9.7.11), for generated code.
 *
 * c is the running CTA: what goes wrong (a handle that is none, another geometry, .trap outside of the surface) is
 * remembered there, the launch returns it, and the access does not happen.
 *
 * The place of an access, or NULL where none is to happen; clamp is PTX2C_SU_TRAP, PTX2C_SU_CLAMP or PTX2C_SU_ZERO:
 *
 *   unsigned char *p = ptx2c_surface_1d(c, s, x, bytes, clamp)          x in bytes; bytes: of the whole vector
 *   ptx2c_surface_2d(c, s, x, y, bytes, clamp)          ptx2c_surface_3d(c, s, x, y, z, bytes, clamp)
 *   ptx2c_surface_a1d(c, s, layer, x, bytes, clamp)     ptx2c_surface_a2d(c, s, layer, x, y, bytes, clamp)
 *
 * suld.b:  uintT_t ptx2c_suld_bT(p, i)                  element i of the vector; T 8, 16, 32, 64; 0 where p is NULL
 * sust.b:  void ptx2c_sust_bT(p, i, v)
 * sust.p:  void ptx2c_sust_p_1d(c, s, x, n, r, g, b, a, clamp)          n elements (the others 0), as 32 bits each
 *          ptx2c_sust_p_2d(c, s, x, y, n, …)            ptx2c_sust_p_3d(c, s, x, y, z, n, …)
 * sured.b: void ptx2c_sured_OP_T(p, v)                  OP_T as in the manual: add_u32 … or_b32, min_u64 …
 * sured.p: p = ptx2c_surface_p_1d(c, s, x, bytes, clamp), _2d, _3d      x in units of bytes (4 or 8)
 *          void ptx2c_sured_p_OP_T(s, p, v)             T b32: add min max and or; b64: min max
 * suq:     uint32_t ptx2c_suq_QUERY(c, s)               width … memory_layout */
