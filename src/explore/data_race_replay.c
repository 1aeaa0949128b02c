#include "explore/data_race_replay.h"

#include "explore/data_race.h"
#include "machine/describe.h"
#include "machine/questions.h"

#include <stdio.h>

#define STACK_LIMIT 64u

struct taken_lock {
    uint64_t address;
    uint32_t thread;
    enum operation_kind operation; // that took it
};

struct data_race_replay {
    const struct program *program;
    const struct exploration_violation *violation;
    struct data_race_detector *detector;
    struct trace trace;
    VECTOR(struct taken_lock) held;
    bool section[MACHINE_MAX_THREADS]; // inside an atomic section
    // Accesses that may be one of the two, by their notes; the last one has its stack, but no locks yet.
    VECTOR(struct violation_access) candidates;
    VECTOR(uint32_t) notes;
    uint64_t address; // that they have in common
};

struct data_race_replay *data_race_replay_new(const struct program *program,
                                              const struct exploration_violation *violation)
{
    struct data_race_replay *r = memory_zalloc(1, sizeof *r);
    r->program = program;
    r->violation = violation;
    r->detector = data_race_new();
    trace_init(&r->trace);
    return r;
}

static void free_candidate(struct data_race_replay *r)
{
    struct violation_access *a = &vector_pop(&r->candidates);
    r->notes.size--;
    vector_free(&a->stack);
    for (uint32_t k = 0; k < a->locks.size; k++)
        memory_free(a->locks.data[k]);
    vector_free(&a->locks);
}

void data_race_replay_free(struct data_race_replay *r)
{
    if (!r)
        return;
    while (r->candidates.size)
        free_candidate(r);
    vector_free(&r->candidates);
    vector_free(&r->notes);
    vector_free(&r->held);
    trace_free(&r->trace);
    data_race_free(r->detector);
    memory_free(r);
}

// ---- candidates

static bool is_candidate_note(const struct data_race_replay *r, const struct machine_note *n)
{
    for (uint32_t k = 0; n->kind == NOTE_ACCESS && k < r->violation->accesses.size; k++) {
        const struct violation_access *a = &r->violation->accesses.data[k];
        if (a->thread == n->thread && a->place == n->other)
            return true;
    }
    return false;
}

void data_race_replay_noted(struct data_race_replay *r, const struct machine *m, uint32_t thread,
                            uint32_t first)
{
    uint32_t begin, end, code[STACK_LIMIT];
    const struct machine_note *notes = machine_notes(m, &begin, &end);
    while (r->notes.size && vector_last(&r->notes) >= first) // an operation that is executed again
        free_candidate(r);
    uint32_t depth = machine_program_stack(m, thread, code, STACK_LIMIT);
    for (uint32_t k = first; k < end; k++) {
        const struct machine_note *n = &notes[k];
        if (!is_candidate_note(r, n))
            continue;
        struct violation_access a = data_race_access(n);
        for (uint32_t d = 0; d < depth; d++)
            vector_push(&a.stack, code[d]);
        vector_push(&r->candidates, a);
        vector_push(&r->notes, k);
    }
}

// ---- locks

static char *lock_text(const struct machine *m, const struct taken_lock *lock)
{
    char name[300];
    machine_describe_address(m, lock->address, name, sizeof name);
    switch (lock->operation) {
    case OPERATION_RWLOCK_READ: return memory_format("rwlock %s for reading", name);
    case OPERATION_RWLOCK_WRITE: return memory_format("rwlock %s for writing", name);
    case OPERATION_SPIN_LOCK: return memory_format("spinlock %s", name);
    default: return memory_format("mutex %s", name);
    }
}

static void add_held_locks(struct data_race_replay *r, const struct machine *m, struct violation_access *a)
{
    for (uint32_t k = 0; k < r->held.size; k++)
        if (r->held.data[k].thread == a->thread)
            vector_push(&a->locks, lock_text(m, &r->held.data[k]));
    if (r->section[a->thread])
        vector_push(&a->locks, memory_copy_string("an atomic section"));
}

static void change_locks(struct data_race_replay *r, const struct machine_note *n)
{
    if (n->kind == NOTE_SECTION_BEGIN || n->kind == NOTE_SECTION_END)
        r->section[n->thread] = n->kind == NOTE_SECTION_BEGIN;
    if (!n->lock)
        return;
    if (n->kind == NOTE_ACQUIRE) {
        vector_push(&r->held, (struct taken_lock){n->address, n->thread, n->operation});
        return;
    }
    for (uint32_t k = r->held.size; k-- > 0;)
        if (r->held.data[k].address == n->address && r->held.data[k].thread == n->thread) {
            memmove(&r->held.data[k], &r->held.data[k + 1], (r->held.size - k - 1) * sizeof *r->held.data);
            r->held.size--;
            return;
        }
}

