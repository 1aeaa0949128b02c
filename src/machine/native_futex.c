// Futexes of Linux: threads wait for words of the program's own. Who waits is a set, a bit a thread, in one
// of the runtime library's queues (src/runtime/futex.c), which several words may share; for which word, by
// which bits, and what has become of a waiting thread, is in its shadow.
//
// A wait is two operations: one compares the word and joins the queue, and one goes on. A thread that has
// been woken no longer needs the word, whose memory may be gone by then. Waking does not look at the word at
// all. Neither orders memory: what threads tell each other is in the word.
#include "machine/clock.h"
#include "machine/native_sync.h"
#include "machine/step.h"
#include "machine/symbolic.h"

// Only the first threads can wait.
enum { SET_WORDS = 4, SET_THREADS = 64 * SET_WORDS, QUEUE_SIZE = 8 * SET_WORDS };

// In the shadow of a thread, from SHADOW_FUTEX on.
enum { FUTEX_STATE = 0, FUTEX_BITS = 4, FUTEX_WORD = 8, FUTEX_SIZE = 16 };

enum {
    STATE_NONE,
    STATE_QUEUED,
    STATE_WOKEN,
    STATE_INTERRUPTED, // spuriously
    STATE_MASK = 7,
    STATE_TIMED = 8, // flag: has a time-out
};

static uint64_t futex_of(const struct machine *m, const struct thread *t)
{
    return m->memory.objects.data[t->shadow].base + SHADOW_FUTEX;
}

static struct operation futex_operation(enum operation_kind kind, uint64_t word)
{
    return (struct operation){.kind = kind, .about = word};
}

// ---- queues

static bool queue_has(const uint64_t *set, uint32_t thread)
{
    return set[thread / 64] >> thread % 64 & 1;
}

static bool queue_load(struct machine *m, uint64_t queue, uint64_t *set)
{
    for (unsigned i = 0; i < SET_WORDS; i++)
        if (!native_load(m, queue + 8 * i, 8, &set[i], NULL))
            return false;
    return true;
}

static bool queue_change(struct machine *m, uint64_t queue, uint32_t thread, bool waits)
{
    uint64_t set, at = queue + thread / 64 * 8, bit = (uint64_t)1 << thread % 64;
    return native_load(m, at, 8, &set, NULL) && native_store(m, at, 8, waits ? set | bit : set & ~bit);
}

static bool set_futex_state(struct machine *m, const struct thread *t, uint32_t state, uint64_t bits,
                            uint64_t word)
{
    uint64_t futex = futex_of(m, t);
    return native_store(m, futex + FUTEX_STATE, 4, state) && native_store(m, futex + FUTEX_BITS, 4, bits) &&
           native_store(m, futex + FUTEX_WORD, 8, word);
}

// ---- waiting

// Whether the word has the value, both of which may depend on inputs. False: stopped.
static bool is_equal(struct machine *m, uint64_t word, struct value expected, bool *equal)
{
    struct value found;
    if (!native_load_value(m, word, 4, &found))
        return false;
    *equal = found.bits == expected.bits;
    if (!(found.t | expected.t))
        return true;
    term same = step_binary_term(m, OP_EQ, 32, found, expected);
    return symbolic_uninitialised_is_fine(m, same, "a futex") && symbolic_decide(m, same, equal);
}

