/* handle.h: the host's functions that make, change, look at and end textures, samplers and surfaces, and bind them to
 * variables.  All return PTX2C_OK or a status that ptx2c_strerror explains, and then have changed nothing. */
#ifndef PTX2C_HANDLE_H
#define PTX2C_HANDLE_H

#include "texel.h"
#include <stdlib.h>

/* ---- checks ------------------------------------------------------------------------------------------------------ */

PTX2C_INLINE bool ptx2c_level_fits(const ptx2c_image *i, uint32_t n, ptx2c_level l, size_t element)
{
    const uint64_t rows = ptx2c_level_size(i->height, n);
    return l.row_pitch / element >= ptx2c_level_size(i->width, n) && l.slice_pitch / l.row_pitch >= rows;
}

/* Whether an image can be as large as it says. */
PTX2C_INLINE bool ptx2c_image_sized(const ptx2c_image *i)
{
    const uint32_t most = i->height || i->depth ? 1u << 20 : 1u << 28;
    return i->width && i->width <= most && i->height <= most && i->depth <= most && i->layers <= most && i->samples <= 64;
}

/* Whether its dimensions, layers, faces and samples go together. */
PTX2C_INLINE bool ptx2c_image_shaped(const ptx2c_image *i)
{
    if (i->depth && (!i->height || i->layers || i->cube || i->samples))
        return false;
    if (i->samples && (!i->height || i->cube || i->levels > 1))
        return false;
    return !i->cube || i->width == i->height;
}

PTX2C_INLINE int ptx2c_check_image(const ptx2c_image *i)
{
    const uint64_t element = (uint64_t)ptx2c_element_bytes(i) * (i->samples ? i->samples : 1);
    if (!element || !ptx2c_image_sized(i) || !ptx2c_image_shaped(i) || i->levels > ptx2c_full_levels(i) ||
        !(i->levels < 2 ? i->data != NULL : i->level != NULL))
        return PTX2C_BAD_IMAGE;
    for (uint32_t n = 0; n < i->levels || n == 0; n++)
        if (!ptx2c_level_fits(i, n, ptx2c_image_level(i, n), (size_t)element))
            return PTX2C_BAD_IMAGE;
    return PTX2C_OK;
}

PTX2C_INLINE int ptx2c_check_sampler(const ptx2c_sampler *s)
{
    const bool ok = s->filter <= PTX2C_LINEAR && s->mip_filter <= PTX2C_LINEAR && s->compare <= PTX2C_NEVER &&
                    s->address[0] <= PTX2C_BORDER && s->address[1] <= PTX2C_BORDER && s->address[2] <= PTX2C_BORDER;
    return ok ? PTX2C_OK : PTX2C_BAD_SAMPLER;
}

/* ---- making ------------------------------------------------------------------------------------------------------ */

/* Fills in what reads derive from an object's image and sampler; false without memory. */
PTX2C_INLINE bool ptx2c_object_derive(ptx2c_object *o, const ptx2c_image *image, const ptx2c_sampler *sampler)
{
    ptx2c_sampler none;
    const ptx2c_sampler *s = sampler ? sampler : &none;
    memset(&none, 0, sizeof none);
    if (s->srgb && !o->srgb) {
        float *table = (float *)malloc(256 * sizeof *table);
        if (!table)
            return false;
        for (int n = 0; n < 256; n++)
            table[n] = (float)ptx2c_srgb_linear(n / 255.0);
        o->srgb = table;
    }
    o->sampler = *s;
    o->own_sampler = sampler != NULL;
    if (!image)
        return true;
    o->image = *image;
    o->geometry = (uint8_t)ptx2c_image_geometry(image);
    o->channels = (uint8_t)ptx2c_order_channels(image->order);
    o->read = (uint8_t)ptx2c_read_of(image, s);
    o->real = o->read >= PTX2C_READ_SN8;
    o->bytes = ptx2c_element_bytes(image);
    o->base = ptx2c_image_level(image, 0);
    o->fast = ptx2c_short_way_of(o);
    return true;
}

static PTX2C_NOINLINE int ptx2c_object_make(uint64_t *handle, uint32_t kind, const ptx2c_image *image,
                                           const ptx2c_sampler *sampler)
{
    uint32_t index;
    int status = PTX2C_NO_MEMORY;
    ptx2c_objects_lock();
    ptx2c_object *o = ptx2c_object_take(&index);
    if (o && !ptx2c_object_derive(o, image, sampler)) {
        o->next = ptx2c_objects.free;
        ptx2c_objects.free = index + 1;
    } else if (o) {
        o->generation = o->generation % 0xfffff + 1; /* never 0: sampler states look like slot 0, generation 0 */
        *handle = PTX2C_HANDLE_MARK | (uint64_t)kind << 53 | (uint64_t)o->generation << 20 | index;
        PTX2C_STORE_SHARED(&o->handle, *handle);
        status = PTX2C_OK;
    }
    PTX2C_UNLOCK(&ptx2c_objects.lock);
    return status;
}

