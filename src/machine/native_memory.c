// malloc and its family, and memcpy, memmove, memset.
#include "machine/native_memory.h"
#include "machine/describe.h"
#include "machine/native.h"
#include "machine/note.h"
#include "machine/overwrite.h"
#include "machine/pages.h"
#include "machine/permit.h"
#include "machine/reuse.h"
#include "machine/step.h"

#include <stdio.h>

#define ENOMEM_LINUX 12
#define EINVAL_LINUX 22
#define MALLOC_ALIGNMENT 16

// ---- allocation

// Where a new block goes.
struct copied_place {
    bool fails;     // nowhere: --malloc-may-fail
    uint32_t taken; // where this released block was (reuse.h); NO_OBJECT: to a new address
};

// After operation_begin. `block`: one that is going to be released first, NO_OBJECT: none. False: stopped.
static bool choose_place(struct machine *m, uint64_t size, uint64_t alignment, uint32_t block,
                         struct copied_place *place)
{
    uint32_t count = reuse_candidates(m, size, alignment, block), answer;
    if (!native_choose(m, 1 + count + m->options.malloc_may_fail, &answer))
        return false;
    place->fails = answer > count;
    place->taken = answer && !place->fails ? reuse_candidate(m, answer - 1) : NO_OBJECT;
    if (place->taken == NO_OBJECT)
        return true;
    const struct object *old = object_get(m, place->taken);
    return overwrite_placed(m, old->base, old->size > size ? old->size : size);
}

// NO_OBJECT: stopped.
static uint32_t make_heap_block(struct machine *m, const struct copied_place *place, uint64_t size,
                                uint64_t alignment, bool zeroed)
{
    if (place->taken != NO_OBJECT) {
        note_key(m, NOTE_ACQUIRE, object_get(m, place->taken)->base, 0);
        return memory_allocate_again(m, m->current, place->taken, size, zeroed);
    }
    uint32_t object = memory_allocate(m, m->current, OBJECT_HEAP, size, alignment, NO_SITE, zeroed);
    if (object == NO_OBJECT)
        native_unmodelled(m, "allocation of %llu bytes: more than the machine's address space holds",
                          (unsigned long long)size);
    return object;
}

enum native_result native_refuse(struct machine *m, struct call *c)
{
    if (m->options.allocations_succeed)
        return native_unmodelled(m, "an allocation that fails, where none is to fail");
    return native_set_errno(m, ENOMEM_LINUX) ? call_return(m, c, 0) : NATIVE_STOPPED;
}

uint32_t native_new_block(struct machine *m, struct call *c, uint64_t size, uint64_t alignment, bool zeroed,
                          enum native_result *result)
{
    struct copied_place place;
    struct operation op = {.kind = OPERATION_ALLOCATE};
    *result = NATIVE_STOPPED;
    reuse_add_allocation(m, size, &op);
    if ((op.access_count && !operation_begin(m, &op)) || !choose_place(m, size, alignment, NO_OBJECT, &place))
        return NO_OBJECT;
    if (!place.fails)
        return make_heap_block(m, &place, size, alignment, zeroed);
    *result = native_refuse(m, c);
    return NO_OBJECT;
}

static enum native_result give_block(struct machine *m, struct call *c, uint64_t size, uint64_t alignment,
                                     bool zeroed)
{
    enum native_result result;
    uint32_t object = native_new_block(m, c, size, alignment, zeroed, &result);
    return object == NO_OBJECT ? result : call_return(m, c, object_get(m, object)->base);
}

enum native_result native_malloc(struct machine *m, struct call *c)
{
    uint64_t size = 0;
    bool refused;
    if (!call_allocation(m, c, 0, 1, &refused, &size))
        return NATIVE_STOPPED;
    return refused ? native_refuse(m, c) : give_block(m, c, size, MALLOC_ALIGNMENT, false);
}

enum native_result native_calloc(struct machine *m, struct call *c)
{
    uint64_t size = 0;
    bool refused;
    if (!call_allocation(m, c, 1, 1, &refused, &size))
        return NATIVE_STOPPED;
    if (refused) { // none of any size need no room
        static const uint64_t none[] = {0};
        uint32_t which;
        if (!call_number(m, c, 0, none, 1, &which, &size))
            return NATIVE_STOPPED;
        refused = which != 0;
    } else if (size && !call_allocation(m, c, 0, size, &refused, &size)) {
        return NATIVE_STOPPED;
    }
    return refused ? native_refuse(m, c) : give_block(m, c, size, MALLOC_ALIGNMENT, true);
}

