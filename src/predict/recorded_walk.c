#include "predict/recorded_walk.h"

#include "machine/describe.h"
#include "machine/questions.h"

// What a thread's next operation stands for, by what memory holds now.
struct next_match {
    bool known;
    struct path_match match;
};

struct recorded_walker {
    struct recorded_walk *walk;
    struct terms *terms;
    struct machine *machine; // NULL: the execution is over
    uint32_t items;          // of the machine's log that were looked at
    VECTOR(struct next_match) next;
};

// ---- threads

static struct walk_thread *walk_thread_of(struct recorded_walker *w, uint32_t thread)
{
    while (w->walk->threads.size <= thread) {
        vector_push(&w->walk->threads,
                    (struct walk_thread){.recorded = NO_THREAD, .parent = NO_THREAD, .lost = NO_STEP});
        vector_push(&w->next, (struct next_match){0});
    }
    return &w->walk->threads.data[thread];
}

static void end_walk(struct recorded_walker *w, uint32_t thread, char *why, uint32_t code)
{
    walk_thread_of(w, thread)->ended = true;
    vector_push(&w->walk->ends, (struct walk_end){.why = why, .code = code});
}

// The thread that a thread creates next is the one that it created so in the recording.
static void take_creation(struct recorded_walker *w, uint32_t from, uint32_t to)
{
    struct recorded_path *path = w->walk->path;
    (void)walk_thread_of(w, to);
    struct walk_thread *creator = walk_thread_of(w, from), *created = walk_thread_of(w, to);
    uint32_t number = creator->creations++;
    uint32_t fork = creator->recorded == NO_THREAD
                        ? PATH_NOWHERE
                        : recorded_path_find(path, creator->recorded, RECORDED_FORK, number);
    if (fork == PATH_NOWHERE)
        return;
    recorded_path_pass(path, creator->recorded, fork + 1);
    uint64_t recorded = path->threads.data[creator->recorded].events.data[fork].address;
    if (recorded >= path->threads.size)
        return;
    created->recorded = (uint32_t)recorded;
    created->parent = creator->recorded;
    created->fork = fork;
}

static void take_join(struct recorded_walker *w, uint32_t thread)
{
    struct walk_thread *t = walk_thread_of(w, thread);
    uint32_t number = t->joins++;
    uint32_t join = t->recorded == NO_THREAD
                        ? PATH_NOWHERE
                        : recorded_path_find(w->walk->path, t->recorded, RECORDED_JOIN, number);
    if (join != PATH_NOWHERE)
        recorded_path_pass(w->walk->path, t->recorded, join + 1);
}

// ---- what depends on inputs

// The first input that the term depends on, and that is no read; TERM_NONE: there is none.
static term input_in(struct terms *terms, term t)
{
    uint32_t count = 0;
    const uint32_t *inputs = t ? term_inputs(terms, t, &count) : NULL;
    for (uint32_t k = 0; k < count; k++)
        if (term_input_get(terms, inputs[k])->maker != FOLLOWED_READS)
            return term_input_get(terms, inputs[k])->self;
    return TERM_NONE;
}

static term unknown_in(struct terms *terms, const struct followed_item *item)
{
    bool memory = item->kind == FOLLOWED_READ || item->kind == FOLLOWED_WRITE;
    term input = memory || item->kind == FOLLOWED_CONDITION ? input_in(terms, item->t) : TERM_NONE;
    return !input && item->kind == FOLLOWED_READ ? input_in(terms, item->before) : input;
}

static char *unknown_text(const struct recorded_walker *w, term input)
{
    const struct term_input *i = term_input_get(w->terms, (uint32_t)term_get(w->terms, input)->value);
    char *name = w->machine ? machine_input_name(w->machine, i->maker, i->number) : NULL;
    char *text = memory_format("what depends on %s is not known to the recording", name ? name : "an input");
    memory_free(name);
    return text;
}

// From this item on nothing of the thread is known.
static void lose_thread(struct recorded_walker *w, uint32_t thread, uint32_t item)
{
    struct walk_thread *t = walk_thread_of(w, thread);
    if (t->lost > item)
        t->lost = item;
    t->ended = true;
}

static bool is_item_lost(struct recorded_walker *w, uint32_t thread, uint32_t item)
{
    return walk_thread_of(w, thread)->lost <= item;
}