/* image NULL: keeps it; sampler NULL with an image: the texture has none. */
static PTX2C_NOINLINE int ptx2c_object_change(uint64_t handle, uint32_t kind, const ptx2c_image *image,
                                             const ptx2c_sampler *sampler)
{
    ptx2c_objects_lock();
    int status = ptx2c_handle_status(handle, kind);
    ptx2c_object *o = ptx2c_object_of(handle);
    if (!status && !o)
        status = PTX2C_BAD_HANDLE; /* a sampler that a variable holds itself */
    if (!status && !ptx2c_object_derive(o, image, sampler))
        status = PTX2C_NO_MEMORY;
    PTX2C_UNLOCK(&ptx2c_objects.lock);
    return status;
}

static PTX2C_NOINLINE int ptx2c_object_look(uint64_t handle, uint32_t kind, ptx2c_image *image, ptx2c_sampler *sampler)
{
    ptx2c_objects_lock();
    int status = ptx2c_handle_status(handle, kind);
    const ptx2c_object *o = ptx2c_object_of(handle);
    if (!status && !o)
        status = PTX2C_BAD_HANDLE;
    if (!status && image)
        *image = o->image;
    if (!status && sampler)
        *sampler = o->sampler;
    PTX2C_UNLOCK(&ptx2c_objects.lock);
    return status;
}

static PTX2C_NOINLINE int ptx2c_object_end(uint64_t handle, uint32_t kind)
{
    ptx2c_objects_lock();
    int status = ptx2c_handle_status(handle, kind);
    ptx2c_object *o = ptx2c_object_of(handle);
    if (!status && !o)
        status = PTX2C_BAD_HANDLE;
    if (!status) {
        PTX2C_STORE_SHARED(&o->handle, 0);
        o->next = ptx2c_objects.free;
        ptx2c_objects.free = ((uint32_t)handle & 0xfffff) + 1;
    }
    PTX2C_UNLOCK(&ptx2c_objects.lock);
    return status;
}

PTX2C_INLINE int ptx2c_check_texture(const ptx2c_image *image, const ptx2c_sampler *sampler)
{
    int status = image ? ptx2c_check_image(image) : PTX2C_BAD_IMAGE;
    if (!status && sampler)
        status = ptx2c_check_sampler(sampler);
    if (!status && sampler && !ptx2c_sampler_fits(sampler, ptx2c_read_of(image, sampler) >= PTX2C_READ_SN8))
        status = PTX2C_BAD_SAMPLER;
    return status;
}

/* Makes a texture of the image.  sampler NULL: it is used with separate samplers (.target texmode_independent), or
 * bound to a .texref variable whose initialiser says how to sample; else as one of all zeros.  Statuses:
 * PTX2C_BAD_IMAGE, PTX2C_BAD_SAMPLER (also: linear filtering of what reads to integers), PTX2C_NO_MEMORY. */
PTX2C_INLINE int ptx2c_texture_create(uint64_t *handle, const ptx2c_image *image, const ptx2c_sampler *sampler)
{
    int status = ptx2c_check_texture(image, sampler);
    return status ? status : ptx2c_object_make(handle, PTX2C_TEXTURE, image, sampler);
}

/* Makes a sampler. */
PTX2C_INLINE int ptx2c_sampler_create(uint64_t *handle, const ptx2c_sampler *sampler)
{
    int status = sampler ? ptx2c_check_sampler(sampler) : PTX2C_BAD_SAMPLER;
    return status ? status : ptx2c_object_make(handle, PTX2C_SAMPLER, NULL, sampler);
}

/* Makes a surface of the image: 1-D, 2-D, 3-D or an array of these (of a cube map: make an array of 6 layers). */
PTX2C_INLINE int ptx2c_surface_create(uint64_t *handle, const ptx2c_image *image)
{
    int status = image ? ptx2c_check_image(image) : PTX2C_BAD_IMAGE;
    if (!status && (image->cube || image->samples || !image->data))
        status = PTX2C_BAD_IMAGE;
    return status ? status : ptx2c_object_make(handle, PTX2C_SURFACE, image, NULL);
}

/* Gives a handle another image and sampler, as ptx2c_…_create does; who holds the handle need not be told. */
PTX2C_INLINE int ptx2c_texture_update(uint64_t handle, const ptx2c_image *image, const ptx2c_sampler *sampler)
{
    int status = ptx2c_check_texture(image, sampler);
    return status ? status : ptx2c_object_change(handle, PTX2C_TEXTURE, image, sampler);
}

