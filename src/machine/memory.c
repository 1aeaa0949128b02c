#include "machine/memory.h"

#include "machine/await.h"
#include "machine/describe.h"
#include "machine/follow.h"
#include "machine/forgotten.h"
#include "machine/journal.h"
#include "machine/location.h"
#include "machine/naming.h"
#include "machine/note.h"
#include "machine/pages.h"
#include "machine/relevance.h"
#include "machine/reuse.h"
#include "machine/symbolic.h"
#include "program/layout.h"

#include <stdio.h>

// ---- address space

// region_start of the thread whose chunk is the narrow one of that number.
static uint64_t narrow_region(const struct machine *m, uint32_t number, bool apart, uint64_t *end)
{
    uint64_t size = (uint64_t)1 << m->memory.narrow_bits, start = (uint64_t)number << m->memory.narrow_bits;
    uint64_t own = m->options.relevance ? size - size / 2 : size;
    if (start >= m->memory.narrow_bytes)
        return *end = 0;
    start += m->memory.narrow_from;
    *end = start + (apart ? size : own);
    return start + (apart ? own : 0);
}

// Every thread has a region of its own, so that its addresses do not depend on what others do. The second
// half is for what irrelevant statements make, if there are such.
static uint64_t region_start(const struct machine *m, uint32_t thread, bool apart, uint64_t *end)
{
    uint64_t first, count;
    if (thread >= LAYOUT_WIDE_THREADS)
        return narrow_region(m, thread - LAYOUT_WIDE_THREADS, apart, end);
    if (m->program->pointer_bits == 64) {
        first = m->memory.first_free_chunk + (uint64_t)thread * 64;
        count = 64;
    } else if (thread == 0) {
        first = m->memory.first_free_chunk;
        uint64_t last = m->memory.narrow_bytes ? m->memory.narrow_from >> m->memory.chunk_bits : 512;
        count = first < last ? last - first : 0;
    } else {
        first = 512 + (uint64_t)(thread - 1) * 2;
        count = first + 2 <= 1024 ? 2 : 0;
    }
    uint64_t own = m->options.relevance ? count - count / 2 : count;
    *end = (first + (apart ? count : own)) << m->memory.chunk_bits;
    return (first + (apart ? own : 0)) << m->memory.chunk_bits;
}

static void chunk_reserve(struct chunk *chunk, uint32_t granules)
{
    if (granules > chunk->capacity) {
        uint32_t capacity = memory_room(chunk->capacity ? chunk->capacity : 64, granules);
        chunk->map = memory_resize(chunk->map, (size_t)capacity * sizeof *chunk->map);
        chunk->capacity = capacity;
    }
    if (granules > chunk->size) {
        memset(chunk->map + chunk->size, 0, (size_t)(granules - chunk->size) * sizeof *chunk->map);
        chunk->size = granules;
    }
}

// The chunk of an address, which is to hold something, and the bits of addresses within it.
static struct chunk *chunk_at(struct machine *m, uint64_t address, uint64_t *mask)
{
    struct memory *memory = &m->memory;
    if (address - memory->narrow_from >= memory->narrow_bytes) {
        uint32_t number = (uint32_t)(address >> memory->chunk_bits);
        if (number >= memory->mapped_chunks)
            memory->mapped_chunks = number + 1;
        *mask = memory->chunk_mask;
        return &memory->chunks[number];
    }
    uint32_t number = (uint32_t)((address - memory->narrow_from) >> memory->narrow_bits);
    if (number >= memory->narrow_count) {
        uint32_t count = memory_room(memory->narrow_count ? memory->narrow_count : 64, (uint64_t)number + 1);
        memory->narrow = memory_resize(memory->narrow, count * sizeof *memory->narrow);
        memset(memory->narrow + memory->narrow_count, 0,
               (count - memory->narrow_count) * sizeof *memory->narrow);
        memory->narrow_count = count;
    }
    *mask = ((uint64_t)1 << memory->narrow_bits) - 1;
    return &memory->narrow[number];
}

