// What the detector knows, as words (data_race_describe). Of a tick in a clock it can matter only which of
// the accesses that are remembered of its thread are not after it: accesses to come have later ticks than any
// that a clock holds. So ticks are replaced by how many these are.
#include "explore/data_race_state.h"
#include "machine/questions.h"

#include <stdlib.h>

// An access that is remembered.
struct described_access {
    uint64_t about; // thread, bytes, class, tick
    uint64_t place;
    uint64_t address, size; // of those that are too wide for granules
    uint64_t fact;          // of suspected ones: what has to be known
};
enum { ACCESS_WORDS = sizeof(struct described_access) / sizeof(uint64_t) };

struct data_race_describer {
    struct data_race_description description;
    VECTOR(uint32_t) alive;   // threads that may still do something
    VECTOR(uint64_t) ticks;   // of the accesses that are remembered: thread and tick, in order, each once
    VECTOR(uint32_t) threads; // that have some, in order
    VECTOR(struct described_access) accesses; // of one list
};

void data_race_describer_free(struct data_race_describer *r)
{
    if (!r)
        return;
    vector_free(&r->description.words);
    vector_free(&r->description.begins);
    vector_free(&r->alive);
    vector_free(&r->ticks);
    vector_free(&r->threads);
    vector_free(&r->accesses);
    memory_free(r);
}

static void add_described_word(struct data_race_describer *r, uint64_t word)
{
    vector_push(&r->description.words, word);
}

static void begin_described_part(struct data_race_describer *r)
{
    vector_push(&r->description.begins, r->description.words.size);
}

// ---- ticks

static int compare_words(const void *a, const void *b)
{
    uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return x < y ? -1 : x > y;
}

static uint64_t tick_of(uint32_t thread, uint32_t tick)
{
    return (uint64_t)thread << 32 | tick;
}

// An access that comes before all that threads will do races with nothing any more.
static bool may_still_race(struct data_race_detector *d, const struct data_race_node *n)
{
    const struct data_race_describer *r = d->describer;
    for (uint32_t k = 0; k < r->alive.size; k++) {
        uint32_t thread = r->alive.data[k],
                 clock = data_race_cell(&d->clocks, thread_cell(d, thread, THREAD_CLOCK));
        if (thread != n->thread && data_race_tick(&d->clocks, clock, n->thread) < n->tick)
            return true;
    }
    return false;
}

static void add_ticks(struct data_race_detector *d, uint32_t head)
{
    for (uint32_t k = head; k; k = d->nodes.data[k].next)
        if (may_still_race(d, &d->nodes.data[k]))
            vector_push(&d->describer->ticks, tick_of(d->nodes.data[k].thread, d->nodes.data[k].tick));
}

static void find_ticks(struct data_race_detector *d)
{
    struct data_race_describer *r = d->describer;
    r->ticks.size = r->threads.size = 0;
    for (uint32_t k = 0; k < d->pages.keys.size; k++) {
        uint32_t cell = d->pages.keys.data[k].cell;
        for (uint32_t g = 0; g < PAGE_GRANULES; g++)
            add_ticks(d, data_race_cell(&d->clocks, cell + PAGE_ACCESSES + g));
        add_ticks(d, data_race_cell(&d->clocks, cell + PAGE_WIDE));
    }
    if (r->ticks.size)
        qsort(r->ticks.data, r->ticks.size, sizeof *r->ticks.data, compare_words);
    uint32_t kept = 0;
    for (uint32_t k = 0; k < r->ticks.size; k++) {
        uint64_t tick = r->ticks.data[k];
        if (kept && r->ticks.data[kept - 1] == tick)
            continue;
        if (!kept || r->ticks.data[kept - 1] >> 32 != tick >> 32)
            vector_push(&r->threads, (uint32_t)(tick >> 32));
        r->ticks.data[kept++] = tick;
    }
    r->ticks.size = kept;
}

