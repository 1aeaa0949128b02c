#include "machine/learnt.h"

#include "analysis/code_numbering.h"
#include "analysis/relevance.h"
#include "base/hash.h"
#include "machine/await.h"
#include "machine/peek.h"
#include "machine/reuse.h"
#include "machine/step.h"

static const struct {
    const char *name;
    enum learnt_argument argument;
} kinds[] = {
#define LEARNT(name, text, argument) {text, LEARNT_HAS_##argument},
#include "machine/learnt.def"
};

const char *learnt_name(enum learnt_kind kind)
{
    return kinds[kind].name;
}

enum learnt_argument learnt_argument(enum learnt_kind kind)
{
    return kinds[kind].argument;
}

bool learnt_fits(const struct program *program, const struct learnt_fact *f)
{
    uint32_t count = program->code_count;
    bool alone = f->other == 0;
    switch (kinds[f->kind].argument) {
    case LEARNT_HAS_NOTHING: return alone && f->what == 0;
    case LEARNT_HAS_NUMBER: return alone && f->what <= 1;
    case LEARNT_HAS_CODE: return alone && f->what < count;
    case LEARNT_HAS_STATIC: return alone && (f->what < count || f->what == RELEVANCE_STATIC);
    case LEARNT_HAS_SITES: return f->what < count && f->other < count;
    case LEARNT_HAS_NAME: return alone && f->what >> 48 == 0;
    }
    return false;
}

// ---- the list

static uint64_t fact_hash(const struct learnt_fact *f)
{
    return hash_combine(hash_combine(f->kind, f->other), f->what);
}

// Its number; INDEX_NONE: it is not there.
static uint32_t find_fact(const struct learnt *l, const struct learnt_fact *f)
{
    uint64_t hash = fact_hash(f);
    for (uint32_t at = index_begin(hash), n; (n = index_next(&l->index, hash, &at)) != INDEX_NONE;)
        if (learnt_equal(&l->facts.data[n], f))
            return n;
    return INDEX_NONE;
}

void learnt_free(struct learnt *learnt)
{
    vector_free(&learnt->facts);
    vector_free(&learnt->tried);
    index_free(&learnt->index);
}

bool learnt_has(const struct learnt *learnt, const struct learnt_fact *fact)
{
    return learnt->facts.size && find_fact(learnt, fact) != INDEX_NONE;
}

// False: it was known.
static bool learnt_add(struct learnt *learnt, const struct learnt_fact *fact)
{
    if (find_fact(learnt, fact) != INDEX_NONE)
        return false;
    vector_push(&learnt->facts, *fact);
    index_add(&learnt->index, fact_hash(fact), learnt->facts.size - 1);
    return true;
}

// ---- the machine

void machine_add_fact(struct machine *m, struct learnt_fact fact)
{
    if (!learnt_add(&m->learnt, &fact))
        return;
    m->learnt.unforeseen |= fact.kind == LEARNT_UNFORESEEN;
    m->learnt.interrupts |= fact.kind == LEARNT_INTERRUPTS;
    m->learnt.ends_visible |= fact.kind == LEARNT_VISIBLE_ENDS;
    m->learnt.joins_visible |= fact.kind == LEARNT_VISIBLE_ENDS || fact.kind == LEARNT_VISIBLE_JOINS;
#define LEARNT_BY(observer) observer##_learnt(m, &fact);
    OBSERVERS_LEARNT(LEARNT_BY)
#undef LEARNT_BY
}

void machine_keep_seen(const struct machine *m, byte_vector *to)
{
#define KEEP(observer) observer##_keep(m, to);
    OBSERVERS_KEPT(KEEP)
#undef KEEP
}

void machine_take_seen(struct machine *m, struct byte_reader *from, const struct code_carried *carried)
{
#define TAKE(observer) observer##_take(m, from, carried);
    OBSERVERS_KEPT(TAKE)
#undef TAKE
}

bool learnt_holds(const struct machine *m)
{
    const struct learnt_fact alike = {.kind = LEARNT_ALIKE}, still = {.kind = LEARNT_STILL_CLOCKS};
    return (m->holds || !machine_knows(m, &alike)) && (m->clock.still || !machine_knows(m, &still));
}

void learnt_write(const struct learnt_fact *facts, uint32_t count, byte_vector *to)
{
    bytes_add_number(to, count);
    for (uint32_t k = 0; k < count; k++) {
        bytes_add_number(to, facts[k].kind);
        bytes_add_number(to, facts[k].other);
        bytes_add_number(to, facts[k].what);
    }
}

// Of addresses, handles and pages that come back: what is seen of them where code is not executed again could
// not be put together with what is not known any more.
static bool fact_is_needed(const struct learnt_fact *fact)
{
    return kinds[fact->kind].argument == LEARNT_HAS_SITES || fact->kind == LEARNT_GONE_PAGES;
}

// An instruction of an earlier version of the program, in this one. False: it has no counterpart. Damaged
// where it is none of the program's own (a native that was called through a pointer): it cannot be named
// here.
static bool carry_code(const struct code_carried *carried, struct byte_reader *from, uint64_t *code)
{
    from->damaged |= *code >= carried->old_code_count;
    if (!from->damaged)
        *code = carried->counterparts[*code];
    return !from->damaged && *code != NO_CODE;
}

