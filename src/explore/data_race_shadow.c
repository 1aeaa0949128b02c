// What the detector remembers of memory: for each granule the accesses that a later one may race with, and
// what a thread that reads an atomic object acquires.
#include "explore/data_race_state.h"
#include "machine/questions.h"

#define WIDE_BYTES 256u

struct shadow_visit {
    struct data_race_detector *d;
    uint32_t note, thread, clock, tick;
    uint64_t address, size;
    enum data_race_class class;
};

#define BIT(class) (1u << DATA_RACE_##class)
#define ALL ((1u << DATA_RACE_CLASSES) - 1)
#define PLAIN_WRITES (BIT(WRITE) | BIT(END))
#define ATOMIC_WRITES (BIT(ATOMIC_WRITE) | BIT(AWAIT_WRITE))
#define ATOMIC_READS (BIT(ATOMIC_READ) | BIT(AWAIT_READ))

// By class: with which others it races where nothing orders the two accesses, and which earlier ones it
// supersedes: everything that races with those races with it.
static const struct {
    uint16_t races, supersedes;
} classes[DATA_RACE_CLASSES] = {
    [DATA_RACE_READ] = {PLAIN_WRITES | ATOMIC_WRITES | BIT(PRIVATE), BIT(READ) | ATOMIC_READS | BIT(SIZE)},
    [DATA_RACE_WRITE] = {ALL & ~BIT(SIZE), ALL & ~BIT(END)},
    [DATA_RACE_ATOMIC_READ] = {PLAIN_WRITES | BIT(PRIVATE), ATOMIC_READS | BIT(SIZE)},
    [DATA_RACE_ATOMIC_WRITE] = {PLAIN_WRITES | BIT(READ) | BIT(PRIVATE),
                                ATOMIC_READS | ATOMIC_WRITES | BIT(SIZE)},
    [DATA_RACE_END] = {ALL, ALL},
    [DATA_RACE_SIZE] = {BIT(END), BIT(SIZE)},
    [DATA_RACE_AWAIT_READ] = {PLAIN_WRITES | BIT(PRIVATE), BIT(AWAIT_READ)},
    [DATA_RACE_AWAIT_WRITE] = {PLAIN_WRITES | BIT(READ) | BIT(PRIVATE), BIT(AWAIT_READ) | BIT(AWAIT_WRITE)},
    [DATA_RACE_PRIVATE] = {0, ALL}, // what came before it is the owner's
};

static bool supersedes(enum data_race_class new, enum data_race_class old)
{
    return classes[new].supersedes >> old & 1;
}

static bool is_suspicion(enum data_race_class class)
{
    return class >= DATA_RACE_AWAIT_READ;
}

static uint32_t page_cell(struct data_race_detector *d, uint64_t page)
{
    if (d->last_page != page + 1) {
        d->last_cell = data_race_map_cell(&d->pages, &d->clocks, page, PAGE_CELLS);
        d->last_page = page + 1;
    }
    return d->last_cell;
}

static uint32_t add_shadow_node(struct data_race_detector *d, struct data_race_node node)
{
    vector_push(&d->nodes, node);
    return d->nodes.size - 1;
}

static bool ordered(const struct shadow_visit *v, const struct data_race_node *n)
{
    return n->thread == v->thread || data_race_tick(&v->d->clocks, v->clock, n->thread) >= n->tick;
}

static void add_race_suspect(struct data_race_detector *d, struct learnt_fact fact)
{
    for (uint32_t k = 0; k < d->suspects.size; k++)
        if (d->suspects.data[k].kind == fact.kind && d->suspects.data[k].what == fact.what)
            return;
    vector_push(&d->suspects, fact);
}

static void add_race_pair(struct data_race_detector *d, uint32_t first, uint32_t second)
{
    for (uint32_t k = 0; k < d->pairs.size; k++) {
        const struct data_race_pair *p = &d->pairs.data[k];
        if (d->notes[p->first].other == d->notes[first].other &&
            d->notes[p->second].other == d->notes[second].other)
            return;
    }
    vector_push(&d->pairs, (struct data_race_pair){first, second});
}

// Compares with an access that shares a byte. True: the new one supersedes it.
static bool compare_with_node(const struct shadow_visit *v, const struct data_race_node *n)
{
    if (ordered(v, n))
        return supersedes(v->class, n->class);
    if (!(classes[v->class].races >> n->class & 1))
        return false;
    if (is_suspicion(n->class))
        add_race_suspect(v->d, machine_note_fact(&v->d->notes[n->note]));
    else if (is_suspicion(v->class))
        add_race_suspect(v->d, machine_note_fact(&v->d->notes[v->note]));
    else
        add_race_pair(v->d, n->note, v->note);
    return false;
}

static struct data_race_node node_of_visit(const struct shadow_visit *v, uint32_t next, uint8_t mask)
{
    return (struct data_race_node){next, v->note, v->tick, (uint16_t)v->thread, mask, (uint8_t)v->class};
}

