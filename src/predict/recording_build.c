#include "predict/recording_build.h"

#include "predict/recording_certain.h"
#include "predict/recording_pins.h"
#include "predict/recording_syncs.h"

#include <inttypes.h>

// Calls of outside code may name so many segments in all.
#define WALK_MOST ((uint64_t)1 << 28)

// A variable for something with a number.
struct numbered {
    uint64_t key;
    uint32_t variable;
};

void recording_build_init(struct recording_build *build)
{
    build->threads = memory_zalloc(build->scan->thread_count + 1u, sizeof *build->threads);
    build->calls = recording_pins_calls(build->file, build->scan);
    recording_syncs_find(&build->syncs, build->file, build->scan, build->locks);
}

void recording_build_free(struct recording_build *build)
{
    for (uint32_t t = 0; build->threads && t < build->scan->thread_count; t++)
        vector_free(&build->threads[t].holds);
    memory_free(build->threads);
    memory_free(build->calls);
    vector_free(&build->marks);
    keyed_free(&build->states);
    keyed_free(&build->stages);
    recording_syncs_free(&build->syncs);
    keyed_free(&build->seen);
}

// ---- events of the trace

static uint32_t thread_number(struct recording_build *build, uint32_t thread)
{
    struct recording_build_thread *state = &build->threads[thread];
    if (!state->name) {
        char *name = recording_thread_name(thread);
        state->name = event_trace_name(build->trace, NAMES_THREADS, name, strlen(name)) + 1;
        memory_free(name);
    }
    return state->name - 1;
}

static void add_built_event(struct recording_build *build, uint32_t thread, enum event_kind kind,
                            unsigned flags, uint32_t operand, uint32_t place, unsigned mark)
{
    struct error why = {0};
    struct recorded_event event = {(uint8_t)kind, (uint8_t)flags, (uint16_t)thread_number(build, thread),
                                   operand, recording_place(build->names, build->trace, place)};
    if (build->failed)
        return;
    if (event_trace_add(build->trace, event, &why)) {
        vector_push(&build->marks, (uint16_t)mark);
        if (build->origins)
            vector_push(build->origins, build->origin);
    } else {
        build->failed = true;
        error_set(build->error, "%s: the order of its events cannot have been: %s", build->file->path,
                  why.message);
    }
    error_free(&why);
}

// A variable that is no memory, made when it is used first.
static uint32_t own_variable(struct recording_build *build, uint32_t *known, const char *name)
{
    if (!*known)
        *known = recording_unique_name(build->trace, NAMES_VARIABLES, name) + 1;
    return *known - 1;
}

static void add_uncertain(struct recording_build *build, uint32_t thread, uint32_t place)
{
    add_built_event(build, thread, EVENT_READ, EVENT_ATOMIC | EVENT_UNCERTAIN,
                    own_variable(build, &build->unrecorded, "what is not recorded"), place, 0);
}

void recording_build_foreign(struct recording_build *build, uint32_t thread)
{
    add_uncertain(build, thread, 0);
}

// `thread` accesses it.
static uint32_t variable_of_cell(struct recording_build *build, struct recording_cell *cell, uint32_t segment,
                                 uint32_t thread)
{
    if (cell->variable == RECORDING_NONE) {
        uint64_t address = build->memory->starts.data[segment];
        recording_memory_set_variable(
            build->memory, cell,
            recording_new_name(build->names, build->trace, NAMES_VARIABLES, "", address, cell->generation));
        build->memory->variables.data[cell->variable].flags |= (uint16_t)recording_pins_flags(
            &build->memory->objects.data[cell->object], recording_symbol_name(build->names, address), thread);
    }
    return cell->variable;
}

// ---- values

static uint32_t segment_behind(const struct recording_build *build, uint64_t address, uint64_t size)
{
    return recording_memory_segment(build->memory, address + size);
}

// Whether a read finds what is there now, as far as both are known.
static bool finds(const struct recording_build *build, const struct recording_event *event)
{
    uint32_t end = segment_behind(build, event->address, event->size);
    for (uint32_t i = recording_memory_segment(build->memory, event->address); i < end; i++) {
        const struct recording_cell *cell = &build->memory->cells[i];
        uint64_t value;
        if (!recording_value_in(build->memory, event, i, &value) || cell->variable == RECORDING_NONE ||
            cell->object != recording_memory_object(build->memory, i))
            continue;
        bool differs =
            cell->written ? cell->known && value != cell->value : cell->first_known && value != cell->first;
        if (differs && cell->outside == RECORDING_NONE)
            return false;
    }
    return true;
}

