/* texture.h: tex, tld4, txq, istypep (manual 9.7.10), for generated code.
 *
 * c is the running CTA: what goes wrong (a handle that is none, a wrong kind or geometry) is remembered there, the
 * launch returns it, and the instruction gives zeros.
 *
 *   ptx2c_texel v = ptx2c_tex_2d_f32(c, t, s, x, y, lookup)
 *
 * t is a texture's handle, s a separate sampler's, or 0 where the texture's own is meant.  Geometries and coordinates:
 *
 *   ptx2c_tex_1d_f32(c, t, s, x, how)             ptx2c_tex_1d_s32(c, t, s, x, how)
 *   ptx2c_tex_2d_f32(c, t, s, x, y, how)          ptx2c_tex_2d_s32(c, t, s, x, y, how)
 *   ptx2c_tex_3d_f32(c, t, s, x, y, z, how)       ptx2c_tex_3d_s32(c, t, s, x, y, z, how)
 *   ptx2c_tex_a1d_f32(c, t, s, layer, x, how)     ptx2c_tex_a1d_s32(c, t, s, layer, x, how)
 *   ptx2c_tex_a2d_f32(c, t, s, layer, x, y, how)  ptx2c_tex_a2d_s32(c, t, s, layer, x, y, how)
 *   ptx2c_tex_cube_f32(c, t, s, x, y, z, how)     ptx2c_tex_acube_f32(c, t, s, layer, x, y, z, how)
 *   ptx2c_tex_2dms_s32(c, t, s, sample, x, y, how)
 *   ptx2c_tex_a2dms_s32(c, t, s, layer, sample, x, y, how)
 *
 * how is the rest of the instruction:
 *
 *   ptx2c_base()                                  tex, tex.base
 *   ptx2c_level_f32(lod), ptx2c_level_s32(lod)    tex.level
 *   ptx2c_grad_1d(dx, dy)                         tex.grad, 1d and a1d
 *   ptx2c_grad_2d(dx0, dx1, dy0, dy1)             2d and a2d
 *   ptx2c_grad_3d(dx0, dx1, dx2, dy0, dy1, dy2)   3d, cube and acube
 *   ptx2c_offset(how, e0, e1, e2)                 operand e; 0 for dimensions that are not there
 *   ptx2c_compare(how, f)                         operand f
 *
 * for example ptx2c_compare(ptx2c_offset(ptx2c_level_f32(lod), e0, e1, 0), f).  The result:
 *
 *   v.x[0] … v.x[3]     red, green, blue, alpha as 32 bits: .u32, .s32, and with ptx2c_f32_of() .f32
 *   ptx2c_texel_f16(v, i)    i in 0..3: the 16 bits for .f16
 *   ptx2c_texel_f16x2(v, i)  i in 0..1: the 32 bits for .f16x2
 *   v.resident          the predicate
 *
 *   ptx2c_tld4_2d(c, t, s, comp, x, y, how), comp 0..3 for r, g, b, a; how: base, with offset and compare
 *   ptx2c_tld4_a2d(c, t, s, comp, layer, x, y, how)
 *   ptx2c_tld4_cube(c, t, s, comp, x, y, z, how)
 *   ptx2c_tld4_acube(c, t, s, comp, layer, x, y, z, how)
 *
 *   uint32_t ptx2c_txq_QUERY(c, h) for each query of txq (width … addr_mode_2); h a texture or (filter_mode,
 *       addr_mode_N, force_unnormalized_coords) a sampler
 *   uint32_t ptx2c_txq_level_QUERY(c, t, lod), QUERY width, height, depth
 *
 * Variables of opaque types are uint64_t: 0, a handle, or PTX2C_SAMPLER_STATE/PTX2C_TEXTURE_STATE of image.h.  An
 * operand that names one is its value.  A register may hold a handle or the address of a variable; the module's table
 * of opaque variables (also those it declares .extern) tells which:
 *
 *   uint64_t ptx2c_opaque_value(table, count, a)             the handle that a stands for
 *   bool ptx2c_istypep(table, count, a, kind)                kind PTX2C_TEXTURE, PTX2C_SAMPLER or PTX2C_SURFACE */