// Follows the notes of a step; each candidate gets the locks held when it was noted.
static void follow_locks(struct data_race_replay *r, const struct machine *m,
                         const struct machine_note *notes, uint32_t begin, uint32_t end)
{
    uint32_t next = r->notes.size;
    while (next && r->notes.data[next - 1] >= begin)
        next--;
    for (uint32_t k = begin; k < end; k++) {
        if (next < r->notes.size && r->notes.data[next] == k)
            add_held_locks(r, m, &r->candidates.data[next++]);
        change_locks(r, &notes[k]);
    }
}

// ---- steps

static void add_replayed_event(struct data_race_replay *r, const struct machine *m,
                               const struct schedule_step *step)
{
    const struct access *accesses;
    const struct machine_edge *edges;
    uint32_t count = machine_event_accesses(m, &accesses), edge_count = machine_edges(m, &edges);
    if (step)
        trace_add(
            &r->trace,
            (struct event){.thread = step->thread, .point = NO_EVENT, .code = step->code, .kind = step->kind},
            accesses, count);
    for (uint32_t k = 0; k < edge_count; k++)
        trace_edge(&r->trace, edges[k].from, edges[k].to);
}

static const struct violation_access *find_candidate(const struct data_race_replay *r, uint32_t note)
{
    for (uint32_t k = 0; k < r->notes.size; k++)
        if (r->notes.data[k] == note)
            return &r->candidates.data[k];
    return NULL;
}

static bool is_pair(const struct data_race_replay *r, const struct machine_note *first,
                    const struct machine_note *second)
{
    const struct violation_access *a = r->violation->accesses.data;
    return r->violation->accesses.size == 2 && first->thread == a[0].thread && first->other == a[0].place &&
           second->thread == a[1].thread && second->other == a[1].place;
}

bool data_race_replay_step(struct data_race_replay *r, const struct machine *m,
                           const struct schedule_step *step, struct violation_access accesses[2])
{
    uint32_t begin, end;
    const struct machine_note *notes = machine_notes(m, &begin, &end);
    add_replayed_event(r, m, step);
    follow_locks(r, m, notes, begin, end);
    data_race_step(r->detector, r->trace.events.size, notes, begin, end, &r->trace);
    const struct data_race_pair *pairs;
    uint32_t count = data_race_pairs(r->detector, &pairs);
    for (uint32_t k = 0; k < count; k++) {
        const struct machine_note *first = &notes[pairs[k].first], *second = &notes[pairs[k].second];
        const struct violation_access *a = find_candidate(r, pairs[k].first),
                                      *b = find_candidate(r, pairs[k].second);
        if (!a || !b || !is_pair(r, first, second))
            continue;
        accesses[0] = *a;
        accesses[1] = *b;
        accesses[0].write = first->write; // a compare-exchange may have turned out to fail
        accesses[1].write = second->write;
        r->address = first->address > second->address ? first->address : second->address;
        return true;
    }
    return false;
}

// ---- messages

static char *access_text(const struct data_race_replay *r, const struct violation_access *a)
{
    const char *atomic = a->atomic ? "atomic " : "";
    unsigned long long size = a->size;
    const char *s = size == 1 ? "" : "s";
    if (a->kind == OPERATION_FREE)
        return memory_format(a->code == NO_CODE || r->program->code[a->code].op == OP_CALL_NATIVE
                                 ? "free of %llu byte%s"
                                 : "end of the life of %llu byte%s",
                             size, s);
    if (a->kind == OPERATION_BLOCK_SIZE)
        return memory_format("look at the size of a block of %llu byte%s", size, s);
    if (a->kind == OPERATION_UPDATE)
        return memory_format("%s%s of %llu byte%s", atomic, a->write ? "update" : "read", size, s);
    if (a->kind == OPERATION_READ || a->kind == OPERATION_WRITE || !a->atomic)
        return memory_format("%s%s of %llu byte%s", atomic, a->write ? "write" : "read", size, s);
    return memory_copy_string(operation_name(a->kind));
}

static char *locks_text(const struct violation_access *a)
{
    if (!a->locks.size)
        return memory_copy_string("no lock");
    char *text = memory_copy_string(a->locks.data[0]);
    for (uint32_t k = 1; k < a->locks.size; k++) {
        char *longer =
            memory_format("%s%s%s", text, k + 1 == a->locks.size ? " and " : ", ", a->locks.data[k]);
        memory_free(text);
        text = longer;
    }
    return text;
}