// Nothing new: another access at the same place would only say more than the place's first did, so that what
// is reported depends on the trace alone and not on what came in between.
static bool is_same_visit(const struct shadow_visit *v, const struct data_race_node *n, uint8_t mask)
{
    return n->thread == v->thread && n->tick == v->tick && n->class == v->class && n->mask == mask &&
           v->d->notes[n->note].other == v->d->notes[v->note].other;
}

// The list of a granule without what is superseded.
static uint32_t trim_granule(const struct shadow_visit *v, uint32_t head, uint8_t mask)
{
    uint32_t kept = 0;
    for (uint32_t k = head; k; k = v->d->nodes.data[k].next) {
        struct data_race_node n = v->d->nodes.data[k];
        if (ordered(v, &n) && supersedes(v->class, n.class))
            n.mask &= (uint8_t)~mask;
        n.next = kept;
        if (n.mask)
            kept = add_shadow_node(v->d, n);
    }
    return kept;
}

static void visit_granule(const struct shadow_visit *v, uint32_t cell, uint8_t mask, bool remember)
{
    struct data_race_detector *d = v->d;
    uint32_t head = data_race_cell(&d->clocks, cell);
    if (head && remember && is_same_visit(v, &d->nodes.data[head], mask))
        return;
    bool superseded = false;
    for (uint32_t k = head; k; k = d->nodes.data[k].next)
        if (d->nodes.data[k].mask & mask)
            superseded |= compare_with_node(v, &d->nodes.data[k]);
    if (superseded)
        head = trim_granule(v, head, mask);
    if (remember)
        head = add_shadow_node(d, node_of_visit(v, head, mask));
    data_race_cell_set(&d->clocks, cell, head);
}

static bool overlaps(const struct shadow_visit *v, const struct machine_note *other)
{
    return v->address < other->address + other->size && other->address < v->address + v->size;
}

static bool covers_note(const struct shadow_visit *v, const struct machine_note *other)
{
    return v->address <= other->address && v->address + v->size >= other->address + other->size;
}

static void visit_wide(const struct shadow_visit *v, uint32_t cell, bool remember)
{
    struct data_race_detector *d = v->d;
    uint32_t head = data_race_cell(&d->clocks, cell), kept = 0;
    bool superseded = false;
    for (uint32_t k = head; k; k = d->nodes.data[k].next) {
        const struct machine_note *other = &d->notes[d->nodes.data[k].note];
        if (overlaps(v, other) && compare_with_node(v, &d->nodes.data[k]) && covers_note(v, other))
            superseded = true;
    }
    for (uint32_t k = head; superseded && k; k = d->nodes.data[k].next) {
        struct data_race_node n = d->nodes.data[k];
        n.next = kept;
        if (!(covers_note(v, &d->notes[n.note]) && ordered(v, &n) && supersedes(v->class, n.class)))
            kept = add_shadow_node(d, n);
    }
    if (superseded)
        head = kept;
    if (remember)
        head = add_shadow_node(d, node_of_visit(v, head, 0));
    data_race_cell_set(&d->clocks, cell, head);
}

// The bytes of a granule that an access covers.
static uint8_t mask_of(uint64_t granule, uint64_t address, uint64_t size)
{
    uint64_t base = granule << GRANULE_BITS, end = address + size;
    unsigned first = address > base ? (unsigned)(address - base) : 0;
    unsigned last = end < base + 8 ? (unsigned)(end - base) : 8;
    return (uint8_t)((0xffu << first) & (0xffu >> (8 - last)));
}

static uint32_t granule_cell(struct data_race_detector *d, uint64_t granule, uint32_t lists)
{
    uint32_t page = page_cell(d, granule >> (PAGE_BITS - GRANULE_BITS));
    return page + lists + (uint32_t)(granule & (PAGE_GRANULES - 1));
}

static enum data_race_class note_class(const struct machine_note *n)
{
    if (n->kind == NOTE_SHARE)
        return DATA_RACE_PRIVATE;
    if (n->kind == NOTE_AWAIT)
        return n->write ? DATA_RACE_AWAIT_WRITE : DATA_RACE_AWAIT_READ;
    if (n->atomic)
        return n->write ? DATA_RACE_ATOMIC_WRITE : DATA_RACE_ATOMIC_READ;
    if (n->operation == OPERATION_BLOCK_SIZE || n->operation == OPERATION_FREE)
        return n->operation == OPERATION_FREE ? DATA_RACE_END : DATA_RACE_SIZE;
    return n->write ? DATA_RACE_WRITE : DATA_RACE_READ;
}

