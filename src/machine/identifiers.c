#include "machine/identifiers.h"

#include "machine/interchangeable.h"
#include "machine/memory.h"
#include "machine/native_sync.h"
#include "machine/relevance.h"
#include "machine/site_pairs.h"
#include "machine/step.h"

enum { CELL_BYTES = 8, CELL_HANDLES = 0, CELL_KEYS = 8, CELLS_BYTES = 16 };
// What is seen of handles is kept by these names of threads: the number of one of the first; for others,
// which share names, a number that follows from the place that created the thread, alike in all processes. So
// it may be taken to be seen of one what was seen of another one of that place.
enum { OWN_NAMES = 256, SHARED_NAMES = 64, NAMES = OWN_NAMES + SHARED_NAMES, SET_WORDS = NAMES / 64 };
_Static_assert(SHARED_NAMES == 64 && OWN_NAMES % 64 == 0, "the shared names are one word of a set");

// A name of threads, and where they are created: an instruction of the program.
struct named_site {
    uint32_t name, site;
};
// Pairs of names.
struct name_pairs {
    uint64_t bits[NAMES][SET_WORDS];
};

struct identifiers {
    bool learns;
    bool keys; // their numbers come back
    site_pairs learnt;
    uint32_t cells;              // NO_OBJECT: nothing was learnt
    VECTOR(uint32_t) candidates; // threads, of the present creation
    VECTOR(bool) handle_in_term; // by term, of those that were looked at
    bool terms_with_handles;
    // seen in this exploration; undoing does not take it back
    VECTOR(struct named_site) sites;
    struct name_pairs possible;   // the first may have given its handle back before the second was created
    struct name_pairs compared;   // a thread has compared their handles, or computed with both
    uint64_t computed[SET_WORDS]; // names
    uint64_t shared;              // shared names that are in use, from OWN_NAMES on
};

void identifiers_attach(struct machine *m)
{
    m->identifiers = memory_zalloc(1, sizeof *m->identifiers);
    m->identifiers->learns = m->options.reuse && !m->options.concrete;
}

void identifiers_detach(struct machine *m)
{
    vector_free(&m->identifiers->learnt);
    vector_free(&m->identifiers->candidates);
    vector_free(&m->identifiers->sites);
    vector_free(&m->identifiers->handle_in_term);
    memory_free(m->identifiers);
}

void identifiers_restart(struct machine *m)
{
    struct identifiers *s = m->identifiers;
    s->cells = NO_OBJECT;
    s->sites.size = 0;
    memset(&s->possible, 0, sizeof s->possible);
    memset(&s->compared, 0, sizeof s->compared);
    memset(s->computed, 0, sizeof s->computed);
    s->shared = 0;
}

void identifiers_keep(const struct machine *m, byte_vector *to)
{
    const struct identifiers *s = m->identifiers;
    bytes_add_number(to, s->sites.size);
    for (uint32_t k = 0; k < s->sites.size; k++) {
        bytes_add_number(to, s->sites.data[k].name);
        bytes_add_number(to, s->sites.data[k].site);
    }
    bytes_add(to, &s->possible, sizeof s->possible);
    bytes_add(to, &s->compared, sizeof s->compared);
    bytes_add(to, s->computed, sizeof s->computed);
}

void identifiers_learnt(struct machine *m, const struct learnt_fact *fact)
{
    m->identifiers->keys |= fact->kind == LEARNT_KEY_NUMBERS;
    if (fact->kind == LEARNT_HANDLES)
        vector_push(&m->identifiers->learnt, (struct site_pair){(uint32_t)fact->what, fact->other});
}

void identifiers_share(const struct machine *m, byte_vector *to)
{
    identifiers_keep(m, to);
}

static bool joins_nothing(const uint64_t *have, const uint64_t *more, size_t words)
{
    for (size_t k = 0; k < words; k++)
        if (more[k] & ~have[k])
            return false;
    return true;
}

static void unite_name_words(uint64_t *have, const uint64_t *more, size_t words)
{
    for (size_t k = 0; k < words; k++)
        have[k] |= more[k];
}

