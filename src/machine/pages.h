// Parts of mappings (mmap). While nothing has happened to a part of it, a mapping is one heap block. Where
// munmap, mprotect or mmap (MAP_FIXED) change some of its pages, objects that are parts take its place: runs
// of pages, as long as they can be, that are alike. The mapping itself becomes OBJECT_REUSED and goes on to
// hold what all its pages hold; a part has the addresses, and the name of the mapping. So pages that are gone
// are a released object, and all that is true of these is true of them. Private to src/machine.
#ifndef HEDDLE_MACHINE_PAGES_H
#define HEDDLE_MACHINE_PAGES_H

#include "machine/state.h"

#include <stddef.h>

// Whether the object is a part of a mapping, and is no longer all of it or was once taken apart.
static inline bool pages_is_part(const struct object *o)
{
    return o->kind == OBJECT_HEAP && o->whole != NO_OBJECT;
}
// Whether it may not be written, or not be accessed; freed_code is where that was asked for.
static inline bool pages_are_protected(const struct object *o)
{
    return o->state == OBJECT_READABLE || o->state == OBJECT_FORBIDDEN;
}
// The mapping of which the object is a part; the object itself where it is none.
static inline const struct object *pages_whole(const struct machine *m, const struct object *o)
{
    return pages_is_part(o) ? &m->memory.objects.data[o->whole] : o;
}
// The parts of the mapping that `part` belongs to, by address: the one after `previous` (NO_OBJECT: the
// first). NO_OBJECT: there is no other, or the object is no part.
uint32_t pages_next_part(const struct machine *m, uint32_t part, uint32_t previous);
// The first part, by address, that has not been unmapped, of the mapping that the object belongs to; `object`
// itself where it is no part.
uint32_t pages_first_kept(const struct machine *m, uint32_t object);

// Whether the program may write to the object, which may be read.
bool pages_may_be_written(const struct machine *m, const struct object *o);
// Whether an access to the object is refused although memory is, or was, there: it has been released, or
// forbids the access.
bool pages_bars(const struct machine *m, const struct object *o, bool write);
// The first object in the range that refuses an access to it; NULL: there is none.
struct object *pages_barrier(struct machine *m, uint64_t address, uint64_t size, bool write);
// The end of what was allocated as one, for an address in the object.
uint64_t pages_end(const struct machine *m, const struct object *o);
// The mapping, where a range in several of its parts may be read: it holds what they hold. Else NULL.
const struct object *pages_readable(struct machine *m, uint64_t address, uint64_t size);
// Whether an access that begins in the object, an accessible part, may run over its end into the next part.
bool pages_go_on(const struct machine *m, const struct object *o, bool write);

// Where the access goes to pages of a mapping and fails in a way that is not decided: within a function of
// the C library, which may be a system call that fails (EFAULT), or in a part of the range only, since it
// covers pages with different protection. True: reported, the thread has stopped.
bool pages_undecided(struct machine *m, uint64_t address, uint64_t size, bool write);
// Writes why the access fails, where pages that are gone or protected are the reason. `access`: "read of 4
// bytes". False: they are not.
bool pages_explain(struct machine *m, uint64_t address, uint64_t size, bool write, const char *access,
                   char *text, size_t text_size);

// What [address, address + size), not empty and of whole pages, is.
enum pages_kind {
    PAGES_NONE,   // some of it is in no mapping, or it is in several
    PAGES_GONE,   // some of it has been unmapped
    PAGES_MAPPED, // pages of one mapping
    PAGES_ALL,    // all of a mapping, which has never been taken apart
};
enum pages_kind pages_kind_at(const struct machine *m, uint64_t address, uint64_t size);
// Brings pages of one mapping into a state: OBJECT_LIVE, _READABLE, _FORBIDDEN, or OBJECT_FREED.
void pages_set_state(struct machine *m, uint64_t address, uint64_t size, enum object_state state);
// Makes pages of one mapping hold zeros.
void pages_clear(struct machine *m, uint64_t address, uint64_t size);

#endif
