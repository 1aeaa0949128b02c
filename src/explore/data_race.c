#include "explore/data_race_state.h"
#include "machine/questions.h"

struct data_race_detector *data_race_new(void)
{
    struct data_race_detector *d = memory_zalloc(1, sizeof *d);
    data_race_clocks_init(&d->clocks, FIRST_CELLS);
    vector_push(&d->nodes, (struct data_race_node){0});
    return d;
}

void data_race_free(struct data_race_detector *d)
{
    if (!d)
        return;
    data_race_clocks_free(&d->clocks);
    vector_free(&d->threads);
    data_race_map_free(&d->keys);
    data_race_map_free(&d->pages);
    vector_free(&d->nodes);
    vector_free(&d->sections);
    vector_free(&d->steps);
    vector_free(&d->pairs);
    vector_free(&d->suspects);
    data_race_describer_free(d->describer);
    memory_free(d);
}

// ---- clocks of threads. A thread's own entry counts its releases: what it does between two of them is in no
// other thread's clock, or all of it is.

uint32_t data_race_thread_clock(struct data_race_detector *d, uint32_t thread)
{
    uint32_t cell = thread_cell(d, thread, THREAD_CLOCK);
    if (data_race_cell(&d->clocks, cell) == CLOCK_ZERO)
        data_race_cell_set(&d->clocks, cell, data_race_clock_with(&d->clocks, CLOCK_ZERO, thread, 1));
    return data_race_cell(&d->clocks, cell);
}

void data_race_acquire(struct data_race_detector *d, uint32_t thread, uint32_t record)
{
    uint32_t clock = data_race_thread_clock(d, thread);
    data_race_cell_set(&d->clocks, thread_cell(d, thread, THREAD_CLOCK),
                       data_race_clock_join(&d->clocks, clock, record));
}

uint32_t data_race_release(struct data_race_detector *d, uint32_t thread)
{
    uint32_t clock = data_race_thread_clock(d, thread), tick = data_race_tick(&d->clocks, clock, thread) + 1;
    data_race_cell_set(&d->clocks, thread_cell(d, thread, THREAD_CLOCK),
                       data_race_clock_with(&d->clocks, clock, thread, tick));
    return clock;
}

// ---- notes

static uint32_t key_cell(struct data_race_detector *d, uint64_t key)
{
    return data_race_map_cell(&d->keys, &d->clocks, key, 1);
}

static void contribute(struct data_race_detector *d, uint32_t cell, uint32_t record)
{
    data_race_cell_set(&d->clocks, cell,
                       data_race_clock_join(&d->clocks, data_race_cell(&d->clocks, cell), record));
}

static void pass_clock(struct data_race_detector *d, const struct machine_note *n)
{
    uint32_t from = key_cell(d, n->address + n->size), to = key_cell(d, n->address + n->other);
    data_race_cell_set(&d->clocks, to, data_race_cell(&d->clocks, from));
    data_race_cell_set(&d->clocks, from, CLOCK_ZERO);
}

// An acquire fence acts for the relaxed reads before it, a release fence for the relaxed writes after it.
static void fence_clocks(struct data_race_detector *d, const struct machine_note *n)
{
    bool both = n->order >= ORDER_ACQUIRE_RELEASE;
    if (both || n->order == ORDER_ACQUIRE)
        data_race_acquire(d, n->thread,
                          data_race_cell(&d->clocks, thread_cell(d, n->thread, THREAD_PENDING)));
    if (both || n->order == ORDER_RELEASE)
        data_race_cell_set(&d->clocks, thread_cell(d, n->thread, THREAD_FENCE),
                           data_race_release(d, n->thread));
}

// Atomic sections are as under one global lock. Sections that the trace leaves unordered can come in either
// order in executions that are not explored apart: only those that the trace orders synchronise, and one that
// began before there were other threads, with all of theirs (it may have created them).
static void section_begin(struct data_race_detector *d, const struct machine_note *n,
                          const struct trace *trace, uint32_t event)
{
    data_race_cell_set(&d->clocks, thread_cell(d, n->thread, THREAD_FIRST), n->first);
    data_race_acquire(d, n->thread, data_race_cell(&d->clocks, ALL_SECTIONS));
    for (uint32_t t = 0; trace && event != NO_EVENT && t < d->threads.size; t++) {
        uint32_t k = data_race_cell(&d->clocks, thread_cell(d, t, THREAD_SECTION));
        while (k && !trace_before(trace, d->sections.data[k - 1].event, event))
            k = d->sections.data[k - 1].previous;
        if (k && t != n->thread)
            data_race_acquire(d, n->thread, d->sections.data[k - 1].clock);
    }
}

