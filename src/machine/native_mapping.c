// Mappings (mmap), for the runtime library: blocks of the heap, of whole pages, and parts of them (pages.h).
#include "machine/memory.h"
#include "machine/native.h"
#include "machine/native_memory.h"
#include "machine/overwrite.h"
#include "machine/pages.h"
#include "machine/permit.h"
#include "machine/reuse.h"

#define PAGE_BYTES 4096

// As in runtime/mapping.h.
enum { PAGES_MAY_BE_READ = 1, PAGES_MAY_BE_WRITTEN = 2, PAGES_OF_ZEROS = 4 };
enum { PAGES_ARE_GONE = 1, PAGES_ARE_FORBIDDEN = 2, PAGES_ARE_READ_ONLY = 4 };

static enum object_state protection_state(uint64_t protection)
{
    return protection & PAGES_MAY_BE_WRITTEN ? OBJECT_LIVE
           : protection & PAGES_MAY_BE_READ  ? OBJECT_READABLE
                                             : OBJECT_FORBIDDEN;
}

enum native_result native___heddle_map(struct machine *m, struct call *c)
{
    uint64_t size = 0, protection, parts;
    bool refused;
    enum native_result result;
    if (!call_allocation(m, c, 0, 1, &refused, &size) || !call_concrete(m, c, 1, &protection) ||
        !call_concrete(m, c, 2, &parts))
        return NATIVE_STOPPED;
    if (refused)
        return native_refuse(m, c);
    uint32_t object = native_new_block(m, c, size, PAGE_BYTES, true, &result);
    if (object == NO_OBJECT)
        return result;
    memory_set_mapped(m, object, parts ? MAPPING_DIVISIBLE : MAPPING_WHOLE, protection_state(protection));
    return call_return(m, c, object_get(m, object)->base);
}

// Pages that are gone may be something else natively. Others may have unmapped them before or after the call.
static enum native_result no_longer_mapped(struct machine *m, enum operation_kind kind, const char *function,
                                           uint64_t address, uint64_t size)
{
    if (permit_failing(m, kind, address, size))
        native_unmodelled(m, "%s of what is not mapped any more", function);
    return NATIVE_STOPPED;
}

enum native_result native___heddle_unmap(struct machine *m, struct call *c)
{
    uint64_t address, size;
    if (!call_concrete(m, c, 0, &address) || !call_concrete(m, c, 1, &size))
        return NATIVE_STOPPED;
    struct object *o = memory_find(m, address);
    enum pages_kind kind = pages_kind_at(m, address, size);
    bool all = o && kind != PAGES_NONE && size == pages_end(m, o) - pages_whole(m, o)->base;
    if (!o || kind == PAGES_NONE || (!all && o->mapped != MAPPING_DIVISIBLE))
        return call_return(m, c, 0);
    if (kind == PAGES_GONE)
        return no_longer_mapped(m, OPERATION_FREE, "munmap", address, size);
    if (kind == PAGES_ALL)
        return native_release_block(m, o) ? call_return(m, c, 1) : NATIVE_STOPPED;
    struct operation op = operation_on(OPERATION_FREE, address, size, true);
    op.access[0].atomic = false;
    if (!operation_begin(m, &op) || !reuse_pages_gone(m, pages_whole(m, o)))
        return NATIVE_STOPPED;
    pages_set_state(m, address, size, OBJECT_FREED);
    return call_return(m, c, 1);
}

