#include "machine/await_touch.h"

#include "base/hash.h"
#include "machine/clock.h"
#include "machine/content.h"
#include "machine/faint.h"
#include "machine/journal.h"
#include "machine/moment.h"
#include "machine/note.h"
#include "machine/numbers.h"
#include "machine/peek.h"
#include "machine/readable.h"
#include "machine/recorded.h"
#include "machine/rename.h"
#include "machine/step.h"

enum {
    COMPARISON_LIMIT = 3, // with how many snapshots of the same hash a thread is compared
    SNAPSHOT_LIMIT = 64,  // how far back a history is searched
    TABLE_SIZE = 4096,    // hashes remembered
    TABLE_WAYS = 4,       // of these, with the same place by hash
    FRAME_LIMIT = 8,      // frames that are hashed: the hash only says when to compare
    UPDATE_LOOKS = 2000,  // operations without another effect before updates are looked at
    UPDATE_ROUND = 64,    // within so many operations one comes again, or another is looked at
};

// ---- observing

static void begin_await_lists(struct awaits *a)
{
    vector_push(&a->hashes, 0);
    vector_push(&a->snapshots, (struct await_snapshot){.previous = 0});
    vector_push(&a->touches, (struct await_touch){.previous = 0});
}

void await_attach(struct machine *m)
{
    m->awaits = memory_zalloc(1, sizeof *m->awaits);
    m->awaits->ignored = m->options.rounds;
    begin_await_lists(m->awaits);
}

void await_detach(struct machine *m)
{
    struct awaits *a = m->awaits;
    vector_free(&a->hashes);
    vector_free(&a->snapshots);
    vector_free(&a->touches);
    vector_free(&a->seen);
    memory_free(a->table);
    memory_free(a->places);
    memory_free(a->ordered);
    memory_free(a->memo);
    memory_free(a);
}

void await_restart(struct machine *m)
{
    struct awaits *a = m->awaits;
    a->hashes.size = a->snapshots.size = a->touches.size = 0;
    a->follows = false;
    memory_free(a->memo);
    a->memo = NULL;
    begin_await_lists(a);
}

void await_event(struct machine *m)
{
    struct awaits *a = m->awaits;
    a->stuck_known = false;
    if (!a->follows)
        return;
    const struct thread_state *now = &m->threads[m->state.running]->state;
    a->followed = m->state.running;
    a->round = (struct loop_seen){0};
    loop_seen_add(m, &a->round, now->code, now->depth);
}

uint32_t *await_mark(struct machine *m, uint32_t *sizes)
{
    struct awaits *a = m->awaits;
    a->stuck_known = false;
    *sizes++ = a->hashes.size;
    *sizes++ = a->snapshots.size;
    *sizes++ = a->touches.size;
    return sizes;
}

const uint32_t *await_undo(struct machine *m, const uint32_t *sizes)
{
    struct awaits *a = m->awaits;
    a->stuck_known = false;
    a->hashes.size = *sizes++;
    a->snapshots.size = *sizes++;
    a->touches.size = *sizes++;
    return sizes;
}

bool await_ignored(const struct machine *m)
{
    return m->awaits->ignored;
}

bool await_seeks(const struct machine *m)
{
    return m->awaits->seeks;
}

bool await_traces(const struct machine *m)
{
    return m->awaits->tracing || m->awaits->follows || m->awaits->numbers;
}

void await_trace(struct machine *m, uint32_t code)
{
    uint32_t thread = m->current->number, depth = m->current->state.depth;
    if (m->awaits->tracing)
        loop_seen_add(m, await_seen(m, thread), code, depth);
    if (m->awaits->follows && m->awaits->followed == thread)
        loop_seen_add(m, &m->awaits->round, code, depth);
    if (m->awaits->numbers)
        numbers_look(m, m->code + code);
}

void await_begins(struct machine *m, const struct instruction *i)
{
    if (m->awaits->numbers && i)
        numbers_look(m, i);
}

uint64_t await_effects(const struct machine *m)
{
    return m->awaits->effects;
}

struct await_past await_past(const struct machine *m)
{
    return (struct await_past){m->awaits->hashes.size, m->awaits->snapshots.size};
}

// ---- what a thread does

void await_section(struct machine *m)
{
    struct thread_state *state = thread_change(m, m->current);
    state->section_hash = m->awaits->hashes.size;
    state->section_snapshot = m->awaits->snapshots.size;
}

void await_effect(struct machine *m)
{
    struct thread *t = m->current;
    m->awaits->effects++;
    if (!t)
        return;
    struct thread_state *state = thread_change(m, t);
    state->await_floor = m->awaits->hashes.size - 1;
    state->await_snapshot = state->await_touch = state->await_open = 0;
    state->looks = 0;
}