// Argument i: a power of two, or 0 for any other number.
static bool call_alignment(struct machine *m, const struct call *c, uint32_t i, uint64_t *alignment)
{
    uint64_t powers[64];
    uint32_t which;
    for (uint32_t k = 0; k < 64; k++)
        powers[k] = (uint64_t)1 << k;
    if (!call_number(m, c, i, powers, m->program->pointer_bits, &which, alignment))
        return false;
    if (which == m->program->pointer_bits)
        *alignment = 0;
    return true;
}

// An alignment that is no power of two, where it does not depend on inputs, rounded up to one, as by glibc;
// 0: there is none.
static bool round_up(struct machine *m, const struct call *c, uint32_t i, uint64_t *alignment)
{
    uint64_t wanted;
    if (!symbolic_is_concrete(m, call_argument(m, c, i), &wanted)) {
        native_unmodelled(m, "memalign to what depends on inputs and is no power of two");
        return false;
    }
    uint64_t largest = (uint64_t)1 << (m->program->pointer_bits - 1);
    *alignment = wanted <= largest ? 1 : 0;
    while (*alignment && *alignment < wanted)
        *alignment <<= 1;
    return true;
}

static enum native_result allocate_aligned(struct machine *m, struct call *c, bool rounds)
{
    uint64_t alignment, size = 0;
    bool refused;
    if (!call_alignment(m, c, 0, &alignment) || (rounds && !alignment && !round_up(m, c, 0, &alignment)) ||
        !call_allocation(m, c, 1, 1, &refused, &size))
        return NATIVE_STOPPED;
    if (alignment == 0)
        return native_set_errno(m, EINVAL_LINUX) ? call_return(m, c, 0) : NATIVE_STOPPED;
    return refused
               ? native_refuse(m, c)
               : give_block(m, c, size, alignment < MALLOC_ALIGNMENT ? MALLOC_ALIGNMENT : alignment, false);
}

enum native_result native_aligned_alloc(struct machine *m, struct call *c)
{
    return allocate_aligned(m, c, false);
}

enum native_result native_memalign(struct machine *m, struct call *c)
{
    return allocate_aligned(m, c, true);
}

enum native_result native_posix_memalign(struct machine *m, struct call *c)
{
    uint64_t out, alignment, size = 0;
    unsigned word = m->program->pointer_bits / 8;
    struct copied_place place;
    bool refused;
    if (!call_alignment(m, c, 1, &alignment) || !call_allocation(m, c, 2, 1, &refused, &size))
        return NATIVE_STOPPED;
    if (alignment < word)
        return call_return(m, c, EINVAL_LINUX);
    if (refused)
        return call_return(m, c, ENOMEM_LINUX);
    if (!call_pointer(m, c, 0, word, true, &out))
        return NATIVE_STOPPED;
    struct operation op = operation_on(OPERATION_WRITE, out, word, true);
    op.access[0].atomic = false;
    reuse_add_allocation(m, size, &op);
    if (!operation_begin(m, &op) || !choose_place(m, size, alignment, NO_OBJECT, &place))
        return NATIVE_STOPPED;
    if (place.fails)
        return call_return(m, c, ENOMEM_LINUX);
    uint32_t object = make_heap_block(m, &place, size, alignment, false);
    if (object == NO_OBJECT)
        return NATIVE_STOPPED;
    if (!native_store(m, out, word, object_get(m, object)->base))
        return NATIVE_STOPPED;
    return call_return(m, c, 0);
}

enum native_result native___heddle_new(struct machine *m, struct call *c)
{
    uint64_t size = 0;
    bool refused;
    enum native_result result;
    if (!call_allocation(m, c, 0, 1, &refused, &size))
        return NATIVE_STOPPED;
    if (refused)
        return native_refuse(m, c);
    uint32_t object = native_new_block(m, c, size, MALLOC_ALIGNMENT, true, &result);
    if (object == NO_OBJECT)
        return result;
    object_get(m, object)->is_library = true;
    return call_return(m, c, object_get(m, object)->base);
}

