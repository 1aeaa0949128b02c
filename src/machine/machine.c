#include "machine/machine.h"

#include "analysis/live.h"
#include "base/hash.h"
#include "machine/await.h"
#include "machine/call.h"
#include "machine/clock.h"
#include "machine/content.h"
#include "machine/delivery.h"
#include "machine/enabled.h"
#include "machine/expected.h"
#include "machine/interchangeable.h"
#include "machine/native_mutex.h"
#include "machine/note.h"
#include "machine/observer.h"
#include "machine/pages.h"
#include "machine/path.h"
#include "machine/step.h"
#include "machine/symbolic.h"
#include "program/layout.h"

#include <stdio.h>

// ---- making

// The program's code with a thunk for every native, so that natives can be called where only functions can.
static void copy_code(struct machine *m)
{
    const struct program *p = m->program;
    uint32_t count = p->code_count;
    m->thunks = memory_zalloc(p->functions_count, sizeof *m->thunks);
    m->code = memory_alloc(((size_t)count + 2 * (size_t)p->functions_count + 1) * sizeof *m->code);
    if (count)
        memcpy(m->code, p->code, count * sizeof *m->code);
    for (uint32_t f = 0; f < p->functions_count; f++) {
        if (p->functions[f].kind != FUNCTION_NATIVE)
            continue;
        m->thunks[f] = count;
        bool result = p->functions[f].result_words > 0;
        m->code[count++] = (struct instruction){.op = OP_CALL_NATIVE,
                                                .width = (uint8_t)(result ? p->functions[f].result_width : 0),
                                                .d = result ? 0 : NO_REGISTER,
                                                .a = p->functions[f].native,
                                                .b = NO_REGISTER};
        m->code[count++] = (struct instruction){.op = OP_RETURN, .aux = result};
    }
}

static void collect_thread_locals(struct machine *m)
{
    const struct program *p = m->program;
    clock_init(m);
    m->errno_index = m->signal_mask_index = m->clock.time_to_wake = NO_GLOBAL;
    m->thread_locals = memory_zalloc(p->thread_local_count, sizeof *m->thread_locals);
    for (uint32_t k = 0; k < p->globals_count; k++) {
        const struct global *g = &p->globals[k];
        if (!(g->flags & GLOBAL_THREAD_LOCAL)) {
            if (g->flags & GLOBAL_RUNTIME && !strcmp(program_string(p, g->name), "__runtime_mailboxes"))
                m->mailboxes = g->address;
            continue;
        }
        m->thread_locals[g->address] = k;
        if (!strcmp(program_string(p, g->name), "__runtime_errno") && g->flags & GLOBAL_RUNTIME)
            m->errno_index = (uint32_t)g->address;
        if (!strcmp(program_string(p, g->name), "__runtime_signal_mask") && g->flags & GLOBAL_RUNTIME)
            m->signal_mask_index = (uint32_t)g->address;
        if (!strcmp(program_string(p, g->name), "__runtime_wake") && g->flags & GLOBAL_RUNTIME)
            m->clock.time_to_wake = k;
    }
}

// With 32 bits, what main has of the address space ends where they begin; with more than a gigabyte of
// globals there are none.
static void make_narrow_chunks(struct machine *m, bool is_64_bit)
{
    enum { END = 512 }; // number of a chunk, see memory.c
    struct memory *memory = &m->memory;
    uint64_t most = MACHINE_MAX_THREADS - LAYOUT_WIDE_THREADS;
    memory->narrow_bits = layout_narrow_bits(m->program->pointer_bits);
    if (is_64_bit) {
        memory->narrow_from = (uint64_t)memory->chunk_count << memory->chunk_bits;
        memory->narrow_bytes = most << memory->narrow_bits;
    } else if (memory->first_free_chunk < END / 2) {
        memory->narrow_from = (uint64_t)(END / 4 * 3) << memory->chunk_bits;
        memory->narrow_bytes = (uint64_t)(END / 4) << memory->chunk_bits;
    }
    memory->part_bits = memory->narrow_bytes ? memory->narrow_bits : memory->chunk_bits;
    memory->part_mask = ((uint64_t)1 << memory->part_bits) - 1;
}

static void make_chunks(struct machine *m)
{
    m->memory.chunk_bits = layout_chunk_bits(m->program->pointer_bits);
    m->memory.chunk_mask = ((uint64_t)1 << m->memory.chunk_bits) - 1;
    m->pointer_mask = m->program->pointer_bits == 64 ? ~(uint64_t)0 : 0xffffffffu;
    uint64_t end = m->program->globals_end ? m->program->globals_end : 1;
    m->memory.first_free_chunk = (uint32_t)((end - 1) >> m->memory.chunk_bits) + 1;
    bool is_64_bit = m->program->pointer_bits == 64;
    m->memory.chunk_count = is_64_bit ? m->memory.first_free_chunk + LAYOUT_WIDE_THREADS * 64u : 1024;
    m->memory.chunks = memory_zalloc(m->memory.chunk_count, sizeof *m->memory.chunks);
    make_narrow_chunks(m, is_64_bit);
}

