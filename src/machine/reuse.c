#include "machine/reuse.h"

#include "base/hash.h"
#include "machine/await.h"
#include "machine/identifiers.h"
#include "machine/location.h"
#include "machine/memory.h"
#include "machine/native.h"
#include "machine/note.h"
#include "machine/pages.h"
#include "machine/relevance.h"
#include "machine/site_pairs.h"
#include "machine/step.h"

enum {
    CELL_BYTES = 8,
    PAGE_BYTES = 4096,
    CELLS = 64 // blocks of one size class share a cell
};

// Blocks of which one may replace the other: where they are made, and their size class.
struct computed_site {
    uint32_t site;
    uint64_t size;
};
// Allocation sites are instructions of the program.
struct reuse {
    site_pairs learnt;
    VECTOR(uint32_t) gone;       // sites of mappings of which parts are unmapped
    uint32_t cells;              // the object that stands for the allocator, NO_OBJECT: nothing was learnt
    VECTOR(uint32_t) candidates; // of the present allocation
    // seen in this exploration
    site_pairs compared;
    VECTOR(uint32_t) released; // sites of blocks that were released while there were other threads
    VECTOR(struct computed_site) computed; // of blocks whose addresses were computed with
};

void reuse_attach(struct machine *m)
{
    bool learns = m->options.reuse && !m->options.concrete;
    m->reuse = memory_zalloc(1, sizeof *m->reuse);
    m->reuse_from = learns ? (uint64_t)m->memory.first_free_chunk << m->memory.chunk_bits : ~(uint64_t)0;
}

void reuse_detach(struct machine *m)
{
    vector_free(&m->reuse->learnt);
    vector_free(&m->reuse->gone);
    vector_free(&m->reuse->candidates);
    vector_free(&m->reuse->compared);
    vector_free(&m->reuse->released);
    vector_free(&m->reuse->computed);
    memory_free(m->reuse);
}

void reuse_restart(struct machine *m)
{
    m->reuse->compared.size = m->reuse->released.size = m->reuse->computed.size = 0;
    m->reuse->cells = NO_OBJECT;
}

static void keep_computed(const struct reuse *r, byte_vector *to)
{
    bytes_add_number(to, r->computed.size);
    for (uint32_t k = 0; k < r->computed.size; k++) {
        bytes_add_number(to, r->computed.data[k].site);
        bytes_add_number(to, r->computed.data[k].size);
    }
}

void reuse_keep(const struct machine *m, byte_vector *to)
{
    const struct reuse *r = m->reuse;
    bytes_add_number(to, r->compared.size);
    for (uint32_t k = 0; k < r->compared.size; k++) {
        bytes_add_number(to, r->compared.data[k].old);
        bytes_add_number(to, r->compared.data[k].new);
    }
    bytes_add_number(to, r->released.size);
    for (uint32_t k = 0; k < r->released.size; k++)
        bytes_add_number(to, r->released.data[k]);
    keep_computed(r, to);
}

// ---- sites

static bool site_was_released(const struct reuse *r, uint32_t site)
{
    for (uint32_t k = 0; k < r->released.size; k++)
        if (r->released.data[k] == site)
            return true;
    return false;
}

static bool site_is_computed(const struct reuse *r, uint32_t site, uint64_t size)
{
    for (uint32_t k = 0; k < r->computed.size; k++)
        if (r->computed.data[k].site == site && r->computed.data[k].size == size)
            return true;
    return false;
}

// ---- with other processes

void reuse_share(const struct machine *m, byte_vector *to)
{
    reuse_keep(m, to);
}

// A site; `carried`: of an earlier version of the program, else NULL. Damaged where that has changed, since
// what was seen of it could not be put together with what will be seen.
static uint32_t read_site(struct byte_reader *from, const struct code_carried *carried)
{
    uint32_t site = (uint32_t)bytes_number_below(from, (uint64_t)NO_CODE + 1);
    if (!carried || from->damaged || site >= carried->old_code_count)
        return site;
    from->damaged |= carried->counterparts[site] == NO_CODE;
    return carried->counterparts[site];
}

static void merge_computed(struct reuse *r, struct byte_reader *from, const struct code_carried *carried)
{
    uint32_t count = bytes_count(from, 2);
    for (uint32_t k = 0; k < count && !from->damaged; k++) {
        struct computed_site c = {.site = read_site(from, carried)};
        c.size = bytes_number(from);
        if (!site_is_computed(r, c.site, c.size))
            vector_push(&r->computed, c);
    }
}