// What makes objects (memory_origin).
static bool carry_origin(const struct code_carried *carried, struct byte_reader *from, uint64_t *origin)
{
    const uint64_t made_by_code = (uint64_t)1 << 40;
    uint64_t number = *origin & UINT32_MAX, kind = *origin & ~(uint64_t)UINT32_MAX;
    bool carries;
    if (kind & made_by_code) {
        carries = carry_code(carried, from, &number);
    } else {
        from->damaged |= number >= carried->old_sites_count;
        number = from->damaged ? NO_SITE : carried->sites[number];
        carries = number != NO_SITE;
    }
    *origin = kind | number;
    return carries;
}

// A fact of an earlier version of the program. False: it is about what is no more.
static bool carry_fact(const struct code_carried *carried, struct byte_reader *from, struct learnt_fact *fact)
{
    uint64_t other = fact->other;
    bool carries = true;
    if (fact->kind == LEARNT_PLACES || fact->kind == LEARNT_PLACE || fact->kind == LEARNT_UNREACHED)
        return false; // each version has its own
    switch (kinds[fact->kind].argument) {
    case LEARNT_HAS_STATIC: return fact->what == RELEVANCE_STATIC || carry_code(carried, from, &fact->what);
    case LEARNT_HAS_CODE: return carry_code(carried, from, &fact->what);
    case LEARNT_HAS_SITES:
        carries = carry_code(carried, from, &fact->what) && carry_code(carried, from, &other);
        fact->other = (uint32_t)other;
        return carries;
    case LEARNT_HAS_NAME:
        return fact->kind != LEARNT_SHARED_ORIGIN || carry_origin(carried, from, &fact->what);
    case LEARNT_HAS_NOTHING:
    case LEARNT_HAS_NUMBER: break;
    }
    return carries;
}

void learnt_read(struct machine *m, struct byte_reader *from, const struct code_carried *carried)
{
    uint32_t count = bytes_count(from, 3);
    for (uint32_t k = 0; k < count && !from->damaged; k++) {
        struct learnt_fact fact = {.kind = (enum learnt_kind)bytes_number_below(from, LEARNT_KIND_COUNT)};
        fact.other = (uint32_t)bytes_number_below(from, (uint64_t)UINT32_MAX + 1);
        fact.what = bytes_number(from);
        if (carried && !carry_fact(carried, from, &fact)) {
            from->damaged |= fact_is_needed(&fact);
            continue;
        }
        if (learnt_fits(m->program, &fact))
            machine_add_fact(m, fact);
        else
            from->damaged = true;
    }
}

// With what steps that were only tried have shown since the last executed one: all else are facts, which are
// shared as such.
void machine_share_seen(const struct machine *m, byte_vector *to)
{
    learnt_write(m->learnt.tried.data, m->learnt.tried.size, to);
#define SHARE(observer) observer##_share(m, to);
    OBSERVERS_SHARED(SHARE)
#undef SHARE
}

void machine_merge_seen(struct machine *m, struct byte_reader *from)
{
    learnt_read(m, from, NULL);
#define MERGE(observer) observer##_merge(m, from);
    OBSERVERS_SHARED(MERGE)
#undef MERGE
}

void machine_settle_facts(struct machine *m)
{
    m->learnt.begun = m->learnt.facts.size;
}

void machine_ask_restart(struct machine *m)
{
    m->learnt.stale = true;
}

// Whether a step that is tried shows the fact as well as one that is executed: such a fact only adds to what
// may happen, or takes away what analyses say cannot.
static bool counts_when_tried(enum learnt_kind kind)
{
    return kind == LEARNT_REUSE || kind == LEARNT_GONE_PAGES || kind == LEARNT_HANDLES ||
           kind == LEARNT_KEY_NUMBERS || kind == LEARNT_DISTINCT || kind == LEARNT_UNFORESEEN;
}

static void note_tried(struct learnt *learnt, const struct learnt_fact *fact)
{
    if (!counts_when_tried(fact->kind) || learnt_has(learnt, fact))
        return;
    for (uint32_t k = 0; k < learnt->tried.size; k++)
        if (learnt_equal(&learnt->tried.data[k], fact))
            return;
    vector_push(&learnt->tried, *fact);
}

bool learnt_take_tried(struct machine *m)
{
    bool any = m->learnt.tried.size;
    while (m->learnt.tried.size)
        machine_add_fact(m, vector_pop(&m->learnt.tried));
    return any;
}

bool machine_learn(struct machine *m, struct learnt_fact fact)
{
    if (m->options.concrete)
        return false;
    if (m->speculating) {
        note_tried(&m->learnt, &fact);
        return false;
    }
    uint32_t number = find_fact(&m->learnt, &fact);
    if (number < m->learnt.begun)
        return false;
    if (number == INDEX_NONE)
        machine_add_fact(m, fact);
    step_stop(m, STEP_RESTART);
    return true;
}

bool machine_knows(const struct machine *m, const struct learnt_fact *fact)
{
    return learnt_has(&m->learnt, fact);
}

const struct learnt_fact *machine_facts(const struct machine *m, uint32_t *count)
{
    *count = m->learnt.facts.size;
    return m->learnt.facts.data;
}