// ---- release

// Why the address cannot be released.
static void explain_release(struct machine *m, const char *function, uint64_t address, char *text,
                            size_t size)
{
    const struct object *o = memory_find(m, address);
    char where[300];
    machine_describe_address(m, address, where, sizeof where);
    if (o && o->kind == OBJECT_HEAP && o->base == address && o->mapped)
        snprintf(text, size, "invalid free: %s of %s, which is a mapping (mmap)", function, where);
    else if (o && o->kind == OBJECT_HEAP && o->base == address)
        snprintf(text, size, "double free: %s of %s", function, where);
    else
        snprintf(text, size, "invalid free: %s of %s, which is not the start of a heap block", function,
                 where);
}

// Why the address is none of which the allocator could tell the size.
static void explain_size(struct machine *m, const char *function, uint64_t address, char *text, size_t size)
{
    const struct object *o = memory_find(m, address);
    char where[300];
    machine_describe_address(m, address, where, sizeof where);
    if (o && o->kind == OBJECT_HEAP && o->base == address && !o->mapped)
        snprintf(text, size, "use after free: %s of %s", function, where);
    else
        snprintf(text, size, "%s of %s, which is not the start of a heap block", function, where);
}

// The heap block that starts at the address, for an operation of that kind; else a violation is raised.
static struct object *heap_block(struct machine *m, uint64_t address, const char *function,
                                 enum operation_kind kind, explain_release_function *explain)
{
    struct object *o = memory_find(m, address);
    char text[400];
    if (o && o->kind == OBJECT_HEAP && o->base == address && o->state == OBJECT_LIVE && !o->mapped)
        return o;
    if (o && o->base == address && !permit_failing(m, kind, address, o->size))
        return NULL;
    explain(m, function, address, text, sizeof text);
    step_violation(m, PROPERTY_MEMORY, "%s", text);
    return NULL;
}

static struct object *releasable(struct machine *m, uint64_t address, const char *function)
{
    return heap_block(m, address, function, OPERATION_FREE, explain_release);
}

bool native_release_block(struct machine *m, struct object *o)
{
    struct operation op = operation_on(OPERATION_FREE, o->base, o->size ? o->size : 1, true);
    op.access[0].atomic = false;
    op.access_count = o->size > 0;
    if (!reuse_add_release(m, o, &op) || (op.access_count && !operation_begin(m, &op)))
        return false;
    memory_release(m, (uint32_t)(o - m->memory.objects.data), OBJECT_FREED);
    return reuse_released(m, (uint32_t)(o - m->memory.objects.data));
}

static bool release_address(struct machine *m, uint64_t address, const char *function)
{
    struct object *o = releasable(m, address, function);
    return o && native_release_block(m, o);
}

enum native_result native_free(struct machine *m, struct call *c)
{
    uint64_t address;
    if (!call_block(m, c, 0, explain_release, "free", &address))
        return NATIVE_STOPPED;
    if (address && !release_address(m, address, "free"))
        return NATIVE_STOPPED;
    return call_return_void(m, c);
}

enum native_result native_realloc(struct machine *m, struct call *c)
{
    uint64_t address, size = 0;
    struct copied_place place;
    bool refused;
    if (!call_block(m, c, 0, explain_release, "realloc", &address))
        return NATIVE_STOPPED;
    struct object *o = address ? releasable(m, address, "realloc") : NULL;
    if ((address && !o) || !call_allocation(m, c, 1, 1, &refused, &size))
        return NATIVE_STOPPED;
    if (refused)
        return native_refuse(m, c);
    if (!address)
        return give_block(m, c, size, MALLOC_ALIGNMENT, false);
    if (size == 0) { // glibc: frees
        if (!release_address(m, address, "realloc"))
            return NATIVE_STOPPED;
        return call_return(m, c, 0);
    }
    struct operation op = operation_on(OPERATION_FREE, address, o->size ? o->size : 1, true);
    op.access[0].atomic = false;
    op.access_count = o->size > 0;
    if (!reuse_add_release(m, o, &op))
        return NATIVE_STOPPED;
    reuse_add_allocation(m, size, &op);
    uint32_t old = (uint32_t)(o - m->memory.objects.data);
    if (!overwrite_read(m, address, o->size) || (op.access_count && !operation_begin(m, &op)) ||
        !choose_place(m, size, MALLOC_ALIGNMENT, old, &place))
        return NATIVE_STOPPED;
    if (place.fails)
        return native_set_errno(m, ENOMEM_LINUX) ? call_return(m, c, 0) : NATIVE_STOPPED;
    uint64_t kept = o->size < size ? o->size : size;
    memory_release(m, old, OBJECT_FREED);
    if (!reuse_released(m, old))
        return NATIVE_STOPPED;
    uint32_t object = make_heap_block(m, &place, size, MALLOC_ALIGNMENT, false);
    if (object == NO_OBJECT)
        return NATIVE_STOPPED;
    memory_move(m, object, 0, old, 0, kept);
    return call_return(m, c, object_get(m, object)->base);
}