static void add_computed_facts(struct machine *m)
{
    const struct reuse *r = m->reuse;
    for (uint32_t i = 0; i < r->computed.size; i++)
        for (uint32_t k = 0; k < r->computed.size && site_was_released(r, r->computed.data[i].site); k++)
            if (r->computed.data[i].size == r->computed.data[k].size)
                machine_add_fact(m, (struct learnt_fact){.kind = LEARNT_REUSE,
                                                         .what = r->computed.data[i].site,
                                                         .other = r->computed.data[k].site});
}

// What was compared, or computed with, and released is learnt, as where one process sees both.
static void take_observations(struct machine *m, struct byte_reader *from, const struct code_carried *carried)
{
    struct reuse *r = m->reuse;
    uint32_t count = bytes_count(from, 2);
    for (uint32_t k = 0; k < count && !from->damaged; k++) {
        struct site_pair pair = {.old = read_site(from, carried)};
        pair.new = read_site(from, carried);
        if (!site_pairs_have(&r->compared, pair.old, pair.new))
            vector_push(&r->compared, pair);
    }
    count = bytes_count(from, 1);
    for (uint32_t k = 0; k < count && !from->damaged; k++) {
        uint32_t site = read_site(from, carried);
        if (!site_was_released(r, site))
            vector_push(&r->released, site);
    }
    for (uint32_t k = 0; k < r->compared.size; k++) {
        struct site_pair pair = r->compared.data[k];
        if (site_was_released(r, pair.old))
            machine_add_fact(m,
                             (struct learnt_fact){.kind = LEARNT_REUSE, .what = pair.old, .other = pair.new});
    }
    merge_computed(r, from, carried);
    add_computed_facts(m);
}

void reuse_merge(struct machine *m, struct byte_reader *from)
{
    take_observations(m, from, NULL);
}

// Observations of an earlier exploration: what both halves show is among the facts that it had learnt.
void reuse_take(struct machine *m, struct byte_reader *from, const struct code_carried *carried)
{
    take_observations(m, from, carried);
}

// ---- learning

void reuse_learnt(struct machine *m, const struct learnt_fact *fact)
{
    if (fact->kind == LEARNT_REUSE)
        vector_push(&m->reuse->learnt, (struct site_pair){(uint32_t)fact->what, fact->other});
    else if (fact->kind == LEARNT_GONE_PAGES)
        vector_push(&m->reuse->gone, (uint32_t)fact->what);
}

// False: stopped.
static bool learn_reuse(struct machine *m, uint32_t old, uint32_t new)
{
    return !machine_learn(m, (struct learnt_fact){.kind = LEARNT_REUSE, .what = old, .other = new});
}

// The number of bytes that glibc's malloc reserves: blocks for which it is equal replace each other.
static uint64_t size_class(const struct machine *m, uint64_t size)
{
    uint64_t word = m->program->pointer_bits / 8, bytes = (size + word + 15) / 16 * 16;
    return bytes < 4 * word ? 4 * word : bytes;
}

static bool replaces(const struct machine *m, const struct object *old, uint64_t size, uint64_t alignment)
{
    return size_class(m, old->size) == size_class(m, size) && old->base % alignment == 0;
}

// Whether `new`, or a block of its site in another order of events, could have the address of `old`: it is
// made after the release. A release while there is no other thread comes after all that came before it.
static bool compare_pair(struct machine *m, const struct object *old, const struct object *new)
{
    struct reuse *r = m->reuse;
    uint32_t index = (uint32_t)(new - m->memory.objects.data);
    if ((old->state == OBJECT_FREED && index >= old->released) || site_was_released(r, old->code))
        return learn_reuse(m, old->code, new->code);
    if (!site_pairs_have(&r->compared, old->code, new->code))
        vector_push(&r->compared, (struct site_pair){old->code, new->code});
    return true;
}

// Whether the page is gone, or other threads may have unmapped pages of such a mapping.
static bool object_loses_pages(const struct machine *m, const struct object *o)
{
    bool gone = pages_is_part(o) && o->state == OBJECT_FREED;
    for (uint32_t k = 0; k < m->reuse->gone.size && !gone; k++)
        gone = m->reuse->gone.data[k] == o->code;
    return gone;
}