static void learn_sites(struct machine *m, uint32_t old, uint32_t new)
{
    const struct identifiers *s = m->identifiers;
    for (uint32_t i = 0; i < s->sites.size; i++)
        for (uint32_t k = 0; k < s->sites.size && s->sites.data[i].name == old; k++)
            if (s->sites.data[k].name == new)
                machine_add_fact(m, (struct learnt_fact){.kind = LEARNT_HANDLES,
                                                         .what = s->sites.data[i].site,
                                                         .other = s->sites.data[k].site});
}

// What is possible and was compared is learnt, as where one process sees both. Of what was computed with,
// each two count as compared.
static void learn_joined(struct machine *m)
{
    struct identifiers *s = m->identifiers;
    for (uint32_t old = 1; old < NAMES; old++)
        for (uint32_t new = 1; new < NAMES; new ++) {
            bool both = s->computed[old / 64] >> old % 64 & 1 && s->computed[new / 64] >> new % 64 & 1;
            if (both && (old != new || old >= OWN_NAMES))
                s->compared.bits[old][new / 64] |= (uint64_t)1 << new % 64;
            if (s->compared.bits[old][new / 64] & s->possible.bits[old][new / 64] & (uint64_t)1 << new % 64)
                learn_sites(m, old, new);
        }
}

// Where threads are created whose names were seen: in an earlier version of the program, if it is given.
// Damaged where that has changed, since nothing could be said of these names.
static uint32_t read_creation(struct machine *m, struct byte_reader *from, const struct code_carried *carried)
{
    uint32_t count = carried ? carried->old_code_count : m->program->code_count;
    uint32_t site = (uint32_t)bytes_number_below(from, count);
    if (!carried || from->damaged)
        return site;
    from->damaged |= carried->counterparts[site] == NO_CODE;
    return from->damaged ? 0 : carried->counterparts[site];
}

static void take_observations_of_names(struct machine *m, struct byte_reader *from,
                                       const struct code_carried *carried)
{
    struct identifiers *s = m->identifiers;
    struct identifiers *other = memory_zalloc(1, sizeof *other);
    uint32_t count = bytes_count(from, 2);
    bool more = false;
    for (uint32_t k = 0; k < count && !from->damaged; k++) {
        struct named_site site = {.name = (uint32_t)bytes_number_below(from, NAMES)};
        site.site = read_creation(m, from, carried);
        bool known = false;
        for (uint32_t i = 0; i < s->sites.size && !known; i++)
            known = s->sites.data[i].name == site.name && s->sites.data[i].site == site.site;
        if (!known)
            vector_push(&s->sites, site);
        if (site.name >= OWN_NAMES)
            s->shared |= (uint64_t)1 << (site.name - OWN_NAMES);
        more |= !known;
    }
    bytes_copy(from, &other->possible, sizeof other->possible);
    bytes_copy(from, &other->compared, sizeof other->compared);
    bytes_copy(from, other->computed, sizeof other->computed);
    size_t pairs = sizeof s->possible.bits / sizeof(uint64_t), all = sizeof s->computed / sizeof(uint64_t);
    more |= !joins_nothing(&s->possible.bits[0][0], &other->possible.bits[0][0], pairs) ||
            !joins_nothing(&s->compared.bits[0][0], &other->compared.bits[0][0], pairs) ||
            !joins_nothing(s->computed, other->computed, all);
    unite_name_words(&s->possible.bits[0][0], &other->possible.bits[0][0], pairs);
    unite_name_words(&s->compared.bits[0][0], &other->compared.bits[0][0], pairs);
    unite_name_words(s->computed, other->computed, all);
    memory_free(other);
    if (more)
        learn_joined(m);
}

void identifiers_merge(struct machine *m, struct byte_reader *from)
{
    take_observations_of_names(m, from, NULL);
}

// Observations of an earlier exploration: what both halves show is among the facts that it had learnt.
void identifiers_take(struct machine *m, struct byte_reader *from, const struct code_carried *carried)
{
    take_observations_of_names(m, from, carried);
}

bool identifiers_begin(struct machine *m)
{
    struct identifiers *s = m->identifiers;
    if (!s->learnt.size && !s->keys)
        return true;
    s->cells = memory_allocate(m, m->current, OBJECT_SHADOW, CELLS_BYTES, CELL_BYTES, NO_SITE, true);
    if (s->cells != NO_OBJECT)
        memory_set_reach(m, s->cells, REACH_SHARED);
    return s->cells != NO_OBJECT;
}

