#include "report/timeline.h"

#include "base/memory.h"
#include "machine/describe.h"
#include "machine/questions.h"
#include "report/place.h"
#include "report/value_text.h"

#include <string.h>

// What a program prints beyond this is not kept.
enum { OUTPUT_LIMIT = 1 << 20 };
// Of longer timelines the rest is named without looking for what pointers lead there.
enum { PATHS_LIMIT = 2000 };

struct timeline_builder {
    struct timeline *timeline;
    const struct program *program;
    const struct exploration_violation *violation;
    uint32_t step;     // of the schedule, the operation being executed
    uint32_t reported; // events when the violation was reported
};

static void add_timeline_event(struct timeline *timeline, struct timeline_event event)
{
    vector_push(&timeline->events, event);
}

static void timeline_on_step(void *context, uint32_t step, const struct schedule_step *what)
{
    struct timeline_builder *b = context;
    b->step = step;
    if (what->choice)
        add_timeline_event(b->timeline, (struct timeline_event){.step = step,
                                                                .thread = what->thread,
                                                                .code = what->code,
                                                                .kind = what->kind,
                                                                .choice = true,
                                                                .alternative = what->alternative});
}

// Whether the event is reported a second time: a synchronisation that continues after a choice inside it.
static bool told_before(const struct timeline *timeline, const struct timeline_event *event)
{
    if (timeline->events.size == 0 || event->kind == OPERATION_READ || event->kind == OPERATION_WRITE ||
        event->kind == OPERATION_UPDATE)
        return false;
    const struct timeline_event *last = &vector_last(&timeline->events);
    return last->step == event->step && last->thread == event->thread && last->code == event->code &&
           last->kind == event->kind && last->address == event->address;
}

// Removes the folders from paths in a text.
static void shorten_paths(char *text)
{
    char *to = text, *word = text;
    for (const char *from = text; *from; from++) {
        *to++ = *from;
        if (*from == ' ')
            word = to;
        else if (*from == '/')
            to = word;
    }
    *to = 0;
}

static char *name_part(const struct machine *machine, uint64_t address, uint64_t bytes, bool paths,
                       uint32_t *type)
{
    char text[512] = "";
    *type = machine_name_access(machine, address, bytes, paths, text, sizeof text);
    shorten_paths(text);
    return memory_copy_string(text);
}

// The object of an operation; what has no value is known by the innermost object there (a lock).
static char *name_object(const struct timeline_builder *b, const struct machine *machine,
                         const struct timeline_event *event, uint32_t *type)
{
    bool whole = event->kind == OPERATION_FREE, paths = b->timeline->events.size < PATHS_LIMIT && !whole;
    uint64_t bytes = event->width ? (event->width + 7) / 8 : whole ? TYPE_PATH_WHOLE : TYPE_PATH_INNERMOST;
    return name_part(machine, event->address, bytes, paths, type);
}

static char *name_pointer(const struct machine *machine, uint64_t pointer, uint32_t type)
{
    char text[512] = "";
    machine_name_pointer(machine, pointer, type, text, sizeof text);
    shorten_paths(text);
    return memory_copy_string(text);
}

// Of a trylock that fails since another thread has the lock: whose it is; NULL: it succeeds, or that is open.
static char *name_busy(const struct machine *machine, const struct timeline_event *event)
{
    bool spin = event->kind == OPERATION_SPIN_TRYLOCK;
    if (!spin && event->kind != OPERATION_MUTEX_TRYLOCK)
        return NULL;
    uint32_t holder = machine_lock_held_by(machine, event->address, spin);
    if (holder == LOCK_FREE || holder == LOCK_UNKNOWN || holder == event->thread)
        return NULL;
    return memory_format("busy (%s)", machine_thread_name(machine, holder));
}

static void name_event(const struct timeline_builder *b, const struct machine *machine,
                       struct timeline_event *event)
{
    bool key = event->kind == OPERATION_KEY_CREATE || event->kind == OPERATION_KEY_USE ||
               event->kind == OPERATION_KEY_DELETE; // of a thread, not of a variable
    uint32_t type = 0;
    if (event->address && !key)
        event->object = name_object(b, machine, event, &type);
    event->block = machine_is_block(machine, event->address);
    bool accesses =
        event->kind == OPERATION_READ || event->kind == OPERATION_WRITE || event->kind == OPERATION_UPDATE;
    event->library =
        (accesses || event->kind == OPERATION_FREE) && machine_is_library_memory(machine, event->address);
    if (event->width == 0) {
        event->value = name_busy(machine, event);
        return;
    }
    char text[256];
    // An atomic pointer is accessed as a number.
    event->is_pointer |=
        event->width == b->program->pointer_bits && type_at(b->program, type)->kind == TYPE_POINTER;
    event->value = event->is_pointer ? name_pointer(machine, event->bits, type)
                   : machine_describe_time(machine, event->address, event->bits, text, sizeof text) ||
                           (event->width == b->program->pointer_bits &&
                            machine_describe_handle(machine, event->bits, text, sizeof text))
                       ? memory_copy_string(text)
                   : event->is_float ? value_float_text(event->bits, event->width)
                                     : value_typed_text(b->program, type, event->bits, event->width);
}

