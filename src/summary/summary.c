#include "summary/summary.h"

#include "base/rules.h"
#include "machine/journal_words.h"
#include "machine/recorded.h"
#include "summary/content.h"
#include "summary/precondition.h"
#include "summary/strengthen.h"
#include "summary/table.h"
#include "summary/walker.h"

enum {
    DEFAULT_ENTRIES = 500000,
    DEFAULT_PARTS = 1000,
    MOST_LITERALS = 400, // while walking
};

#define NO_GUARD (~(uint64_t)0)

// A choice point.
struct level {
    enum summary_choice choice;
    uint32_t state, journal; // journal words before its state, and before its choices
    uint32_t explored;       // how often something below was reported (summaries_end)
    uint64_t guard;          // where inputs decide: the register that does; NO_GUARD: what decides is in `p`
    struct precondition p;   // of all that was explored from it so far
    VECTOR(uint32_t) sleep_set;
};

struct summaries {
    struct machine *machine;
    struct table *table;
    struct walker *walker;
    uint64_t parts;
    uint32_t state;              // journal words before the present state
    VECTOR(struct level) levels; // those beyond `depth` keep their memory
    uint32_t depth;
    struct table_cover cover; // found last
    struct precondition scratch;
    struct summary_statistics statistics;
};

struct summaries *summaries_new(const struct program *program, struct machine *machine, struct terms *terms,
                                struct smt *smt, const struct machine_options *options,
                                const struct summary_limits *limits)
{
    struct summaries *s = memory_zalloc(1, sizeof *s);
    s->machine = machine;
    s->table = table_new(machine, terms, smt, limits->entries ? limits->entries : DEFAULT_ENTRIES);
    s->walker = walker_new(program, machine, options);
    s->parts = limits->parts ? limits->parts : DEFAULT_PARTS;
    return s;
}

void summaries_free(struct summaries *s)
{
    if (!s)
        return;
    for (uint32_t k = 0; k < s->levels.size; k++) {
        precondition_free(&s->levels.data[k].p);
        vector_free(&s->levels.data[k].sleep_set);
    }
    vector_free(&s->levels);
    precondition_free(&s->scratch);
    table_free(s->table);
    walker_free(s->walker);
    memory_free(s);
}

void summaries_forget(struct summaries *s)
{
    table_clear(s->table);
    s->depth = 0;
}

void summaries_restart(struct summaries *s)
{
    summaries_forget(s);
    s->statistics = (struct summary_statistics){0};
}

static uint32_t journal_end(const struct summaries *s)
{
    const uint64_t *words;
    return machine_journal(s->machine, &words);
}

void summaries_state(struct summaries *s)
{
    s->state = journal_end(s);
}

enum summary_found summaries_find(struct summaries *s, bool in_step, const uint32_t *sleep_set,
                                  uint32_t count, uint32_t most_lacking)
{
    s->cover.count = 0;
    enum summary_found found = table_find(s->table, in_step, sleep_set, count, most_lacking, &s->cover);
    s->statistics.tried++;
    s->statistics.hits += found == SUMMARY_COVERS;
    return found;
}

uint32_t summaries_found(const struct summaries *s)
{
    return s->cover.count;
}

const uint64_t *summaries_found_pending(const struct summaries *s, uint32_t k, uint32_t *words)
{
    return table_pending(s->table, s->cover.by[k], words);
}

const uint32_t *summaries_found_sleep_set(const struct summaries *s, uint32_t *count)
{
    return table_sleep_set(s->table, s->cover.by[0], count);
}

void summaries_push(struct summaries *s, enum summary_choice choice, const uint32_t *sleep_set,
                    uint32_t count)
{
    if (s->depth == s->levels.size)
        vector_push(&s->levels, (struct level){.choice = choice});
    struct level *l = &s->levels.data[s->depth++];
    l->choice = choice;
    l->state = s->state;
    l->journal = journal_end(s);
    precondition_clear(&l->p);
    l->explored = 0;
    l->guard = NO_GUARD;
    l->sleep_set.size = 0;
    for (uint32_t k = 0; k < count; k++)
        vector_push(&l->sleep_set, sleep_set[k]);
}

static bool by_inputs(const struct level *l)
{
    return l->choice == SUMMARY_BY_INPUTS || l->choice == SUMMARY_BRANCH;
}

// A choice by inputs is mostly a branch: the word right after the choice point. False: it is something else.
static bool branches(const struct summaries *s, const struct level *l, uint32_t end, uint32_t *number)
{
    const uint64_t *words;
    machine_journal(s->machine, &words);
    if (!by_inputs(l) || end == l->journal || journal_kind(words[l->journal]) != JOURNAL_INSTRUCTION ||
        journal_flags(words[l->journal]) & JOURNAL_ADDRESS)
        return false;
    const struct instruction *i = machine_instruction(s->machine, journal_high(words[l->journal]));
    *number = i->a;
    return i->op == OP_BRANCH;
}