void await_own_block(struct machine *m)
{
    m->awaits->effects++;
}

void await_output(struct machine *m)
{
    m->awaits->effects++;
}

void await_forget(struct machine *m)
{
    thread_change(m, m->current)->history = (struct digest){~(uint64_t)0, ++m->awaits->nonce};
}

// ---- comparing a moment with now

// Words from here on may be addresses of the thread's own variables, which are others in each call of a
// function.
static uint64_t own_stack_from(const struct machine *m, const struct thread *t)
{
    bool any = t->state.stack_top != NO_OBJECT;
    return any ? (uint64_t)m->memory.first_free_chunk << m->memory.chunk_bits : UINT64_MAX;
}

// A hash of what is easily seen of a thread: where its next instruction is, and the registers that it can
// still read.
static uint64_t await_hash(struct machine *m, const struct thread *t)
{
    const struct thread_state *state = &t->state;
    uint64_t h = hash_combine((uint64_t)state->code << 32 | (t->number << 16 ^ state->phase), state->depth);
    uint64_t from = own_stack_from(m, t);
    uint32_t lowest = state->depth > FRAME_LIMIT ? state->depth - FRAME_LIMIT : 0;
    for (uint32_t k = state->depth; k-- > lowest;) {
        const struct frame *f = &t->frames.data[k];
        const struct cell *registers = t->registers.data + f->base;
        uint32_t count;
        const uint32_t *readable = readable_in_frame(m, t, k, &count);
        h ^= (uint64_t)f->return_code << 32;
        for (const uint32_t *n = readable; n < readable + count; n++) {
            const struct cell *c = &registers[*n];
            uint64_t word = c->t ? ~(uint64_t)c->t : c->bits;
            if (__builtin_expect(word >= from, 0) && !c->t)
                rename_is_own_stack(m, t, word, &word);
            h = hash_combine(h, word);
        }
    }
    return h;
}

// Whether the thread did nothing with blocks of the heap that only it can reach but make and release some,
// and compute with no number that is the address of one.
static bool blocks_are_gone(struct machine *m, const struct thread *t, const struct await_snapshot *snapshot)
{
    enum moment_blocks blocks = moment_blocks(m, t, &snapshot->moment);
    if (blocks != MOMENT_BLOCKS_GONE)
        return blocks == MOMENT_BLOCKS_NONE;
    if (m->awaits->numbers)
        return t->state.numbered <= snapshot->moment.objects;
    machine_learn(m, (struct learnt_fact){.kind = LEARNT_BLOCKS});
    return false;
}

static bool came_back_to_snapshot(struct machine *m, const struct thread *t,
                                  const struct await_snapshot *snapshot)
{
    return moment_came_back(m, t, &snapshot->moment) && await_hold(m, t, snapshot, false) &&
           blocks_are_gone(m, t, snapshot);
}

// The latest snapshot from which the running thread has come back to the same state; 0: none.
static uint32_t find_snapshot(struct machine *m, const struct thread *t, uint64_t hash)
{
    uint32_t looked = 0, compared = 0, from = t->state.atomic_depth ? t->state.section_snapshot : 1;
    for (uint32_t k = t->state.await_snapshot;
         k >= from && looked < SNAPSHOT_LIMIT && compared < COMPARISON_LIMIT;
         k = m->awaits->snapshots.data[k].previous) {
        const struct await_snapshot snapshot = m->awaits->snapshots.data[k];
        looked++;
        if (snapshot.hash != hash || snapshot.code != t->state.code || snapshot.depth != t->state.depth)
            continue;
        if (peek_came_back_to_snapshot(m, t, k) || !await_look_at_stores(m, t, &snapshot))
            return 0;
        compared++;
        if (came_back_to_snapshot(m, t, &snapshot))
            return k;
    }
    return 0;
}

static void push_snapshot(struct machine *m, struct thread *t, uint64_t hash)
{
    struct thread_state *state = thread_change(m, t);
    vector_push(&m->awaits->snapshots, (struct await_snapshot){.previous = state->await_snapshot,
                                                               .touch = state->await_touch,
                                                               .code = state->code,
                                                               .depth = state->depth,
                                                               .choices = state->choices,
                                                               .moment = moment_now(m),
                                                               .hash = hash});
    state->await_snapshot = m->awaits->snapshots.size - 1;
}

// ---- the journal