enum native_result native_malloc_usable_size(struct machine *m, struct call *c)
{
    uint64_t address;
    if (!call_block(m, c, 0, explain_size, "malloc_usable_size", &address))
        return NATIVE_STOPPED;
    struct object *o =
        address ? heap_block(m, address, "malloc_usable_size", OPERATION_BLOCK_SIZE, explain_size) : NULL;
    if (address && !o)
        return NATIVE_STOPPED;
    if (o && !o->size && m->state.unjoined) // no access stands for its release
        return native_unmodelled(m, "malloc_usable_size of a block of size 0 beside other threads");
    if (!o || !o->size)
        return call_return(m, c, 0);
    struct operation op = operation_on(OPERATION_BLOCK_SIZE, address, o->size, false);
    op.access[0].atomic = false;
    if (!operation_begin(m, &op))
        return NATIVE_STOPPED;
    return call_return(m, c, o->size);
}

// ---- copies. Shared memory is copied in words (bytes where not aligned), each an operation of its own: two
// for every word copied, a read and a write. Private memory is copied at once.

static bool is_visible(struct machine *m, uint64_t address, uint64_t size)
{
    const struct object *o = memory_at(m, address, size);
    if (!o)
        o = pages_readable(m, address, size);
    return o && m->state.unjoined && o->reach != REACH_CONSTANT && o->reach != m->current->number;
}

static uint64_t copy_unit(uint64_t to, uint64_t from, uint64_t rest)
{
    for (uint64_t unit = 8; unit > 1; unit /= 2)
        if (rest >= unit && to % unit == 0 && from % unit == 0)
            return unit;
    return 1;
}

// Resolves a range to bytes of one object. False: stopped.
static bool range_at(struct machine *m, uint64_t address, uint64_t size, bool write, struct resolved *where)
{
    return symbolic_resolve(m, (struct value){address, TERM_NONE}, 0, size, write, where) &&
           overwrite_decide(m, address, size);
}

// Shared memory that has been released: the operation on it finds that, since it races with the release, and
// not another one, that of the other range, which does not.
static bool shared_was_released(const struct machine *m, uint64_t address)
{
    const struct object *o = m->state.unjoined ? memory_find(m, address) : NULL;
    return o && memory_is_released(o) && o->reach == REACH_SHARED;
}

// Whether some pages of a shared range are gone or protected: only the operation on them races with what
// became of them, and finds that.
static bool range_loses_pages(struct machine *m, uint64_t address, uint64_t size, bool write)
{
    const struct object *o = m->state.unjoined ? pages_barrier(m, address, size, write) : NULL;
    return o && o->reach == REACH_SHARED && (pages_is_part(o) || pages_are_protected(o));
}

