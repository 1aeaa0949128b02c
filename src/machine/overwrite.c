#include "machine/overwrite.h"

#include "base/keyed.h"
#include "machine/memory.h"
#include "machine/native.h"
#include "machine/note.h"
#include "machine/step.h"

// Records are of granules and of cells: what size the cells of a granule have, and what was stored in them.
#define GRANULE_BYTES 8u

#ifndef HEDDLE_ORDER_LIMIT
#define HEDDLE_ORDER_LIMIT 256u // test builds make it small
#endif

enum {
    // Not worth it are: larger tables, accesses to more bytes, programs with more surprises, and executions
    // with more decided orders of two stores.
    RECORD_LIMIT = 1 << 22,
    RANGE_LIMIT = 1 << 16,
    RESTART_LIMIT = 256,
    ORDER_LIMIT = HEDDLE_ORDER_LIMIT,
};

enum { READ = 1, BY_MANY = 2 }; // flags of a granule: it is unread no more; two threads have written it

struct overwrite_record {
    uint64_t key;
    uint32_t head;   // of a cell: its newest entry in stores + 1, 0: none
    uint16_t thread; // of a granule: the first to write it
    uint8_t size;    // of a granule: bytes of its cells
    uint8_t flags;
};

// A store to a cell that nobody reads meanwhile, see overwrite.h. Indices are those of stores + 1, 0:
// none. With NO_THREAD: from here on the cell's content is known.
#define NO_THREAD 0xffffffffu
struct overwrite {
    uint64_t key;   // of the cell's record
    uint32_t under; // the cell's entry before it
    uint32_t other; // the newest before it of another thread, since the content was known
    uint32_t thread, event;
    struct value value;
};

#define KNOWN_GRANULES 256u

typedef VECTOR(uint32_t) event_numbers;

struct overwriting {
    bool on;
    bool used; // stores of two threads have been taken to commute
    struct keyed records;
    uint32_t restarts;
    uint64_t known[KNOWN_GRANULES]; // granules that are read, by number
    // along the present path
    VECTOR(struct overwrite) stores;
    VECTOR(struct machine_order) orders;
    event_numbers others, newest; // scratch
};

// ---- the table

static uint64_t granule_key(uint64_t granule)
{
    return granule << 1 | (uint64_t)1 << 63;
}

static uint64_t cell_key(uint64_t address)
{
    return address << 1 | 1;
}

// NULL: there is none.
static struct overwrite_record *find_overwriting(const struct machine *m, uint64_t key)
{
    return keyed_find(&m->overwriting->records, sizeof(struct overwrite_record), key);
}

static struct overwrite_record *add_overwriting(struct machine *m, uint64_t key)
{
    return keyed_add(&m->overwriting->records, sizeof(struct overwrite_record), key);
}

// The cell's newest entry in stores + 1; 0: none.
static uint32_t newest_store(const struct machine *m, uint64_t address)
{
    const struct overwrite_record *cell = find_overwriting(m, cell_key(address));
    return cell ? cell->head : 0;
}

void overwrite_attach(struct machine *m)
{
    // A search for leaks reads all memory at the end; data races need the order of all writes.
    bool reads_all = m->options.properties & 1u << PROPERTY_LEAK;
    m->overwriting = memory_zalloc(1, sizeof *m->overwriting);
    m->overwriting->on = m->options.unread_writes && !m->options.concrete && !note_wanted(m) && !reads_all;
}

void overwrite_detach(struct machine *m)
{
    vector_free(&m->overwriting->stores);
    vector_free(&m->overwriting->orders);
    vector_free(&m->overwriting->others);
    vector_free(&m->overwriting->newest);
    keyed_free(&m->overwriting->records);
    memory_free(m->overwriting);
}

// ---- learning

// What was believed was wrong, and was used. A step that is tried goes on: the next one stops.
static bool start_again(struct machine *m)
{
    m->learnt.stale = true;
    if (++m->overwriting->restarts > RESTART_LIMIT)
        m->overwriting->on = false;
    if (m->speculating)
        return true;
    step_stop(m, STEP_RESTART);
    return false;
}