uint64_t identifiers_keys(struct machine *m)
{
    struct identifiers *s = m->identifiers;
    return s->keys && s->cells != NO_OBJECT ? object_get(m, s->cells)->base + CELL_KEYS : 0;
}

// ---- learning

static bool names_have(const struct name_pairs *pairs, uint32_t a, uint32_t b)
{
    return pairs->bits[a][b / 64] >> b % 64 & 1;
}

static uint32_t site_of(struct machine *m, const struct thread *t)
{
    return object_get(m, t->shadow)->code;
}

static uint32_t handle_name(struct machine *m, const struct thread *t)
{
    return t->number < OWN_NAMES ? t->number : OWN_NAMES + site_of(m, t) % SHARED_NAMES;
}

static void add_named_site(struct machine *m, const struct thread *t)
{
    struct identifiers *s = m->identifiers;
    struct named_site here = {handle_name(m, t), site_of(m, t)};
    if (here.name >= OWN_NAMES)
        s->shared |= (uint64_t)1 << (here.name - OWN_NAMES);
    for (uint32_t k = 0; k < s->sites.size; k++)
        if (s->sites.data[k].name == here.name && s->sites.data[k].site == here.site)
            return;
    if (here.site != NO_CODE)
        vector_push(&s->sites, here);
}

// Of threads that are created at several places, in several executions, all of them. False: stopped.
static bool learn_handles(struct machine *m, uint32_t old, uint32_t new)
{
    struct identifiers *s = m->identifiers;
    bool stopped = false;
    for (uint32_t i = 0; i < s->sites.size; i++)
        for (uint32_t k = 0; k < s->sites.size && s->sites.data[i].name == old; k++)
            if (s->sites.data[k].name == new)
                stopped |= machine_learn(m, (struct learnt_fact){.kind = LEARNT_HANDLES,
                                                                 .what = s->sites.data[i].site,
                                                                 .other = s->sites.data[k].site});
    return !stopped;
}

// Adds the pair to `to`. If `other` has it as well, LEARNT_HANDLES is learnt. False: stopped.
static bool add_name_pair(struct machine *m, struct name_pairs *to, const struct name_pairs *other,
                          uint32_t old, uint32_t new)
{
    if (old == 0 || new == 0 || (old == new && old < OWN_NAMES))
        return true;
    to->bits[old][new / 64] |= (uint64_t)1 << new % 64;
    return !names_have(other, old, new) || learn_handles(m, old, new);
}

static bool thread_exists(const struct thread *t)
{
    return t->state.status != THREAD_ABSENT;
}

// What is only looked at in order to learn is no part of preconditions: pairs are kept over undo, and where a
// summary cuts an execution what comes after it was met below the state that the summary is of.
static uint32_t thread_shadow_word(struct machine *m, const struct thread *t, unsigned offset)
{
    uint32_t word;
    memcpy(&word, object_get(m, t->shadow)->data + offset, sizeof word);
    return word;
}

static bool is_released(struct machine *m, const struct thread *t)
{
    return t->state.status == THREAD_ENDED &&
           (thread_shadow_word(m, t, SHADOW_DETACHED) || thread_shadow_word(m, t, SHADOW_JOINED));
}

// Whether all shared names that are in use are known to be possible with that one: as the first of the pair,
// or as the second.
static bool has_all_shared(const struct identifiers *s, uint32_t name, bool first)
{
    uint64_t missing = first ? s->shared : s->shared & ~s->possible.bits[name][OWN_NAMES / 64];
    for (uint32_t k = 0; k < SHARED_NAMES && first; k++)
        if (s->shared >> k & 1 && names_have(&s->possible, OWN_NAMES + k, name))
            missing &= ~((uint64_t)1 << k);
    return !missing;
}

