#include "machine/clock.h"

#include "analysis/analyses.h"
#include "machine/await.h"
#include "machine/describe.h"
#include "machine/expected.h"
#include "machine/learnt.h"
#include "machine/native.h"
#include "machine/note.h"
#include "machine/observer.h"
#include "machine/symbolic.h"

#include <stdio.h>

enum {
#define TIME_PASSED(bits) NANOSECOND_BITS = bits
#include "program/clocks.def"
};
#define MOST_SECONDS ((uint64_t)1 << 33)

static const struct {
    uint64_t number, start;
} clocks[] = {
#define CLOCK(name, number, start) {number, start},
#include "program/clocks.def"
};

void clock_init(struct machine *m)
{
    uint32_t global = program_time_passed(m->program, &m->clock.looks_alone);
    m->clock.address = global == NO_GLOBAL ? 0 : m->program->globals[global].address;
}

static bool may_stand_still(struct machine *m)
{
    if (!m->clock.address || m->learnt.unforeseen ||
        !analyses_faint_seconds(m->program, m->options.properties))
        return false;
    expected_begin(m);
    return true;
}

// The fact may come from a file.
void clock_learnt(struct machine *m, const struct learnt_fact *fact)
{
    bool still = m->clock.still || (fact->kind == LEARNT_STILL_CLOCKS && may_stand_still(m));
    m->clock.still = still && !m->learnt.unforeseen;
}

bool clock_learn(struct machine *m)
{
    if (!clock_counts(m) || m->speculating || m->options.concrete || !may_stand_still(m))
        return false;
    return machine_learn(m, (struct learnt_fact){.kind = LEARNT_STILL_CLOCKS});
}

void clock_add(struct machine *m, struct operation *op)
{
    if (!clock_counts(m))
        return;
    operation_add(op, m->clock.address, 8, true);
    struct access *access = &op->access[op->access_count - 1];
    access->order = ORDER_RELAXED;
    if (m->options.commute &&
        !note_wanted(m)) // as the runtime library's updates, which take the later moment
        access->commute = COMMUTE_UMAX;
}

bool machine_describe_time(const struct machine *m, uint64_t address, uint64_t bits, char *text, size_t size)
{
    if (!clock_is(m, address))
        return false;
    uint64_t nanoseconds = bits & (((uint64_t)1 << NANOSECOND_BITS) - 1);
    snprintf(text, size, "%.15g s", (double)(bits >> NANOSECOND_BITS) + (double)nanoseconds * 1e-9);
    return true;
}

// 0: none, or one of the processor's.
static uint64_t clock_start(uint64_t clock)
{
    for (size_t k = 0; k < sizeof clocks / sizeof *clocks; k++)
        if (clocks[k].number == clock)
            return clocks[k].start;
    return 0;
}

static term less(struct machine *m, term a, term b)
{
    return term_binary(m->terms, TERM_ULT, a, b);
}

bool clock_deadline(struct machine *m, uint64_t clock, uint64_t address, struct value *deadline)
{
    unsigned word = is_64_bit(m) ? 8 : 4;
    struct value seconds, nanoseconds;
    uint64_t start = clock_start(clock);
    *deadline = (struct value){0, TERM_NONE};
    if (!start)
        return true;
    if (!native_load_value(m, address, word, &seconds) ||
        !native_load_value(m, address + word, word, &nanoseconds))
        return false;
    struct terms *terms = m->terms;
    term whole = term_sext(terms, symbolic_term(m, seconds, 8 * word), 64),
         most = term_constant(terms, 64, MOST_SECONDS);
    term since = term_binary(terms, TERM_SUB, whole, term_constant(terms, 64, start));
    term part = term_zext(terms, symbolic_term(m, nanoseconds, 8 * word), 64);
    term capped = term_ite(terms, less(m, since, most), since, most);
    term moment =
        term_or(terms, term_binary(terms, TERM_SHL, capped, term_constant(terms, 64, NANOSECOND_BITS)), part);
    term before = term_binary(terms, TERM_SLT, whole, term_constant(terms, 64, start));
    *deadline = symbolic_value(m, term_ite(terms, before, term_constant(terms, 64, 0), moment));
    return true;
}

enum native_result native___heddle_clock_counts(struct machine *m, struct call *c)
{
    return call_return(m, c, clock_counts(m));
}

// Where all states that threads can reach are looked for (await_stuck.c), sleeping does not move the clock:
// they would never come to an end. Looking at it still does.
enum native_result native___heddle_wake(struct machine *m, struct call *c)
{
    uint64_t address;
    struct value moment;
    struct operation op = {.kind = OPERATION_UPDATE};
    clock_add(m, &op);
    if (!call_pointer(m, c, 0, 8, false, &address))
        return NATIVE_STOPPED;
    if (await_seeks(m) || !clock_counts(m))
        return call_return_void(m, c);
    if (!operation_begin(m, &op) || !native_load_value(m, address, 8, &moment) || !clock_reach(m, moment))
        return NATIVE_STOPPED;
    return call_return_void(m, c);
}

bool clock_reach(struct machine *m, struct value deadline)
{
    struct value now;
    if (!clock_counts(m))
        return true;
    if (!native_load_value(m, m->clock.address, 8, &now))
        return false;
    term to = symbolic_term(m, deadline, 64), from = symbolic_term(m, now, 64);
    return native_store_value(m, m->clock.address, 8,
                              symbolic_value(m, term_ite(m->terms, less(m, from, to), to, from)));
}