bool recording_build_fits(const struct recording_build *build, const struct recording_event *event,
                          uint32_t thread)
{
    if (event->kind == RECORDED_READ)
        return finds(build, event);
    if (event->kind == RECORDED_REGION_BEGIN)
        return build->threads[thread].regions || !build->in_section;
    if ((event->kind != RECORDED_NEW && event->kind != RECORDED_BEGIN) || !event->more)
        return true;
    uint32_t segment = recording_memory_segment(build->memory, event->address);
    const struct recording_object *there =
        &build->memory->objects.data[recording_memory_object(build->memory, segment)];
    if (there->kind == OBJECT_NEW)
        return event->kind == RECORDED_BEGIN; // a stack that the program gave; else it is released first
    return there->since.thread == thread || there->kind == OBJECT_STATIC || there->kind == OBJECT_GONE;
}

// ---- plain and atomic accesses

// Makes a thread's next events follow the write of outside code that its access may see.
static void follow_outside(struct recording_build *build, const struct recording_cell *cell, uint32_t thread,
                           uint32_t place)
{
    if (cell->outside == RECORDING_NONE || !recording_latest_of_others(&cell->outside_writes, thread))
        return;
    struct numbered *seen =
        keyed_add(&build->seen, sizeof *seen, ((uint64_t)thread << 32 | cell->outside) + 1);
    if (!seen->variable)
        add_built_event(build, thread, EVENT_READ, EVENT_ATOMIC, cell->outside, place, MARK_ORDER);
    seen->variable = 1;
}

static void add_cell_reads(struct recording_build *build, const struct recording_event *event,
                           struct recording_span span, unsigned flags)
{
    uint32_t end = segment_behind(build, event->address, event->size);
    for (uint32_t i = recording_memory_segment(build->memory, event->address); i < end; i++) {
        struct recording_cell *cell = recording_memory_cell(build->memory, i, span);
        uint32_t variable = variable_of_cell(build, cell, i, span.thread);
        follow_outside(build, cell, span.thread, event->place);
        recording_memory_read(build->memory, cell, span);
        bool pinned = recording_pins_may(build, span, flags) && (!cell->written || cell->write_pinned);
        add_built_event(build, span.thread, EVENT_READ, flags, variable, event->place,
                        recording_mark_read(build, cell, event, i, span) | (pinned ? (unsigned)MARK_PIN : 0));
    }
}

static void add_cell_writes(struct recording_build *build, const struct recording_event *event,
                            struct recording_span span, unsigned flags)
{
    uint32_t end = segment_behind(build, event->address, event->size);
    for (uint32_t i = recording_memory_segment(build->memory, event->address); i < end; i++) {
        struct recording_cell *cell = recording_memory_cell(build->memory, i, span);
        uint32_t variable = variable_of_cell(build, cell, i, span.thread);
        recording_memory_write(build->memory, cell, span);
        cell->written = true;
        cell->write_pinned = recording_pins_may(build, span, flags);
        cell->quiet = recording_pins_quiet(build, span);
        cell->outside = RECORDING_NONE;
        cell->found_known = false;
        cell->outside_writes = (struct recording_latest){0};
        cell->known = recording_value_in(build->memory, event, i, &cell->value);
        if (!cell->known || (cell->first_known && cell->value == cell->first))
            build->memory->variables.data[variable].flags |= VARIABLE_AMBIGUOUS;
        add_built_event(build, span.thread, EVENT_WRITE, flags | (i + 1 < end ? (unsigned)EVENT_PART : 0),
                        variable, event->place, cell->write_pinned ? MARK_PIN : 0);
    }
}

// ---- code that was not instrumented

