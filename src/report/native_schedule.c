#include "report/native_schedule.h"

#include "base/memory.h"
#include "machine/describe.h"
#include "machine/questions.h"

#include <string.h>

// An operation that a thread executed, or stands before at the end.
struct happening {
    uint32_t thread, step; // of the schedule; NO_STEP: before the first
    enum operation_kind kind;
    uint64_t address, size;
    uint32_t global; // index of the variable; NO_GLOBAL: none
    uint32_t function;
    struct source_place place;
    uint32_t access; // of the violation's accesses, from 1; 0: none
    bool hidden;     // not a step: irrelevant to the violation
    bool library;    // an access by the C library, which a native run does not see
    char *text;      // owned; NULL: hidden
};

struct turns_builder {
    struct native_schedule *schedule;
    const struct program *program;
    const struct exploration_violation *violation;
    uint32_t step;
    uint32_t stepping; // the thread of the step
    bool pending;      // the step's operation has not been executed yet
    bool spins;        // a thread goes round a loop for ever
    bool reads_input;  // standard input, which nobody gave
    char *waits_in;    // a function of the C library that a thread waits in for ever; owned; NULL: none
    VECTOR(struct happening) happened;
    VECTOR(uint32_t) requests;     // for input, by thread
    VECTOR(struct happening) next; // by thread: what it stands before now; kind NONE: nothing
    VECTOR(struct happening) last; // by thread: what it stands before at the end; kind NONE: nothing
};

static const char *const operations[OPERATION_KIND_COUNT] = {
    [OPERATION_READ] = "READ",
    [OPERATION_WRITE] = "WRITE",
    [OPERATION_UPDATE] = "UPDATE",
    [OPERATION_FREE] = "FREE",
    [OPERATION_MUTEX_LOCK] = "LOCK",
    [OPERATION_MUTEX_TRYLOCK] = "TRYLOCK",
    [OPERATION_MUTEX_UNLOCK] = "UNLOCK",
    [OPERATION_COND_WAIT] = "WAIT",
    [OPERATION_COND_SIGNAL] = "SIGNAL",
    [OPERATION_COND_BROADCAST] = "BROADCAST",
    [OPERATION_RWLOCK_READ] = "READ_LOCK",
    [OPERATION_RWLOCK_WRITE] = "WRITE_LOCK",
    [OPERATION_RWLOCK_TRY] = "TRY_RWLOCK",
    [OPERATION_RWLOCK_UNLOCK] = "UNLOCK_RWLOCK",
    [OPERATION_SPIN_LOCK] = "LOCK",
    [OPERATION_SPIN_TRYLOCK] = "TRYLOCK",
    [OPERATION_SPIN_UNLOCK] = "UNLOCK",
    [OPERATION_BARRIER_ARRIVE] = "BARRIER",
    [OPERATION_SEM_WAIT] = "SEM_WAIT",
    [OPERATION_SEM_TRYWAIT] = "SEM_TRYWAIT",
    [OPERATION_SEM_POST] = "SEM_POST",
    [OPERATION_SEM_GET] = "SEM_GET",
};

// What a native run has no means to bring about.
static const char *const impossible[OPERATION_KIND_COUNT] = {
    [OPERATION_CANCEL] = "a thread is cancelled",
    [OPERATION_FUTEX_WAIT] = "threads wait for a futex",
    [OPERATION_FUTEX_WAKE] = "threads wait for a futex",
};

static bool is_native_access(enum operation_kind kind)
{
    return kind == OPERATION_READ || kind == OPERATION_WRITE || kind == OPERATION_UPDATE;
}

// ---- what happened

static uint32_t find_native_global(const struct program *program, uint64_t address)
{
    for (uint32_t i = 0; i < program->globals_count; i++) {
        const struct global *g = &program->globals[i];
        if (!(g->flags & (GLOBAL_THREAD_LOCAL | GLOBAL_RUNTIME)) && address >= g->address &&
            address - g->address < g->size)
            return i;
    }
    return NO_GLOBAL;
}

