// Livelocks that a search over states finds in its graph (livelock.h), as violations and reasons.
#include "analysis/analyses.h"
#include "explore/stateful_state.h"
#include "machine/describe.h"
#include "machine/questions.h"

#include <stdio.h>

// Where the loop begins that a thread goes round; in code of heddle's own library that is no place for
// people: NO_CODE.
static uint32_t loop_code(const struct search *s, const struct loop_seen *seen)
{
    if (s->program->functions[seen->loop.function].flags & FUNCTION_RUNTIME)
        return NO_CODE;
    return loop_exits_begin(analyses_loop_exits(s->program), seen->loop);
}

// ---- those that are not certain

static void add_livelock_reason(struct search *s, const struct livelock *l)
{
    uint32_t code = l->denied ? NO_CODE : loop_code(s, &l->seen);
    char *text =
        memory_format("whether thread %s %s: in each such cycle inputs, or other choices that the program "
                      "leaves open, decide",
                      machine_thread_name(s->machine, l->thread),
                      l->denied ? "may wait for ever while others go on" : "may stay in a loop for ever");
    search_add_reason(s, code, text);
    memory_free(text);
}

const struct livelock *stateful_next_livelock(struct search *s)
{
    struct stateful *f = stateful_of(s);
    if (!f->looked) {
        livelock_find(&f->graph, &f->notes, analyses_loop_exits(s->program), &f->livelocks);
        f->looked = true;
        for (uint32_t k = 0; k < f->livelocks.size; k++)
            if (!f->livelocks.data[k].certain)
                add_livelock_reason(s, &f->livelocks.data[k]);
    }
    if (f->next_livelock == f->livelocks.size || !f->livelocks.data[f->next_livelock].certain)
        return NULL;
    return &f->livelocks.data[f->next_livelock++];
}

// ---- those that are

struct message {
    char text[600];
    size_t size;
};

static void append_to_message(struct message *m, const char *text)
{
    int used = snprintf(m->text + m->size, sizeof m->text - m->size, "%s", text);
    m->size += used > 0 ? (size_t)used : 0;
    if (m->size >= sizeof m->text)
        m->size = sizeof m->text - 1;
}

// "main.1 never leaves the loop at f.c:12"
static void append_round(struct search *s, struct message *m, uint32_t thread, const struct loop_seen *seen)
{
    uint32_t code = loop_code(s, seen);
    bool library = code == NO_CODE;
    if (library)
        code = machine_user_position(s->machine, thread);
    const struct location *l =
        code < s->program->code_count ? &s->program->locations[s->program->location_of[code]] : NULL;
    char *text = memory_format("thread %s never %s at %s:%u", machine_thread_name(s->machine, thread),
                               library ? "comes back from the call" : "leaves the loop",
                               l ? program_string(s->program, l->file) : "?", l ? l->line : 0);
    append_to_message(m, text);
    memory_free(text);
}

static void append_denied(struct search *s, struct message *m, uint32_t thread)
{
    enum thread_status status = machine_status(s->machine, thread);
    enum operation_kind kind =
        status == THREAD_JOINING ? OPERATION_JOIN_WAIT : machine_next(s->machine, thread)->kind;
    const struct operation_facts *facts = &operation_facts[kind];
    const char *what = facts->stuck ? facts->stuck : facts->name;
    if (status == THREAD_ENDLESS)
        what = "a loop that nothing can end";
    char *text =
        memory_format("thread %s waits for ever (%s)", machine_thread_name(s->machine, thread), what);
    append_to_message(m, text);
    memory_free(text);
}

// What each thread goes round in the cycle; a cleared one takes no step.
static void trace_cycle(struct search *s, struct loop_seen *seen)
{
    const struct stateful *f = stateful_of(s);
    memset(seen, 0, MACHINE_MAX_THREADS * sizeof *seen);
    for (uint32_t k = f->cycle; k < f->path.size; k++)
        loop_seen_unite(analyses_loop_exits(s->program), &seen[f->graph.edges.data[f->path.data[k]].thread],
                        &f->notes.rounds.data[f->path.data[k]]);
}

void stateful_report_livelock(struct search *s)
{
    struct stateful *f = stateful_of(s);
    const struct livelock *l = &f->livelocks.data[f->next_livelock - 1];
    struct loop_exits *exits = analyses_loop_exits(s->program);
    if (machine_misses_signal(s->machine))
        return; // the handler may get the thread out of where it waits
    struct loop_seen *seen = memory_zalloc(MACHINE_MAX_THREADS, sizeof *seen);
    struct message waiting = {.size = 0}, going = {.size = 0};
    trace_cycle(s, seen);
    for (uint32_t t = 0; t < machine_thread_limit(s->machine); t++) {
        bool denied = !seen[t].depth && machine_is_starved(s->machine, t);
        bool round = seen[t].depth && loop_seen_leads_out(exits, &seen[t]);
        if (denied || round)
            append_to_message(&waiting, waiting.size ? ", " : "");
        if (round)
            append_round(s, &waiting, t, &seen[t]);
        else if (denied)
            append_denied(s, &waiting, t);
        if (seen[t].depth && !round) {
            append_to_message(&going, going.size ? ", " : " while thread ");
            append_to_message(&going, machine_thread_name(s->machine, t));
        }
    }
    char *text = memory_format("%s: %s%s%s", going.size ? "starvation" : "livelock", waiting.text, going.text,
                               going.size ? " can go on for ever" : "");
    uint32_t code = l->denied ? NO_CODE : loop_code(s, &l->seen);
    if (code == NO_CODE)
        code = machine_user_position(s->machine, l->thread);
    struct exploration_violation *v = search_add_violation(s, PROPERTY_LIVELOCK, text, l->thread, code);
    if (v)
        v->cycle = (struct violation_cycle){f->cycle_schedule, v->schedule.size - f->cycle_schedule};
    memory_free(text);
    memory_free(seen);
}