// The segments of a range, or none.
static bool walk_segments(struct recording_build *build, const struct recording_event *event, uint32_t *begin,
                          uint32_t *end)
{
    if (!event->more)
        return false;
    *begin = recording_memory_segment(build->memory, event->address);
    *end = segment_behind(build, event->address, event->more);
    build->walked += *end - *begin;
    if (build->walked > WALK_MOST && !build->failed) {
        build->failed = true;
        error_set(build->error,
                  "%s: calls of code that was not instrumented name more than %" PRIu64
                  " pieces of memory, which is the most",
                  build->file->path, WALK_MOST);
    }
    return !build->failed;
}

// All that it may have read decides how it went on: it reads all of it, and none of that is reported.
static void add_may_read(struct recording_build *build, const struct recording_event *event,
                         struct recording_span span)
{
    uint32_t begin, end;
    if (!walk_segments(build, event, &begin, &end))
        return;
    for (uint32_t i = begin; i < end; i++) {
        struct recording_cell *cell = recording_memory_cell(build->memory, i, span);
        uint32_t variable = variable_of_cell(build, cell, i, span.thread);
        follow_outside(build, cell, span.thread, event->place);
        recording_memory_read(build->memory, cell, span);
        bool pinned = recording_pins_may(build, span, 0) && (!cell->written || cell->write_pinned);
        add_built_event(build, span.thread, EVENT_READ, EVENT_UNREPORTED, variable, event->place,
                        MARK_MAYBE | (i + 1 == end ? (unsigned)MARK_MAYBE_LAST : 0) |
                            (span.to <= build->scan->horizon ? (unsigned)MARK_ORDER : 0) |
                            (pinned ? (unsigned)MARK_PIN : 0));
    }
}

// An event that may write writes a variable of its own, which everybody reads who reads some of the memory
// after it.
static void add_may_write(struct recording_build *build, const struct recording_event *event,
                          struct recording_span span)
{
    uint32_t begin, end;
    if (!walk_segments(build, event, &begin, &end))
        return;
    for (uint32_t i = begin; i < end; i++)
        follow_outside(build, recording_memory_cell(build->memory, i, span), span.thread, event->place);
    bool kept = event->flags & RECORDED_KEPT;
    char *name = memory_format("outside call %u", ++build->outside_calls);
    uint32_t own = recording_unique_name(build->trace, NAMES_VARIABLES, name);
    memory_free(name);
    add_built_event(build, span.thread, EVENT_WRITE, EVENT_ATOMIC, own, event->place, 0);
    for (uint32_t i = begin; i < end; i++) {
        struct recording_cell *cell = recording_memory_cell(build->memory, i, span);
        recording_memory_write(build->memory, cell, span);
        bool used = recording_latest_of_others(&cell->reads, span.thread) != 0;
        cell->outside = own;
        cell->quiet = span.to; // behind the number of the call's end
        cell->found_known = false;
        cell->handed |= kept;
        recording_latest_add(&cell->outside_writes, span.thread, span.to);
        if (cell->variable != RECORDING_NONE)
            build->memory->variables.data[cell->variable].flags |=
                (uint16_t)(VARIABLE_AMBIGUOUS | (kept ? VARIABLE_HANDED : 0) | (used ? VARIABLE_TAKEN : 0));
    }
}

// ---- synchronisation

static void add_update(struct recording_build *build, const struct recording_event *event, uint32_t thread,
                       uint32_t variable)
{
    bool uncertain =
        event->kind == RECORDED_SYNCHRONISE && recording_try_uncertain(build->locks, build->file, event);
    add_built_event(build, thread, EVENT_READ, EVENT_ATOMIC | (uncertain ? (unsigned)EVENT_UNCERTAIN : 0),
                    variable, event->place, MARK_ORDER);
    add_built_event(build, thread, EVENT_WRITE, EVENT_ATOMIC, variable, event->place, 0);
}

static uint32_t variable_of_state(struct recording_build *build, uint64_t address)
{
    struct numbered *state = keyed_add(&build->states, sizeof *state, address + 1);
    if (!state->variable)
        state->variable =
            recording_new_name(build->names, build->trace, NAMES_VARIABLES, "state of ", address, 0) + 1;
    return state->variable - 1;
}

