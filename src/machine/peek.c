#include "machine/peek.h"

#include "base/hash.h"
#include "base/keyed.h"
#include "machine/await.h"
#include "machine/note.h"
#include "machine/step.h"

// Kinds of records in the table, in the upper bits of their keys.
#define TAG(n) ((uint64_t)(n) << 48)
#define TAG_MASK (~(uint64_t)0 << 48)
#define TAG_SITE TAG(1)   // sections that begin here are real: learnt
#define TAG_MUTEX TAG(2)  // sections of this lock are real: learnt
#define TAG_CELL TAG(3)   // a cell of memory
#define TAG_MARKED TAG(4) // the lock's cells are marked as such

enum {
    CELL_BYTES = 4,
    SITE_FRAMES = 2,           // callers that are part of a section's name: locks are often wrapped
    SECTION_OPERATIONS = 4096, // longer sections are real: they may be waiting for something
    RECORD_LIMIT = 1 << 23,    // larger tables, and
    LEARNT_LIMIT = 512,        // programs with more real sections, are not worth it
};

enum {
    ACCESSED = 1,
    BY_MANY = 2, // threads
    WRITTEN = 4,
    LOCK = 8,      // part of a lock
    CONFLICT = 16, // accessed by two threads, one of which writes, or both as a lock and as data
};

// A cell: `owner` is the name of a private section that used it, or with LOCK the address of the lock.
// Others are a set.
struct peek_record {
    uint64_t key;
    uint64_t owner;
    uint32_t thread; // the first to access it
    uint32_t flags;
};

#define KNOWN_ACCESSES 256u

struct peek {
    bool on;
    struct keyed records;
    uint32_t learnt;
    uint64_t known[KNOWN_ACCESSES]; // accesses noted already, by hash
};

// ---- the table

static bool has(const struct machine *m, uint64_t key)
{
    return keyed_find(&m->peek->records, sizeof(struct peek_record), key) != NULL;
}

static struct peek_record *peeked_record(struct machine *m, uint64_t key)
{
    return keyed_add(&m->peek->records, sizeof(struct peek_record), key);
}

static bool calls_locks(const struct program *p)
{
    static const bool locks[NATIVE_COUNT] = {
        [NATIVE_pthread_mutex_lock] = true, [NATIVE_mtx_lock] = true, [NATIVE_pthread_spin_lock] = true};
    for (uint32_t k = 0; k < p->functions_count; k++)
        if (p->functions[k].kind == FUNCTION_NATIVE && locks[p->functions[k].native])
            return true;
    for (uint32_t k = 0; k < p->code_count; k++)
        if (p->code[k].op == OP_CALL_NATIVE && locks[p->code[k].a])
            return true;
    return false;
}

void peek_attach(struct machine *m)
{
    m->peek = memory_zalloc(1, sizeof *m->peek);
    m->peek->on = m->options.peek && !note_wanted(m) && calls_locks(m->program);
}

void peek_detach(struct machine *m)
{
    keyed_free(&m->peek->records);
    memory_free(m->peek);
}

// ---- learning

void peek_learnt(struct machine *m, const struct learnt_fact *fact)
{
    if (!m->peek->on)
        return;
    switch (fact->kind) {
    case LEARNT_REAL_SECTIONS: m->peek->on = false; break;
    case LEARNT_REAL_SECTION: peeked_record(m, TAG_SITE | fact->what); break;
    case LEARNT_REAL_LOCK: peeked_record(m, TAG_MUTEX | fact->what); break;
    default: break;
    }
}

// All sections are real. True: stopped.
static bool give_up_peeking(struct machine *m)
{
    return m->peek->on && machine_learn(m, (struct learnt_fact){.kind = LEARNT_REAL_SECTIONS});
}