static struct happening describe_happening(const struct turns_builder *b, const struct machine *machine,
                                           uint32_t thread, enum operation_kind kind, uint64_t address,
                                           uint64_t size, uint32_t code)
{
    struct happening h = {.thread = thread, .step = b->step, .kind = kind, .address = address, .size = size};
    h.global = find_native_global(b->program, address);
    h.function = code < b->program->code_count ? program_function_at(b->program, code) : NO_FUNCTION;
    h.place = place_of(b->program, code);
    h.library = is_native_access(kind) && (machine_library_call(machine, thread) != NULL ||
                                           (address && machine_is_library_memory(machine, address)));
    return h;
}

// What the thread stands before.
static struct happening next_happening(const struct turns_builder *b, struct machine *machine,
                                       uint32_t thread)
{
    if (machine_status(machine, thread) != THREAD_READY)
        return (struct happening){.thread = thread, .kind = OPERATION_NONE};
    const struct operation *next = machine_next(machine, thread);
    return describe_happening(b, machine, thread, next->kind, operation_object(next),
                              next->access_count ? next->access[0].size : 1,
                              machine_user_position(machine, thread));
}

// An operation that fails is not executed: it is what the thread stood before.
static void add_failed(struct turns_builder *b)
{
    if (!b->pending || b->stepping >= b->next.size)
        return;
    struct happening h = b->next.data[b->stepping];
    b->pending = false;
    h.step = b->step;
    h.text = memory_copy_string(operation_name(h.kind));
    vector_push(&b->happened, h);
}

static void turns_on_stepped(void *context, uint32_t step, struct machine *machine)
{
    struct turns_builder *b = context;
    (void)step;
    add_failed(b);
    b->next.size = 0;
    for (uint32_t i = 0; i < machine_thread_limit(machine); i++)
        vector_push(&b->next, next_happening(b, machine, i));
}

static void turns_on_step(void *context, uint32_t step, const struct schedule_step *what)
{
    struct turns_builder *b = context;
    b->pending = !what->choice;
    b->step = step;
    b->stepping = what->thread;
}

static void turns_on_shown(void *context, const struct machine *machine,
                           const struct machine_access_shown *shown)
{
    struct turns_builder *b = context;
    uint64_t size = shown->width ? (shown->width + 7) / 8 : 1;
    struct happening h =
        describe_happening(b, machine, shown->thread, shown->kind, shown->address, size, shown->code);
    char name[512] = "";
    if (shown->address)
        machine_name_access(machine, shown->address, shown->width ? size : TYPE_PATH_INNERMOST, true, name,
                            sizeof name);
    h.text = memory_format("%s %s", operation_name(shown->kind), name);
    b->pending = false;
    vector_push(&b->happened, h);
}

static void on_hidden(void *context, const struct machine *machine, const struct machine_access_shown *shown)
{
    struct turns_builder *b = context;
    uint64_t size = shown->width ? (shown->width + 7) / 8 : 1;
    struct happening h =
        describe_happening(b, machine, shown->thread, shown->kind, shown->address, size, shown->code);
    h.hidden = true;
    vector_push(&b->happened, h);
}

// Whether the thread goes round a loop for ever, and a native run with it. A thread that was woken and finds
// that it has to wait again does so natively: the round ends in pthread_cond_wait.
static bool goes_round_natively(struct machine *machine, uint32_t thread)
{
    if (machine_status(machine, thread) == THREAD_ENDLESS)
        return true;
    bool woken = machine_status(machine, thread) == THREAD_READY &&
                 machine_next(machine, thread)->kind == OPERATION_COND_WAKE;
    return machine_spins(machine, thread) && !woken;
}