static void map_object(struct machine *m, uint64_t base, uint64_t size, uint32_t index)
{
    uint64_t end = base + (size ? size : 1);
    while (base < end) {
        uint64_t mask;
        struct chunk *chunk = chunk_at(m, base, &mask);
        uint64_t chunk_end = (base | mask) + 1;
        uint64_t stop = end < chunk_end ? end : chunk_end;
        uint32_t first = (uint32_t)((base & mask) / LAYOUT_GRANULE);
        uint32_t last = (uint32_t)(((stop - 1) & mask) / LAYOUT_GRANULE);
        chunk_reserve(chunk, last + 1);
        for (uint32_t g = first; g <= last; g++)
            chunk->map[g] = index;
        base = stop;
    }
}

// ---- storage of bytes

static unsigned block_class(uint64_t lines)
{
    unsigned k = 0;
    while ((uint64_t)1 << k < lines)
        k++;
    return k;
}

#define BLOCK_CLASSES 11u

static void storage_take(struct machine *m, struct object *o, bool initialised)
{
    uint64_t lines = memory_line_count(o);
    if (lines == 0) {
        o->data = NULL;
        o->lines = NULL;
        return;
    }
    unsigned k = block_class(lines);
    if (k < BLOCK_CLASSES) {
        size_t bytes = ((size_t)LINE_BYTES + sizeof(struct line)) << k;
        o->data = m->memory.free_blocks[k].size ? vector_pop(&m->memory.free_blocks[k]) : memory_alloc(bytes);
        o->lines = (struct line *)(void *)(o->data + ((size_t)LINE_BYTES << k));
        memset(o->data, 0, (size_t)lines * LINE_BYTES);
        memset(o->lines, 0, (size_t)lines * sizeof *o->lines);
    } else {
        o->data = memory_zalloc((size_t)lines, LINE_BYTES + sizeof(struct line));
        o->lines = (struct line *)(void *)(o->data + (size_t)lines * LINE_BYTES);
    }
    for (uint64_t i = 0; i < lines; i++) {
        o->lines[i].epoch = m->epoch; // undoing to before its birth needs no log
        o->lines[i].uninitialised = initialised ? 0 : ~(uint64_t)0;
    }
}

static void storage_give_back(struct machine *m, struct object *o)
{
    uint64_t lines = memory_line_count(o);
    if (!o->data || pages_is_part(o)) // the whole mapping's
        return;
    for (uint64_t i = 0; i < lines; i++)
        if (o->lines[i].overlay)
            memory_release_overlay(m, o->lines[i].overlay);
    unsigned k = block_class(lines);
    if (k < BLOCK_CLASSES)
        vector_push(&m->memory.free_blocks[k], o->data);
    else
        memory_free(o->data);
    o->data = NULL;
    o->lines = NULL;
}

uint32_t memory_copy_overlay(struct machine *m, uint32_t overlay)
{
    uint32_t copy;
    if (m->memory.free_overlays.size) {
        copy = vector_pop(&m->memory.free_overlays);
    } else {
        vector_push(&m->memory.overlays, (struct overlay){{0}, {0}});
        copy = m->memory.overlays.size - 1;
    }
    if (overlay)
        m->memory.overlays.data[copy] = m->memory.overlays.data[overlay];
    else
        memset(&m->memory.overlays.data[copy], 0, sizeof(struct overlay));
    return copy;
}

void memory_release_overlay(struct machine *m, uint32_t overlay)
{
    vector_push(&m->memory.free_overlays, overlay);
}

static struct line *line_change(struct machine *m, struct object *o, uint64_t line)
{
    struct line *l = &o->lines[line];
    if (l->epoch != m->epoch)
        undo_log_line(m, o, (uint32_t)line);
    return l;
}

// Makes a line one that was never written.
static void forget_line(struct machine *m, struct object *o, uint64_t line)
{
    struct line *l = line_change(m, o, line);
    if (l->overlay)
        memory_release_overlay(m, l->overlay);
    l->overlay = 0;
    l->uninitialised = ~(uint64_t)0;
    memset(o->data + line * LINE_BYTES, 0, LINE_BYTES);
}