// Whether one of two mappings could lie where pages of the other are gone, in this or another order of
// events: addresses of pages that are gone are not given to other blocks.
static bool may_lie_in_gone_pages(const struct machine *m, const struct object *a, const struct object *b)
{
    return a->mapped && b->mapped && pages_whole(m, a) != pages_whole(m, b) &&
           (object_loses_pages(m, a) || object_loses_pages(m, b));
}

bool reuse_compare(struct machine *m, uint64_t a, uint64_t b)
{
    const struct object *first = memory_find(m, a), *second = memory_find(m, b);
    bool based = first && second && first != second && a == first->base && b == second->base;
    if (based && first->kind == OBJECT_SHADOW && second->kind == OBJECT_SHADOW)
        return relevance_here(m) == 0 || identifiers_compare(m, first, second);
    if (!first || !second || first == second || first->kind != OBJECT_HEAP || second->kind != OBJECT_HEAP ||
        first->code == NO_CODE || second->code == NO_CODE || relevance_here(m) == 0)
        return true;
    if (a % PAGE_BYTES == b % PAGE_BYTES && may_lie_in_gone_pages(m, first, second)) {
        step_unmodelled(m, "a comparison with the address of pages that were unmapped, which may come back");
        return false;
    }
    if (a - first->base != b - second->base || size_class(m, first->size) != size_class(m, second->size) ||
        pages_is_part(first) || pages_is_part(second))
        return true;
    return compare_pair(m, first, second) && compare_pair(m, second, first);
}

struct object *reuse_block_at(struct machine *m, uint64_t word)
{
    if (!reuse_may_be_address(m, word))
        return NULL;
    struct object *o = reuse_find(m, word);
    return o && o->kind == OBJECT_HEAP && o->code != NO_CODE && !o->is_library && !pages_is_part(o) ? o
                                                                                                    : NULL;
}

// Learns which pairs of computed blocks of that size class may have one address since the older one is of
// this site, and was released while there were other threads. `site`: only pairs with that one; NO_CODE: all.
static bool learn_computed(struct machine *m, uint32_t old, uint64_t size, uint32_t site)
{
    const struct reuse *r = m->reuse;
    for (uint32_t k = 0; k < r->computed.size && site_was_released(r, old); k++) {
        const struct computed_site *c = &r->computed.data[k];
        if (c->size == size && (site == NO_CODE || c->site == site) && !learn_reuse(m, old, c->site))
            return false;
    }
    return true;
}

// The older one was released before the other was made.
static bool learn_ordered(struct machine *m, const struct object *old, const struct object *new)
{
    uint32_t index = (uint32_t)(new - m->memory.objects.data);
    return old->state != OBJECT_FREED || index < old->released || learn_reuse(m, old->code, new->code);
}

// Pairs of the block and any other one that was computed with, or is of a site of which that holds.
static bool learn_from_blocks(struct machine *m, const struct object *block)
{
    uint64_t size = size_class(m, block->size);
    for (uint32_t k = 0; k < m->memory.objects.size; k++) {
        const struct object *o = object_get(m, k);
        if (o->kind == OBJECT_HEAP && o != block && !pages_is_part(o) && size_class(m, o->size) == size &&
            site_is_computed(m->reuse, o->code, size) &&
            (!learn_ordered(m, o, block) || !learn_ordered(m, block, o)))
            return false;
    }
    return true;
}

// Every block of a site counts, whichever of them was computed with: so what two orders of events show alone
// is learnt from both together.
bool reuse_note_computed(struct machine *m, struct object *block)
{
    struct reuse *r = m->reuse;
    uint64_t size = size_class(m, block->size);
    if (block->computed || relevance_here(m) == 0)
        return true;
    block->computed = true;
    if (!site_is_computed(r, block->code, size)) {
        vector_push(&r->computed, (struct computed_site){block->code, size});
        for (uint32_t k = 0; k < r->computed.size; k++)
            if (!learn_computed(m, r->computed.data[k].site, size, block->code))
                return false;
        if (!learn_computed(m, block->code, size, NO_CODE))
            return false;
    }
    return learn_from_blocks(m, block);
}

