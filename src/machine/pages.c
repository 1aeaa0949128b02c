#include "machine/pages.h"

#include "machine/await.h"
#include "machine/describe.h"
#include "machine/location.h"
#include "machine/memory.h"
#include "machine/naming.h"
#include "machine/step.h"

#include <stdio.h>

static uint32_t index_of_object(const struct machine *m, const struct object *o)
{
    return (uint32_t)(o - m->memory.objects.data);
}

// ---- going through parts

uint32_t pages_next_part(const struct machine *m, uint32_t part, uint32_t previous)
{
    const struct object *o = &m->memory.objects.data[part];
    if (!pages_is_part(o))
        return NO_OBJECT;
    const struct object *whole = pages_whole(m, o), *before = &m->memory.objects.data[previous];
    uint64_t at = previous == NO_OBJECT ? whole->base : before->base + before->size;
    return at < whole->base + whole->size ? index_of_object(m, memory_find(m, at)) : NO_OBJECT;
}

uint32_t pages_first_kept(const struct machine *m, uint32_t object)
{
    uint32_t k = pages_next_part(m, object, NO_OBJECT);
    while (k != NO_OBJECT && !memory_has_content(&m->memory.objects.data[k]))
        k = pages_next_part(m, object, k);
    return k == NO_OBJECT ? object : k;
}

uint64_t pages_end(const struct machine *m, const struct object *o)
{
    const struct object *whole = pages_whole(m, o);
    return whole->base + whole->size;
}

// The part behind this one; NULL: there is none.
static struct object *next_part(const struct machine *m, const struct object *o)
{
    uint32_t next = pages_next_part(m, index_of_object(m, o), index_of_object(m, o));
    return next == NO_OBJECT ? NULL : &m->memory.objects.data[next];
}

// ---- what is permitted

// Functions of the C library that write to files and to no memory of the caller: what they write to in a
// file's mapping is the file.
static bool writes_files(const struct machine *m, const struct object *o)
{
    static const char *const names[] = {"write", "pwrite", "pwrite64", "writev", "pwritev", "ftruncate"};
    const char *name = o->mapped == MAPPING_WHOLE ? memory_library_function(m) : NULL;
    for (unsigned k = 0; name && k < sizeof names / sizeof *names; k++)
        if (strcmp(name, names[k]) == 0)
            return true;
    return false;
}

bool pages_may_be_written(const struct machine *m, const struct object *o)
{
    return o->reach != REACH_CONSTANT && (o->state != OBJECT_READABLE || writes_files(m, o));
}

bool pages_bars(const struct machine *m, const struct object *o, bool write)
{
    return memory_is_released(o) || o->state == OBJECT_FORBIDDEN ||
           (write && o->state == OBJECT_READABLE && !writes_files(m, o));
}

struct object *pages_barrier(struct machine *m, uint64_t address, uint64_t size, bool write)
{
    struct object *o = memory_find(m, address);
    while (o && !pages_bars(m, o, write))
        o = o->base + o->size - address < size ? next_part(m, o) : NULL;
    return o;
}

const struct object *pages_readable(struct machine *m, uint64_t address, uint64_t size)
{
    const struct object *o = memory_find(m, address);
    bool within = o && pages_is_part(o) && address - o->base < o->size && size <= pages_end(m, o) - address;
    return within && !pages_barrier(m, address, size, false) ? pages_whole(m, o) : NULL;
}

bool pages_go_on(const struct machine *m, const struct object *o, bool write)
{
    const struct object *next = next_part(m, o);
    return next && !pages_bars(m, next, write);
}

// ---- what is not decided

// Functions that access memory as the program would, without a system call.
static bool accesses_in_user_space(const char *function)
{
    static const char *const begins[] = {"str",      "wcs",       "memc",   "memr",    "memm",
                                         "mems",     "mempcpy",   "wmem",   "sprintf", "snprintf",
                                         "vsprintf", "vsnprintf", "sscanf", "qsort",   "bsearch",
                                         "ato",      "bcopy",     "bzero",  "bcmp"};
    for (unsigned k = 0; k < sizeof begins / sizeof *begins; k++)
        if (strncmp(function, begins[k], strlen(begins[k])) == 0)
            return true;
    return false;
}

bool pages_undecided(struct machine *m, uint64_t address, uint64_t size, bool write)
{
    const struct object *o = memory_find(m, address);
    bool begins = o && address - o->base < o->size;
    bool gone = o && o->kind == OBJECT_HEAP && o->mapped && o->state == OBJECT_FREED; // as a whole
    if (!begins || !(gone || pages_is_part(o) || pages_are_protected(o)))
        return false;
    const char *function = memory_library_function(m);
    if (!pages_barrier(m, address, size, write)) {
        if (size > pages_end(m, o) - address)
            return false;
        step_unmodelled(m, "an access to pages of a mapping with different protection");
        return true;
    }
    if (!function || accesses_in_user_space(function))
        return false;
    step_unmodelled(m, "%s of memory that is unmapped or protected (a system call fails with EFAULT)",
                    function);
    return true;
}