// ---- objects

uint32_t memory_place(struct machine *m, enum object_kind kind, uint64_t address, uint64_t size,
                      bool initialised)
{
    vector_push(&m->memory.objects, (struct object){.base = address,
                                                    .size = size,
                                                    .site = NO_SITE,
                                                    .code = NO_CODE,
                                                    .freed_code = NO_CODE,
                                                    .analysed = NO_CODE,
                                                    .birth = m->epoch,
                                                    .epoch = m->epoch,
                                                    .reach = REACH_SHARED,
                                                    .kind = (uint8_t)kind,
                                                    .state = OBJECT_LIVE});
    uint32_t index = m->memory.objects.size - 1;
    storage_take(m, object_get(m, index), initialised);
    map_object(m, address, size, index);
    if (m->memory.objects.size > m->statistics.peak_objects)
        m->statistics.peak_objects = m->memory.objects.size;
    return index;
}

const char *memory_library_function(const struct machine *m)
{
    const struct thread *t = m->current;
    const char *name = NULL;
    for (uint32_t depth = t->state.depth; depth; depth--) {
        const struct function *f = &m->program->functions[t->frames.data[depth - 1].function];
        if (!(f->flags & FUNCTION_RUNTIME))
            break;
        name = program_string(m->program, f->name);
    }
    return name;
}

uint32_t memory_user_code(const struct machine *m)
{
    return m->current ? machine_user_position(m, m->current->number) : NO_CODE;
}

// An object that the running program makes gets its name. `apart`: it is named among irrelevant things.
static uint32_t give_name(struct machine *m, uint32_t index, struct thread *owner, bool apart, uint32_t site)
{
    struct thread_state *state = thread_change(m, owner);
    struct object *o = object_get(m, index);
    o->owner = (uint16_t)owner->number;
    o->number = apart ? OBJECT_APART | state->objects_apart++ : state->objects++;
    o->site = site;
    o->code = memory_user_code(m);
    o->analysed = o->kind != OBJECT_HEAP ? site : m->current ? relevance_code(m) : NO_CODE;
    struct learnt_fact origin = {.kind = LEARNT_SHARED_ORIGIN, .what = memory_origin(o)};
    bool shared = learnt_has(&m->learnt, &origin);
    o->reach = shared ? REACH_SHARED : (uint16_t)owner->number;
    location_add_object(m, o);
    journal_write(m, o->base, o->size);
    if (o->kind == OBJECT_HEAP)
        reuse_made(m, o);
    if (o->kind == OBJECT_HEAP && !shared)
        await_own_block(m);
    else if (o->kind != OBJECT_STACK && o->kind != OBJECT_VARIADIC)
        await_effect(m);
    return index;
}

uint32_t memory_allocate(struct machine *m, struct thread *owner, enum object_kind kind, uint64_t size,
                         uint64_t alignment, uint32_t site, bool initialised)
{
    struct thread_state *state = thread_change(m, owner);
    bool apart = relevance_apart(m);
    if ((apart ? state->objects_apart : state->objects) >= OBJECT_APART - 1)
        return NO_OBJECT; // all names are used up
    uint64_t end, start = region_start(m, owner->number, apart, &end);
    uint64_t *cursor = apart ? &state->cursor_apart : &state->cursor;
    uint64_t address = layout_start(*cursor > start ? *cursor : start, alignment);
    if (size > (uint64_t)1 << 30 || address >= end ||
        size + layout_red_zone(m->program->pointer_bits) > end - address)
        return NO_OBJECT;
    *cursor = layout_after(address, size, m->program->pointer_bits);
    return give_name(m, memory_place(m, kind, address, size, initialised), owner, apart, site);
}

bool memory_was_given(const struct machine *m, uint64_t address)
{
    for (uint32_t k = 0; k < m->thread_limit; k++)
        for (unsigned apart = 0; apart < 2; apart++) {
            const struct thread_state *state = &m->threads[k]->state;
            uint64_t end, start = region_start(m, k, apart, &end);
            if (address >= start && address < (apart ? state->cursor_apart : state->cursor))
                return true;
        }
    return false;
}