// The sections with that key are real. True: it was not known, stopped.
static bool learn_real_section(struct machine *m, uint64_t key)
{
    if (!m->peek->on || has(m, key))
        return false;
    if (++m->peek->learnt > LEARNT_LIMIT)
        return give_up_peeking(m);
    enum learnt_kind kind = (key & TAG_MASK) == TAG_SITE ? LEARNT_REAL_SECTION : LEARNT_REAL_LOCK;
    return machine_learn(m, (struct learnt_fact){.kind = kind, .what = key & ~TAG_MASK});
}

// Replays follow what was learnt, and steps that are tried by awaits (await.h) are undone: neither learns. In
// the latter, sections are real ones.
static bool follows_learnt(const struct machine *m)
{
    return m->options.concrete || m->speculating;
}

bool peek_break(struct machine *m)
{
    if (!follows_learnt(m))
        learn_real_section(m, m->state.section.site);
    m->state.section.state = SECTION_BROKEN;
    step_stop(m, STEP_RESTART);
    return false;
}

bool peek_observe(struct machine *m, uint64_t address)
{
    return !m->peek->on || m->state.unjoined == 0 || follows_learnt(m) ||
           !learn_real_section(m, TAG_MUTEX | address);
}

// ---- with other processes

void peek_share(const struct machine *m, byte_vector *to)
{
    const struct keyed *records = &m->peek->records;
    const struct peek_record *all = (const struct peek_record *)(const void *)records->records;
    bytes_add_number(to, m->peek->on);
    bytes_add_number(to, m->peek->on ? records->count : 0);
    for (uint32_t k = 0; m->peek->on && k < records->capacity; k++)
        if (all[k].key)
            bytes_add(to, &all[k], sizeof all[k]);
}

static void learn_owner(struct machine *m, const struct peek_record *r, uint64_t owner)
{
    bool lock = r->flags & LOCK || (owner & TAG_MASK) == TAG_MUTEX;
    uint64_t key = lock ? TAG_MUTEX | owner : owner;
    if (owner && !has(m, key))
        machine_add_fact(m, (struct learnt_fact){.kind = lock ? LEARNT_REAL_LOCK : LEARNT_REAL_SECTION,
                                                 .what = key & ~TAG_MASK});
}

// Two threads, each in another process, have used the cell; or it is a lock for one process, and data or part
// of another lock for the other.
static void join_cell(struct machine *m, const struct peek_record *other)
{
    struct peek_record before = *peeked_record(m, other->key), after = before;
    if (before.flags & ACCESSED && other->flags & ACCESSED && before.thread != other->thread)
        after.flags |= BY_MANY;
    if (!(before.flags & ACCESSED))
        after.thread = other->thread;
    after.flags |= other->flags;
    bool locks = before.flags & other->flags & LOCK && before.owner != other->owner;
    if ((after.flags & LOCK && after.flags & ACCESSED) || locks ||
        (after.flags & BY_MANY && after.flags & WRITTEN))
        after.flags |= CONFLICT;
    if (!(before.flags & LOCK) && (other->flags & LOCK || !before.owner))
        after.owner = other->owner;
    bool conflict = after.flags & CONFLICT;
    if (conflict && !(after.flags & LOCK))
        after.owner = 0; // who used it in one of the processes learns that now
    *peeked_record(m, other->key) = after;
    if (conflict && !(before.flags & CONFLICT))
        learn_owner(m, &before, before.owner);
    if (conflict && !(other->flags & CONFLICT))
        learn_owner(m, other, other->owner);
}

void peek_merge(struct machine *m, struct byte_reader *from)
{
    struct peek_record r;
    bool on = bytes_number_below(from, 2);
    uint32_t count = bytes_count(from, sizeof r);
    for (uint32_t k = 0; k < count && !from->damaged; k++) {
        bytes_copy(from, &r, sizeof r);
        if (!m->peek->on || from->damaged)
            continue;
        if ((r.key & TAG_MASK) == TAG_CELL)
            join_cell(m, &r);
        else if ((r.key & TAG_MASK) == TAG_MARKED && peeked_record(m, r.key)->flags < r.flags)
            peeked_record(m, r.key)->flags = r.flags;
    }
    if (!on && m->peek->on) // learnt there
        machine_add_fact(m, (struct learnt_fact){.kind = LEARNT_REAL_SECTIONS});
    memset(m->peek->known, 0, sizeof m->peek->known);
}