// Phase 0: looks at the word and joins the queue.
static enum native_result futex_wait_begin(struct machine *m, struct call *c, uint64_t word, uint64_t queue)
{
    uint64_t bits, time, clock;
    struct value expected = call_argument(m, c, 1);
    if (m->current->number >= SET_THREADS)
        return native_unmodelled(m, "a futex that more than the first %u threads wait for", SET_THREADS);
    if (!call_concrete(m, c, 2, &bits) ||
        !call_optional_pointer(m, c, 4, is_64_bit(m) ? 16 : 8, false, &time) ||
        !call_concrete(m, c, 5, &clock))
        return NATIVE_STOPPED;
    struct operation op = futex_operation(OPERATION_FUTEX_WAIT, word);
    operation_add(&op, queue, QUEUE_SIZE, true);
    operation_add(&op, word, 4, false);
    op.access[1].order = ORDER_RELAXED;
    operation_add(&op, futex_of(m, m->current), FUTEX_SIZE, true);
    bool equal;
    if (!operation_begin(m, &op) || !is_equal(m, word, expected, &equal))
        return NATIVE_STOPPED;
    if (!equal)
        return call_return(m, c, EAGAIN);
    enum { QUEUED, SPURIOUS, INTERRUPTED, ALTERNATIVES };
    uint32_t how = QUEUED;
    if (m->options.spurious && !native_choose(m, ALTERNATIVES, &how))
        return NATIVE_STOPPED;
    uint32_t state = how == QUEUED ? STATE_QUEUED : how == SPURIOUS ? STATE_WOKEN : STATE_INTERRUPTED;
    if ((time && clock_counts(m) && !sync_deadline_begin(m, clock, time)) ||
        (how == QUEUED && !queue_change(m, queue, m->current->number, true)) ||
        !set_futex_state(m, m->current, state | (time ? STATE_TIMED : 0), bits, word))
        return NATIVE_STOPPED;
    call_set_phase(m, 1);
    return NATIVE_AGAIN;
}

// Phase 1: woken, or at the end of its time, the thread goes on.
static enum native_result futex_wait_end(struct machine *m, struct call *c, uint64_t word, uint64_t queue)
{
    uint64_t futex = futex_of(m, m->current);
    uint32_t waiting = sync_peek(m, futex + FUTEX_STATE), state = waiting & STATE_MASK;
    bool leaves = state == STATE_QUEUED;
    struct operation op = futex_operation(OPERATION_FUTEX_LEAVE, word);
    operation_add(&op, futex, FUTEX_SIZE, true);
    if (leaves && waiting & STATE_TIMED) {
        operation_add(&op, queue, QUEUE_SIZE, true);
        clock_add(m, &op);
    }
    uint64_t known;
    if (!operation_begin(m, &op) || !native_load(m, futex + FUTEX_STATE, 4, &known, NULL))
        return NATIVE_STOPPED;
    if ((leaves && !queue_change(m, queue, m->current->number, false)) ||
        (waiting & STATE_TIMED && clock_counts(m) && !sync_deadline_end(m, leaves)) ||
        !set_futex_state(m, m->current, STATE_NONE, 0, 0))
        return NATIVE_STOPPED;
    return call_return(m, c, leaves ? ETIMEDOUT : state == STATE_INTERRUPTED ? EINTR : 0);
}

bool futex_leave_enabled(struct machine *m, const struct thread *t, const struct operation *op)
{
    (void)op;
    uint32_t waiting = sync_peek(m, futex_of(m, t) + FUTEX_STATE);
    return (waiting & STATE_MASK) != STATE_QUEUED || waiting & STATE_TIMED;
}

enum native_result native___heddle_futex_wait(struct machine *m, struct call *c)
{
    uint64_t word, queue;
    if (call_phase(m)) // whether the word is still there does not matter
        return call_concrete(m, c, 0, &word) && call_concrete(m, c, 3, &queue)
                   ? futex_wait_end(m, c, word, queue)
                   : NATIVE_STOPPED;
    return call_pointer(m, c, 0, 4, false, &word) && call_pointer(m, c, 3, QUEUE_SIZE, true, &queue)
               ? futex_wait_begin(m, c, word, queue)
               : NATIVE_STOPPED;
}

// ---- waking

// Who waits for a word, among those whose bits are asked for.
struct waiters {
    uint32_t count, thread[SET_THREADS];
};