enum native_result native___heddle_protect(struct machine *m, struct call *c)
{
    uint64_t address, size, protection;
    if (!call_concrete(m, c, 0, &address) || !call_concrete(m, c, 1, &size) ||
        !call_concrete(m, c, 2, &protection))
        return NATIVE_STOPPED;
    struct object *o = memory_find(m, address);
    enum pages_kind kind = pages_kind_at(m, address, size);
    bool clears = protection & PAGES_OF_ZEROS;
    if (!o || kind == PAGES_NONE || (clears && o->mapped != MAPPING_DIVISIBLE))
        return call_return(m, c, 0);
    if (kind == PAGES_GONE)
        return no_longer_mapped(m, OPERATION_PROTECT, clears ? "mmap" : "mprotect", address, size);
    struct operation op = operation_on(OPERATION_PROTECT, address, size, true);
    op.access[0].atomic = !clears; // else it is a write
    if ((clears && !overwrite_decide(m, address, size)) || !operation_begin(m, &op))
        return NATIVE_STOPPED;
    if (clears)
        pages_clear(m, address, size);
    pages_set_state(m, address, size, protection_state(protection));
    return call_return(m, c, 1);
}

// The mapping, or the part of one, where the first page of the range lies that is in any; NULL: none is. The
// range may be most of the address space: objects are looked at, not pages.
static const struct object *first_mapped(const struct machine *m, uint64_t *address, uint64_t *size)
{
    const struct object *found = *size ? memory_find(m, *address) : NULL;
    if (found && found->mapped && *address - found->base < found->size)
        return found;
    found = NULL;
    uint64_t skipped = *size; // the least distance of a page in a mapping
    for (uint32_t k = 0; k < m->memory.objects.size && skipped; k++) {
        const struct object *o = &m->memory.objects.data[k];
        uint64_t distance = o->base > *address ? o->base - *address : 0;
        if (o->mapped && distance < skipped && *address + distance - o->base < o->size &&
            memory_find(m, *address + distance) == o) {
            found = o;
            skipped = distance;
        }
    }
    *address += skipped;
    *size -= skipped;
    return found;
}

static int lost_at(const struct object *o)
{
    return !memory_has_content(o)         ? PAGES_ARE_GONE
           : o->state == OBJECT_FORBIDDEN ? PAGES_ARE_FORBIDDEN
           : o->state == OBJECT_READABLE  ? PAGES_ARE_READ_ONLY
                                          : 0;
}

// Whether the range of pages, none of which is in a mapping, is of those in which one variable or block lies.
static bool is_around_object(const struct machine *m, uint64_t address, uint64_t size)
{
    for (uint32_t k = 0; k < m->memory.objects.size; k++) {
        const struct object *o = &m->memory.objects.data[k];
        uint64_t from = o->base / PAGE_BYTES * PAGE_BYTES;
        uint64_t pages = (o->base + o->size - from + PAGE_BYTES - 1) / PAGE_BYTES;
        if (memory_has_content(o) && address >= from && address - from <= pages * PAGE_BYTES &&
            size <= pages * PAGE_BYTES - (address - from))
            return true;
    }
    return false;
}

// To look is an operation like protecting the pages, that changes nothing: other threads may protect or unmap
// them before or after it. One operation has the pages of one mapping.
enum native_result native___heddle_pages_lost(struct machine *m, struct call *c)
{
    uint64_t address, size, lost = 0;
    if (!call_concrete(m, c, 0, &address) || !call_concrete(m, c, 1, &size))
        return NATIVE_STOPPED;
    uint64_t begin = address, wanted = size;
    const struct object *first = first_mapped(m, &address, &size);
    if (!first)
        return wanted == 0 || is_around_object(m, begin, wanted)
                   ? call_return(m, c, 0)
                   : native_unmodelled(m, "a range of pages in no variable, block or mapping");
    uint64_t rest = pages_end(m, first) - address, beyond = address + rest,
             left = size < rest ? 0 : size - rest;
    if (first_mapped(m, &beyond, &left))
        return native_unmodelled(m, "a range of pages in several mappings");
    if (address != begin || size > rest)
        return native_unmodelled(m, "a range of pages that is more than a mapping");
    uint64_t end = address + size;
    struct operation op = operation_on(OPERATION_PROTECT, address, end - address, false);
    if (!operation_begin(m, &op))
        return NATIVE_STOPPED;
    for (const struct object *o; address < end; address = o->base + o->size) {
        o = memory_find(m, address);
        lost |= (uint64_t)lost_at(o);
    }
    return call_return(m, c, lost);
}