// ---- messages

bool pages_explain(struct machine *m, uint64_t address, uint64_t size, bool write, const char *access,
                   char *text, size_t text_size)
{
    char where[256], place[200];
    const struct object *barrier = pages_barrier(m, address, size, write);
    bool protects = barrier && pages_are_protected(barrier);
    if (!barrier || !(protects || pages_is_part(barrier)))
        return false;
    uint64_t at = address > barrier->base ? address : barrier->base;
    machine_describe_address(m, at, where, sizeof where);
    naming_place(m, barrier->freed_code, place, sizeof place);
    if (protects)
        snprintf(text, text_size, "protected memory: %s in %s, which may not be %s since %s", access, where,
                 barrier->state == OBJECT_READABLE ? "written" : "accessed", place);
    else
        snprintf(text, text_size, "use after munmap: %s in %s", access, where);
    return true;
}

// ---- changes

enum pages_kind pages_kind_at(const struct machine *m, uint64_t address, uint64_t size)
{
    const struct object *o = memory_find(m, address);
    bool gone = false;
    if (!o || o->kind != OBJECT_HEAP || !o->mapped || address - o->base >= o->size ||
        size > pages_end(m, o) - address)
        return PAGES_NONE;
    if (!pages_is_part(o) && memory_has_content(o) && address == o->base && size == o->size)
        return PAGES_ALL;
    for (const struct object *part = o; part && part->base < address + size; part = next_part(m, part))
        gone |= !memory_has_content(part);
    return gone ? PAGES_GONE : PAGES_MAPPED;
}

// Has a part begin at the address.
static void split_pages(struct machine *m, uint64_t address)
{
    const struct object old = *memory_find(m, address);
    uint32_t index = index_of_object(m, memory_find(m, address));
    uint64_t before = address - old.base;
    if (!before)
        return;
    memory_add_part(m, old.base, before, old.state, index, NO_OBJECT);
    memory_add_part(m, address, old.size - before, old.state, index, NO_OBJECT);
}

// Makes one part of the one that ends at the address and the one that begins there, where they are alike: all
// that may be written is one part, and what one call has protected.
static void join_pages(struct machine *m, uint64_t address)
{
    const struct object *a = memory_find(m, address - 1), *b = memory_find(m, address);
    bool same = a->state == b->state && a->reach == b->reach && memory_has_content(a);
    if (pages_is_part(a) && same && (a->state == OBJECT_LIVE || a->freed_code == b->freed_code))
        memory_add_part(m, a->base, a->size + b->size, a->state, index_of_object(m, a),
                        index_of_object(m, b));
}

static void set_pages_state(struct machine *m, uint32_t object, enum object_state state)
{
    struct object *o = object_get(m, object);
    if (state == OBJECT_FREED) {
        memory_release(m, object, state);
        return;
    }
    location_remove_object(m, o);
    undo_log_object(m, object);
    o->state = (uint8_t)state;
    o->freed_code = memory_user_code(m);
    location_add_object(m, o);
}

// The reach of all parts is that of one: sharing one shares all.
void pages_set_state(struct machine *m, uint64_t address, uint64_t size, enum object_state state)
{
    const struct object *whole = pages_whole(m, memory_find(m, address));
    uint64_t begin = whole->base, end = whole->base + whole->size, stop = address + size;
    await_effect(m);
    split_pages(m, address);
    if (stop < end)
        split_pages(m, stop);
    for (uint64_t at = address; at < stop;) {
        uint32_t part = index_of_object(m, memory_find(m, at));
        at += object_get(m, part)->size;
        if (object_get(m, part)->state != state)
            set_pages_state(m, part, state);
    }
    for (uint64_t at = stop; at > address;) {
        at = memory_find(m, at - 1)->base;
        if (at > address)
            join_pages(m, at);
    }
    if (stop < end)
        join_pages(m, stop);
    if (address > begin)
        join_pages(m, address);
}

void pages_clear(struct machine *m, uint64_t address, uint64_t size)
{
    for (uint64_t at = address, piece; at < address + size; at += piece) {
        struct object *o = memory_find(m, at);
        piece = o->base + o->size - at;
        if (piece > address + size - at)
            piece = address + size - at;
        memory_fill(m, o, at - o->base, piece, (struct value){0, TERM_NONE});
    }
}