bool overwrite_give_up(struct machine *m)
{
    if (!m->overwriting->on)
        return true;
    m->overwriting->on = false;
    return !m->overwriting->used || start_again(m);
}

// False: stopped.
static bool note_granule(struct machine *m, uint64_t granule)
{
    uint64_t *known = &m->overwriting->known[granule % KNOWN_GRANULES];
    if (*known == granule)
        return true;
    struct overwrite_record *r = add_overwriting(m, granule_key(granule));
    bool used = r->flags & BY_MANY;
    *known = granule;
    r->flags = READ;
    return !used || start_again(m);
}

static bool note_used_range(struct machine *m, uint64_t address, uint64_t size)
{
    if (size > RANGE_LIMIT || m->overwriting->records.count > RECORD_LIMIT)
        return overwrite_give_up(m);
    for (uint64_t g = address / GRANULE_BYTES; g * GRANULE_BYTES < address + size; g++)
        if (!note_granule(m, g))
            return false;
    return true;
}

// ---- with other processes

void overwrite_share(const struct machine *m, byte_vector *to)
{
    const struct overwriting *o = m->overwriting;
    const struct overwrite_record *all = (const struct overwrite_record *)(const void *)o->records.records;
    uint32_t count = 0;
    for (uint32_t k = 0; k < o->records.capacity; k++)
        count += all[k].key >> 63 ? 1 : 0;
    bytes_add_number(to, o->on);
    bytes_add_number(to, o->used);
    bytes_add_number(to, count);
    for (uint32_t k = 0; k < o->records.capacity; k++)
        if (all[k].key >> 63)
            bytes_add(to, &all[k], sizeof all[k]);
}

// True: it is read in one process, and stores of two threads to it were taken to commute in one.
static bool join_granule(struct machine *m, const struct overwrite_record *other)
{
    struct overwrite_record *r = add_overwriting(m, other->key);
    bool many = (r->flags | other->flags) & BY_MANY, stored = r->size && other->size;
    if (stored && (r->thread != other->thread || r->size != other->size))
        many = true;
    if (stored && r->size != other->size)
        r->flags |= READ; // no two of them are the same cell
    bool read = (r->flags | other->flags) & READ;
    if (!r->size) {
        r->size = other->size;
        r->thread = other->thread;
    }
    r->flags = read ? READ : many ? BY_MANY : 0;
    m->overwriting->used |= many && !read;
    return read && many;
}

// Whether a granule's record can be one that overwrite_share wrote.
static bool is_granule(const struct machine *m, const struct overwrite_record *r)
{
    bool cells = r->size <= 8 && (r->size & (r->size - 1)) == 0; // 0: nobody has written it
    return r->key >> 63 && !(r->key & 1) && cells && !(r->flags & ~(READ | BY_MANY)) &&
           r->thread < m->thread_limit;
}

void overwrite_merge(struct machine *m, struct byte_reader *from)
{
    struct overwriting *o = m->overwriting;
    struct overwrite_record r;
    bool on = bytes_number_below(from, 2), wrong = false;
    o->used |= bytes_number_below(from, 2);
    uint32_t count = bytes_count(from, sizeof r);
    for (uint32_t k = 0; k < count && !from->damaged; k++) {
        bytes_copy(from, &r, sizeof r);
        from->damaged |= !is_granule(m, &r);
        wrong |= !from->damaged && join_granule(m, &r);
    }
    if (!on && o->on) {
        o->on = false;
        wrong |= o->used;
    }
    if (!wrong)
        return;
    m->learnt.stale = true;
    if (++o->restarts > RESTART_LIMIT)
        o->on = false;
}

enum meeting overwrite_meets(struct machine *m, const struct operation *op)
{
    // A release, or what protects pages, reads nothing, and commutes with no store.
    bool reads = op->kind != OPERATION_FREE && op->kind != OPERATION_PROTECT;
    if (!m->overwriting->on || m->state.unjoined == 0 || op->lifetime || !reads)
        return MEETING_OPEN;
    for (uint32_t k = 0; k < op->access_count; k++)
        if (op->access[k].commute != COMMUTE_STORE &&
            !note_used_range(m, op->access[k].address, op->access[k].size))
            return MEETING_STOPPED;
    return MEETING_OPEN;
}