// A variable for the stage, made when it is used first.
static uint32_t stage_of(struct recording_build *build, struct recording_stage stage, uint64_t address)
{
    struct numbered *known = keyed_add(&build->stages, sizeof *known, recording_stage_key(stage));
    if (!known->variable)
        known->variable = recording_new_name(build->names, build->trace, NAMES_VARIABLES, "a stage of ",
                                             address, stage.number) +
                          1;
    return known->variable - 1;
}

// What is done to an object is in order with all else that is done to it, unless more is known of it.
static void add_synchronise(struct recording_build *build, const struct recording_event *event,
                            uint32_t thread)
{
    struct recording_moment moment = recording_syncs_next(&build->syncs, event, thread);
    uint32_t state = variable_of_state(build, event->address);
    if (!moment.known) {
        add_update(build, event, thread, state);
        return;
    }
    if (!moment.writes_state) // of its present life
        add_built_event(build, thread, EVENT_READ, EVENT_ATOMIC, state, event->place, MARK_ORDER);
    if (moment.reads)
        add_built_event(build, thread, EVENT_READ, EVENT_ATOMIC,
                        stage_of(build, moment.stage, event->address), event->place, MARK_ORDER);
    if (moment.writes)
        add_built_event(build, thread, EVENT_WRITE, EVENT_ATOMIC,
                        stage_of(build, moment.stage, event->address), event->place, 0);
    if (moment.writes_state)
        add_built_event(build, thread, EVENT_WRITE, EVENT_ATOMIC, state, event->place, 0);
}

static uint32_t lock_of(struct recording_build *build, uint64_t address, struct recording_span span)
{
    struct recording_cell *cell =
        recording_memory_cell(build->memory, recording_memory_segment(build->memory, address), span);
    recording_memory_read(build->memory, cell, span);
    if (cell->lock == RECORDING_NONE)
        recording_memory_set_lock(
            build->memory, cell,
            recording_new_name(build->names, build->trace, NAMES_LOCKS, "", address, cell->generation));
    return cell->lock;
}

static struct recording_hold *find_recording_hold(struct recording_build_thread *thread, uint64_t address)
{
    for (uint32_t i = thread->holds.size; i-- > 0;)
        if (thread->holds.data[i].address == address)
            return &thread->holds.data[i];
    return NULL;
}

static void add_lock_acquire(struct recording_build *build, const struct recording_event *event,
                             struct recording_span span)
{
    struct recording_build_thread *thread = &build->threads[span.thread];
    const struct recording_hold *again = find_recording_hold(thread, event->address);
    uint32_t lock = again ? again->lock : lock_of(build, event->address, span);
    unsigned flags =
        (event->size ? EVENT_SHARED : 0u) | (event->flags & RECORDED_TRIES ? (unsigned)EVENT_UNREPORTED : 0u);
    vector_push(&thread->holds, (struct recording_hold){event->address, lock});
    add_built_event(build, span.thread, EVENT_ACQUIRE, flags, lock, event->place, 0);
}

static void add_lock_release(struct recording_build *build, const struct recording_event *event,
                             struct recording_span span)
{
    struct recording_build_thread *thread = &build->threads[span.thread];
    struct recording_hold *hold = find_recording_hold(thread, event->address);
    if (!hold)
        return; // recording_locks_find has seen that there is one
    uint32_t lock = hold->lock;
    memmove(hold, hold + 1, (size_t)(thread->holds.data + thread->holds.size - (hold + 1)) * sizeof *hold);
    thread->holds.size--;
    add_built_event(build, span.thread, EVENT_RELEASE, 0, lock, event->place, 0);
}

// Atomic sections exclude one another, as under one lock, in heddle's executions; natively nothing makes them
// so. Where two of them were in each other's way, this is no execution that a prediction can rest on.
static void add_atomic_section(struct recording_build *build, const struct recording_event *event,
                               uint32_t thread)
{
    struct recording_build_thread *state = &build->threads[thread];
    if (!build->section_lock)
        build->section_lock = recording_unique_name(build->trace, NAMES_LOCKS, "atomic sections") + 1;
    if (event->kind == RECORDED_REGION_END) {
        if (state->in_section)
            add_built_event(build, thread, EVENT_RELEASE, 0, build->section_lock - 1, event->place, 0);
        build->in_section &= !state->in_section;
        state->in_section = false;
    } else if (build->in_section)
        add_uncertain(build, thread, event->place);
    else {
        add_built_event(build, thread, EVENT_ACQUIRE, EVENT_UNREPORTED, build->section_lock - 1, event->place,
                        0);
        build->in_section = state->in_section = true;
    }
}