static void turns_on_end(void *context, struct machine *machine)
{
    struct turns_builder *b = context;
    b->step = NO_STEP;
    for (uint32_t i = 0; i < b->violation->blocked.size; i++) {
        uint32_t thread = b->violation->blocked.data[i];
        const char *library = machine_library_call(machine, thread);
        b->spins |= goes_round_natively(machine, thread);
        if (library && !b->waits_in)
            b->waits_in = memory_copy_string(library);
    }
    for (uint32_t i = 0; i < machine_thread_limit(machine); i++) {
        vector_push(&b->last, next_happening(b, machine, i));
        char *name = memory_copy_string(machine_thread_name(machine, i));
        vector_push(&b->schedule->thread_names, name);
    }
}

// ---- points

// Whether a native run would take the one for the other.
static bool is_alike(const struct happening *a, const struct happening *point)
{
    if (a->thread != point->thread || a->library || !operations[a->kind] ||
        strcmp(operations[a->kind], operations[point->kind]) != 0)
        return false;
    if (point->global == NO_GLOBAL)
        return a->global == NO_GLOBAL && a->function == point->function;
    return a->address <= point->address && point->address < a->address + a->size;
}

static bool may_stop_before(const struct happening *h)
{
    return operations[h->kind] && !h->library && (h->global != NO_GLOBAL || h->function != NO_FUNCTION);
}

// The point right before the happening, in a turn that began behind number `from` and in which what is below
// `upto` had happened.
static struct native_point point_before(const struct turns_builder *b, const struct happening *h,
                                        uint32_t from, uint32_t upto)
{
    const struct program *p = b->program;
    struct native_point point = {.operation = operations[h->kind], .place = h->place, .times = 1};
    if (h->global != NO_GLOBAL) {
        point.variable = memory_copy_string(program_string(p, p->globals[h->global].name));
        point.offset = h->address - p->globals[h->global].address;
    }
    if (h->function != NO_FUNCTION)
        point.function = memory_copy_string(program_string(p, p->functions[h->function].name));
    for (uint32_t i = from; i < upto; i++)
        point.times += is_alike(&b->happened.data[i], h);
    return point;
}

// ---- turns

// The first happening of the thread's next step behind `from` that a native run can stop before; NULL: there
// is none. *step: whether the thread has a step at all.
static const struct happening *next_native_step(const struct turns_builder *b, uint32_t thread, uint32_t from,
                                                bool *step)
{
    uint32_t number = NO_STEP;
    *step = false;
    for (uint32_t i = from; i < b->happened.size; i++) {
        const struct happening *h = &b->happened.data[i];
        if (h->thread != thread || h->hidden || h->step == NO_STEP)
            continue;
        if (number == NO_STEP)
            number = h->step;
        *step = true;
        if (h->step == number && may_stop_before(h))
            return h;
        if (h->step != number)
            return NULL;
    }
    return NULL;
}

// Where a turn ends that consists of the happenings from `from` to before `upto` of its thread.
static struct native_point turn_end(const struct turns_builder *b, uint32_t thread, uint32_t from,
                                    uint32_t upto)
{
    struct native_point none = {0};
    bool step;
    const struct happening *next = next_native_step(b, thread, upto, &step);
    if (!step) {
        next = &b->last.data[thread];
        if (next->kind == OPERATION_NONE)
            return none;
    }
    if (next && may_stop_before(next))
        return point_before(b, next, from, upto);
    for (uint32_t i = upto; i-- > from;) { // behind the last one that it can be known by
        const struct happening *h = &b->happened.data[i];
        if (h->thread != thread || !may_stop_before(h))
            continue;
        struct native_point point = point_before(b, h, from, i);
        point.after = true;
        return point;
    }
    return none;
}

static void add_turn(struct turns_builder *b, uint32_t thread, struct native_point until)
{
    vector_push(&b->schedule->turns, (struct native_turn){thread, until});
}

static void add_native_step(struct turns_builder *b, const struct happening *h, uint32_t from, uint32_t upto)
{
    struct native_step step = {.turn = b->schedule->turns.size, .thread = h->thread};
    step.at = point_before(b, h, from, upto);
    step.text = memory_copy_string(h->text);
    vector_push(&b->schedule->steps, step);
}