bool reuse_pages_gone(struct machine *m, const struct object *mapping)
{
    struct learnt_fact fact = {.kind = LEARNT_GONE_PAGES, .what = mapping->code};
    bool ordered = m->state.unjoined == 0; // after all that came before: then the state of the pages says it
    return ordered || m->reuse_from == ~(uint64_t)0 || mapping->code == NO_CODE || !machine_learn(m, fact);
}

bool reuse_released(struct machine *m, uint32_t block)
{
    struct reuse *r = m->reuse;
    struct object *o = object_get(m, block);
    o->released = m->memory.objects.size;
    if (site_pairs_have_old(&m->reuse->learnt, o->code)) {
        await_effect(m); // others may take the address
        vector_push(&m->memory.released, block);
        m->state.released = m->memory.released.size;
        location_add_object(m, o);
        note_key(m, NOTE_RELEASE, o->base, 0);
    }
    // What a step that is tried releases is recorded when the step is executed, and what follows from it
    // learnt then.
    if (m->state.unjoined == 0 || m->reuse_from == ~(uint64_t)0 || m->speculating ||
        site_was_released(r, o->code))
        return true;
    vector_push(&r->released, o->code);
    for (uint32_t k = 0; k < r->compared.size; k++)
        if (r->compared.data[k].old == o->code && !learn_reuse(m, o->code, r->compared.data[k].new))
            return false;
    uint64_t size = size_class(m, o->size);
    return !site_is_computed(r, o->code, size) || learn_computed(m, o->code, size, NO_CODE);
}

// ---- operations

bool reuse_begin(struct machine *m)
{
    if (!m->reuse->learnt.size)
        return true;
    m->reuse->cells =
        memory_allocate(m, m->current, OBJECT_SHADOW, CELLS * CELL_BYTES, CELL_BYTES, NO_SITE, true);
    if (m->reuse->cells != NO_OBJECT)
        memory_set_reach(m, m->reuse->cells, REACH_SHARED);
    return m->reuse->cells != NO_OBJECT;
}

static uint64_t reuse_cell(struct machine *m, uint64_t size)
{
    return object_get(m, m->reuse->cells)->base + size_class(m, size) / 16 % CELLS * CELL_BYTES;
}

bool reuse_add_release(struct machine *m, const struct object *block, struct operation *op)
{
    if (!site_pairs_have_old(&m->reuse->learnt, block->code))
        return true;
    if (!(relevance_here(m) & RELEVANT_PART) && relevance_learn(m, relevance_code(m), true))
        return false;
    operation_add(op, reuse_cell(m, block->size), CELL_BYTES, true);
    if (m->options.commute) // releases in one order or the other leave the same addresses free
        op->access[op->access_count - 1].commute = COMMUTE_ADD;
    return true;
}

static bool takes_addresses(const struct machine *m)
{
    return site_pairs_have_new(&m->reuse->learnt, memory_user_code(m)) && relevance_here(m) & RELEVANT_PART;
}

void reuse_add_allocation(struct machine *m, uint64_t size, struct operation *op)
{
    if (takes_addresses(m))
        operation_add(op, reuse_cell(m, size), CELL_BYTES, true);
}

static void add_candidate_block(struct machine *m, uint32_t block)
{
    vector_push(&m->reuse->candidates, block);
    uint32_t *c = m->reuse->candidates.data, k = m->reuse->candidates.size - 1;
    for (; k > 0 && object_get(m, c[k - 1])->base > object_get(m, block)->base; k--)
        c[k] = c[k - 1];
    c[k] = block;
}

uint32_t reuse_candidates(struct machine *m, uint64_t size, uint64_t alignment, uint32_t block)
{
    uint32_t site = memory_user_code(m);
    m->reuse->candidates.size = 0;
    if (!takes_addresses(m))
        return 0;
    for (uint32_t k = 0; k <= m->memory.released.size; k++) {
        uint32_t index = k < m->memory.released.size ? m->memory.released.data[k] : block;
        const struct object *o = object_get(m, index);
        bool released = index == block || o->state == OBJECT_FREED;
        if (index != NO_OBJECT && released && site_pairs_have(&m->reuse->learnt, o->code, site) &&
            replaces(m, o, size, alignment))
            add_candidate_block(m, index);
    }
    return m->reuse->candidates.size;
}

uint32_t reuse_candidate(const struct machine *m, uint32_t number)
{
    return m->reuse->candidates.data[number];
}