bool identifiers_created(struct machine *m, const struct thread *t)
{
    struct identifiers *s = m->identifiers;
    bool goes_on = true;
    if (!s->learns)
        return true;
    add_named_site(m, t);
    uint32_t name = handle_name(m, t);
    bool known = has_all_shared(s, name, true); // then those that share names say nothing new
    for (uint32_t k = 1; m->state.releases && k < m->thread_limit && (k < OWN_NAMES || !known); k++) {
        if (m->threads[k] == t || !thread_exists(m->threads[k]) || !is_released(m, m->threads[k]))
            continue;
        goes_on &= add_name_pair(m, &s->possible, &s->compared, handle_name(m, m->threads[k]), name);
        known = k >= OWN_NAMES && has_all_shared(s, name, true);
    }
    return goes_on;
}

bool identifiers_before(struct machine *m, uint32_t thread, uint32_t child)
{
    const struct thread *t = m->threads[thread];
    uint32_t by = m->current->number;
    if (m->state.unjoined == 0 || by == thread ||
        (t->state.status == THREAD_ENDED && thread_shadow_word(m, t, SHADOW_JOINED) == by + 1))
        return true;
    for (; by; by = m->threads[by]->parent)
        if (m->threads[by]->parent == thread)
            return m->threads[by]->child >= child;
    return false;
}

static bool created_before(struct machine *m, const struct thread *t)
{
    return identifiers_before(m, t->parent, t->child);
}

bool identifiers_released(struct machine *m, const struct thread *t)
{
    struct identifiers *s = m->identifiers;
    bool goes_on = true;
    m->state.releases = true;
    if (!s->learns)
        return true;
    uint32_t name = handle_name(m, t);
    bool known = has_all_shared(s, name, false); // then those that share names say nothing new
    for (uint32_t k = 1; k < m->thread_limit && (k < OWN_NAMES || !known); k++) {
        if (m->threads[k] == t || !thread_exists(m->threads[k]) || created_before(m, m->threads[k]))
            continue;
        goes_on &= add_name_pair(m, &s->possible, &s->compared, name, handle_name(m, m->threads[k]));
        known = k >= OWN_NAMES && has_all_shared(s, name, false);
    }
    return goes_on;
}

// Of the threads with those handles, one in which each might have been given the other's.
static bool compare_handle_names(struct machine *m, uint32_t a, uint32_t b)
{
    struct identifiers *s = m->identifiers;
    return add_name_pair(m, &s->compared, &s->possible, a, b) &&
           add_name_pair(m, &s->compared, &s->possible, b, a);
}

static bool compare_handles(struct machine *m, const struct thread *a, const struct thread *b)
{
    return a == b || compare_handle_names(m, handle_name(m, a), handle_name(m, b));
}

static bool has_handle_of(struct machine *m, const struct thread *t, const struct thread *origin)
{
    return thread_exists(t) && identifiers_origin(m, t) == origin;
}

static const struct thread *thread_of_shadow(struct machine *m, const struct object *o)
{
    const struct thread *t = m->threads[o->owner];
    return o->kind == OBJECT_SHADOW && object_get(m, t->shadow) == o ? t : NULL;
}

bool identifiers_compare(struct machine *m, const struct object *a, const struct object *b)
{
    const struct thread *first = thread_of_shadow(m, a), *second = thread_of_shadow(m, b);
    if (!first || !second || !m->identifiers->learns)
        return true;
    if (!m->identifiers->learnt.size) // each has its own handle
        return !thread_exists(first) || !thread_exists(second) || compare_handles(m, first, second);
    for (uint32_t i = 1; i < m->thread_limit; i++)
        for (uint32_t k = 1; k < m->thread_limit && has_handle_of(m, m->threads[i], first); k++)
            if (has_handle_of(m, m->threads[k], second) && !compare_handles(m, m->threads[i], m->threads[k]))
                return false;
    return true;
}

// The thread's handle is computed with: as if it were compared with all for which that holds, too. (Of
// threads with one name it is not known whether another one is among them.)
static bool compute_with(struct machine *m, const struct thread *t)
{
    struct identifiers *s = m->identifiers;
    uint32_t name = handle_name(m, t);
    s->computed[name / 64] |= (uint64_t)1 << name % 64;
    for (uint32_t k = 1; k < NAMES; k++)
        if (s->computed[k / 64] >> k % 64 & 1 && !compare_handle_names(m, name, k))
            return false;
    return true;
}