// What is read of their shadows changes only together with the queue, as long as they are in it.
static bool find_waiters(struct machine *m, uint64_t queue, uint64_t word, uint64_t bits,
                         struct waiters *waiters)
{
    uint64_t set[SET_WORDS], its_word, its_bits;
    waiters->count = 0;
    if (!queue_load(m, queue, set))
        return false;
    for (uint32_t i = 0; i < SET_THREADS; i++) {
        if (!queue_has(set, i))
            continue;
        uint64_t futex = futex_of(m, m->threads[i]);
        if (!native_load(m, futex + FUTEX_WORD, 8, &its_word, NULL) ||
            !native_load(m, futex + FUTEX_BITS, 4, &its_bits, NULL))
            return false;
        if (its_word == word && its_bits & bits)
            waiters->thread[waiters->count++] = i;
    }
    return true;
}

// Which thread that is was not known when the operation began: its shadow joins the event here.
static bool wake_futex_waiter(struct machine *m, uint64_t queue, uint32_t thread)
{
    const struct thread *t = m->threads[thread];
    uint64_t futex = futex_of(m, t);
    uint32_t timed = sync_peek(m, futex + FUTEX_STATE) & STATE_TIMED;
    operation_reaches(m, futex, FUTEX_SIZE, true);
    return queue_change(m, queue, thread, false) && set_futex_state(m, t, STATE_WOKEN | timed, 0, 0);
}

// The number of ways to take some of `count`; 0: more than are explored.
static uint32_t ways_to_take(uint32_t count, uint32_t some)
{
    enum { MOST = 10000 };
    uint64_t ways = 1;
    for (uint32_t k = 0; k < some && ways <= MOST; k++)
        ways = ways * (count - k) / (k + 1);
    return ways <= MOST ? (uint32_t)ways : 0;
}

// Moves the `some` waiters that way number `way` takes to the front, the others behind them.
static void take_waiters(struct waiters *waiters, uint32_t some, uint32_t way)
{
    uint32_t taken = 0, rest = 0, others[SET_THREADS];
    for (uint32_t k = 0; k < waiters->count; k++) {
        uint32_t with = some == taken ? 0 : ways_to_take(waiters->count - k - 1, some - taken - 1);
        if (taken < some && way < with) {
            waiters->thread[taken++] = waiters->thread[k];
        } else {
            way -= with;
            others[rest++] = waiters->thread[k];
        }
    }
    for (uint32_t k = 0; k < rest; k++)
        waiters->thread[taken + k] = others[k];
}

// Which of the waiters: Linux takes those that came first, but promises nothing. False: stopped.
static bool choose_waiters(struct machine *m, struct waiters *waiters, uint32_t some)
{
    uint32_t ways = ways_to_take(waiters->count, some), way = 0;
    if (!ways) {
        native_unmodelled(m, "waking %u of %u threads that wait for a futex", some, waiters->count);
        return false;
    }
    if (ways > 1 && !native_choose(m, ways, &way))
        return false;
    take_waiters(waiters, some, way);
    return true;
}

enum native_result native___heddle_futex_wake(struct machine *m, struct call *c)
{
    uint64_t word, count, bits, queue;
    if (!call_concrete(m, c, 0, &word) || !call_concrete(m, c, 1, &count) || !call_concrete(m, c, 2, &bits) ||
        !call_pointer(m, c, 3, QUEUE_SIZE, true, &queue))
        return NATIVE_STOPPED;
    struct operation op = futex_operation(OPERATION_FUTEX_WAKE, word);
    operation_add(&op, queue, QUEUE_SIZE, true);
    struct waiters waiters;
    if (!operation_begin(m, &op) || !find_waiters(m, queue, word, bits, &waiters))
        return NATIVE_STOPPED;
    uint32_t some = count < waiters.count ? (uint32_t)count : waiters.count;
    if (!choose_waiters(m, &waiters, some))
        return NATIVE_STOPPED;
    for (uint32_t k = 0; k < some; k++)
        if (!wake_futex_waiter(m, queue, waiters.thread[k]))
            return NATIVE_STOPPED;
    return call_return(m, c, some);
}