// Whether the thread wakes up right behind the step in which it began to wait: the time was over, or it was
// not signalled at all.
static bool wakes_alone(const struct turns_builder *b, uint32_t number)
{
    const struct happening *h = &b->happened.data[number];
    const struct happening *before = number ? h - 1 : NULL;
    return h->kind == OPERATION_COND_WAKE && before && before->thread == h->thread &&
           before->kind == OPERATION_COND_WAIT;
}

// Whether the cycle of a livelock begins with the happening: a turn begins there.
static bool begins_cycle(const struct turns_builder *b, uint32_t number)
{
    const struct violation_cycle *cycle = &b->violation->cycle;
    const struct happening *h = &b->happened.data[number];
    return cycle->length && h->step != NO_STEP && h->step >= cycle->begin &&
           (!number || h[-1].step == NO_STEP || h[-1].step < cycle->begin);
}

// The happenings of other threads' steps in which the thread only went on by itself are part of its next
// turn: what it waited for has come, and it goes on natively when its turn comes.
static void add_turns(struct turns_builder *b)
{
    uint32_t *began = memory_zalloc(b->schedule->thread_names.size + 1u, sizeof *began), i = 0;
    while (i < b->happened.size && b->happened.data[i].step == NO_STEP)
        i++;
    bool main_first = i < b->happened.size && b->happened.data[i].thread == 0;
    if (!main_first) {
        add_turn(b, 0, turn_end(b, 0, 0, i));
        began[0] = i;
    }
    while (i < b->happened.size) {
        uint32_t thread = b->happened.data[i].thread, last = i, step = b->happened.data[i].step;
        if (begins_cycle(b, i))
            b->schedule->cycle_turn = b->schedule->turns.size;
        for (; i < b->happened.size && (i == last || !begins_cycle(b, i)); i++) {
            const struct happening *h = &b->happened.data[i];
            if (h->thread == thread) {
                if (h->access) { // a turn of its own ends before it
                    b->schedule->access_turns[h->access - 1] = b->schedule->turns.size;
                    add_turn(b, thread, point_before(b, h, began[thread], i));
                    began[thread] = i;
                }
                if (wakes_alone(b, i)) { // natively a wait ends the turn, and the next one ends the wait
                    add_turn(b, thread, (struct native_point){0});
                    began[thread] = i + 1;
                }
                if (!h->hidden && may_stop_before(h))
                    add_native_step(b, h, began[thread], i);
                last = i;
                step = h->step;
            } else if (h->step != step) // another thread's step; else it went on within this one
                break;
        }
        add_turn(b, thread, turn_end(b, thread, began[thread], last + 1));
        began[thread] = last + 1;
    }
    uint32_t fails = b->violation->thread;
    bool ends_there = b->violation->property != PROPERTY_DEADLOCK && !b->violation->cycle.length &&
                      !b->violation->accesses.size;
    if (ends_there && vector_last(&b->schedule->turns).thread != fails)
        add_turn(b, fails, (struct native_point){0});
    memory_free(began);
}

// ---- data races and violations of atomicity

// The last happening before `before` that is this access; -1: there is none.
static int64_t find_access_happening(const struct turns_builder *b, const struct violation_access *access,
                                     int64_t before)
{
    struct source_place place = place_of(b->program, access->place);
    for (int64_t i = before; i-- > 0;) {
        const struct happening *h = &b->happened.data[i];
        if (h->thread == access->thread && !h->hidden && !h->library && is_native_access(h->kind) &&
            h->place.line == place.line && strcmp(h->place.file, place.file) == 0 &&
            (h->kind != OPERATION_READ) == access->write)
            return i;
    }
    return -1;
}

// Forgets what happens from `from` on, or, with a thread, what happens in that thread from there on.
static void forget_from(struct turns_builder *b, int64_t from, int64_t thread)
{
    uint32_t kept = 0;
    for (uint32_t i = 0; i < b->happened.size; i++) {
        struct happening *h = &b->happened.data[i];
        if (i < from || (thread >= 0 && h->thread != thread))
            b->happened.data[kept++] = *h;
        else
            memory_free(h->text);
    }
    b->happened.size = kept;
}