// Something explored below the newest choice point needs `p` after the journal word `end`.
static void flow_into_level(struct summaries *s, struct precondition *p, uint32_t end)
{
    struct level *l = &s->levels.data[s->depth - 1];
    uint32_t number;
    bool branch = branches(s, l, end, &number);
    if (l->p.never)
        return;
    walker_walk(s->walker, p, l->journal + branch, end, MOST_LITERALS);
    if (branch)
        walker_pass_branch(s->walker, p, l->journal);
    l->guard = branch ? walker_register(s->walker, number) : NO_GUARD;
    if (by_inputs(l) && l->explored++)
        precondition_merge(&l->p, p);
    else
        precondition_conjoin(&l->p, p);
}

static bool depends_on_inputs(const struct summaries *s, struct literal_place place)
{
    struct machine_content c = content_of(s->machine, &place);
    return content_depends_on_inputs(&c);
}

static bool has_inputs(const struct summaries *s, const struct precondition *p)
{
    if (machine_location_has_inputs(s->machine))
        return true;
    for (uint32_t k = 0; k < p->registers.size; k++)
        if (depends_on_inputs(s, (struct literal_place){p->registers.data[k], PLACE_REGISTER, 64}))
            return true;
    for (uint32_t k = 0; k < p->bytes.size; k++)
        for (unsigned i = 0; i < 8; i++)
            if (p->bytes.data[k].mask >> i & 1 &&
                depends_on_inputs(s,
                                  (struct literal_place){p->bytes.data[k].granule * 8 + i, PLACE_MEMORY, 8}))
                return true;
    return false;
}

// What was made exact for literals of one side is so only if the same inputs lead there. So is what was done
// with values that depend on inputs: a switch, or an access, may have been decided by the side alone.
static void guard(const struct summaries *s, struct level *l)
{
    if (by_inputs(l) && l->guard != NO_GUARD && !l->p.never && (l->p.made_exact || has_inputs(s, &l->p)))
        precondition_add_register(&l->p, l->guard);
}

void summaries_end(struct summaries *s, enum execution_end end, bool unknown)
{
    if (!s->depth)
        return;
    precondition_clear(&s->scratch);
    s->scratch.never = unknown && rule_holds(RULE_CUTS);
    if (end == EXECUTION_CUT && rule_holds(RULE_FLOW))
        table_conjoin(s->table, &s->cover, &s->scratch);
    flow_into_level(s, &s->scratch, journal_end(s));
}

void summaries_cut_partly(struct summaries *s)
{
    s->statistics.partly++;
    summaries_end(s, EXECUTION_CUT, false);
}

static uint64_t parts_of_precondition(const struct precondition *p)
{
    uint64_t parts = p->registers.size + p->bytes.size;
    for (uint32_t k = 0; k < p->literals.size; k++)
        parts += p->literals.data[k].count;
    return parts;
}

static void keep_summary(struct summaries *s, struct level *l, const uint64_t *pending, uint32_t words)
{
    if (l->p.since < l->state)
        return;
    l->p.since = PRECONDITION_ANY;
    strengthen(&l->p, s->machine);
    uint64_t parts = parts_of_precondition(&l->p);
    if (!l->p.never && parts > s->parts) {
        l->p.never = true;
        s->statistics.dropped++;
    }
    if (l->p.never)
        return;
    if (parts > s->statistics.largest)
        s->statistics.largest = parts;
    table_add(s->table, l->choice == SUMMARY_BRANCH, &l->p, l->sleep_set.data, l->sleep_set.size, pending,
              words);
}

void summaries_pop(struct summaries *s, const uint64_t *pending, uint32_t words)
{
    struct level *l = &s->levels.data[s->depth - 1];
    uint32_t end = l->journal;
    guard(s, l);
    if (l->choice == SUMMARY_SCHEDULE || l->choice == SUMMARY_BRANCH) {
        walker_walk(s->walker, &l->p, l->state, l->journal, MOST_LITERALS);
        keep_summary(s, l, pending, words);
        end = l->state;
    }
    s->depth--;
    if (s->depth)
        flow_into_level(s, &l->p, end);
}

struct summary_statistics summaries_statistics(const struct summaries *s)
{
    struct summary_statistics statistics = s->statistics;
    table_count(s->table, &statistics);
    return statistics;
}

void summaries_write(const struct summaries *s, uint64_t most_bytes, byte_vector *to)
{
    table_write(s->table, most_bytes, to);
}

bool summaries_read(struct summaries *s, const struct summary_bounds *bounds, struct byte_reader *from)
{
    return table_read(s->table, bounds, from);
}