// ---- moving

// A thread that waits for another word from now on. One whose time may be over would be in another queue than
// the one it is about to leave.
static bool move_futex_waiter(struct machine *m, uint64_t queue, uint32_t thread, uint64_t target,
                              uint64_t to)
{
    uint64_t futex = futex_of(m, m->threads[thread]);
    operation_reaches(m, futex, FUTEX_SIZE, true);
    return queue_change(m, queue, thread, false) && queue_change(m, to, thread, true) &&
           native_store(m, futex + FUTEX_WORD, 8, target);
}

static bool has_timed(struct machine *m, const struct waiters *waiters)
{
    for (uint32_t k = 0; k < waiters->count; k++)
        if (sync_peek(m, futex_of(m, m->threads[waiters->thread[k]]) + FUTEX_STATE) & STATE_TIMED)
            return true;
    return false;
}

struct requeue {
    uint64_t word, count, value, queue, target, most, to;
};

// All of them: first who is woken, and then, of the others, who is moved, is one choice.
static enum native_result requeue_waiters(struct machine *m, struct call *c, const struct requeue *r)
{
    struct waiters waiters;
    if (!find_waiters(m, r->queue, r->word, UINT32_MAX, &waiters))
        return NATIVE_STOPPED;
    uint32_t woken = r->count < waiters.count ? (uint32_t)r->count : waiters.count,
             rest = waiters.count - woken;
    uint32_t moved = r->most < rest ? (uint32_t)r->most : rest;
    if (moved && has_timed(m, &waiters))
        return native_unmodelled(m, "moving a thread whose wait has a time-out to another futex");
    if (moved && moved < rest)
        return native_unmodelled(m, "moving some of the threads that wait for a futex, and not all");
    if (!choose_waiters(m, &waiters, woken))
        return NATIVE_STOPPED;
    for (uint32_t k = 0; k < woken + moved; k++)
        if (!(k < woken ? wake_futex_waiter(m, r->queue, waiters.thread[k])
                        : move_futex_waiter(m, r->queue, waiters.thread[k], r->target, r->to)))
            return NATIVE_STOPPED;
    return call_return(m, c, r->value ? woken + moved : woken);
}

// With a value the word is compared with it first: -1 where it has another one.
enum native_result native___heddle_futex_requeue(struct machine *m, struct call *c)
{
    struct requeue r;
    if (!call_optional_pointer(m, c, 2, 4, false, &r.value) ||
        !(r.value ? call_pointer(m, c, 0, 4, false, &r.word) : call_concrete(m, c, 0, &r.word)) ||
        !call_concrete(m, c, 1, &r.count) || !call_pointer(m, c, 3, QUEUE_SIZE, true, &r.queue) ||
        !call_concrete(m, c, 4, &r.target) || !call_concrete(m, c, 5, &r.most) ||
        !call_pointer(m, c, 6, QUEUE_SIZE, true, &r.to))
        return NATIVE_STOPPED;
    struct operation op = futex_operation(OPERATION_FUTEX_WAKE, r.word);
    operation_add(&op, r.queue, QUEUE_SIZE, true);
    operation_add(&op, r.to, QUEUE_SIZE, true);
    if (r.value) {
        operation_add(&op, r.word, 4, false);
        op.access[2].order = ORDER_RELAXED;
        sync_add_data(&op, r.value, 4, false);
    }
    bool equal = true;
    struct value expected = {0};
    if (!operation_begin(m, &op) ||
        (r.value && (!native_load_value(m, r.value, 4, &expected) || !is_equal(m, r.word, expected, &equal))))
        return NATIVE_STOPPED;
    return equal ? requeue_waiters(m, c, &r) : call_return(m, c, UINT32_MAX);
}