uint32_t memory_allocate_again(struct machine *m, struct thread *owner, uint32_t released, uint64_t size,
                               bool initialised)
{
    struct object *old = object_get(m, released);
    uint64_t address = old->base;
    location_remove_object(m, old);
    undo_log_object(m, released);
    old->state = OBJECT_REUSED;
    uint32_t index = memory_place(m, OBJECT_HEAP, address, size, initialised);
    object_get(m, index)->displaced = released;
    await_effect(m); // that address is not free any more
    return give_name(m, index, owner, relevance_apart(m), NO_SITE);
}

void memory_set_mapped(struct machine *m, uint32_t object, enum object_mapping mapping,
                       enum object_state state)
{
    struct object *o = object_get(m, object);
    location_remove_object(m, o);
    o->mapped = (uint8_t)mapping;
    o->state = (uint8_t)state;
    o->freed_code = state == OBJECT_LIVE ? o->freed_code : memory_user_code(m);
    location_add_object(m, o);
}

static void displace_object(struct machine *m, uint32_t object)
{
    struct object *o = object_get(m, object);
    if (object == NO_OBJECT || o->state == OBJECT_REUSED)
        return;
    location_remove_object(m, o);
    undo_log_object(m, object);
    o->state = OBJECT_REUSED;
}

// It has the name of the whole, and its reach: which threads take a mapping apart in which order is no
// difference.
void memory_add_part(struct machine *m, uint64_t address, uint64_t size, enum object_state state,
                     uint32_t displaced, uint32_t also)
{
    struct object part = *object_get(m, displaced);
    const struct object *whole = pages_whole(m, object_get(m, displaced));
    part.whole = (uint32_t)(whole - m->memory.objects.data);
    part.base = address;
    part.size = size;
    part.data = whole->data + (address - whole->base);
    part.lines = whole->lines + (address - whole->base) / LINE_BYTES;
    part.displaced = displaced;
    part.displaced_also = also;
    part.birth = part.epoch = m->epoch;
    part.state = (uint8_t)state;
    displace_object(m, displaced);
    displace_object(m, also);
    vector_push(&m->memory.objects, part);
    uint32_t index = m->memory.objects.size - 1;
    map_object(m, address, size, index);
    if (m->memory.objects.size > m->statistics.peak_objects)
        m->statistics.peak_objects = m->memory.objects.size;
    location_add_object(m, object_get(m, index));
}

void memory_release(struct machine *m, uint32_t object, enum object_state state)
{
    struct object *o = object_get(m, object);
    if (!memory_is_released(o))
        location_remove_object(m, o);
    if (state == OBJECT_RETURNED && o->birth == m->epoch && object == m->memory.objects.size - 1 &&
        o->reach != REACH_SHARED) {
        forgotten_add(m, o);
        memory_forget(m, object); // nothing can be undone to where it lives; its addresses stay unused
        m->memory.objects.size--;
        return;
    }
    bool own = o->kind == OBJECT_HEAP && !o->mapped && m->current && o->reach == m->current->number;
    if (state == OBJECT_FREED && own)
        await_own_block(m);
    else if (state == OBJECT_FREED || o->reach == REACH_SHARED)
        await_effect(m);
    undo_log_object(m, object);
    o->state = (uint8_t)state;
    o->freed_code = memory_user_code(m);
}

// Its state changes, which other threads may wait for.
static struct object *scope_change(struct machine *m, uint32_t object)
{
    struct object *o = object_get(m, object);
    location_remove_object(m, o);
    if (o->reach == REACH_SHARED)
        await_effect(m);
    undo_log_object(m, object);
    return o;
}

void memory_end_scope(struct machine *m, uint32_t object)
{
    struct object *o = scope_change(m, object);
    o->state = OBJECT_OUT_OF_SCOPE;
    o->freed_code = memory_user_code(m);
}