// Two threads are to stand right before the two accesses. The thread of the first one makes no step any more
// from there on: nothing that comes before the second access hangs on such a step, since the first access
// would have happened before the second then.
static bool leave_race_open(struct turns_builder *b, struct error *error)
{
    const struct violation_access *accesses = b->violation->accesses.data;
    int64_t first = find_access_happening(b, &accesses[0], b->happened.size),
            second = find_access_happening(b, &accesses[1], b->happened.size);
    if (first < 0 || second < 0 || first >= second)
        return error_set(error, "the accesses of the race are not made by instructions of the program");
    b->last.data[accesses[0].thread] = b->happened.data[first];
    b->last.data[accesses[1].thread] = b->happened.data[second];
    forget_from(b, second, -1);
    forget_from(b, first, accesses[0].thread);
    return true;
}

// A thread is to stand right before the last of the three accesses, behind the others.
static bool leave_region_open(struct turns_builder *b, struct error *error)
{
    const struct violation_access *accesses = b->violation->accesses.data;
    int64_t found[3], before = b->happened.size;
    for (uint32_t k = 3; k-- > 0;)
        before = found[k] = find_access_happening(b, &accesses[k], before);
    if (found[0] < 0 || found[1] < 0 || found[2] < 0)
        return error_set(error, "the three accesses are not made by instructions of the program");
    for (uint32_t k = 0; k < 2; k++)
        b->happened.data[found[k]].access = k + 1;
    b->last.data[accesses[2].thread] = b->happened.data[found[2]];
    forget_from(b, found[2], -1);
    return true;
}

// The last turn of the thread, which ends before the access.
static void find_access_turn(struct turns_builder *b, uint32_t access)
{
    uint32_t thread = b->violation->accesses.data[access].thread, turn = b->schedule->turns.size;
    while (turn > 0 && b->schedule->turns.data[turn - 1].thread != thread)
        turn--;
    if (!turn) {
        add_turn(b, thread, turn_end(b, thread, 0, b->happened.size));
        turn = b->schedule->turns.size;
    }
    b->schedule->access_turns[access] = turn - 1;
}

// ---- inputs

const char *const native_generator_names[] = {"RANDOM", "RAND_R", "RAND48", "ERAND48", "GETRANDOM"};

// Whose numbers the function gives; NATIVE_GENERATOR_COUNT: it gives none that a test can give.
static enum native_generator find_generator(const char *function)
{
    static const struct {
        const char *function;
        enum native_generator generator;
    } rows[] = {{"rand", NATIVE_RANDOM},
                {"random", NATIVE_RANDOM},
                {"rand_r", NATIVE_RAND_R},
                {"drand48", NATIVE_RAND48},
                {"lrand48", NATIVE_RAND48},
                {"mrand48", NATIVE_RAND48},
                {"erand48", NATIVE_ERAND48},
                {"nrand48", NATIVE_ERAND48},
                {"jrand48", NATIVE_ERAND48},
                {"getrandom", NATIVE_GETRANDOM},
                {"getentropy", NATIVE_GETRANDOM},
                {"arc4random", NATIVE_GETRANDOM},
                {"arc4random_buf", NATIVE_GETRANDOM},
                {"arc4random_uniform", NATIVE_GETRANDOM}};
    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++)
        if (strcmp(rows[k].function, function) == 0)
            return rows[k].generator;
    return NATIVE_GENERATOR_COUNT;
}

// A function of heddle's C library asks for an input. False: in a native run it is glibc's own, and gets what
// there is; else the schedule's.
static bool take_library_input(struct turns_builder *b, const char *function, const char *input)
{
    enum native_generator generator = find_generator(function);
    b->reads_input |= strncmp(input, "standard input", strlen("standard input")) == 0;
    if (generator == NATIVE_GENERATOR_COUNT)
        return false;
    b->schedule->open_generators |= 1u << generator;
    return true;
}