bool identifiers_compute(struct machine *m, uint64_t word)
{
    struct identifiers *s = m->identifiers;
    const struct object *o = memory_find(m, word);
    const struct thread *origin = o && o->base == word ? thread_of_shadow(m, o) : NULL;
    if (!origin || !s->learns || relevance_here(m) == 0)
        return true;
    if (!s->learnt.size) // it has its own handle
        return origin->number == 0 || !thread_exists(origin) || compute_with(m, origin);
    for (uint32_t i = 1; i < m->thread_limit; i++)
        if (has_handle_of(m, m->threads[i], origin) && !compute_with(m, m->threads[i]))
            return false;
    return true;
}

// Notes which of the terms that are new have handles among their constants: operands have lower numbers.
// False: none has.
static bool terms_have_handles(struct machine *m)
{
    struct identifiers *s = m->identifiers;
    if (!s->handle_in_term.size)
        vector_push(&s->handle_in_term, false); // TERM_NONE
    for (uint32_t t = s->handle_in_term.size, count = term_count(m->terms); t < count; t++) {
        const struct term_node *n = term_get(m->terms, t);
        bool has = n->kind == TERM_CONSTANT && n->width <= 64 && identifiers_matter(m, n->value);
        for (unsigned k = 0; k < term_kind_kids[n->kind]; k++)
            has |= s->handle_in_term.data[n->kid[k]];
        vector_push(&s->handle_in_term, has);
        s->terms_with_handles |= has;
    }
    return s->terms_with_handles;
}

// The handles that inputs may make the term be a part of.
static bool look_into(struct machine *m, term t, unsigned depth)
{
    struct term_node n = *term_get(m->terms, t);
    if (!m->identifiers->handle_in_term.data[t])
        return true;
    if (n.kind == TERM_CONSTANT)
        return identifiers_compute(m, n.value);
    if (!depth)
        return step_unmodelled(m, "what inputs decide on the handle of a thread") != NULL;
    for (unsigned k = 0; k < term_kind_kids[n.kind]; k++)
        if (!look_into(m, n.kid[k], depth - 1))
            return false;
    return true;
}

bool identifiers_compute_value(struct machine *m, struct value v)
{
    enum { DEPTH = 16 };
    if (!m->identifiers->learns || m->thread_limit <= 2)
        return true; // handles come back to the second thread besides main at the earliest
    if (!v.t)
        return !identifiers_matter(m, v.bits) || identifiers_compute(m, v.bits);
    return !terms_have_handles(m) || look_into(m, v.t, DEPTH);
}

bool identifiers_read_part(struct machine *m, const struct object *o, uint64_t offset, unsigned size)
{
    unsigned word = m->program->pointer_bits / 8;
    for (uint64_t at = offset - offset % word; at < offset + size && at + word <= o->size; at += word)
        if (!identifiers_compute_value(m, memory_peek(m, o, at, word)))
            return false;
    return true;
}

// ---- operations

static uint64_t shadow_word(struct machine *m, const struct thread *t, unsigned offset)
{
    return thread_shadow(m, t) + offset;
}

struct thread *identifiers_holder(struct machine *m, struct thread *t)
{
    if (!m->identifiers->learnt.size)
        return t;
    if (sync_peek(m, shadow_word(m, t, SHADOW_HANDLE)))
        return NULL;
    uint32_t heir = sync_peek(m, shadow_word(m, t, SHADOW_HEIR));
    return heir ? m->threads[heir - 1] : t;
}

const struct thread *identifiers_origin(struct machine *m, const struct thread *t)
{
    uint32_t origin = m->identifiers->learnt.size ? sync_peek(m, shadow_word(m, t, SHADOW_HANDLE)) : 0;
    return origin ? m->threads[origin - 1] : t;
}

static bool takes_handles(const struct machine *m)
{
    const site_pairs *learnt = &m->identifiers->learnt;
    return learnt->size && site_pairs_have_new(learnt, memory_user_code(m));
}

bool identifiers_may_take(struct machine *m, bool *takes)
{
    *takes = takes_handles(m);
    return !*takes || relevance_here(m) & RELEVANT_ORDER || !relevance_learn(m, relevance_code(m), true);
}