void memory_doubt_scope(struct machine *m, uint32_t object, bool end)
{
    struct object *o = scope_change(m, object);
    o->state = end ? OBJECT_DOUBTFUL : OBJECT_LIVE;
    if (end)
        o->freed_code = memory_user_code(m);
    location_add_object(m, o);
}

bool memory_begin_scope(struct machine *m, uint32_t object)
{
    struct object *o = object_get(m, object);
    if (o->scopes == INT32_MAX)
        return false; // its uninitialised bytes have no more names
    undo_log_object(m, object);
    if (o->scopes++ == 0 && o->state == OBJECT_LIVE)
        return true; // as it was made
    if (o->reach == REACH_SHARED)
        await_effect(m);
    journal_write(m, o->base, o->size);
    for (uint64_t line = 0; line < memory_line_count(o); line++)
        if (~o->lines[line].uninitialised || o->lines[line].overlay)
            forget_line(m, o, line);
    if (o->state == OBJECT_LIVE)
        return true;
    o->state = OBJECT_LIVE;
    location_add_object(m, o);
    return true;
}

void memory_forget(struct machine *m, uint32_t object)
{
    struct object *o = object_get(m, object);
    storage_give_back(m, o);
    map_object(m, o->base, o->size, NO_OBJECT);
    uint32_t displaced[] = {o->displaced, pages_is_part(o) ? o->displaced_also : NO_OBJECT};
    for (unsigned k = 0; k < 2; k++)
        if (displaced[k] != NO_OBJECT) {
            const struct object *old = object_get(m, displaced[k]);
            map_object(m, old->base, old->size, displaced[k]);
        }
}

struct object *memory_at(struct machine *m, uint64_t address, uint64_t size)
{
    struct object *o = memory_find(m, address);
    bool may = o && o->state <= OBJECT_READABLE;
    return may && address - o->base <= o->size && size <= o->size - (address - o->base) ? o : NULL;
}

const struct object *memory_holding(const struct machine *m, uint64_t address, uint64_t size)
{
    const struct object *o = memory_find(m, address);
    bool holds = o && o->state <= OBJECT_FORBIDDEN;
    if (holds && address - o->base < o->size && size > o->size - (address - o->base))
        o = pages_whole(m, o);
    return holds && address - o->base <= o->size && size <= o->size - (address - o->base) ? o : NULL;
}

// ---- sharing

void memory_set_reach(struct machine *m, uint32_t object, uint16_t reach)
{
    struct object *o = object_get(m, object);
    bool counts = !memory_is_released(o);
    if (counts)
        location_remove_object(m, o);
    o->reach = reach;
    if (counts)
        location_add_object(m, o);
}

static uint32_t private_target(const struct machine *m, uint64_t address)
{
    const struct object *o = memory_find(m, address);
    bool private =
        o && o->reach != REACH_SHARED && o->reach != REACH_CONSTANT && o->state <= OBJECT_FORBIDDEN;
    return private ? (uint32_t)(o - m->memory.objects.data) : NO_OBJECT;
}

void memory_share(struct machine *m, uint32_t object)
{
    VECTOR(uint32_t) work = {0};
    vector_push(&work, object);
    unsigned step = m->program->pointer_bits / 8;
    while (work.size) {
        uint32_t index = vector_pop(&work);
        struct object *o = object_get(m, index);
        if (o->reach == REACH_SHARED || o->reach == REACH_CONSTANT)
            continue;
        undo_log_object(m, index);
        memory_set_reach(m, index, REACH_SHARED);
        note_share(m, o);
        follow_share(m, o);
        await_effect(m);
        if (pages_is_part(o))
            vector_push(&work, o->whole);
        for (uint32_t k = pages_next_part(m, index, NO_OBJECT); k != NO_OBJECT;
             k = pages_next_part(m, index, k))
            vector_push(&work, k);
        for (uint64_t at = 0; memory_has_content(o) && at + step <= o->size; at += step) {
            uint64_t word = 0;
            memcpy(&word, o->data + at, step);
            uint32_t target = word ? private_target(m, word) : NO_OBJECT;
            if (target)
                vector_push(&work, target);
        }
    }
    vector_free(&work);
}