static char *race_side_text(const struct data_race_replay *r, const struct machine *m,
                            const struct violation_access *a, bool of_library)
{
    char *access = of_library ? memory_copy_string("call") : access_text(r, a),
         *place = program_place_text(r->program, a->place), *locks = locks_text(a);
    char *text =
        memory_format("%s by %s at %s, holding %s", access, machine_thread_name(m, a->thread), place, locks);
    memory_free(access);
    memory_free(place);
    memory_free(locks);
    return text;
}

// The function of heddle's C library that the user's code called for the access; NULL: none.
static const char *library_function(const struct program *p, const struct violation_access *a)
{
    const char *name = NULL;
    for (uint32_t k = 0; k < a->stack.size; k++) {
        uint32_t f = program_function_at(p, a->stack.data[k]);
        if (f == NO_FUNCTION || !(p->functions[f].flags & FUNCTION_RUNTIME))
            break;
        name = program_string(p, p->functions[f].name);
    }
    return name;
}

// What the accesses are about: "data race on counter", or where functions of the library share something
// (*of_library) "data race in rand and srand, ...".
static char *subject_text(const struct data_race_replay *r, const struct machine *m,
                          const struct violation_access accesses[2], bool *of_library)
{
    char object[400];
    const char *names[2];
    for (unsigned i = 0; i < 2; i++)
        names[i] = library_function(r->program, &accesses[i]);
    *of_library = names[0] && names[1] && machine_is_library_memory(m, r->address);
    if (*of_library) {
        bool same = strcmp(names[0], names[1]) == 0;
        return memory_format("data race in %s%s%s, which POSIX does not promise to be safe in threads",
                             names[0], same ? "" : " and ", same ? "" : names[1]);
    }
    bool same = accesses[0].size == accesses[1].size;
    machine_describe_access(m, r->address, same ? accesses[0].size : TYPE_PATH_INNERMOST, object,
                            sizeof object);
    return memory_format("data race on %s", object);
}

char *data_race_message(const struct data_race_replay *r, const struct machine *m,
                        const struct violation_access accesses[2])
{
    bool of_library;
    char *subject = subject_text(r, m, accesses, &of_library);
    char *first = race_side_text(r, m, &accesses[0], of_library),
         *second = race_side_text(r, m, &accesses[1], of_library);
    char *text = memory_format("%s: %s; %s", subject, first, second);
    memory_free(subject);
    memory_free(first);
    memory_free(second);
    return text;
}

// ---- confirmation

static void complete_access(struct violation_access *to, const struct violation_access *from)
{
    to->kind = from->kind;
    to->write = from->write;
    to->atomic = from->atomic;
    to->size = from->size;
    vector_clear(&to->stack);
    for (uint32_t k = 0; k < from->stack.size; k++)
        vector_push(&to->stack, from->stack.data[k]);
    for (uint32_t k = 0; k < to->locks.size; k++)
        memory_free(to->locks.data[k]);
    vector_clear(&to->locks);
    for (uint32_t k = 0; k < from->locks.size; k++)
        vector_push(&to->locks, memory_copy_string(from->locks.data[k]));
}

static void complete_race(void *context, const struct violation_access *accesses, uint32_t count,
                          const char *message)
{
    struct exploration_violation *v = context;
    for (uint32_t i = 0; i < count; i++)
        complete_access(&v->accesses.data[i], &accesses[i]);
    vector_clear(&v->stack);
    for (uint32_t k = 0; k < accesses[1].stack.size; k++)
        vector_push(&v->stack, accesses[1].stack.data[k]);
    char *copy = memory_copy_string(message); // may fail: the old one still stands then
    memory_free(v->message);
    v->message = copy;
}

enum replay_outcome data_race_confirm(const struct program *program, const struct machine_options *options,
                                      struct exploration_violation *v, struct replay_analysis *analysis,
                                      char **why)
{
    struct replay_hooks hooks = {.context = v, .analysis = analysis, .raced = complete_race};
    enum replay_outcome outcome = replay_run(program, options, v, &hooks, why);
    if (outcome != REPLAY_CONFIRMED && v->found.size) {
        memory_free(*why);
        vector_free(&v->schedule);
        v->schedule = v->found;
        v->found = (schedule_vector){0};
        outcome = replay_run(program, options, v, &hooks, why);
    }
    vector_free(&v->found);
    return outcome;
}