void data_race_shadow_access(struct data_race_detector *d, uint32_t note)
{
    const struct machine_note *n = &d->notes[note];
    uint32_t thread = n->kind == NOTE_SHARE ? n->other : n->thread, clock = data_race_thread_clock(d, thread);
    uint32_t tick = data_race_tick(&d->clocks, clock, thread);
    if (n->kind == NOTE_SHARE && n->within && thread == d->access_thread)
        tick = d->access_tick; // that access may have released already
    if (n->kind == NOTE_ACCESS) {
        d->access_thread = thread;
        d->access_tick = tick;
    }
    struct shadow_visit v = {d, note, thread, clock, tick, n->address, n->size, note_class(n)};
    if (!v.size)
        return;
    bool wide = v.size > WIDE_BYTES;
    uint64_t last = v.address + v.size - 1;
    for (uint64_t g = v.address >> GRANULE_BITS; g <= last >> GRANULE_BITS; g++)
        visit_granule(&v, granule_cell(d, g, PAGE_ACCESSES), mask_of(g, v.address, v.size), !wide);
    for (uint64_t page = v.address >> PAGE_BITS; page <= last >> PAGE_BITS; page++) {
        uint32_t cell = page_cell(d, page) + PAGE_WIDE;
        if (wide || data_race_cell(&d->clocks, cell))
            visit_wide(&v, cell, wide);
    }
}

// ---- messages

// What the reader of these bytes acquires.
static uint32_t message_read(struct data_race_detector *d, uint32_t cell, uint8_t mask, uint32_t record)
{
    for (uint32_t k = data_race_cell(&d->clocks, cell); k; k = d->nodes.data[k].next)
        if (d->nodes.data[k].mask & mask)
            record = data_race_clock_join(&d->clocks, record, d->nodes.data[k].note);
    return record;
}

// A write: what was there stays where it continues a release sequence, that is after an update, or a write of
// the thread that began the sequence. `record`: what the write itself hands over, CLOCK_ZERO if nothing.
static void message_write(struct data_race_detector *d, uint32_t cell, uint8_t mask,
                          const struct machine_note *n, uint32_t record)
{
    uint32_t kept = 0, head = data_race_cell(&d->clocks, cell);
    for (uint32_t k = head; k; k = d->nodes.data[k].next) {
        struct data_race_node node = d->nodes.data[k];
        bool own = node.thread == n->thread;
        if (!n->atomic || (n->operation != OPERATION_UPDATE && !own))
            node.mask &= (uint8_t)~mask;
        else if (own && record && node.mask == mask) {
            record = data_race_clock_join(&d->clocks, record, node.note);
            continue;
        }
        node.next = kept;
        if (node.mask)
            kept = add_shadow_node(d, node);
    }
    if (record)
        kept = add_shadow_node(d, (struct data_race_node){kept, record, 0, (uint16_t)n->thread, mask, 0});
    data_race_cell_set(&d->clocks, cell, kept);
}

static bool acquires(unsigned order)
{
    return order == ORDER_ACQUIRE || order >= ORDER_ACQUIRE_RELEASE;
}

static bool releases(unsigned order)
{
    return order >= ORDER_RELEASE;
}

static void acquire_messages(struct data_race_detector *d, const struct machine_note *n, uint64_t first,
                             uint64_t last)
{
    uint32_t pending = thread_cell(d, n->thread, THREAD_PENDING), record = CLOCK_ZERO;
    for (uint64_t g = first; g <= last; g++)
        record = message_read(d, granule_cell(d, g, PAGE_MESSAGES), mask_of(g, n->address, n->size), record);
    if (record == CLOCK_ZERO)
        return;
    if (acquires(n->order))
        data_race_acquire(d, n->thread, record);
    else // an acquire fence may come
        data_race_cell_set(&d->clocks, pending,
                           data_race_clock_join(&d->clocks, data_race_cell(&d->clocks, pending), record));
}

static bool is_atomic_note(const struct machine_note *n)
{
    return n->atomic && (n->operation == OPERATION_READ || n->operation == OPERATION_WRITE ||
                         n->operation == OPERATION_UPDATE);
}

void data_race_shadow_read(struct data_race_detector *d, const struct machine_note *n)
{
    if (is_atomic_note(n) && n->operation != OPERATION_WRITE && n->size && n->size <= WIDE_BYTES)
        acquire_messages(d, n, n->address >> GRANULE_BITS, (n->address + n->size - 1) >> GRANULE_BITS);
}

void data_race_shadow_write(struct data_race_detector *d, const struct machine_note *n)
{
    uint32_t record = CLOCK_ZERO;
    if (!n->write || !n->size || n->size > WIDE_BYTES) // no atomic object is that wide
        return;
    if (is_atomic_note(n))
        record = releases(n->order) ? data_race_release(d, n->thread)
                                    : data_race_cell(&d->clocks, thread_cell(d, n->thread, THREAD_FENCE));
    uint64_t last = (n->address + n->size - 1) >> GRANULE_BITS;
    for (uint64_t g = n->address >> GRANULE_BITS; g <= last; g++) {
        uint32_t cell = granule_cell(d, g, PAGE_MESSAGES);
        if (record || data_race_cell(&d->clocks, cell))
            message_write(d, cell, mask_of(g, n->address, n->size), n, record);
    }
}