bool overwrite_read(struct machine *m, uint64_t address, uint64_t size)
{
    if (m->state.unjoined == 0)
        return overwrite_decide(m, address, size);
    return !m->overwriting->on || note_used_range(m, address, size);
}

enum access_commute overwrite_class(struct machine *m, const struct access *access)
{
    uint64_t size = access->size;
    bool cell = (size == 1 || size == 2 || size == 4 || size == 8) && access->address % size == 0;
    // In an atomic section or a private one, the store is only a part of what the step does.
    if (!m->overwriting->on || !cell || access->partial || m->current->state.atomic_depth ||
        m->state.section.state != SECTION_NONE)
        return COMMUTE_NO;
    struct overwrite_record *r = add_overwriting(m, granule_key(access->address / GRANULE_BYTES));
    if (r->flags & READ || (r->size && r->size != size))
        return COMMUTE_NO;
    if (!r->size) {
        r->size = (uint8_t)size;
        r->thread = (uint16_t)m->current->number;
    } else if (r->thread != m->current->number) {
        r->flags |= BY_MANY;
        m->overwriting->used = true;
    }
    return COMMUTE_STORE;
}

// ---- stores of the present execution

static const struct overwrite *entry(const struct machine *m, uint32_t index)
{
    return &m->overwriting->stores.data[index - 1];
}

static void push_store(struct machine *m, uint64_t key, uint32_t thread, struct value v)
{
    struct overwrite_record *r = add_overwriting(m, key);
    struct overwrite e = {
        .key = key, .under = r->head, .thread = thread, .event = m->state.events - 1, .value = v};
    if (r->head && thread != NO_THREAD) {
        const struct overwrite *before = entry(m, r->head);
        e.other = before->thread == thread ? before->other : before->thread != NO_THREAD ? r->head : 0;
        m->state.undecided += e.other && !before->other;
    }
    vector_push(&m->overwriting->stores, e);
    r->head = m->overwriting->stores.size;
}

void overwrite_stored(struct machine *m, uint64_t address, struct value v)
{
    push_store(m, cell_key(address), m->current->number, v);
}

static void forget_stores(struct machine *m, uint32_t size)
{
    while (m->overwriting->stores.size > size) {
        const struct overwrite *e = &vector_pop(&m->overwriting->stores);
        find_overwriting(m, e->key)->head = e->under;
    }
}

void overwrite_restart(struct machine *m)
{
    forget_stores(m, 0);
    m->overwriting->orders.size = 0;
}

uint32_t *overwrite_mark(struct machine *m, uint32_t *sizes)
{
    *sizes++ = m->overwriting->stores.size;
    *sizes++ = m->overwriting->orders.size;
    return sizes;
}

const uint32_t *overwrite_undo(struct machine *m, const uint32_t *sizes)
{
    forget_stores(m, *sizes++);
    m->overwriting->orders.size = *sizes++;
    return sizes;
}

uint32_t overwrite_count(const struct machine *m)
{
    return m->overwriting->stores.size;
}

uint32_t machine_orders(const struct machine *m, const struct machine_order **orders)
{
    *orders = m->overwriting->orders.data;
    return m->overwriting->orders.size;
}

bool machine_state_is_open(const struct machine *m)
{
    return m->state.undecided && m->overwriting->orders.size;
}

// ---- which was the last

// The newest store of each thread to the cell, by thread. Returns how many.
static uint32_t collect_newest_stores(const struct machine *m, uint32_t head, uint32_t *stores)
{
    uint32_t count = 0;
    for (uint32_t k = head; k; k = entry(m, k)->other) {
        uint32_t at = 0;
        while (at < count && entry(m, stores[at])->thread < entry(m, k)->thread)
            at++;
        if (at < count && entry(m, stores[at])->thread == entry(m, k)->thread)
            continue;
        memmove(stores + at + 1, stores + at, (count - at) * sizeof *stores);
        stores[at] = k;
        count++;
    }
    return count;
}