// How many are less.
static uint32_t count_below(const struct data_race_describer *r, uint64_t tick)
{
    uint32_t low = 0, high = r->ticks.size;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (r->ticks.data[middle] < tick)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

// How many of the thread's remembered accesses, by their ticks, are not after the tick.
static uint32_t tick_rank(const struct data_race_describer *r, uint32_t thread, uint32_t tick)
{
    return count_below(r, tick_of(thread, tick) + 1) - count_below(r, tick_of(thread, 0));
}

// Adds a clock, after a word that says whose it is; nothing where no access is before it.
static void add_clock(struct data_race_detector *d, uint64_t whose, uint32_t record)
{
    struct data_race_describer *r = d->describer;
    uint32_t place = r->description.words.size, count = 0;
    if (record == CLOCK_ZERO)
        return;
    add_described_word(r, whose);
    add_described_word(r, 0);
    for (uint32_t k = 0; k < r->threads.size; k++) {
        uint32_t thread = r->threads.data[k],
                 known = tick_rank(r, thread, data_race_tick(&d->clocks, record, thread));
        if (known)
            add_described_word(r, (uint64_t)thread << 32 | known);
        count += known != 0;
    }
    if (count)
        r->description.words.data[place + 1] = count;
    else
        r->description.words.size = place;
}

// ---- clocks of threads and of what threads synchronise with

static void add_clocks(struct data_race_detector *d)
{
    add_described_word(d->describer, d->describer->alive.size);
    for (uint32_t k = 0; k < FIRST_CELLS; k++)
        if (k == ALL_SECTIONS || k % THREAD_CELLS < THREAD_SECTION)
            add_clock(d, k, data_race_cell(&d->clocks, k));
    begin_described_part(d->describer);
    for (uint32_t k = 0; k < d->keys.keys.size; k++)
        add_clock(d, d->keys.keys.data[k].key, data_race_cell(&d->clocks, d->keys.keys.data[k].cell));
}

// ---- memory

static int compare_described(const void *a, const void *b)
{
    return memcmp(a, b, sizeof(struct described_access));
}

// Which of two accesses in a list came first does not matter.
static void describe_accesses(struct data_race_detector *d, uint64_t where, uint32_t head, bool wide)
{
    struct data_race_describer *r = d->describer;
    if (!head)
        return;
    r->accesses.size = 0;
    for (uint32_t k = head; k; k = d->nodes.data[k].next) {
        const struct data_race_node *n = &d->nodes.data[k];
        const struct machine_note *note = &d->notes[n->note];
        if (!may_still_race(d, n))
            continue;
        struct described_access access = {
            .about = (uint64_t)n->thread << 48 | (uint64_t)n->mask << 40 | (uint64_t)n->class << 32 |
                     tick_rank(r, n->thread, n->tick),
            .place = note->other,
        };
        if (wide) {
            access.address = note->address;
            access.size = note->size;
        }
        if (n->class >= DATA_RACE_AWAIT_READ)
            access.fact = machine_note_fact(note).what;
        vector_push(&r->accesses, access);
    }
    if (!r->accesses.size)
        return;
    qsort(r->accesses.data, r->accesses.size, sizeof *r->accesses.data, compare_described);
    add_described_word(r, where);
    add_described_word(r, r->accesses.size);
    for (uint32_t k = 0; k < r->accesses.size; k++)
        for (unsigned w = 0; w < ACCESS_WORDS; w++)
            add_described_word(r, ((const uint64_t *)&r->accesses.data[k])[w]);
}

static void add_messages(struct data_race_detector *d, uint64_t where, uint32_t head)
{
    for (uint32_t k = head; k; k = d->nodes.data[k].next) {
        const struct data_race_node *n = &d->nodes.data[k];
        add_clock(d, where << 32 | (uint64_t)n->mask << 16 | n->thread, n->note);
    }
}

static void add_page(struct data_race_detector *d, const struct data_race_key *page)
{
    struct data_race_describer *r = d->describer;
    uint32_t place = r->description.words.size;
    begin_described_part(r);
    add_described_word(r, page->key);
    for (uint32_t g = 0; g < PAGE_GRANULES; g++) {
        describe_accesses(d, PAGE_ACCESSES + g, data_race_cell(&d->clocks, page->cell + PAGE_ACCESSES + g),
                          false);
        add_messages(d, PAGE_MESSAGES + g, data_race_cell(&d->clocks, page->cell + PAGE_MESSAGES + g));
    }
    describe_accesses(d, PAGE_WIDE, data_race_cell(&d->clocks, page->cell + PAGE_WIDE), true);
    if (r->description.words.size == place + 1) { // pages stay in the table when the search goes back
        r->description.words.size = place;
        r->description.begins.size--;
    }
}

// A thread has a clock from its creation on, main from its first access or the creation of another one on.
static void find_alive(struct data_race_detector *d, const struct thread_set *over)
{
    d->describer->alive.size = 0;
    for (uint32_t t = 0; t < d->threads.size; t++)
        if (!thread_set_has(over, t) &&
            data_race_cell(&d->clocks, thread_cell(d, t, THREAD_CLOCK)) != CLOCK_ZERO)
            vector_push(&d->describer->alive, t);
}

const struct data_race_description *data_race_describe(struct data_race_detector *d,
                                                       const struct thread_set *over)
{
    if (!d->describer)
        d->describer = memory_zalloc(1, sizeof *d->describer);
    struct data_race_describer *r = d->describer;
    r->description.words.size = r->description.begins.size = 0;
    find_alive(d, over);
    find_ticks(d);
    begin_described_part(r);
    add_clocks(d);
    for (uint32_t k = 0; k < d->pages.keys.size; k++)
        add_page(d, &d->pages.keys.data[k]);
    return &r->description;
}