// What was compared when the thread had come back to the snapshot, or is now: it is what it is because of
// what happened since.
static void journal_comparison(struct machine *m, const struct thread *t,
                               const struct await_snapshot *snapshot)
{
    if (!journal_wanted(m) || m->speculating)
        return;
    moment_journal(m, t, &snapshot->moment, true);
    for (uint32_t touch = t->state.await_touch; touch > snapshot->touch;
         touch = m->awaits->touches.data[touch].previous) {
        const struct await_touch *a = &m->awaits->touches.data[touch];
        if (!a->faint && !clock_is(m, a->address))
            journal_memory(m, JOURNAL_READ, a->address, a->size);
    }
}

void machine_journal_waiting(struct machine *m)
{
    for (uint32_t k = 0; k < m->thread_limit; k++) {
        const struct thread *t = m->threads[k];
        if (t->state.status == THREAD_CAME_BACK)
            journal_comparison(m, t, &m->awaits->snapshots.data[t->state.await_from]);
    }
}

// ---- learning

static enum await_place await_place_of(const struct machine *m, uint32_t code)
{
    return m->awaits->places && code < m->program->code_count ? m->awaits->places[code] : AWAIT_NOWHERE;
}

void await_learnt(struct machine *m, const struct learnt_fact *fact)
{
    if (fact->kind == LEARNT_ORDERED_UPDATE) {
        if (!m->awaits->ordered)
            m->awaits->ordered = memory_zalloc(m->program->code_count, 1);
        m->awaits->ordered[fact->what] = true;
        return;
    }
    m->awaits->numbers |= fact->kind == LEARNT_BLOCKS;
    static const uint8_t places[] = {[LEARNT_AWAIT_LOOP] = AWAIT_LOOP,
                                     [LEARNT_AWAIT_ALONE] = AWAIT_ALONE,
                                     [LEARNT_AWAIT_ROUND] = AWAIT_ROUND};
    if (fact->kind != LEARNT_AWAIT_LOOP && fact->kind != LEARNT_AWAIT_ALONE &&
        fact->kind != LEARNT_AWAIT_ROUND)
        return;
    if (!m->awaits->places)
        m->awaits->places = memory_zalloc(m->program->code_count, 1);
    m->awaits->places[fact->what] = places[fact->kind];
}

// What code of the machine's own finds out is not learnt.
static bool learn_of_code(struct machine *m, uint32_t code, enum learnt_kind kind)
{
    return code < m->program->code_count &&
           machine_learn(m, (struct learnt_fact){.kind = kind, .what = code});
}

// ---- updates that are taken back

bool await_orders(const struct machine *m, uint32_t code)
{
    return m->awaits->ordered && code < m->program->code_count && m->awaits->ordered[code];
}

// Whether a thread that has for long done nothing but look and update comes to an update that commutes, and
// finds what it found there before: it takes it back in each round, as a reader that backs out of a lock
// does. While such updates commute they count as an effect.
static bool takes_back(struct machine *m, const struct thread *t, const struct operation *op)
{
    const struct access *a = &op->access[0];
    if (t->state.looks < UPDATE_LOOKS || op->kind != OPERATION_UPDATE || op->access_count != 1 ||
        a->commute == COMMUTE_NO || a->size > 8 || clock_is(m, a->address) ||
        faint_covers(m, a->address, a->size))
        return false;
    struct await_update *last = &m->awaits->update,
                        now = {t->number, t->state.code, t->state.looks, a->address,
                               content_at(m, a->address, (uint32_t)a->size)};
    bool again = last->thread == now.thread && last->code == now.code && last->address == now.address &&
                 last->looks < now.looks && now.looks - last->looks <= UPDATE_ROUND;
    bool back = again && content_equal(last->content, now.content);
    if (again || last->looks >= now.looks || now.looks - last->looks > UPDATE_ROUND)
        *last = now;
    return back;
}

// ---- hashes seen

// Whether the running thread has been seen like this since its last effect. The table forgets: a few times it
// says no where it was.
static bool thread_was_seen(struct machine *m, const struct thread *t, uint64_t hash)
{
    if (!m->awaits->table)
        m->awaits->table = memory_zalloc(TABLE_SIZE, sizeof *m->awaits->table);
    uint32_t *set = &m->awaits->table[hash % TABLE_SIZE & ~(uint64_t)(TABLE_WAYS - 1)];
    uint32_t size = m->awaits->hashes.size, floor = t->state.await_floor;
    if (t->state.atomic_depth && t->state.section_hash > floor)
        floor = t->state.section_hash - 1;
    vector_push(&m->awaits->hashes, hash);
    uint32_t *oldest = set;
    for (unsigned k = 0; k < TABLE_WAYS; k++) {
        if (set[k] >= size)
            set[k] = 0; // of an execution that was given up
        if (set[k] > floor && m->awaits->hashes.data[set[k]] == hash)
            return !peek_came_back(m, t, set[k]);
        if (set[k] < *oldest)
            oldest = &set[k];
    }
    *oldest = size;
    return false;
}