static void place_globals(struct machine *m)
{
    const struct program *p = m->program;
    for (uint32_t k = 0; k < p->globals_count; k++) {
        const struct global *g = &p->globals[k];
        if (g->flags & GLOBAL_THREAD_LOCAL)
            continue;
        uint32_t index = memory_place(m, OBJECT_GLOBAL, g->address, g->size, true);
        struct object *o = object_get(m, index);
        o->number = o->analysed = k;
        if (!(g->flags & GLOBAL_ZERO) && g->size)
            memcpy(o->data, p->data + g->data, g->size);
        if (g->flags & GLOBAL_CONSTANT)
            o->reach = REACH_CONSTANT;
        if (g->flags & GLOBAL_EXTERNAL)
            o->state = OBJECT_UNDEFINED;
    }
}

// A machine before machine_start: globals exist, threads do not.
static void make_state(struct machine *m)
{
    m->epoch = 1;
    m->undo.epoch_threads = 0;
    m->state = (struct machine_state){0};
    vector_push(&m->memory.objects, (struct object){.state = OBJECT_FREED}); // NO_OBJECT
    vector_push(&m->memory.overlays, (struct overlay){{0}, {0}});
    place_globals(m);
}

struct machine *machine_new(const struct program *program, struct terms *terms, struct smt *smt,
                            const struct machine_options *options, const struct machine_hooks *hooks)
{
    struct machine *m = memory_zalloc(1, sizeof *m);
    m->program = program;
    m->terms = terms;
    m->smt = smt;
    m->options = *options;
    // For data races the order of what is no conflict matters: it decides what happens before what.
    m->options.outcome &= !note_wanted(m);
    m->hooks = *hooks;
    m->next_interrupt = STEP_INTERRUPT_INTERVAL;
    m->counts_loops = machine_bounds_loops(&m->options);
    m->cancels = program_find_function(program, PROGRAM_CANCELLED) != NO_FUNCTION;
    m->exit_function = program_exit_function(program);
    m->live = live_new(program, NULL);
    m->content_records = content_records_new();
    copy_code(m);
    collect_thread_locals(m);
    delivery_init(m);
    make_chunks(m);
#define ATTACH(observer) observer##_attach(m);
    OBSERVERS_ATTACH(ATTACH)
#undef ATTACH
    make_state(m);
    thread_intern(m, NULL, 0);
    thread_sets_use();
    return m;
}

static void free_state(struct machine *m)
{
    while (m->memory.objects.size > 1) {
        memory_forget(m, m->memory.objects.size - 1);
        m->memory.objects.size--;
    }
    m->memory.objects.size = m->memory.released.size = 0;
    m->memory.overlays.size = m->memory.free_overlays.size = 0;
    for (uint32_t k = 0; k < m->path.models.size; k++)
        memory_free(m->path.models.data[k].values);
    m->undo.cells.size = m->undo.lines.size = m->undo.frames.size = m->undo.threads.size = 0;
    m->undo.objects.size = m->undo.states.size = m->accesses.size = m->edges.size = 0;
    path_shrink(m, (struct path_length){0});
    m->path.models.size = m->decisions.size = m->path.guesses.size = 0;
#define RESTART(observer) observer##_restart(m);
    OBSERVERS_RESTART(RESTART)
#undef RESTART
}

// The logs may hold overlays of lines that exist no more: free_state drops all overlays at once.
void machine_restart(struct machine *m)
{
    free_state(m);
    for (uint32_t k = 0; k < m->thread_limit; k++) {
        struct thread *t = m->threads[k];
        t->state = (struct thread_state){.status = THREAD_ABSENT};
        t->epoch = 0;
        if (t->registers.size)
            memset(t->registers.data, 0, t->registers.size * sizeof *t->registers.data);
        if (t->frames.size)
            memset(t->frames.data, 0, t->frames.size * sizeof *t->frames.data);
    }
    m->current = NULL;
    m->learnt.stale = false;
    make_state(m);
}