// What the program asks for. Numbers of inputs are no numbers of requests: a request may be of many inputs,
// and what a slice leaves out is counted apart.
static void turns_on_input(void *context, const struct schedule_input *input, struct machine *machine)
{
    struct turns_builder *b = context;
    struct input_form form = machine_input_form(machine, input->maker, input->number);
    if (!form.asked || input->maker >= machine_thread_limit(machine))
        return;
    uint32_t thread = (uint32_t)input->maker;
    const char *function = machine_library_call(machine, thread);
    char *name = machine_input_name(machine, input->maker, input->number);
    if (function && !take_library_input(b, function, name)) {
        memory_free(name);
        return;
    }
    while (b->requests.size <= thread)
        vector_push(&b->requests, 0);
    b->requests.data[thread] += form.offset == 0;
    struct native_input native = {.thread = thread,
                                  .request = b->requests.data[thread] - 1,
                                  .offset = form.offset,
                                  .width = input->width,
                                  .value = input->value,
                                  .name = name};
    vector_push(&b->schedule->inputs, native);
}

// ---- the whole

static bool check_possible(const struct turns_builder *b, struct error *error)
{
    if (b->reads_input)
        return error_set(error, "it reads standard input");
    if (b->spins && b->waits_in)
        return error_set(error, "a thread waits for ever in %s, which cannot be told from a long wait",
                         b->waits_in);
    if (b->spins)
        return error_set(
            error, "a thread goes round a loop for ever, which cannot be told from one that takes long");
    for (uint32_t i = 0; i < b->happened.size; i++) {
        const struct happening *h = &b->happened.data[i];
        if (impossible[h->kind])
            return error_set(error, "%s (%s:%u)", impossible[h->kind], h->place.file, h->place.line);
    }
    return true;
}

bool native_schedule_make(struct native_schedule *schedule, const struct program *program,
                          const struct machine_options *options,
                          const struct exploration_violation *violation, struct replay_analysis *analysis,
                          struct error *error)
{
    *schedule = (struct native_schedule){0};
    struct turns_builder b = {
        .schedule = schedule, .program = program, .violation = violation, .step = NO_STEP};
    struct replay_hooks hooks = {.context = &b,
                                 .analysis = analysis,
                                 .shown = turns_on_shown,
                                 .hidden = on_hidden,
                                 .input = turns_on_input,
                                 .step = turns_on_step,
                                 .stepped = turns_on_stepped,
                                 .end = turns_on_end};
    replay_run(program, options, violation, &hooks, NULL);
    uint32_t accesses = violation->accesses.size;
    bool good = check_possible(&b, error) && (accesses != 2 || leave_race_open(&b, error)) &&
                (accesses != 3 || leave_region_open(&b, error));
    if (good)
        add_turns(&b);
    for (uint32_t k = accesses == 3 ? 2 : 0; good && k < accesses; k++)
        find_access_turn(&b, k);
    for (uint32_t i = 0; i < b.happened.size; i++)
        memory_free(b.happened.data[i].text);
    vector_free(&b.happened);
    vector_free(&b.last);
    vector_free(&b.next);
    vector_free(&b.requests);
    memory_free(b.waits_in);
    return good;
}

static void free_point(struct native_point *point)
{
    memory_free(point->variable);
    memory_free(point->function);
}

void native_schedule_free(struct native_schedule *schedule)
{
    for (uint32_t i = 0; i < schedule->turns.size; i++)
        free_point(&schedule->turns.data[i].until);
    for (uint32_t i = 0; i < schedule->steps.size; i++) {
        free_point(&schedule->steps.data[i].at);
        memory_free(schedule->steps.data[i].text);
    }
    for (uint32_t i = 0; i < schedule->thread_names.size; i++)
        memory_free(schedule->thread_names.data[i]);
    for (uint32_t i = 0; i < schedule->inputs.size; i++)
        memory_free(schedule->inputs.data[i].name);
    vector_free(&schedule->inputs);
    vector_free(&schedule->turns);
    vector_free(&schedule->steps);
    vector_free(&schedule->thread_names);
}