// ---- coming to an operation

// The running thread stands before a visible operation. True: it has come back without effect, to the
// snapshot state.await_from.
static bool look_for_return(struct machine *m, struct thread *t)
{
    if (m->awaits->ignored)
        return false;
    await_finish(m, t);
    if (faint_is_time(m, ++thread_change(m, t)->looks) && (clock_learn(m) || faint_learn(m)))
        return false;
    uint64_t hash = await_hash(m, t);
    uint32_t code = t->state.code;
    if (await_place_of(m, code) == AWAIT_NOWHERE) {
        if (!m->options.concrete && thread_was_seen(m, t, hash))
            learn_of_code(m, code, LEARNT_AWAIT_LOOP);
        return false;
    }
    uint32_t snapshot = find_snapshot(m, t, hash);
    if (snapshot) {
        thread_change(m, t)->await_from = snapshot;
        journal_comparison(m, t, &m->awaits->snapshots.data[snapshot]);
    }
    if (!snapshot || m->options.concrete)
        push_snapshot(m, t, hash);
    return snapshot != 0;
}

// Whether rounds of the operation alone that lead nowhere need not be executed. They may race with plain
// accesses: where the operation is one itself they are executed from the start, otherwise when such an access
// was found (NOTE_AWAIT).
static bool may_be_left_out(const struct machine *m, const struct operation *op)
{
    bool atomic = true;
    for (uint32_t k = 0; k < op->access_count; k++)
        atomic = atomic && op->access[k].atomic;
    return !note_wanted(m) || (atomic && await_place_of(m, m->current->state.code) != AWAIT_ROUND);
}

void await_arrives(struct machine *m, const struct operation *op)
{
    struct thread *t = m->current;
    struct thread_state *state = thread_change(m, t);
    state->next.await =
        operation_has(op->kind, OPERATION_REPEATS) && await_place_of(m, state->code) == AWAIT_ALONE;
    if (state->next.await && !m->speculating)
        note_await(m, op);
    if (!m->awaits->ignored && takes_back(m, t, op) && learn_of_code(m, state->code, LEARNT_ORDERED_UPDATE))
        return;
    if (!look_for_return(m, t) || m->options.concrete)
        return;
    bool alone = t->state.await_from == t->state.await_snapshot &&
                 operation_has(op->kind, OPERATION_REPEATS) && !state->next.await && may_be_left_out(m, op);
    if (!alone || !learn_of_code(m, t->state.code, LEARNT_AWAIT_ALONE))
        thread_change(m, t)->status = THREAD_CAME_BACK;
}

// Inside an atomic section nobody else goes on meanwhile: a thread that comes back there never leaves it.
bool await_permits(struct machine *m, const struct operation *op)
{
    struct thread *t = m->current;
    (void)op;
    if (t->state.atomic_depth == 0)
        return true;
    m->stop = STEP_DONE;
    if (look_for_return(m, t)) {
        step_unmodelled(m, "waiting inside an atomic section");
        return false;
    }
    return m->stop != STEP_RESTART;
}

// ---- questions

bool await_outdated(const struct machine *m, const struct thread *t)
{
    const struct await_snapshot *snapshot = &m->awaits->snapshots.data[t->state.await_from];
    if (!t->state.await_from)
        return false;
    return snapshot->choices != t->state.choices || !await_hold(m, t, snapshot, true);
}

bool machine_await_outdated(struct machine *m, uint32_t thread)
{
    struct thread *t = m->threads[thread];
    if (!t->state.await_from)
        return false;
    bool asked = m->options.properties & 1u << PROPERTY_DEADLOCK; // else it makes no difference
    const struct await_snapshot *from = &m->awaits->snapshots.data[t->state.await_from];
    bool hidden = asked && from->choices == t->state.choices && await_looked_at_hidden(m, t, from);
    bool outdated = await_outdated(m, t) && !(hidden && await_returns(m, thread));
    return outdated || (asked && !await_stuck(m));
}

bool machine_spins(struct machine *m, uint32_t thread)
{
    const struct thread *t = m->threads[thread];
    if (t->state.status == THREAD_ENDLESS)
        return true;
    if (t->state.status != THREAD_CAME_BACK && t->state.status != THREAD_READY &&
        t->state.status != THREAD_HELD)
        return false;
    if (m->options.concrete || m->options.rounds) // believes nothing that was found out on the way
        return machine_enabled(m, thread) && await_stuck(m);
    if (t->state.await_from && !machine_await_outdated(m, thread))
        return true;
    return t->state.status != THREAD_CAME_BACK && t->state.next.await && await_blocks(m, t);
}