static void timeline_on_shown(void *context, const struct machine *machine,
                              const struct machine_access_shown *shown)
{
    struct timeline_builder *b = context;
    struct timeline_event event = {.step = b->step,
                                   .thread = shown->thread,
                                   .code = shown->code,
                                   .kind = shown->kind,
                                   .address = shown->address,
                                   .width = shown->width,
                                   .bits = shown->value,
                                   .is_pointer = shown->is_pointer,
                                   .is_float = shown->is_float};
    if (told_before(b->timeline, &event))
        return;
    name_event(b, machine, &event);
    add_timeline_event(b->timeline, event);
}

static void timeline_on_reported(void *context, const struct machine *machine,
                                 const struct machine_report *report)
{
    struct timeline_builder *b = context;
    (void)machine;
    (void)report;
    b->reported = b->timeline->events.size;
}

static void timeline_on_output(void *context, int fd, const char *bytes, size_t count)
{
    struct timeline_builder *b = context;
    (void)fd;
    if (b->timeline->output.bytes.size + count <= OUTPUT_LIMIT)
        buffer_append(&b->timeline->output, bytes, count);
}

// The event in which another thread acquired the lock at `address` and has kept it since; -1: none is
// certain. `writes`: who waits cannot go on beside readers.
static int64_t find_holder_event(const struct timeline *timeline, uint64_t address, bool writes)
{
    bool gave_back[MACHINE_MAX_THREADS] = {0}; // the rwlock
    bool waited[MACHINE_MAX_THREADS] = {0};    // a later wait for a condition may have released it
    for (int64_t i = (int64_t)timeline->events.size - 1; i >= 0; i--) {
        const struct timeline_event *event = &timeline->events.data[i];
        if (event->kind == OPERATION_COND_WAIT && event->thread < MACHINE_MAX_THREADS)
            waited[event->thread] = true;
        if (event->address != address || event->choice)
            continue;
        switch (event->kind) {
        case OPERATION_MUTEX_LOCK:
        case OPERATION_SPIN_LOCK:
        case OPERATION_RWLOCK_WRITE:
            if (event->thread < MACHINE_MAX_THREADS && gave_back[event->thread])
                return -1; // and others have come in since, or nobody
            return event->thread < MACHINE_MAX_THREADS && !waited[event->thread] ? i : -1;
        case OPERATION_RWLOCK_READ:
            if (writes && event->thread < MACHINE_MAX_THREADS && !gave_back[event->thread])
                return i;
            break;
        case OPERATION_RWLOCK_UNLOCK:
            if (!writes || event->thread >= MACHINE_MAX_THREADS)
                return -1;
            gave_back[event->thread] = true;
            break;
        case OPERATION_MUTEX_TRYLOCK: // whether they succeeded is not shown
        case OPERATION_SPIN_TRYLOCK:
        case OPERATION_RWLOCK_TRY:
        case OPERATION_MUTEX_UNLOCK:
        case OPERATION_MUTEX_OWNER_ENDS:
        case OPERATION_SPIN_UNLOCK: return -1;
        default: break;
        }
    }
    return -1;
}

static void add_waiting_thread(struct timeline *timeline, struct machine *machine, uint32_t thread)
{
    struct timeline_waiting waiting = {
        .thread = thread, .code = machine_user_position(machine, thread), .holder = -1};
    waiting.endless = machine_status(machine, thread) == THREAD_ENDLESS;
    waiting.runs = machine_loop_for_ever(machine, thread) != NO_CODE;
    if (machine_status(machine, thread) == THREAD_JOINING) {
        waiting.joining = true;
        waiting.kind = OPERATION_JOIN;
        waiting.object = memory_copy_string(machine_thread_name(machine, machine_joins(machine, thread)));
    } else if (machine_status(machine, thread) == THREAD_READY) {
        const struct operation *next = machine_next(machine, thread);
        waiting.kind = next->kind;
        if (next->kind ==
            OPERATION_ATOMIC_BEGIN) // functions of the C library wait for what another thread writes
            waiting.library = machine_library_call(machine, thread);
        waiting.joining = next->kind == OPERATION_JOIN || next->kind == OPERATION_JOIN_WAIT;
        if (next->access_count > 0) {
            waiting.address = operation_object(next);
            waiting.object = name_part(machine, waiting.address, TYPE_PATH_INNERMOST, false, &(uint32_t){0});
            waiting.holder =
                find_holder_event(timeline, waiting.address, next->kind == OPERATION_RWLOCK_WRITE);
        }
    }
    vector_push(&timeline->waiting, waiting);
}