// Scratch 0: bytes copied. Between its read and its write, a word is in the thread's copy_buffer.
static enum native_result copy_shared(struct machine *m, struct call *c, uint64_t to, uint64_t from,
                                      uint64_t size)
{
    uint64_t done = call_scratch(m, 0); // bytes copied
    bool backwards = to > from && to < from + size;
    if (done == size) {
        call_set_scratch(m, 0, 0);
        return call_return(m, c, to);
    }
    uint64_t at = backwards ? size - done - 1 : done; // backwards by bytes: overlapping memory is rare
    uint64_t unit = backwards ? 1 : copy_unit(to + at, from + at, size - done);
    struct resolved source, target;
    if (call_phase(m) == 0) { // read into a block of the thread's own
        if (!range_at(m, from + at, unit, false, &source))
            return NATIVE_STOPPED;
        struct operation op = operation_on(OPERATION_READ, from + at, unit, false);
        op.access[0].atomic = false;
        if (!operation_begin(m, &op))
            return NATIVE_STOPPED;
        memory_move(m, m->current->copy_buffer, 0, source.object, source.offset, unit);
        call_set_phase(m, 1);
        return NATIVE_AGAIN;
    }
    if (!range_at(m, to + at, unit, true, &target))
        return NATIVE_STOPPED;
    struct operation op = operation_on(OPERATION_WRITE, to + at, unit, true);
    op.access[0].atomic = false;
    if (!operation_begin(m, &op))
        return NATIVE_STOPPED;
    memory_move(m, target.object, target.offset, m->current->copy_buffer, 0, unit);
    memory_fill(m, object_get(m, m->current->copy_buffer), 0, THREAD_COPY_BYTES,
                (struct value){0, TERM_NONE});
    call_set_scratch(m, 0, done + unit);
    call_set_phase(m, 0);
    return NATIVE_AGAIN;
}

static enum native_result copy_memory(struct machine *m, struct call *c, bool overlap_allowed)
{
    struct call_range ranges[] = {{.argument = 0, .write = true}, {.argument = 1}};
    struct resolved target, source;
    uint64_t size;
    if (!call_ranges(m, c, 2, ranges, 2, &size))
        return NATIVE_STOPPED;
    if (size == 0)
        return call_return_value(m, c, call_argument(m, c, 0));
    uint64_t to = ranges[0].address, from = ranges[1].address;
    bool to_released = shared_was_released(m, to) || range_loses_pages(m, to, size, true);
    bool from_released = shared_was_released(m, from) || range_loses_pages(m, from, size, false);
    if (!(to_released || range_at(m, to, size, true, &target)) ||
        !(from_released || range_at(m, from, size, false, &source)))
        return NATIVE_STOPPED;
    if (!overlap_allowed && to != from && to < from + size && from < to + size)
        return native_violation(m, PROPERTY_MEMORY, "memcpy between overlapping ranges");
    bool under_way = call_scratch(m, 0) || call_phase(m);
    if (under_way || to_released || from_released || is_visible(m, to, size) || is_visible(m, from, size))
        return copy_shared(m, c, to, from, size);
    memory_move(m, target.object, target.offset, source.object, source.offset, size);
    return call_return(m, c, to);
}

enum native_result native_memcpy(struct machine *m, struct call *c)
{
    return copy_memory(m, c, false);
}

enum native_result native_memmove(struct machine *m, struct call *c)
{
    return copy_memory(m, c, true);
}

enum native_result native_memset(struct machine *m, struct call *c)
{
    struct call_range range = {.argument = 0, .write = true};
    struct resolved target;
    uint64_t size;
    if (!call_ranges(m, c, 2, &range, 1, &size))
        return NATIVE_STOPPED;
    uint64_t to = range.address;
    struct value byte = call_argument(m, c, 1);
    if (byte.t)
        byte = symbolic_value(m, term_extract(m->terms, byte.t, 0, 8));
    byte.bits &= 0xff;
    if (size == 0)
        return call_return_value(m, c, call_argument(m, c, 0));
    bool loses = range_loses_pages(m, to, size, true);
    if (!loses && !range_at(m, to, size, true, &target))
        return NATIVE_STOPPED;
    if (!loses && !is_visible(m, to, size) && !call_scratch(m, 0)) {
        memory_fill(m, object_get(m, target.object), target.offset, size, byte);
        return call_return(m, c, to);
    }
    uint64_t done = call_scratch(m, 0);
    if (done == size) {
        call_set_scratch(m, 0, 0);
        return call_return(m, c, to);
    }
    uint64_t unit = copy_unit(to + done, to + done, size - done);
    if (!range_at(m, to + done, unit, true, &target))
        return NATIVE_STOPPED;
    struct operation op = operation_on(OPERATION_WRITE, to + done, unit, true);
    op.access[0].atomic = false;
    if (!operation_begin(m, &op))
        return NATIVE_STOPPED;
    memory_fill(m, object_get(m, target.object), target.offset, unit, byte);
    call_set_scratch(m, 0, done + unit);
    return NATIVE_AGAIN;
}