// ---- cells

// False: stopped.
static bool note_cell(struct machine *m, uint64_t cell, bool write)
{
    struct peek_record *r = peeked_record(m, TAG_CELL | cell);
    uint64_t site = m->state.section.state ? m->state.section.site : 0;
    uint32_t self = m->current->number, flags = r->flags | ACCESSED;
    if (!(r->flags & ACCESSED))
        r->thread = self;
    else if (r->thread != self)
        flags |= BY_MANY;
    if (write)
        flags |= WRITTEN;
    if (flags & LOCK || (flags & BY_MANY && flags & WRITTEN))
        flags |= CONFLICT;
    r->flags = flags;
    if (!(flags & CONFLICT)) {
        r->owner = site ? site : r->owner;
        return true;
    }
    if (site)
        return peek_break(m);
    if (flags & LOCK)
        return !learn_real_section(m, TAG_MUTEX | r->owner);
    if (!r->owner)
        return true;
    uint64_t owner = r->owner;
    r->owner = 0;
    return !learn_real_section(m, owner);
}

static bool note_peeked_range(struct machine *m, const struct access *a)
{
    if (m->peek->records.count > RECORD_LIMIT || a->size > RECORD_LIMIT)
        return !give_up_peeking(m);
    for (uint64_t cell = a->address / CELL_BYTES; cell * CELL_BYTES < a->address + a->size; cell++)
        if (!note_cell(m, cell, a->write))
            return false;
    return true;
}

// The range is a lock, which is taken or released. False: stopped.
static bool note_lock_range(struct machine *m, const struct access *a)
{
    struct peek_record *marked = peeked_record(m, TAG_MARKED | a->address);
    if (marked->flags >= a->size)
        return true;
    marked->flags = (uint32_t)a->size;
    bool accessed = false, stopped = false;
    for (uint64_t cell = a->address / CELL_BYTES; cell * CELL_BYTES < a->address + a->size; cell++) {
        struct peek_record *r = peeked_record(m, TAG_CELL | cell);
        uint64_t owner = r->owner;
        accessed |= r->flags & ACCESSED;
        r->owner = a->address;
        bool other = r->flags & LOCK && owner != a->address; // two locks share memory
        accessed |= other;
        if (owner)
            stopped |= r->flags & LOCK ? other && learn_real_section(m, TAG_MUTEX | owner)
                                       : learn_real_section(m, owner);
        r = peeked_record(m, TAG_CELL | cell); // learning may have moved it
        r->flags |= LOCK | (r->flags & ACCESSED ? CONFLICT : 0);
    }
    if (accessed)
        stopped |= learn_real_section(m, TAG_MUTEX | a->address);
    return !stopped;
}

static bool note_all(struct machine *m, const struct operation *op)
{
    bool lock = operation_has(op->kind, OPERATION_LOCKS) || operation_has(op->kind, OPERATION_UNLOCKS);
    for (uint32_t k = 0; k < op->access_count; k++)
        if (!(lock ? note_lock_range(m, &op->access[k]) : note_peeked_range(m, &op->access[k])))
            return false;
    return true;
}

// Outside of private sections, noting what the same thread has done before changes nothing: whatever came in
// between has seen it. The access as a word, 0 if it does not fit.
static uint64_t access_word(const struct machine *m, const struct operation *op)
{
    const struct access *a = &op->access[0];
    if (op->access_count != 1 || a->size >= 64 || a->address >> 46)
        return 0;
    uint64_t lock = operation_has(op->kind, OPERATION_LOCKS) || operation_has(op->kind, OPERATION_UNLOCKS);
    return a->address | a->size << 46 | (uint64_t)m->current->number << 52 | (uint64_t)a->write << 60 |
           lock << 61 | (uint64_t)1 << 62;
}