void machine_free(struct machine *m)
{
    if (!m)
        return;
    // Needs no memory, and nothing of a step that was left in its middle: see base/failure.h.
#define DETACH(observer) observer##_detach(m);
    OBSERVERS_DETACH(DETACH)
#undef DETACH
    for (uint32_t k = 0; k < m->memory.objects.size; k++)
        if (!pages_is_part(&m->memory.objects.data[k]))
            memory_free(m->memory.objects.data[k].data);
    for (uint32_t k = 0; k < m->path.models.size; k++)
        memory_free(m->path.models.data[k].values);
    for (uint32_t k = 0; k < m->thread_limit; k++) {
        vector_free(&m->threads[k]->registers);
        vector_free(&m->threads[k]->frames);
        vector_free(&m->threads[k]->children);
        memory_free(m->threads[k]->name);
        memory_free(m->threads[k]);
    }
    for (uint32_t k = 0; k < m->memory.mapped_chunks; k++)
        memory_free(m->memory.chunks[k].map);
    memory_free(m->memory.chunks);
    for (uint32_t k = 0; k < m->memory.narrow_count; k++)
        memory_free(m->memory.narrow[k].map);
    memory_free(m->memory.narrow);
    for (unsigned k = 0; k < 16; k++) {
        while (m->memory.free_blocks[k].size)
            memory_free(vector_pop(&m->memory.free_blocks[k]));
        vector_free(&m->memory.free_blocks[k]);
    }
    memory_free(m->threads);
    thread_sets_leave();
    vector_free(&m->memory.objects);
    vector_free(&m->memory.overlays);
    vector_free(&m->memory.free_overlays);
    vector_free(&m->undo.cells);
    vector_free(&m->undo.lines);
    vector_free(&m->undo.frames);
    vector_free(&m->undo.threads);
    vector_free(&m->undo.objects);
    vector_free(&m->undo.states);
    vector_free(&m->accesses);
    vector_free(&m->edges);
    vector_free(&m->decisions);
    path_free(m);
    vector_free(&m->path.models);
    vector_free(&m->path.guesses);
    vector_free(&m->moments.seen);
    live_free(m->live);
    content_records_free(m->content_records);
    vector_free(&m->memory.released);
    learnt_free(&m->learnt);
    input_names_free(&m->input_names);
    vector_free(&m->words);
    memory_free(m->thread_locals);
    memory_free(m->thunks);
    memory_free(m->code);
    memory_free(m);
}

// ---- driving

static void begin_machine_event(struct machine *m, uint32_t thread, bool permitted)
{
    m->state.running = thread;
    m->state.permitted = permitted;
    m->state.event_begin = m->accesses.size;
    m->state.hidden = m->state.raised = 0;
    m->state.edge_begin = m->edges.size;
    m->state.note_begin = note_count(m);
    m->state.decision_begin = m->decisions.size - m->state.assumed; // what was assumed of it belongs to it
    m->state.assumed = 0;
    m->statistics.steps++;
#define EVENT(observer) observer##_event(m);
    OBSERVERS_EVENT(EVENT)
#undef EVENT
}

enum step_result machine_start(struct machine *m)
{
    begin_machine_event(m, 0, false);
    m->learnt.begun = m->learnt.facts.size;
    if (!thread_main(m)) {
        step_unmodelled(m, "the address space is too small for the main thread");
        return STEP_DONE;
    }
    return step_run(m);
}

// What is visible, or commutes, would change under way.
bool machine_must_restart(const struct machine *m)
{
    return m->learnt.stale || m->learnt.facts.size > m->learnt.begun;
}

enum step_result machine_step(struct machine *m, uint32_t thread)
{
    if (machine_must_restart(m))
        return STEP_RESTART;
    begin_machine_event(m, thread, true);
    m->state.events++;
    return step_run(m);
}

const struct machine_choice *machine_choice(const struct machine *m)
{
    return &m->state.choice;
}

enum step_result machine_choose(struct machine *m, uint32_t alternative)
{
    m->current = m->threads[m->state.running];
    const struct machine_choice *choice = &m->state.choice;
    if (choice->branch) {
        term condition = alternative ? choice->condition : term_not(m->terms, choice->condition);
        vector_push(&m->decisions, (struct machine_decision){choice->condition, alternative, true,
                                                             choice->after_join, choice->thread});
        if (!symbolic_assume(m, condition)) // the solver gave up: the thread has stopped
            return step_others(m);
    } else {
        vector_push(&m->decisions, (struct machine_decision){TERM_NONE, alternative, false,
                                                             choice->after_join, choice->thread});
        m->state.answer = alternative;
        m->state.answered = true;
        thread_change(m, m->current)->choices++;
        await_forget(m);
    }
    return step_run(m);
}

bool machine_assume(struct machine *m, const struct machine_decision *decision)
{
    term condition = decision->alternative ? decision->condition : term_not(m->terms, decision->condition);
    if (!symbolic_add_condition(m, condition))
        return false;
    vector_push(&m->decisions, *decision);
    m->state.assumed++;
    return true;
}

void machine_end(struct machine *m)
{
    leak_end(m);
    thread_leak_end(m);
    interchangeable_end(m);
    learnt_take_tried(m);
}

const struct machine_statistics *machine_statistics(const struct machine *m)
{
    return &m->statistics;
}