void memory_share_value(struct machine *m, struct value v)
{
    // Pointers hidden in terms or in pieces are found when another thread uses them (STEP_RESTART).
    uint32_t target = v.t ? NO_OBJECT : private_target(m, v.bits);
    if (target)
        memory_share(m, target);
}

// ---- bytes

static term byte_term(const struct machine *m, const struct object *o, uint64_t at, unsigned *index)
{
    const struct line *l = &o->lines[at / LINE_BYTES];
    if (!l->overlay)
        return TERM_NONE;
    const struct overlay *v = &m->memory.overlays.data[l->overlay];
    *index = v->index[at % LINE_BYTES];
    return v->t[at % LINE_BYTES];
}

static void set_byte(struct machine *m, struct object *o, uint64_t at, uint8_t bits, term t, unsigned index)
{
    struct line *l = line_change(m, o, at / LINE_BYTES);
    unsigned i = at % LINE_BYTES;
    l->uninitialised &= ~((uint64_t)1 << i);
    o->data[at] = bits;
    if ((t || index) && !l->overlay)
        l->overlay = memory_copy_overlay(m, 0);
    if (l->overlay) {
        m->memory.overlays.data[l->overlay].t[i] = t;
        m->memory.overlays.data[l->overlay].index[i] = (uint8_t)index;
    }
}

static bool byte_uninitialised(const struct object *o, uint64_t at)
{
    return o->lines[at / LINE_BYTES].uninitialised >> (at % LINE_BYTES) & 1;
}

// What is known of a byte that was never written. It is the byte of an input, named by the object in which it
// came into being: a copy of it (BYTE_COPIED, or a term, beside the bit in line.uninitialised) has the same
// value, whatever has become of the original since. From the first copy on the original has that mark, too.
// So of a byte without it nothing knows the value: no other byte, no register and no decision.
struct unset_byte {
    uint8_t bits; // of a replay, where inputs are known
    term t;
    unsigned index;
};

static struct unset_byte unset_value(struct machine *m, const struct object *o, uint64_t at)
{
    unsigned index = 0;
    term t = byte_term(m, o, at, &index);
    if (t || index == BYTE_COPIED)
        return (struct unset_byte){o->data[at], t, t ? index : 0};
    struct value v = symbolic_uninitialised(m, o, at, &index);
    return (struct unset_byte){(uint8_t)(v.bits >> (8 * index)), v.t, v.t ? index : 0};
}

// The byte is one that was never written, of a value that is known elsewhere.
static void set_copied(struct machine *m, struct object *o, uint64_t at, struct unset_byte b)
{
    set_byte(m, o, at, b.bits, b.t, b.t ? b.index : BYTE_COPIED);
    o->lines[at / LINE_BYTES].uninitialised |= (uint64_t)1 << (at % LINE_BYTES);
}

// Uninitialised bytes are looked at: from now on they are as if written.
static void make_indeterminate(struct machine *m, struct object *o, uint64_t offset, unsigned size)
{
    for (uint64_t at = offset; at < offset + size; at++)
        if (byte_uninitialised(o, at)) {
            struct unset_byte b = unset_value(m, o, at);
            set_byte(m, o, at, b.bits, b.t, b.index);
        }
}

// Whether the byte is that byte of the term (TERM_NONE: whether its bits are known).
static bool is_byte_of(const struct machine *m, const struct object *o, uint64_t at, term t, unsigned index)
{
    unsigned own = 0;
    term byte = byte_uninitialised(o, at) ? TERM_NONE : byte_term(m, o, at, &own);
    return byte == t && (!t || own == index);
}