static bool store_may_be_last(const struct machine *m, const uint32_t *stores, uint32_t count, uint32_t last)
{
    event_numbers *others = &m->overwriting->others;
    others->size = 0;
    for (uint32_t k = 0; k < count; k++)
        if (stores[k] != last)
            vector_push(others, entry(m, stores[k])->event);
    // In a step that is tried, events have no names.
    return m->speculating ||
           m->hooks.may_be_last(m->hooks.context, entry(m, last)->event, others->data, others->size);
}

static void put_value(struct machine *m, uint64_t address, unsigned size, struct value v)
{
    const struct object *o = memory_holding(m, address, size);
    if (o)
        memory_store(m, object_get(m, (uint32_t)(o - m->memory.objects.data)), address - o->base, size, v);
}

// False: stopped for the choice.
static bool decide_last_store(struct machine *m, uint64_t address, unsigned size, uint32_t head)
{
    event_numbers *scratch = &m->overwriting->newest;
    vector_reserve(scratch, 2 * (uint64_t)m->thread_limit + 1);
    uint32_t *stores = scratch->data, *feasible = stores + m->thread_limit + 1;
    uint32_t count = collect_newest_stores(m, head, stores), possible = 0, answer;
    if (m->overwriting->orders.size + count > ORDER_LIMIT)
        return overwrite_give_up(m);
    for (uint32_t k = 0; k < count; k++)
        if (store_may_be_last(m, stores, count, stores[k]))
            feasible[possible++] = stores[k];
    if (!native_choose(m, possible, &answer)) {
        m->state.choice.order = true;
        return false;
    }
    uint32_t last = possible ? feasible[answer < possible ? answer : 0] : head;
    for (uint32_t k = 0; k < count; k++)
        if (stores[k] != last)
            vector_push(&m->overwriting->orders,
                        (struct machine_order){entry(m, stores[k])->event, entry(m, last)->event});
    if (last != head)
        put_value(m, address, size, entry(m, last)->value);
    m->state.undecided--;
    push_store(m, cell_key(address), NO_THREAD, (struct value){0, TERM_NONE});
    return true;
}

// What the cell holds no longer depends on its stores so far.
static void forget_cell(struct machine *m, uint64_t address, uint32_t head)
{
    m->state.undecided -= entry(m, head)->other != 0;
    push_store(m, cell_key(address), NO_THREAD, (struct value){0, TERM_NONE});
}

bool overwrite_replace(struct machine *m, uint64_t address, uint64_t size)
{
    const struct overwrite_record *granule = find_overwriting(m, granule_key(address / GRANULE_BYTES));
    uint32_t head = newest_store(m, address);
    if (!granule || granule->size != size || !head)
        return false;
    forget_cell(m, address, head);
    return true;
}

bool overwrite_placed(struct machine *m, uint64_t address, uint64_t size)
{
    if (m->state.unjoined)
        return overwrite_read(m, address, size);
    for (uint64_t at = address; overwrite_open(m) && at < address + size; at++) {
        uint32_t head = newest_store(m, at);
        if (head && entry(m, head)->other)
            forget_cell(m, at, head);
    }
    return true;
}

bool overwrite_decide_cells(struct machine *m, uint64_t address, uint64_t size)
{
    for (uint64_t g = address / GRANULE_BYTES; g * GRANULE_BYTES < address + size; g++) {
        const struct overwrite_record *granule = find_overwriting(m, granule_key(g));
        if (!granule || !granule->size)
            continue;
        unsigned cell = granule->size;
        for (uint64_t at = g * GRANULE_BYTES; at < (g + 1) * GRANULE_BYTES; at += cell) {
            uint32_t head = newest_store(m, at);
            if (at < address + size && address < at + cell && head && entry(m, head)->other &&
                !decide_last_store(m, at, cell, head))
                return false;
        }
    }
    return true;
}