static void take_item(struct recorded_walker *w, const struct followed_item *item, uint32_t number)
{
    term input = is_item_lost(w, item->thread, number) ? TERM_NONE : unknown_in(w->terms, item);
    if (input) {
        lose_thread(w, item->thread, number);
        end_walk(w, item->thread, unknown_text(w, input), item->code);
    }
    if (item->kind == FOLLOWED_CREATE) {
        take_creation(w, item->thread, item->other);
        if (is_item_lost(w, item->thread, number))
            lose_thread(w, item->other, number);
    }
    if (item->kind == FOLLOWED_JOIN) {
        take_join(w, item->thread);
        if (is_item_lost(w, item->other, number))
            lose_thread(w, item->thread, number);
    }
}

// What the last step did.
static void take_log(struct recorded_walker *w)
{
    uint32_t count;
    const struct followed_item *items = machine_followed(w->machine, &count);
    for (; w->items < count; w->items++)
        take_item(w, &items[w->items], w->items);
}

// Leaves out what is not known.
static void leave_out_lost_items(struct recorded_walker *w)
{
    struct machine_run *run = w->walk->run;
    uint32_t kept = 0;
    w->machine = NULL;
    for (; w->items < run->items.size; w->items++)
        take_item(w, &run->items.data[w->items], w->items);
    for (uint32_t k = 0; k < run->items.size; k++) {
        if (is_item_lost(w, run->items.data[k].thread, k))
            continue;
        run->items.data[kept] = run->items.data[k];
        run->step_of_item.data[kept++] = run->step_of_item.data[k];
    }
    run->items.size = run->step_of_item.size = kept;
}

// ---- who comes next

static void begin_recorded_walk(void *context, struct machine *machine)
{
    struct recorded_walker *w = context;
    w->machine = machine;
    w->items = 0;
    for (uint32_t k = 0; k < w->next.size; k++)
        memory_free(w->next.data[k].match.why);
    for (uint32_t k = 0; k < w->walk->ends.size; k++)
        memory_free(w->walk->ends.data[k].why);
    w->walk->ends.size = w->walk->steps.size = w->walk->threads.size = w->next.size = 0;
    recorded_path_restart(w->walk->path);
    walk_thread_of(w, 0)->recorded = 0;
}

static void stopped(void *context, const struct machine_report *report)
{
    struct recorded_walker *w = context;
    end_walk(w, report->thread, memory_copy_string(report->message), report->code);
}

static void forget_match(struct recorded_walker *w, uint32_t thread)
{
    memory_free(w->next.data[thread].match.why);
    w->next.data[thread] = (struct next_match){0};
}

// What the thread's next operation stands for; NULL: it has none now, or its walk is over.
static const struct path_match *match_of(struct recorded_walker *w, uint32_t thread)
{
    struct walk_thread *t = walk_thread_of(w, thread);
    if (t->ended || !machine_enabled(w->machine, thread))
        return NULL;
    if (t->recorded == NO_THREAD) {
        end_walk(w, thread, memory_copy_string("a thread that the recording does not have"),
                 machine_creation(w->machine, thread));
        return NULL;
    }
    struct next_match *next = &w->next.data[thread];
    forget_match(w, thread);
    next->match = recorded_path_match(w->walk->path, w->walk->program, w->machine, thread, t->recorded);
    next->known = true;
    if (!next->match.found && !next->match.waits) {
        end_walk(w, thread, next->match.why, NO_CODE);
        next->match.why = NULL;
        return NULL;
    }
    return &next->match;
}

// Threads come in the order of the recorded events. The order of plain accesses is not recorded: a read comes
// as soon as it finds the value that was recorded, before others write, and one that would find another value
// waits as long as others can go on. Who may leave a barrier does so, too: when it did is not recorded, and
// what others do afterwards need not come before.
static uint32_t first_thread(struct recorded_walker *w, bool *waits)
{
    uint32_t best = NO_THREAD, least = 0;
    *waits = false;
    for (uint32_t t = 0; t < machine_thread_limit(w->machine); t++) {
        const struct path_match *match = match_of(w, t);
        if (!match)
            continue;
        *waits |= !match->found;
        uint32_t position = match->soon ? 0 : match->position;
        if (match->found && (best == NO_THREAD || position < least)) {
            best = t;
            least = position;
        }
    }
    return best;
}

