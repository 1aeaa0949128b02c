#include "predict/recorded_path.h"

#include "machine/describe.h"
#include "machine/questions.h"

#include <stdlib.h>
#include <string.h>

// ---- reading

static bool is_synchronisation(unsigned kind)
{
    return recording_is_numbered((enum recording_kind)kind);
}

static const char *file_name(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

// "FILE:LINE FUNCTION"; the file's name ends in a zero afterwards.
static struct path_place parse_place(char *text)
{
    char *blank = strrchr(text, ' '), *colon;
    if (blank)
        *blank = 0;
    colon = strrchr(text, ':');
    struct path_place place = {file_name(text), colon ? (uint32_t)strtoul(colon + 1, NULL, 10) : 0};
    if (colon)
        *colon = 0;
    return place;
}

static void read_path_thread(struct recorded_path *path, uint32_t thread)
{
    struct recording_cursor cursor = {thread, 0, 0};
    struct path_thread *t = &path->threads.data[thread];
    uint64_t others = 0; // that main has created and not joined
    for (const struct recording_event *e; (e = recording_next(&path->file, &cursor));) {
        t->cut = t->events.size == PATH_MOST || e->kind == RECORDED_FORK_FAILED; // the machine's never do
        if (t->cut)
            break;
        struct path_event event = {.kind = e->kind,
                                   .flags = e->flags,
                                   .size = e->size,
                                   .alone = thread == 0 && others == 0,
                                   .place = e->place,
                                   .position = PATH_NOWHERE,
                                   .address = e->address,
                                   .more = e->more};
        others += e->kind == RECORDED_FORK;
        others -= e->kind == RECORDED_JOIN && others;
        if (e->kind == RECORDED_BEGIN && e->more)
            vector_push(&path->stacks, (struct recorded_stack){e->address, e->more});
        vector_push(&t->events, event);
    }
}

static void read_positions(struct recorded_path *path, const recording_origins *origins)
{
    for (uint32_t i = 0; i < origins->size; i++) {
        const struct recording_origin *origin = &origins->data[i];
        if (origin->thread >= path->threads.size ||
            origin->event >= path->threads.data[origin->thread].events.size)
            continue;
        uint32_t *position = &path->threads.data[origin->thread].events.data[origin->event].position;
        if (*position == PATH_NOWHERE)
            *position = i;
    }
}

// What stands for nothing in the trace comes where what follows it in its thread does.
static void complete_positions(struct path_thread *t)
{
    uint32_t next = PATH_NOWHERE;
    for (uint32_t i = t->events.size; i-- > 0;) {
        uint32_t *position = &t->events.data[i].position;
        if (*position == PATH_NOWHERE)
            *position = next;
        next = *position;
    }
}

bool recorded_path_open(struct recorded_path *path, const char *recording, const recording_origins *origins,
                        struct error *error)
{
    *path = (struct recorded_path){0};
    if (!recording_open(&path->file, recording, error))
        return false;
    if (!recording_names_read(&path->names, &path->file, error)) {
        recording_close(&path->file);
        return false;
    }
    for (uint32_t i = 0; i < path->names.places.size; i++) {
        struct path_place place = parse_place(path->names.places.data[i].text);
        vector_push(&path->places, place);
    }
    for (uint32_t t = 0; t < path->file.threads.size; t++) {
        vector_push(&path->threads, (struct path_thread){0});
        read_path_thread(path, t);
    }
    read_positions(path, origins);
    for (uint32_t t = 0; t < path->threads.size; t++)
        complete_positions(&path->threads.data[t]);
    return true;
}

void recorded_path_close(struct recorded_path *path)
{
    for (uint32_t t = 0; t < path->threads.size; t++)
        vector_free(&path->threads.data[t].events);
    vector_free(&path->threads);
    vector_free(&path->places);
    vector_free(&path->objects);
    vector_free(&path->stacks);
    recording_names_free(&path->names);
    recording_close(&path->file);
}

void recorded_path_restart(struct recorded_path *path)
{
    for (uint32_t t = 0; t < path->threads.size; t++) {
        struct path_thread *thread = &path->threads.data[t];
        thread->next = thread->copy_begin = thread->copy_end = 0;
    }
    path->objects.size = 0;
}

// ---- matching

static unsigned kind_bit(enum recording_kind kind)
{
    return 1u << kind;
}

// The kinds of events that can stand for the operation; 0: there are none.
static unsigned kinds_of(const struct operation *op)
{
    switch (op->kind) {
    case OPERATION_READ:
        return op->access[0].atomic ? kind_bit(RECORDED_ATOMIC_READ) : kind_bit(RECORDED_READ);
    case OPERATION_WRITE:
        return op->access[0].atomic ? kind_bit(RECORDED_ATOMIC_WRITE) : kind_bit(RECORDED_WRITE);
    case OPERATION_UPDATE: return kind_bit(RECORDED_ATOMIC_UPDATE) | kind_bit(RECORDED_ATOMIC_READ);
    case OPERATION_FREE: return kind_bit(RECORDED_GONE);
    case OPERATION_MUTEX_LOCK:
    case OPERATION_MUTEX_TRYLOCK: return kind_bit(RECORDED_ACQUIRE) | kind_bit(RECORDED_SYNCHRONISE);
    case OPERATION_MUTEX_UNLOCK: return kind_bit(RECORDED_RELEASE) | kind_bit(RECORDED_SYNCHRONISE);
    case OPERATION_SPIN_LOCK:
    case OPERATION_COND_WAKE:
    case OPERATION_RWLOCK_READ:
    case OPERATION_RWLOCK_WRITE: return kind_bit(RECORDED_ACQUIRE);
    case OPERATION_SPIN_UNLOCK:
    case OPERATION_COND_WAIT:
    case OPERATION_RWLOCK_UNLOCK: return kind_bit(RECORDED_RELEASE);
    case OPERATION_COND_SIGNAL:
    case OPERATION_COND_BROADCAST:
    case OPERATION_SEM_WAIT:
    case OPERATION_SEM_TRYWAIT:
    case OPERATION_SEM_POST:
    case OPERATION_BARRIER_ARRIVE:
    case OPERATION_BARRIER_LEAVE:
    case OPERATION_ONCE:
    case OPERATION_ONCE_DONE: return kind_bit(RECORDED_SYNCHRONISE);
    case OPERATION_SEM_INIT:
    case OPERATION_BARRIER_INIT: return kind_bit(RECORDED_SET_UP) | kind_bit(RECORDED_SYNCHRONISE);
    default: return 0;
    }
}

static bool is_access_operation(const struct operation *op)
{
    return op->kind == OPERATION_READ || op->kind == OPERATION_WRITE || op->kind == OPERATION_UPDATE;
}

// Whether the event is about one thing, whose address the machine knows, too.
static bool has_address(const struct operation *op)
{
    return op->kind != OPERATION_COND_WAIT && op->kind != OPERATION_COND_WAKE;
}

struct event_search {
    const struct recorded_path *path;
    const struct program *program;
    struct machine *machine;
    uint32_t thread;
    const struct operation *op;
    bool copies; // it is a part of a copy or fill
    unsigned kinds;
    const char *file;
    uint32_t line;
};

static uint64_t address_of(const struct operation *op)
{
    return is_access_operation(op) || op->kind == OPERATION_FREE ? op->access[0].address
                                                                 : operation_object(op);
}

// Whether the machine's address can be that one natively; then which object that shows.
static bool addresses_agree(const struct event_search *s, uint64_t address, uint64_t native,
                            struct path_match *match)
{
    return recorded_objects_agree(&s->path->objects, s->machine, address, native, &match->object) &&
           (recorded_objects_of(&s->path->objects, match->object.base) ||
            recorded_kinds_agree(s->program, s->machine, match->object.base, &s->path->names,
                                 &s->path->stacks, native));
}

// Whether what a copy reads or writes now is a part of what the event is about. Of an object that is not
// known yet it is the first part.
static bool has_part(const struct event_search *s, const struct path_event *event, struct path_match *match)
{
    uint64_t base, size, address = s->op->access[0].address, bytes = s->op->access[0].size;
    if (!machine_object_at(s->machine, address, &base, &size))
        return false;
    const struct recorded_object *known = recorded_objects_of(&s->path->objects, base);
    uint64_t native = known ? known->native + (address - base) : event->address;
    match->upto = native + bytes;
    return native >= event->address && native - event->address + bytes <= event->size &&
           addresses_agree(s, address, native, match);
}

// What is recorded behind the routine of a once has a place within that.
static bool fits_once(const struct event_search *s, const struct path_event *event, struct path_match *match)
{
    match->object.size = 0;
    return event->kind == RECORDED_SYNCHRONISE &&
           event->size == (s->op->kind == OPERATION_ONCE ? ACT_PASS : ACT_DONE) &&
           addresses_agree(s, address_of(s->op), event->address, match);
}

// Whether the event can stand for the operation.
static bool event_fits(const struct event_search *s, const struct path_event *event, struct path_match *match)
{
    if (s->op->kind == OPERATION_ONCE || s->op->kind == OPERATION_ONCE_DONE)
        return fits_once(s, event, match);
    const struct operation *op = s->op;
    if (!(s->kinds & kind_bit((enum recording_kind)event->kind)) || event->place >= s->path->places.size)
        return false;
    const struct path_place *place = &s->path->places.data[event->place];
    match->object.size = 0;
    if (place->line != s->line || strcmp(place->file, s->file) != 0)
        return false;
    if (s->copies)
        return has_part(s, event, match);
    return (!is_access_operation(op) || event->size == op->access[0].size) &&
           (!has_address(op) || addresses_agree(s, address_of(op), event->address, match));
}

// Whether the event is the second one of a call that made two: who comes last to a barrier has nothing to
// wait for, nor has who has run the routine of a once.
static bool is_second(const struct path_thread *t, const struct path_event *event)
{
    const struct path_event *next = &t->events.data[t->next];
    return event == next && t->next && next->kind == RECORDED_SYNCHRONISE &&
           next[-1].kind == RECORDED_SYNCHRONISE && next[-1].address == event->address &&
           ((next[-1].size == ACT_ARRIVE && event->size == ACT_LEAVE) ||
            (next[-1].size == ACT_DONE && event->size == ACT_PASS));
}

// Whether the machine may have nothing that stands for the event.
static bool may_be_passed(const struct event_search *s, const struct path_event *event)
{
    switch ((enum recording_kind)event->kind) {
    case RECORDED_READ:
    case RECORDED_WRITE:
    case RECORDED_ATOMIC_READ:
    case RECORDED_ATOMIC_WRITE:
    case RECORDED_ATOMIC_UPDATE:
    case RECORDED_ACQUIRE:
    case RECORDED_RELEASE:
        return event->alone || !recorded_objects_at(&s->path->objects, s->machine, event->address);
    case RECORDED_SYNCHRONISE: // that a condition has woken the thread: what counts is that it has its lock
        return event->alone || s->op->kind == OPERATION_COND_WAKE ||
               is_second(&s->path->threads.data[s->thread], event) ||
               !recorded_objects_at(&s->path->objects, s->machine, event->address);
    case RECORDED_FORK: // the walk passes them when it creates and joins threads
    case RECORDED_JOIN: return false;
    default: return true;
    }
}

static char *describe_place(const struct event_search *s, const struct path_event *event)
{
    const struct path_place *place = event->place < s->path->places.size ? &s->path->places.data[event->place]
                                                                         : &(struct path_place){"?", 0};
    return memory_format("%s:%u", place->file, place->line);
}

static char *left(const struct event_search *s, const struct path_event *event)
{
    char *there = event ? describe_place(s, event) : memory_copy_string("its end");
    char *why = memory_format("the walk left the recorded path: it comes to %s at %s:%u, the recording to %s",
                              operation_name(s->op->kind), s->file, s->line, there);
    memory_free(there);
    return why;
}

// ---- what the event says of the values

// The bytes, of those that the event has found, that end at that address.
static uint64_t found_part(const struct path_event *event, uint64_t upto, uint64_t size)
{
    uint64_t found = event->more >> 8 * (upto - size - event->address);
    return size < 8 ? found & ((UINT64_C(1) << 8 * size) - 1) : found;
}

// Whether the operation does natively what it does in the machine now.
static bool has_value(const struct event_search *s, const struct path_event *event, struct path_match *match)
{
    const struct operation *op = s->op;
    uint64_t word;
    if (op->kind == OPERATION_SEM_TRYWAIT) { // its first word is the value
        match->waits = true;
        return machine_known_word(s->machine, op->access[0].address, 4, &word) &&
               (word == 0) == ((event->flags & RECORDED_TRIES) != 0);
    }
    if (op->kind == OPERATION_ONCE) { // another thread has run the routine
        match->waits = true;
        return machine_known_word(s->machine, op->access[0].address, 4, &word) && word != 0;
    }
    if (op->kind == OPERATION_MUTEX_TRYLOCK) {
        match->waits = true;
        return (machine_lock_holder(s->machine, op) == LOCK_FREE) == (event->kind == RECORDED_ACQUIRE);
    }
    if (op->kind != OPERATION_READ || op->access[0].atomic || op->access[0].size > 8)
        return true;
    if (event->flags & RECORDED_NO_VALUE || event->size > 8)
        return s->copies;
    uint64_t found = s->copies ? found_part(event, match->upto, op->access[0].size) : event->more;
    unsigned size = (unsigned)op->access[0].size;
    if (!machine_known_word(s->machine, op->access[0].address, size, &word))
        return false;
    match->waits = !recorded_objects_same(&s->path->objects, s->machine, s->program, size, word, found);
    return !match->waits;
}

static void check_value(const struct event_search *s, const struct path_event *event,
                        struct path_match *match)
{
    match->found = has_value(s, event, match);
    if (!match->found)
        match->why = memory_format("the walk left the recorded path: at %s:%u it finds another value",
                                   s->file, s->line);
}

// ---- barriers and once

// The machine takes who comes last for the serial thread: that one comes when it has left, natively.
static uint32_t position_of(const struct event_search *s, uint32_t number)
{
    const struct path_thread *t = &s->path->threads.data[s->thread];
    const struct path_event *event = &t->events.data[number];
    for (uint32_t k = number + 1; s->op->kind == OPERATION_BARRIER_ARRIVE && k < t->events.size; k++)
        if (t->events.data[k].kind == RECORDED_SYNCHRONISE && t->events.data[k].address == event->address)
            return t->events.data[k].flags & RECORDED_SERIAL ? t->events.data[k].position : event->position;
    return event->position;
}

// Whether the thread runs the routine of the once to which it comes.
static bool runs_once(const struct event_search *s)
{
    const struct path_thread *t = &s->path->threads.data[s->thread];
    struct path_match match = {0};
    for (uint32_t k = t->next; s->op->kind == OPERATION_ONCE && k < t->events.size; k++) {
        const struct path_event *event = &t->events.data[k];
        if (event->kind == RECORDED_SYNCHRONISE && (event->size == ACT_DONE || event->size == ACT_PASS) &&
            addresses_agree(s, address_of(s->op), event->address, &match))
            return event->size == ACT_DONE;
    }
    return false;
}

// ---- all

static void take_event(const struct event_search *s, uint32_t number, struct path_match *match)
{
    const struct path_event *event = &s->path->threads.data[s->thread].events.data[number];
    match->event = number;
    match->position = position_of(s, number);
    match->copies = s->copies;
    match->soon = event->kind == RECORDED_READ || s->op->kind == OPERATION_BARRIER_LEAVE;
    if (!s->copies)
        match->goes_on = event->flags & RECORDED_CONTINUES;
    if (match->goes_on && !s->copies && number != s->path->threads.data[s->thread].next)
        match->why = memory_format("the walk left the recorded path: at %s:%u it is in the middle of an "
                                   "access of more than 8 bytes",
                                   s->file, s->line);
    else if (event->position == PATH_NOWHERE)
        match->why = memory_copy_string("the order of what follows is not in the recording");
    else
        check_value(s, event, match);
}

// A copy of a few words is recorded as reads of the words, and then writes; a fill as writes.
static bool continues(const struct path_event *before, const struct path_event *event)
{
    bool reads = before->kind == RECORDED_READ, writes = event->kind == RECORDED_WRITE;
    bool on = before->kind == event->kind && before->address + before->size == event->address;
    return (writes || event->kind == RECORDED_READ) && before->place == event->place &&
           (on || (reads && writes));
}

// The copy that begins with the event found, as far as it is not behind the thread already.
static void bound_copy(const struct path_thread *t, struct path_match *match)
{
    match->copy_begin = match->copy_end = match->event;
    while (match->copy_begin > t->next &&
           continues(&t->events.data[match->copy_begin - 1], &t->events.data[match->copy_begin]))
        match->copy_begin--;
    while (++match->copy_end < t->events.size &&
           continues(&t->events.data[match->copy_end - 1], &t->events.data[match->copy_end])) {
    }
}

// Copies go word by word in the machine, natively all is read and then all is written.
static bool find_in_copy(const struct event_search *s, struct path_match *match)
{
    const struct path_thread *t = &s->path->threads.data[s->thread];
    uint64_t upto = s->op->kind == OPERATION_READ ? t->copy_read : t->copy_written;
    for (uint32_t k = t->copy_begin; k < t->copy_end; k++) {
        if (!event_fits(s, &t->events.data[k], match) || match->upto <= upto)
            continue;
        match->goes_on = true;
        match->copy_begin = t->copy_begin;
        match->copy_end = t->copy_end;
        take_event(s, k, match);
        return true;
    }
    return false;
}

// Whether the thread has got, on the way there, the memory that event is about: another thread has still to
// give it back in the machine.
static bool is_got_before(const struct path_thread *t, uint32_t number)
{
    const struct path_event *event = &t->events.data[number];
    for (uint32_t k = t->next; k < number; k++)
        if (t->events.data[k].kind == RECORDED_NEW &&
            event->address - t->events.data[k].address < t->events.data[k].more)
            return true;
    return false;
}

static void find_path_event(const struct event_search *s, struct path_match *match)
{
    const struct path_thread *t = &s->path->threads.data[s->thread];
    if (s->copies && find_in_copy(s, match))
        return;
    for (uint32_t k = t->next; k < t->events.size; k++) {
        const struct path_event *event = &t->events.data[k];
        if (!event_fits(s, event, match)) {
            if (may_be_passed(s, event) || k < t->copy_end)
                continue;
            match->why = left(s, event);
            match->waits = is_got_before(t, k);
            return;
        }
        take_event(s, k, match);
        if (s->copies)
            bound_copy(t, match);
        return;
    }
    match->why =
        t->cut ? memory_format("the walk looks at %d events of a thread, and none behind the creation of a "
                               "thread that failed",
                               PATH_MOST)
               : left(s, NULL);
}

// Whether the code copies or fills memory; where the C library does so, that is no copy in the recording.
static bool is_copy(const struct program *program, uint32_t code)
{
    if (code >= program->code_count || program->code[code].op != OP_CALL_NATIVE)
        return false;
    const struct function *f = &program->functions[program_function_at(program, code)];
    return native_facts(program->code[code].a) & FACT_COPIES && !(f->flags & FUNCTION_RUNTIME);
}

struct path_match recorded_path_match(struct recorded_path *path, const struct program *program,
                                      struct machine *machine, uint32_t machine_thread, uint32_t thread)
{
    struct path_match match = {0};
    const struct operation *op = machine_next(machine, machine_thread);
    uint32_t code = machine_user_position(machine, machine_thread);
    const struct location *location =
        code < program->code_count ? &program->locations[program->location_of[code]] : NULL;
    struct event_search s = {.path = path,
                             .program = program,
                             .machine = machine,
                             .thread = thread,
                             .op = op,
                             .copies = is_copy(program, machine_position(machine, machine_thread)),
                             .kinds = kinds_of(op),
                             .file = location ? file_name(program_string(program, location->file)) : "?",
                             .line = location ? location->line : 0};
    bool key =
        op->kind == OPERATION_KEY_CREATE || op->kind == OPERATION_KEY_USE || op->kind == OPERATION_KEY_DELETE;
    if (key || runs_once(&s) || (op->access_count && machine_is_library_memory(machine, address_of(op)))) {
        match.found = match.internal = true;
        uint32_t next = path->threads.data[thread].next;
        match.event = next;
        match.position = next ? path->threads.data[thread].events.data[next - 1].position : 0;
    } else if (is_access_operation(op) && machine_library_call(machine, machine_thread)) {
        match.why =
            memory_format("at %s:%u the C library accesses memory that threads share, which is no single "
                          "event of the recording",
                          s.file, s.line);
    } else if (!s.kinds) {
        match.why = memory_format("the recording has nothing that stands for what is done at %s:%u (%s)",
                                  s.file, s.line, operation_name(op->kind));
    } else {
        find_path_event(&s, &match);
    }
    return match;
}

void recorded_path_pass(struct recorded_path *path, uint32_t thread, uint32_t upto)
{
    struct path_thread *t = &path->threads.data[thread];
    for (; t->next < upto; t->next++) {
        const struct path_event *event = &t->events.data[t->next];
        if (event->kind == RECORDED_NEW || event->kind == RECORDED_GONE || event->kind == RECORDED_BEGIN)
            recorded_objects_forget(&path->objects, event->address, event->more);
    }
}

// Whether the match is a part of a write that is one natively, and not the last one.
static bool is_open(const struct path_thread *t, const struct path_match *match)
{
    const struct path_event *event = &t->events.data[match->event], *end = t->events.data + t->events.size;
    if (event->kind != RECORDED_WRITE)
        return false;
    if (!match->copies)
        return event + 1 < end && event[1].flags & RECORDED_CONTINUES;
    while (event + 1 < end && event[1].kind == RECORDED_WRITE && continues(event, event + 1))
        event++;
    return match->upto < event->address + event->size;
}

bool recorded_path_take(struct recorded_path *path, uint32_t thread, const struct path_match *match)
{
    struct path_thread *t = &path->threads.data[thread];
    if (match->internal)
        return false;
    uint64_t *upto = t->events.data[match->event].kind == RECORDED_READ ? &t->copy_read : &t->copy_written;
    if (!match->goes_on)
        t->copy_read = t->copy_written = 0;
    t->copy_begin = match->copies ? match->copy_begin : 0;
    t->copy_end = match->copies ? match->copy_end : 0;
    *upto = match->copies ? match->upto : 0;
    recorded_path_pass(path, thread, match->event + 1);
    if (match->object.size && t->events.data[match->event].kind != RECORDED_GONE &&
        !recorded_objects_of(&path->objects, match->object.base))
        vector_push(&path->objects, match->object);
    return is_open(t, match);
}

uint32_t recorded_path_find(const struct recorded_path *path, uint32_t thread, enum recording_kind kind,
                            uint32_t number)
{
    const struct path_thread *t = &path->threads.data[thread];
    for (uint32_t k = 0; k < t->events.size; k++)
        if (t->events.data[k].kind == kind && number-- == 0)
            return k;
    return PATH_NOWHERE;
}

// Whether the event shows that the thread has gone on. What it does alone has no operations in the machine.
static bool shows_more(const struct path_thread *t, const struct path_event *event)
{
    return event->kind == RECORDED_END ||
           (is_synchronisation(event->kind) && event->kind != RECORDED_OUTSIDE && !event->alone &&
            !is_second(t, event));
}

bool recorded_path_goes_on(const struct recorded_path *path, uint32_t thread)
{
    const struct path_thread *t = &path->threads.data[thread];
    for (uint32_t k = t->next; k < t->events.size; k++)
        if (shows_more(t, &t->events.data[k]))
            return true;
    return t->cut || path->file.header->flags & RECORDING_ENDED; // what fails does not come to its end
}