// The value of `size` bytes some of which are symbolic. Neighbouring bytes of one term are taken together.
// Uninitialised bytes count as 0.
static term load_terms(struct machine *m, const struct object *o, uint64_t offset, unsigned size)
{
    term result = TERM_NONE;
    for (unsigned i = 0, run; i < size; i += run) {
        unsigned index = 0;
        term t = byte_uninitialised(o, offset + i) ? TERM_NONE : byte_term(m, o, offset + i, &index), piece;
        for (run = 1; i + run < size && is_byte_of(m, o, offset + i + run, t, index + run);)
            run++;
        if (t) {
            piece = term_extract(m->terms, t, 8 * index, 8 * run);
        } else {
            uint64_t bits = 0;
            for (unsigned k = 0; k < run; k++)
                if (!byte_uninitialised(o, offset + i + k))
                    bits |= (uint64_t)o->data[offset + i + k] << (8 * k);
            piece = term_constant(m->terms, 8 * run, bits);
        }
        result = result ? term_concat(m->terms, piece, result) : piece;
    }
    return result;
}

struct value memory_peek(struct machine *m, const struct object *o, uint64_t offset, unsigned size)
{
    uint64_t first = offset / LINE_BYTES, last = (offset + size - 1) / LINE_BYTES, bits = 0;
    if (first != last || o->lines[first].overlay || o->lines[first].uninitialised)
        return symbolic_value(m, load_terms(m, o, offset, size));
    memcpy(&bits, o->data + offset, size);
    return (struct value){bits, TERM_NONE};
}

bool memory_known(const struct machine *m, const struct object *o, uint64_t offset, unsigned size,
                  uint64_t *bits)
{
    if (!memory_has_content(o) || offset > o->size || size > o->size - offset)
        return false;
    unsigned index;
    for (unsigned i = 0; i < size; i++)
        if (byte_uninitialised(o, offset + i) || byte_term(m, o, offset + i, &index))
            return false;
    *bits = 0;
    memcpy(bits, o->data + offset, size);
    return true;
}

struct value memory_load(struct machine *m, struct object *o, uint64_t offset, unsigned size, unsigned width)
{
    journal_read(m, o->base + offset, size);
    uint64_t first = offset / LINE_BYTES, last = (offset + size - 1) / LINE_BYTES;
    uint64_t mask = (~(uint64_t)0 >> (64 - size));
    bool plain = first == last && !o->lines[first].overlay &&
                 !(o->lines[first].uninitialised >> (offset % LINE_BYTES) & mask);
    if (!plain) {
        bool symbolic = false, unset = false;
        unsigned index;
        for (unsigned i = 0; i < size; i++)
            unset |= byte_uninitialised(o, offset + i);
        if (unset)
            make_indeterminate(m, o, offset, size);
        for (unsigned i = 0; i < size; i++)
            symbolic |= byte_term(m, o, offset + i, &index) != TERM_NONE;
        if (symbolic) {
            term t = load_terms(m, o, offset, size);
            return symbolic_value(m, width < 8 * size ? term_extract(m->terms, t, 0, width) : t);
        }
    }
    uint64_t bits = 0;
    memcpy(&bits, o->data + offset, size);
    return (struct value){bits & mask_width(width), TERM_NONE};
}

void memory_store(struct machine *m, struct object *o, uint64_t offset, unsigned size, struct value v)
{
    journal_write(m, o->base + offset, size);
    uint64_t first = offset / LINE_BYTES, last = (offset + size - 1) / LINE_BYTES;
    if (!v.t && first == last && !o->lines[first].overlay) {
        struct line *l = line_change(m, o, first);
        l->uninitialised &= ~((~(uint64_t)0 >> (64 - size)) << (offset % LINE_BYTES));
        memcpy(o->data + offset, &v.bits, size);
        return;
    }
    term t = v.t ? term_zext(m->terms, v.t, 8 * size) : TERM_NONE;
    for (unsigned i = 0; i < size; i++)
        set_byte(m, o, offset + i, (uint8_t)(v.bits >> (8 * i)), t, t ? i : 0);
}

static void move_byte(struct machine *m, struct object *to, uint64_t to_at, struct object *from,
                      uint64_t from_at)
{
    unsigned index = 0;
    term t = byte_term(m, from, from_at, &index);
    if (!byte_uninitialised(from, from_at)) {
        set_byte(m, to, to_at, from->data[from_at], t, index);
        return;
    }
    struct unset_byte b = unset_value(m, from, from_at);
    if (!t && index != BYTE_COPIED)
        set_copied(m, from, from_at, b);
    set_copied(m, to, to_at, b);
}