static void end_those_that_wait(struct recorded_walker *w)
{
    for (uint32_t t = 0; t < machine_thread_limit(w->machine); t++) {
        struct next_match *next = &w->next.data[t];
        if (!next->known || walk_thread_of(w, t)->ended || next->match.found ||
            !machine_enabled(w->machine, t))
            continue;
        end_walk(w, t, next->match.why, NO_CODE);
        next->match.why = NULL;
    }
}

// No thread goes on any more: which ones are not at their ends.
static void end_others(struct recorded_walker *w)
{
    for (uint32_t t = 0; t < machine_thread_limit(w->machine); t++) {
        enum thread_status status = machine_status(w->machine, t);
        if (walk_thread_of(w, t)->ended || machine_enabled(w->machine, t) || status != THREAD_READY)
            continue;
        end_walk(w, t,
                 memory_copy_string("the walk of a thread waits for that of another one, which has ended"),
                 machine_user_position(w->machine, t));
    }
}

static uint32_t next_thread_to_walk(void *context, uint32_t step)
{
    struct recorded_walker *w = context;
    bool waits;
    take_log(w);
    uint32_t thread = first_thread(w, &waits);
    if (thread == NO_THREAD) {
        if (waits)
            end_those_that_wait(w);
        end_others(w);
        return NO_THREAD;
    }
    const struct path_match *match = &w->next.data[thread].match;
    uint32_t recorded = walk_thread_of(w, thread)->recorded;
    while (w->walk->steps.size <= step)
        vector_push(&w->walk->steps, (struct walk_step){.thread = NO_THREAD, .event = PATH_NOWHERE});
    w->walk->steps.data[step] = (struct walk_step){
        .thread = recorded,
        .event = match->internal ? PATH_NOWHERE : match->event,
        .goes_on = match->goes_on,
        .open = recorded_path_take(w->walk->path, recorded, match),
    };
    forget_match(w, thread);
    return thread;
}

// ---- all

// The thread fails in the walk: natively, too, or has it gone on?
static void look_at_failure(struct recorded_walk *walk)
{
    const struct machine_run *run = walk->run;
    uint32_t thread = run->failed ? run->failed->thread : NO_THREAD;
    if (thread >= walk->threads.size || walk->threads.data[thread].recorded == NO_THREAD)
        return;
    walk->contradicted = recorded_path_goes_on(walk->path, walk->threads.data[thread].recorded);
}

// Whether what is kept of some thread ends in the middle of a write.
static bool ends_within_write(const struct recorded_walk *walk)
{
    const struct machine_run *run = walk->run;
    bool *open = memory_zalloc(walk->threads.size + 1u, sizeof *open), torn = false;
    for (uint32_t k = 0; k < run->items.size; k++) {
        const struct followed_item *item = &run->items.data[k];
        uint32_t step = run->step_of_item.data[k];
        if (item->kind == FOLLOWED_WRITE && step < walk->steps.size && item->thread < walk->threads.size &&
            walk->steps.data[step].thread == walk->threads.data[item->thread].recorded)
            open[item->thread] = walk->steps.data[step].open;
    }
    for (uint32_t t = 0; t < walk->threads.size; t++)
        torn |= open[t];
    memory_free(open);
    return torn;
}

void recorded_walk_make(struct recorded_walk *walk, struct recorded_path *path, const struct program *program,
                        struct terms *terms, const struct machine_run_options *options)
{
    *walk = (struct recorded_walk){.program = program, .path = path};
    struct recorded_walker w = {.walk = walk, .terms = terms};
    struct run_guide guide = {&w, begin_recorded_walk, next_thread_to_walk, stopped};
    struct machine_run_options own = *options;
    own.guide = &guide;
    own.schedule = RUN_SEQUENTIAL; // inputs are 0, and nothing is kept of what depends on them
    walk->run = machine_run(program, terms, &own);
    walk->run->fails_later = true;
    leave_out_lost_items(&w);
    look_at_failure(walk);
    walk->torn = ends_within_write(walk);
    for (uint32_t k = 0; k < w.next.size; k++)
        memory_free(w.next.data[k].match.why);
    vector_free(&w.next);
}

void recorded_walk_free(struct recorded_walk *walk)
{
    machine_run_free(walk->run);
    for (uint32_t k = 0; k < walk->ends.size; k++)
        memory_free(walk->ends.data[k].why);
    vector_free(&walk->ends);
    vector_free(&walk->steps);
    vector_free(&walk->threads);
}