static void add_cell(struct machine *m, struct operation *op, bool write)
{
    operation_add(op, object_get(m, m->identifiers->cells)->base + CELL_HANDLES, CELL_BYTES, write);
}

void identifiers_add_creation(struct machine *m, struct operation *op)
{
    add_cell(m, op, true);
}

static void add_candidate_origin(struct machine *m, uint32_t origin)
{
    struct identifiers *s = m->identifiers;
    uint32_t k = s->candidates.size;
    while (k > 0 && s->candidates.data[k - 1] > origin)
        k--;
    if (k > 0 && s->candidates.data[k - 1] == origin)
        return;
    vector_push(&s->candidates, origin);
    for (uint32_t i = s->candidates.size - 1; i > k; i--)
        s->candidates.data[i] = s->candidates.data[i - 1];
    s->candidates.data[k] = origin;
}

uint32_t identifiers_candidates(struct machine *m)
{
    struct identifiers *s = m->identifiers;
    uint32_t site = memory_user_code(m);
    s->candidates.size = 0;
    for (uint32_t k = 1; k < m->thread_limit && takes_handles(m); k++) {
        struct thread *t = m->threads[k];
        if (!thread_exists(t) || !site_pairs_have(&m->identifiers->learnt, site_of(m, t), site))
            continue;
        const struct thread *origin = identifiers_origin(m, t);
        const struct thread *holder = identifiers_holder(m, m->threads[origin->number]);
        if (sync_peek(m, shadow_word(m, holder, SHADOW_FREE)))
            add_candidate_origin(m, origin->number);
    }
    return s->candidates.size;
}

uint32_t identifiers_candidate(const struct machine *m, uint32_t k)
{
    return m->identifiers->candidates.data[k];
}

bool identifiers_take_handle(struct machine *m, const struct thread *t, uint32_t origin)
{
    return sync_store(m, shadow_word(m, t, SHADOW_HANDLE), origin + 1) &&
           sync_store(m, shadow_word(m, m->threads[origin], SHADOW_HEIR), t->number + 1);
}

bool identifiers_gives_back(struct machine *m, const struct thread *t)
{
    return t->number && m->identifiers->learnt.size &&
           (site_pairs_have_old(&m->identifiers->learnt, site_of(m, t)) ||
            sync_peek(m, shadow_word(m, t, SHADOW_HANDLE)));
}

// Two threads give their handles back in one order or the other: the same ones are free.
void identifiers_add_release(struct machine *m, const struct thread *t, struct operation *op)
{
    operation_add(op, shadow_word(m, t, SHADOW_ENDED), SHADOW_WAITING, true);
    add_cell(m, op, true);
    if (m->options.commute)
        op->access[op->access_count - 1].commute = COMMUTE_ADD;
}

bool identifiers_give_back(struct machine *m, const struct thread *t)
{
    return sync_store(m, shadow_word(m, t, SHADOW_FREE), 1);
}

bool identifiers_detached(struct machine *m, const struct thread *t)
{
    if (identifiers_gives_back(m, t))
        return !sync_peek(m, shadow_word(m, t, SHADOW_ENDED)) ||
               (identifiers_released(m, t) && identifiers_give_back(m, t));
    return t->state.status != THREAD_ENDED || identifiers_released(m, t);
}

bool identifiers_ends(struct machine *m, const struct thread *t)
{
    bool gives_back = identifiers_gives_back(m, t);
    bool detached = gives_back ? sync_peek(m, shadow_word(m, t, SHADOW_DETACHED))
                               : thread_shadow_word(m, t, SHADOW_DETACHED);
    return !detached || (identifiers_released(m, t) && (!gives_back || identifiers_give_back(m, t)));
}

// Who has a handle that was given back before depends on the creations that may have taken it. (A join with a
// time-out, in a program that cancels threads, has no room for that: of a stale handle it is a violation
// before, so that nothing is lost.)
void identifiers_add_use(struct machine *m, const struct thread *t, struct operation *op)
{
    if (!m->identifiers->learnt.size || !t || op->access_count == OPERATION_MAX_ACCESSES)
        return;
    if (sync_peek(m, shadow_word(m, identifiers_origin(m, t), SHADOW_FREE)))
        add_cell(m, op, false);
}