void memory_move(struct machine *m, uint32_t to, uint64_t to_offset, uint32_t from, uint64_t from_offset,
                 uint64_t size)
{
    struct object *target = object_get(m, to), *source = object_get(m, from);
    uint64_t to_address = target->base + to_offset, from_address = source->base + from_offset;
    bool backwards = to_address > from_address; // also from a mapping to one of its parts (pages.h)
    journal_read(m, from_address, size);
    journal_write(m, to_address, size);
    for (uint64_t i = 0; i < size; i++) {
        uint64_t k = backwards ? size - 1 - i : i;
        move_byte(m, target, to_offset + k, source, from_offset + k);
    }
    if (target->reach == REACH_SHARED) {
        unsigned step = m->program->pointer_bits / 8;
        for (uint64_t at = layout_align_up(to_offset, step); at + step <= to_offset + size; at += step) {
            struct value word = {0, TERM_NONE};
            memcpy(&word.bits, target->data + at, step);
            memory_share_value(m, word);
        }
    }
}

void memory_fill(struct machine *m, struct object *o, uint64_t offset, uint64_t size, struct value byte)
{
    journal_write(m, o->base + offset, size);
    while (size) {
        uint64_t run = LINE_BYTES - offset % LINE_BYTES;
        if (run > size)
            run = size;
        struct line *l = &o->lines[offset / LINE_BYTES];
        if (byte.t || l->overlay) {
            for (uint64_t i = 0; i < run; i++)
                set_byte(m, o, offset + i, (uint8_t)byte.bits, byte.t, 0);
        } else {
            l = line_change(m, o, offset / LINE_BYTES);
            l->uninitialised &= ~((~(uint64_t)0 >> (64 - run)) << (offset % LINE_BYTES));
            memset(o->data + offset, (int)(uint8_t)byte.bits, run);
        }
        offset += run;
        size -= run;
    }
}

// ---- messages

// The scope of a variable ends before its function returns: which of the two an access comes after first is
// no difference.
void memory_explain(struct machine *m, uint64_t address, uint64_t size, bool write, char *text,
                    size_t text_size)
{
    char where[256], access[80];
    snprintf(access, sizeof access, "%s of %llu byte%s", write ? "write" : "read", (unsigned long long)size,
             size == 1 ? "" : "s");
    machine_describe_address(m, address, where, sizeof where);
    struct object was;
    const struct object *o = memory_find(m, address);
    bool within = memory_at(m, address, size);
    if (o && pages_explain(m, address, size, write, access, text, text_size))
        return;
    if (!within && forgotten_find(m, address, &was)) {
        o = &was;
        if (was.site == NO_SITE)
            snprintf(where, sizeof where, "a variable of a function that has returned");
        else
            naming_in_variable(m, &was, address, TYPE_PATH_WHOLE, where, sizeof where);
    }
    if (within && write && o->reach == REACH_CONSTANT)
        snprintf(text, text_size, "write to constant memory: %s", where);
    else if (address < LAYOUT_FUNCTION_BASE)
        snprintf(text, text_size, "null pointer: %s at address 0x%llx", access, (unsigned long long)address);
    else if (o && o->state == OBJECT_FREED)
        snprintf(text, text_size, "use after free: %s in %s", access, where);
    else if (o && (o->state == OBJECT_OUT_OF_SCOPE || (o->state == OBJECT_RETURNED && o->scopes)))
        snprintf(text, text_size, "use after scope: %s in %s", access, where);
    else if (o && o->state == OBJECT_RETURNED)
        snprintf(text, text_size, "use after %s: %s in %s",
                 o->kind == OBJECT_THREAD_LOCAL ? "the end of its thread" : "return", access, where);
    else
        snprintf(text, text_size, "out of bounds: %s at %s", access, where);
}