bool peek_permits(struct machine *m, const struct operation *op)
{
    if (!m->peek->on || follows_learnt(m))
        return true;
    // Waiting inside an atomic section tells that the lock is held in the middle of a private section.
    if (operation_has(op->kind, OPERATION_LOCKS) && m->current->state.atomic_depth &&
        !peek_observe(m, op->access[0].address))
        return false;
    uint64_t word = access_word(m, op), *known = &m->peek->known[hash_mix(word) % KNOWN_ACCESSES];
    if (word && *known == word)
        return true;
    if (!note_all(m, op))
        return false;
    *known = word;
    return true;
}

// ---- sections

// Names the sections that begin where the running thread stands.
static uint64_t site_name(const struct machine *m)
{
    const struct thread *t = m->current;
    uint64_t name = t->state.code;
    for (uint32_t k = 0; k < SITE_FRAMES && k < t->state.depth; k++)
        name = hash_combine(name, t->frames.data[t->state.depth - 1 - k].return_code);
    return TAG_SITE | (name & ~TAG_MASK);
}

bool peek_private(struct machine *m, uint64_t address, bool held)
{
    return m->peek->on && !m->speculating && !held && m->current->state.atomic_depth == 0 &&
           !peek_inside(m) && !has(m, TAG_MUTEX | address) && !has(m, site_name(m));
}

void peek_enter(struct machine *m, uint64_t address)
{
    m->state.section = (struct private_section){.state = SECTION_OPEN, .lock = address, .site = site_name(m)};
    struct thread_state *state = thread_change(m, m->current);
    state->peek_site = m->state.section.site;
    struct await_past past = await_past(m);
    state->peek_hash = past.hashes;
    state->peek_snapshot = past.snapshots;
    await_forget(m); // what it reads inside is not followed
}

void peek_leave(struct machine *m, uint64_t address)
{
    if (m->state.section.state != SECTION_OPEN || m->state.section.lock != address)
        return;
    m->state.section = (struct private_section){.state = SECTION_NONE};
    m->state.permitted = false;
}

// Operations on memory that change nothing else.
static bool is_memory_operation(enum operation_kind kind)
{
    return kind == OPERATION_READ || kind == OPERATION_WRITE || kind == OPERATION_UPDATE;
}

enum meeting peek_meets(struct machine *m, const struct operation *op)
{
    struct private_section *section = &m->state.section;
    if (section->state == SECTION_NONE)
        return MEETING_OPEN;
    bool ends = operation_has(op->kind, OPERATION_UNLOCKS) && op->access[0].address == section->lock;
    if (section->state != SECTION_OPEN || (!ends && !is_memory_operation(op->kind)) ||
        ++section->operations > SECTION_OPERATIONS) {
        peek_break(m);
        return MEETING_STOPPED;
    }
    return ends || follows_learnt(m) || note_all(m, op) ? MEETING_GRANTED : MEETING_STOPPED;
}

bool peek_call(struct machine *m, uint32_t native)
{
    return native_facts(native) & FACT_PRIVATE || peek_break(m);
}

void peek_event(struct machine *m)
{
    m->state.section = (struct private_section){.state = SECTION_NONE};
}

void peek_stopped(struct machine *m)
{
    struct private_section *section = &m->state.section;
    if (section->state == SECTION_OPEN && m->stop == STEP_DONE)
        peek_break(m);
    else if (section->state == SECTION_BROKEN && m->stop != STEP_INTERRUPTED)
        m->stop = STEP_RESTART;
}

// ---- loops that wait

static bool section_came_back(struct machine *m, const struct thread *t, bool section)
{
    if (section && !follows_learnt(m))
        learn_real_section(m, t->state.peek_site);
    return section;
}

bool peek_came_back(struct machine *m, const struct thread *t, uint32_t hash)
{
    return section_came_back(m, t, t->state.peek_site && hash < t->state.peek_hash);
}

bool peek_came_back_to_snapshot(struct machine *m, const struct thread *t, uint32_t snapshot)
{
    return section_came_back(m, t, t->state.peek_site && snapshot < t->state.peek_snapshot);
}