static void section_end(struct data_race_detector *d, const struct machine_note *n, const struct trace *trace,
                        uint32_t event)
{
    uint32_t cell = thread_cell(d, n->thread, THREAD_SECTION);
    if (!trace || data_race_cell(&d->clocks, thread_cell(d, n->thread, THREAD_FIRST)))
        contribute(d, ALL_SECTIONS, data_race_release(d, n->thread));
    if (!trace || event == NO_EVENT)
        return;
    uint32_t clock = data_race_release(d, n->thread);
    vector_push(&d->sections, (struct data_race_section){event, clock, data_race_cell(&d->clocks, cell)});
    data_race_cell_set(&d->clocks, cell, d->sections.size);
}

static void synchronise_clocks(struct data_race_detector *d, const struct machine_note *n)
{
    uint32_t t = n->thread;
    switch ((enum note_kind)n->kind) {
    case NOTE_ACQUIRE:
        data_race_acquire(d, t, data_race_cell(&d->clocks, key_cell(d, n->address + n->size)));
        break;
    case NOTE_RELEASE:
        data_race_cell_set(&d->clocks, key_cell(d, n->address + n->size), data_race_release(d, t));
        break;
    case NOTE_CONTRIBUTE: contribute(d, key_cell(d, n->address + n->size), data_race_release(d, t)); break;
    case NOTE_PASS: pass_clock(d, n); break;
    case NOTE_FENCE: fence_clocks(d, n); break;
    case NOTE_CREATE: data_race_acquire(d, n->other, data_race_release(d, t)); break;
    case NOTE_JOIN: data_race_acquire(d, t, data_race_thread_clock(d, n->other)); break;
    default: break;
    }
}

static bool of_object(const struct machine_note *n)
{
    return n->atomic && n->operation != OPERATION_READ && n->operation != OPERATION_WRITE &&
           n->operation != OPERATION_UPDATE;
}

static void one_access(struct data_race_detector *d, uint32_t note)
{
    data_race_shadow_read(d, &d->notes[note]);
    data_race_shadow_access(d, note);
    data_race_shadow_write(d, &d->notes[note]);
}

// The accesses of one operation on a synchronisation object: first the program's data that it reads, then,
// with what the operation acquires, the object. Returns the note after them.
static uint32_t object_access(struct data_race_detector *d, uint32_t first, uint32_t end)
{
    uint32_t code = d->notes[first].code, last = first;
    while (last < end && d->notes[last].kind == NOTE_ACCESS && d->notes[last].code == code)
        last++;
    for (uint32_t k = first; k < last; k++)
        if (!of_object(&d->notes[k]))
            one_access(d, k);
    for (uint32_t k = last; k < end && d->notes[k].code == code && d->notes[k].kind >= NOTE_ACQUIRE &&
                            d->notes[k].kind <= NOTE_PASS;
         k++)
        if (d->notes[k].kind == NOTE_ACQUIRE)
            synchronise_clocks(d, &d->notes[k]);
    for (uint32_t k = first; k < last; k++)
        if (of_object(&d->notes[k]))
            one_access(d, k);
    return last;
}

// ---- steps

static void undo_race_steps(struct data_race_detector *d, uint32_t step)
{
    const struct data_race_mark *mark = &d->steps.data[step];
    data_race_clocks_undo(&d->clocks, &mark->clocks);
    d->nodes.size = mark->nodes;
    d->sections.size = mark->sections;
    d->steps.size = step;
}

void data_race_step(struct data_race_detector *d, uint32_t step, const struct machine_note *notes,
                    uint32_t begin, uint32_t end, const struct trace *trace)
{
    if (step < d->steps.size)
        undo_race_steps(d, step);
    vector_push(&d->steps, (struct data_race_mark){data_race_clocks_mark(&d->clocks), d->nodes.size,
                                                   d->sections.size, begin});
    d->notes = notes;
    d->pairs.size = d->suspects.size = 0;
    uint32_t event = step ? step - 1 : NO_EVENT;
    for (uint32_t k = begin; k < end;) {
        const struct machine_note *n = &notes[k];
        switch ((enum note_kind)n->kind) {
        case NOTE_ACCESS:
            if (of_object(n)) {
                k = object_access(d, k, end);
                continue;
            }
            one_access(d, k);
            break;
        case NOTE_SHARE:
        case NOTE_AWAIT: data_race_shadow_access(d, k); break;
        case NOTE_SECTION_BEGIN: section_begin(d, n, trace, event); break;
        case NOTE_SECTION_END: section_end(d, n, trace, event); break;
        default: synchronise_clocks(d, n); break;
        }
        k++;
    }
}

uint32_t data_race_pairs(const struct data_race_detector *d, const struct data_race_pair **pairs)
{
    *pairs = d->pairs.data;
    return d->pairs.size;
}

uint32_t data_race_suspects(const struct data_race_detector *d, const struct learnt_fact **facts)
{
    *facts = d->suspects.data;
    return d->suspects.size;
}

uint32_t data_race_step_of(const struct data_race_detector *d, uint32_t note)
{
    uint32_t low = 0, high = d->steps.size;
    while (high - low > 1) {
        uint32_t middle = low + (high - low) / 2;
        if (d->steps.data[middle].notes <= note)
            low = middle;
        else
            high = middle;
    }
    return low;
}