static void add_region_bound(struct recording_build *build, const struct recording_event *event,
                             uint32_t thread)
{
    bool begins = event->kind == RECORDED_REGION_BEGIN;
    uint32_t *open = &build->threads[thread].regions;
    if (!begins && !*open)
        return; // it began before the recording did
    if (begins && ++*open == 1)
        add_atomic_section(build, event, thread);
    add_built_event(build, thread, begins ? EVENT_BEGIN : EVENT_END, 0,
                    event_trace_name(build->trace, NAMES_REGIONS, "", 0), event->place, 0);
    if (!begins && --*open == 0)
        add_atomic_section(build, event, thread);
}

static void lay(struct recording_build *build, enum recording_object_kind kind, uint64_t address,
                uint64_t bytes, struct recording_span span)
{
    if (bytes)
        recording_memory_lay(build->memory, kind, span, recording_memory_segment(build->memory, address),
                             segment_behind(build, address, bytes));
}

// A thread's stack is its own from its first to its last event.
static void add_thread_stack(struct recording_build *build, const struct recording_event *event,
                             struct recording_span span)
{
    struct recording_build_thread *thread = &build->threads[span.thread];
    if (event->kind == RECORDED_BEGIN) {
        thread->stack = event->address;
        thread->stack_bytes = event->more;
    }
    lay(build, event->kind == RECORDED_BEGIN ? OBJECT_STACK : OBJECT_GONE, thread->stack, thread->stack_bytes,
        span);
}

void recording_build_add(struct recording_build *build, const struct recording_event *event,
                         struct recording_span span)
{
    uint32_t thread = span.thread;
    switch ((enum recording_kind)event->kind) {
    case RECORDED_READ: add_cell_reads(build, event, span, 0); break;
    case RECORDED_WRITE: add_cell_writes(build, event, span, 0); break;
    case RECORDED_ATOMIC_READ: add_cell_reads(build, event, span, EVENT_ATOMIC); break;
    case RECORDED_ATOMIC_WRITE: add_cell_writes(build, event, span, EVENT_ATOMIC); break;
    case RECORDED_ATOMIC_UPDATE:
        add_cell_reads(build, event, span, EVENT_ATOMIC);
        add_cell_writes(build, event, span, EVENT_ATOMIC);
        break;
    case RECORDED_ACQUIRE:
    case RECORDED_RELEASE:
        if (!recording_is_lock(build->locks, event->address))
            add_synchronise(build, event, thread);
        else if (event->kind == RECORDED_ACQUIRE)
            add_lock_acquire(build, event, span);
        else
            add_lock_release(build, event, span);
        break;
    case RECORDED_SET_UP:
    case RECORDED_SYNCHRONISE:
        if (!recording_is_refusal(event))
            add_synchronise(build, event, thread);
        break;
    case RECORDED_FORK:
    case RECORDED_JOIN:
        add_built_event(build, thread, event->kind == RECORDED_FORK ? EVENT_FORK : EVENT_JOIN, 0,
                        thread_number(build, (uint32_t)event->address), event->place, 0);
        break;
    case RECORDED_BEGIN:
    case RECORDED_END: add_thread_stack(build, event, span); break;
    case RECORDED_NEW:
        lay(build, event->flags & RECORDED_MAPPED ? OBJECT_MAPPED : OBJECT_NEW, event->address, event->more,
            span);
        break;
    case RECORDED_GONE: lay(build, OBJECT_GONE, event->address, event->more, span); break;
    case RECORDED_OUTSIDE:
        add_update(build, event, thread, own_variable(build, &build->outside, "outside"));
        break;
    case RECORDED_MAY_READ: add_may_read(build, event, span); break;
    case RECORDED_MAY_WRITE: add_may_write(build, event, span); break;
    case RECORDED_REGION_BEGIN:
    case RECORDED_REGION_END: add_region_bound(build, event, thread); break;
    case RECORDED_FORK_FAILED:
    case RECORDED_NOTHING:
    case RECORDED_KINDS: break;
    }
}