PTX2C_INLINE int ptx2c_sampler_update(uint64_t handle, const ptx2c_sampler *sampler)
{
    int status = sampler ? ptx2c_check_sampler(sampler) : PTX2C_BAD_SAMPLER;
    return status ? status : ptx2c_object_change(handle, PTX2C_SAMPLER, NULL, sampler);
}

PTX2C_INLINE int ptx2c_surface_update(uint64_t handle, const ptx2c_image *image)
{
    int status = image ? ptx2c_check_image(image) : PTX2C_BAD_IMAGE;
    if (!status && (image->cube || image->samples || !image->data))
        status = PTX2C_BAD_IMAGE;
    return status ? status : ptx2c_object_change(handle, PTX2C_SURFACE, image, NULL);
}

/* What a handle was made of; NULL where that is not wanted. */
PTX2C_INLINE int ptx2c_texture_query(uint64_t handle, ptx2c_image *image, ptx2c_sampler *sampler)
{
    return ptx2c_object_look(handle, PTX2C_TEXTURE, image, sampler);
}

PTX2C_INLINE int ptx2c_sampler_query(uint64_t handle, ptx2c_sampler *sampler)
{
    return ptx2c_object_look(handle, PTX2C_SAMPLER, NULL, sampler);
}

PTX2C_INLINE int ptx2c_surface_query(uint64_t handle, ptx2c_image *image)
{
    return ptx2c_object_look(handle, PTX2C_SURFACE, image, NULL);
}

/* Ends a handle; the image's memory stays the caller's. */
PTX2C_INLINE int ptx2c_texture_destroy(uint64_t handle) { return ptx2c_object_end(handle, PTX2C_TEXTURE); }
PTX2C_INLINE int ptx2c_sampler_destroy(uint64_t handle) { return ptx2c_object_end(handle, PTX2C_SAMPLER); }
PTX2C_INLINE int ptx2c_surface_destroy(uint64_t handle) { return ptx2c_object_end(handle, PTX2C_SURFACE); }

/* ---- binding ----------------------------------------------------------------------------------------------------- */

/* The element of an opaque variable that "name" or "name[index]" means, or NULL. */
PTX2C_INLINE uint64_t *ptx2c_find_opaque(const ptx2c_module *m, const char *name, uint32_t kind)
{
    const size_t len = strcspn(name, "[");
    unsigned long index = 0;
    if (name[len]) {
        char *end;
        if (name[len + 1] < '0' || name[len + 1] > '9')
            return NULL;
        index = strtoul(name + len + 1, &end, 10);
        if (strcmp(end, "]") != 0)
            return NULL;
    }
    for (uint32_t i = 0; i < m->opaque_count; i++) {
        const ptx2c_opaque *o = &m->opaques[i];
        if (o->kind == kind && strlen(o->name) == len && memcmp(o->name, name, len) == 0)
            return index < o->count ? o->at + index : NULL;
    }
    return NULL;
}

static PTX2C_NOINLINE int ptx2c_bind(const ptx2c_module *m, const char *name, uint64_t handle, uint32_t kind)
{
    uint64_t *at = m && name ? ptx2c_find_opaque(m, name, kind) : NULL;
    int status = !at ? PTX2C_BAD_NAME : handle ? ptx2c_handle_status(handle, kind) : PTX2C_OK;
    if (status)
        return status;
    const uint64_t state = kind == PTX2C_TEXTURE ? *at & PTX2C_STATE_MASK : 0;
    if (handle)
        *at = (handle & ~PTX2C_STATE_MASK) | (state ? state : handle & PTX2C_STATE_MASK);
    else
        *at = state ? PTX2C_HANDLE_MARK | (uint64_t)PTX2C_STATE << 53 | state : 0;
    return PTX2C_OK;
}

/* Binds a texture to the module's .texref variable of that PTX name, or to element i of an array of them ("name[i]").
 * Handle 0 binds nothing.  Statuses: PTX2C_BAD_NAME, PTX2C_BAD_HANDLE, PTX2C_BAD_KIND. */
PTX2C_INLINE int ptx2c_bind_texture(const ptx2c_module *m, const char *name, uint64_t texture)
{
    return ptx2c_bind(m, name, texture, PTX2C_TEXTURE);
}

/* The same for .samplerref variables; a handle other than 0 takes the place of the initialiser. */
PTX2C_INLINE int ptx2c_bind_sampler(const ptx2c_module *m, const char *name, uint64_t sampler)
{
    return ptx2c_bind(m, name, sampler, PTX2C_SAMPLER);
}

/* The same for .surfref variables. */
PTX2C_INLINE int ptx2c_bind_surface(const ptx2c_module *m, const char *name, uint64_t surface)
{
    return ptx2c_bind(m, name, surface, PTX2C_SURFACE);
}

#endif