// Whether the instruction may change what its line has read: it writes, or calls what may write.
static bool may_change(const struct instruction *i)
{
    switch (i->op) {
    case OP_STORE:
    case OP_STORE_I:
    case OP_STORE_G:
    case OP_RMW:
    case OP_CMPXCHG:
    case OP_CALL:
    case OP_CALL_NATIVE:
    case OP_CALL_INDIRECT: return true;
    default: return false;
    }
}

// Variables with a fixed address that the failing line of the user's code reads.
static void add_values(struct timeline_builder *b, const struct machine *machine)
{
    const struct exploration_violation *v = b->violation;
    const struct program *p = b->program;
    uint32_t code = v->code;
    for (uint32_t i = 0; i < v->stack.size && code != NO_CODE && place_of(p, code).runtime; i++)
        code = v->stack.data[i];
    uint32_t function = code < p->code_count ? program_function_at(p, code) : NO_FUNCTION;
    if (function == NO_FUNCTION || b->reported != b->timeline->events.size) // others have gone on
        return;
    struct source_place place = place_of(p, code);
    bool unchanged = true;
    for (uint32_t i = p->functions[function].first; i < p->functions[function].end; i++) {
        struct source_place at = place_of(p, i);
        if (i != code && may_change(&p->code[i]) && at.line == place.line && strcmp(at.file, place.file) == 0)
            unchanged = false;
    }
    for (uint32_t i = p->functions[function].first; i < p->functions[function].end; i++) {
        const struct instruction *load = &p->code[i];
        struct source_place at = place_of(p, i);
        struct timeline_event event = {.kind = OPERATION_READ,
                                       .address = instruction_immediate(load),
                                       .width = load->width,
                                       .is_pointer = load->aux & ACCESS_POINTER,
                                       .is_float = load->aux & ACCESS_FLOAT};
        if (load->op != OP_LOAD_G || at.line != place.line || strcmp(at.file, place.file) != 0 ||
            load->width % 8 != 0 || !machine_known_word(machine, event.address, load->width / 8, &event.bits))
            continue;
        name_event(b, machine, &event);
        struct timeline_value value = {event.address, event.width, event.bits,
                                       event.object,  event.value, unchanged};
        vector_push(&b->timeline->there, value);
    }
}

static void timeline_on_end(void *context, struct machine *machine)
{
    struct timeline_builder *b = context;
    struct timeline *timeline = b->timeline;
    for (uint32_t i = 0; i < machine_thread_limit(machine); i++) {
        char *name = memory_copy_string(machine_thread_name(machine, i));
        vector_push(&timeline->thread_names, name);
    }
    add_values(b, machine);
    for (uint32_t i = 0; i < b->violation->blocked.size; i++)
        if (b->violation->blocked.data[i] < machine_thread_limit(machine))
            add_waiting_thread(timeline, machine, b->violation->blocked.data[i]);
}

struct timeline *timeline_build(const struct program *program, const struct machine_options *options,
                                const struct exploration_violation *violation,
                                struct replay_analysis *analysis)
{
    struct timeline *timeline = memory_zalloc(1, sizeof *timeline);
    timeline->steps = violation->schedule.size;
    struct timeline_builder builder = {.timeline = timeline, .program = program, .violation = violation};
    struct replay_hooks hooks = {.context = &builder,
                                 .analysis = analysis,
                                 .shown = timeline_on_shown,
                                 .reported = timeline_on_reported,
                                 .output = timeline_on_output,
                                 .step = timeline_on_step,
                                 .end = timeline_on_end};
    timeline->outcome = replay_run(program, options, violation, &hooks, &timeline->why);
    return timeline;
}

void timeline_free(struct timeline *timeline)
{
    if (!timeline)
        return;
    for (uint32_t i = 0; i < timeline->events.size; i++) {
        memory_free(timeline->events.data[i].object);
        memory_free(timeline->events.data[i].value);
    }
    for (uint32_t i = 0; i < timeline->thread_names.size; i++)
        memory_free(timeline->thread_names.data[i]);
    for (uint32_t i = 0; i < timeline->waiting.size; i++)
        memory_free(timeline->waiting.data[i].object);
    for (uint32_t i = 0; i < timeline->there.size; i++) {
        memory_free(timeline->there.data[i].object);
        memory_free(timeline->there.data[i].value);
    }
    vector_free(&timeline->there);
    vector_free(&timeline->events);
    vector_free(&timeline->thread_names);
    vector_free(&timeline->waiting);
    buffer_free(&timeline->output);
    memory_free(timeline->why);
    memory_free(timeline);
}

const char *timeline_thread_name(const struct timeline *timeline, uint32_t thread)
{
    return thread < timeline->thread_names.size ? timeline->thread_names.data[thread] : "?";
}

uint32_t timeline_switches(const struct timeline *timeline)
{
    uint32_t switches = 0;
    for (uint32_t i = 1; i < timeline->events.size; i++)
        switches += timeline->events.data[i].thread != timeline->events.data[i - 1].thread;
    return switches;
}
