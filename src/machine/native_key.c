// Thread-specific keys. Key numbers are canonical: KEYS_PER_THREAD times the creator's number, plus how many
// it had created, so that two threads creating keys commute. Natively the number of a deleted key is soon
// that of a new one. Where keys may be created after others were deleted, that is learnt
// (LEARNT_KEY_NUMBERS): then a new key may have a new number or any that is free, creations and deletions are
// ordered, and who uses a number that was ever deleted depends on creations. A key remains what its own
// number says (its identity): only the number that the program sees is another one's, whose record names the
// key that has the number now.
//
// A key's record (live or deleted, destructor) lies in a list of blocks that its creator's shadow leads to; a
// thread's own values lie in another such list, which only that thread reaches. The shadow holds the
// complement of the first block's address: as a pointer it would make the blocks, and what the values point
// to, look shared.
#include "base/vector.h"
#include "machine/identifiers.h"
#include "machine/memory.h"
#include "machine/native_sync.h"
#include "machine/relevance.h"

enum { KEYS_AT_A_TIME = 1024, ROUNDS = 4 }; // as PTHREAD_KEYS_MAX and PTHREAD_DESTRUCTOR_ITERATIONS in glibc
enum { KEYS_PER_THREAD = 1024 };            // that it ever creates

// A block: complement of the address of the next one (0: none), then entries of two words.
enum {
    BLOCK_ENTRIES = 15,
    BLOCK_FIRST = 16,
    ENTRY_SIZE = 24,
    BLOCK_SIZE = BLOCK_FIRST + BLOCK_ENTRIES * ENTRY_SIZE
};
// Entry of the records. Born: how many threads the creator had created before. Heir: the key that has the
// number of this one now, + 1; origin: the key whose number this one has, + 1; 0: none but itself.
enum { RECORD_STATE = 0, RECORD_HEIR = 4, RECORD_DESTRUCTOR = 8, RECORD_ORIGIN = 16, RECORD_BORN = 20 };
enum { KEY_LIVE = 1, KEY_DELETED = 2 };
#define NO_KEY UINT32_MAX
enum {
    VALUE_KEY = 0,
    VALUE_DESTROYED = 4,
    VALUE_WORD = 8
}; // entry of the values: key number + 1; destructor has run

// ---- lists of blocks

// Address of entry number `index` in the list that starts at `link`; 0 if the list is shorter.
static uint64_t key_list_entry(const struct machine *m, uint64_t link, uint32_t index)
{
    for (;; index -= BLOCK_ENTRIES) {
        uint64_t block = native_peek(m, link, 8);
        if (!block)
            return 0;
        link = ~block;
        if (index < BLOCK_ENTRIES)
            return link + BLOCK_FIRST + (uint64_t)index * ENTRY_SIZE;
    }
}

// Adds a block of zeros to the running thread's list. False: stopped.
static bool list_extend(struct machine *m, uint64_t link, bool shared)
{
    uint32_t object = memory_allocate(m, m->current, OBJECT_SHADOW, BLOCK_SIZE, 16, NO_SITE, true);
    if (object == NO_OBJECT) {
        native_unmodelled(m, "thread-specific keys: the address space of the thread is used up");
        return false;
    }
    if (shared)
        memory_share(m, object);
    while (native_peek(m, link, 8))
        link = ~native_peek(m, link, 8);
    return native_store(m, link, 8, ~object_get(m, object)->base);
}

// ---- keys

// The shadow of the thread that creates it, 0 if there is no such thread.
static uint64_t creator_shadow(struct machine *m, uint32_t key)
{
    uint32_t creator = key / KEYS_PER_THREAD;
    if (creator >= m->thread_limit || m->threads[creator]->state.status == THREAD_ABSENT)
        return 0;
    return thread_shadow(m, m->threads[creator]);
}

static uint64_t record_of_key(struct machine *m, uint32_t key)
{
    uint64_t shadow = creator_shadow(m, key);
    uint32_t index = key % KEYS_PER_THREAD;
    bool exists = shadow && index < sync_peek(m, shadow + SHADOW_KEY_COUNT);
    return exists ? key_list_entry(m, shadow + SHADOW_KEYS, index) : 0;
}

// The number that the program knows a key by.
static uint32_t number_of_key(struct machine *m, uint32_t key)
{
    uint32_t origin = sync_peek(m, record_of_key(m, key) + RECORD_ORIGIN);
    return origin ? origin - 1 : key;
}

// NO_KEY: none has had that number.
static uint32_t key_of_number(struct machine *m, uint32_t number)
{
    uint64_t record = record_of_key(m, number);
    if (!record || sync_peek(m, record + RECORD_ORIGIN))
        return NO_KEY;
    uint32_t heir = sync_peek(m, record + RECORD_HEIR);
    return heir ? heir - 1 : number;
}

typedef VECTOR(uint64_t) key_vector;

// All keys that there ever were. Ascending.
static void list_keys(struct machine *m, key_vector *keys)
{
    for (uint32_t k = 0; k < m->thread_limit; k++) {
        if (m->threads[k]->state.status == THREAD_ABSENT)
            continue;
        uint32_t count = sync_peek(m, thread_shadow(m, m->threads[k]) + SHADOW_KEY_COUNT);
        for (uint32_t i = 0; i < count; i++)
            vector_push(keys, (uint64_t)k * KEYS_PER_THREAD + i);
    }
}

// ---- numbers that come back

static bool learn_numbers(struct machine *m)
{
    return m->options.reuse && machine_learn(m, (struct learnt_fact){.kind = LEARNT_KEY_NUMBERS});
}

// Whether the key may be created after what the running thread does now in another order of events.
static bool may_be_created_later(struct machine *m, uint32_t key)
{
    return !identifiers_before(m, key / KEYS_PER_THREAD, sync_peek(m, record_of_key(m, key) + RECORD_BORN));
}

// False: stopped.
static bool look_for_creations(struct machine *m)
{
    key_vector keys = {0};
    bool later = false;
    if (!identifiers_keys(m))
        list_keys(m, &keys);
    for (uint32_t k = 0; k < keys.size; k++)
        later |= may_be_created_later(m, (uint32_t)keys.data[k]);
    vector_free(&keys);
    return !later || !learn_numbers(m);
}

// The order of the statement matters, whatever the analysis of the program says. False: stopped.
static bool order_matters(struct machine *m)
{
    return relevance_here(m) & RELEVANT_ORDER || !relevance_learn(m, relevance_code(m), true);
}

// Adds to an operation on keys what makes creations conflict with it. False: stopped.
static bool add_key_numbers(struct machine *m, struct operation *op, bool write)
{
    uint64_t cell = identifiers_keys(m);
    if (!cell)
        return true;
    if (!order_matters(m))
        return false;
    operation_add(op, cell, 8, write);
    return true;
}

// Adds the count of the keys that a thread (its shadow) has created: it tells whether a key exists. False:
// stopped.
static bool add_key_count(struct machine *m, uint64_t shadow, struct operation *op, bool write)
{
    if (m->state.unjoined && (write || relevance_here(m)) && !order_matters(m))
        return false;
    operation_add(op, shadow + SHADOW_KEY_COUNT, 4, write);
    return true;
}

// Which number the new key has: of which deleted key, or its own (NO_KEY). False: stopped.
static bool choose_number(struct machine *m, uint32_t *number)
{
    key_vector keys = {0}, unused = {0};
    uint32_t answer = 0;
    if (identifiers_keys(m))
        list_keys(m, &keys);
    for (uint32_t k = 0; k < keys.size; k++) {
        uint32_t holder = key_of_number(m, (uint32_t)keys.data[k]);
        if (holder != NO_KEY && sync_peek(m, record_of_key(m, holder) + RECORD_STATE) == KEY_DELETED)
            vector_push(&unused, keys.data[k]);
    }
    bool chosen = native_choose(m, 1 + unused.size, &answer);
    *number = chosen && answer ? (uint32_t)vector_at(&unused, answer - 1) : NO_KEY;
    vector_free(&keys);
    vector_free(&unused);
    return chosen;
}

// ---- creation and use

// Whether there are as many keys as there may be at a time.
static bool keys_are_used_up(struct machine *m)
{
    uint32_t created = 0, live = 0;
    for (uint32_t k = 0; k < m->thread_limit; k++)
        if (m->threads[k]->state.status != THREAD_ABSENT)
            created += sync_peek(m, thread_shadow(m, m->threads[k]) + SHADOW_KEY_COUNT);
    if (created < KEYS_AT_A_TIME)
        return false;
    key_vector keys = {0};
    list_keys(m, &keys);
    for (uint32_t k = 0; k < keys.size; k++)
        live += sync_peek(m, record_of_key(m, (uint32_t)keys.data[k]) + RECORD_STATE) == KEY_LIVE;
    vector_free(&keys);
    return live >= KEYS_AT_A_TIME;
}

// The running thread is to create one more than there may be. That fails where no other thread may create or
// delete some at the same time, which would be an order that is not explored.
static enum native_result refuse_key(struct machine *m, struct call *c, sync_finish *finish)
{
    if (m->state.unjoined)
        return native_unmodelled(m, "more than %u keys at a time while there are other threads",
                                 KEYS_AT_A_TIME);
    return finish(m, c, EAGAIN);
}

static enum native_result create_key(struct machine *m, struct call *c, sync_finish *finish)
{
    uint64_t result, destructor;
    if (!call_pointer(m, c, 0, 4, true, &result) || !call_concrete(m, c, 1, &destructor))
        return NATIVE_STOPPED;
    struct operation op = operation_on(OPERATION_KEY_CREATE, result, 4, true);
    op.access[0].atomic = false;
    uint32_t number;
    if (!add_key_count(m, thread_shadow(m, m->current), &op, true) || (m->state.keys && learn_numbers(m)) ||
        !add_key_numbers(m, &op, true) || !operation_begin(m, &op) || !choose_number(m, &number))
        return NATIVE_STOPPED;
    if (keys_are_used_up(m))
        return refuse_key(m, c, finish);
    uint64_t shadow = thread_shadow(m, m->current);
    uint32_t count = sync_peek(m, shadow + SHADOW_KEY_COUNT);
    uint32_t key = m->current->number * KEYS_PER_THREAD + count;
    if (count == KEYS_PER_THREAD)
        return native_unmodelled(m, "more than %u keys created by one thread", KEYS_PER_THREAD);
    if (count % BLOCK_ENTRIES == 0 && !list_extend(m, shadow + SHADOW_KEYS, true))
        return NATIVE_STOPPED;
    uint64_t record = key_list_entry(m, shadow + SHADOW_KEYS, count);
    if (!native_store(m, record + RECORD_STATE, 8, KEY_LIVE) ||
        !native_store(m, record + RECORD_DESTRUCTOR, 8, destructor) ||
        !sync_store(m, record + RECORD_BORN, m->current->state.children) ||
        !sync_store(m, shadow + SHADOW_KEY_COUNT, count + 1))
        return NATIVE_STOPPED;
    if (number != NO_KEY && (!sync_store(m, record + RECORD_ORIGIN, number + 1) ||
                             !sync_store(m, record_of_key(m, number) + RECORD_HEIR, key + 1)))
        return NATIVE_STOPPED;
    return sync_store(m, result, number != NO_KEY ? number : key) ? finish(m, c, 0) : NATIVE_STOPPED;
}
SYNC_NATIVE(pthread_key_create, create_key, sync_finish_posix)
SYNC_NATIVE(tss_create, create_key, sync_finish_c11)

// Argument 0, over the numbers of keys; NO_KEY for any other number.
static bool call_key(struct machine *m, const struct call *c, uint32_t *number)
{
    struct value v = call_argument(m, c, 0);
    key_vector keys = {0};
    if (v.t)
        list_keys(m, &keys);
    uint64_t bits;
    uint32_t which;
    bool decided = call_number(m, c, 0, keys.data, keys.size, &which, &bits);
    *number = v.t && which == keys.size ? NO_KEY : (uint32_t)bits;
    vector_free(&keys);
    return decided;
}

// Begins an operation on the key whose number is argument 0. *record: 0 if it was never created or is
// deleted. False: stopped.
static bool key_begin(struct machine *m, const struct call *c, enum operation_kind kind, uint32_t *key,
                      uint64_t *record)
{
    uint32_t number;
    if (!call_key(m, c, &number))
        return false;
    *key = key_of_number(m, number);
    *record = *key == NO_KEY ? 0 : record_of_key(m, *key);
    uint64_t creator = number == NO_KEY ? 0 : creator_shadow(m, number);
    bool deletes = *record && kind == OPERATION_KEY_DELETE, came_back = false;
    struct operation op = {.kind = kind};
    if (*record) {
        op = operation_on(kind, *record + RECORD_STATE, 8, deletes);
        came_back = sync_peek(m, record_of_key(m, number) + RECORD_STATE) == KEY_DELETED;
    }
    bool own = creator == thread_shadow(m, m->current);
    bool may_come_later = creator && !own && (!*record || may_be_created_later(m, number));
    if ((may_come_later && !add_key_count(m, creator, &op, false)) ||
        ((deletes || came_back) && !add_key_numbers(m, &op, deletes)) ||
        (op.access_count && !operation_begin(m, &op)))
        return false;
    if (*record && sync_peek(m, *record + RECORD_STATE) != KEY_LIVE)
        *record = 0;
    return true;
}

// The running or any other thread's entry for a key; 0: none.
static uint64_t value_entry(struct machine *m, const struct thread *t, uint32_t key)
{
    uint64_t list = thread_shadow(m, t) + SHADOW_VALUES, entry;
    for (uint32_t i = 0; (entry = key_list_entry(m, list, i)); i++)
        if (sync_peek(m, entry + VALUE_KEY) == key + 1)
            return entry;
    return 0;
}

static struct value value_load(struct machine *m, uint64_t entry)
{
    unsigned word = is_64_bit(m) ? 8 : 4;
    struct object *o = memory_at(m, entry + VALUE_WORD, word);
    return o ? memory_load(m, o, entry + VALUE_WORD - o->base, word, 8 * word) : (struct value){0, TERM_NONE};
}

static bool value_store(struct machine *m, uint64_t entry, struct value v)
{
    return native_store_value(m, entry + VALUE_WORD, is_64_bit(m) ? 8 : 4, v);
}

enum native_result native_pthread_getspecific(struct machine *m, struct call *c)
{
    uint32_t key;
    uint64_t record;
    if (!key_begin(m, c, OPERATION_KEY_USE, &key, &record))
        return NATIVE_STOPPED;
    uint64_t entry = record ? value_entry(m, m->current, key) : 0;
    struct value v = entry ? value_load(m, entry) : (struct value){0, TERM_NONE};
    if (m->current->state.last && (v.bits || v.t)) // glibc drops values that have no destructor, too
        return native_unmodelled(m, "a thread-specific value %s", LAST_HANDLER);
    return call_return_value(m, c, v);
}

enum native_result native_tss_get(struct machine *m, struct call *c)
{
    return native_pthread_getspecific(m, c);
}

static enum native_result key_set(struct machine *m, struct call *c, sync_finish *finish)
{
    uint32_t key;
    uint64_t record;
    if (!key_begin(m, c, OPERATION_KEY_USE, &key, &record))
        return NATIVE_STOPPED;
    if (!record)
        return finish(m, c, EINVAL);
    uint64_t entry = value_entry(m, m->current, key);
    if (!entry) {
        uint64_t list = thread_shadow(m, m->current) + SHADOW_VALUES;
        uint32_t index = 0;
        while ((entry = key_list_entry(m, list, index)) && sync_peek(m, entry + VALUE_KEY))
            index++;
        if (!entry && !list_extend(m, list, false))
            return NATIVE_STOPPED;
        entry = key_list_entry(m, list, index);
        if (!sync_store(m, entry + VALUE_KEY, key + 1))
            return NATIVE_STOPPED;
    }
    return value_store(m, entry, call_argument(m, c, 1)) ? finish(m, c, 0) : NATIVE_STOPPED;
}
SYNC_NATIVE(pthread_setspecific, key_set, sync_finish_posix)
SYNC_NATIVE(tss_set, key_set, sync_finish_c11)

// ---- deletion

// A thread's end looks at keys without being a visible operation. Whether it comes before or after the
// deletion matters if it has a value: the thread's destructor then runs or not, or has begun to run. Only an
// end that the deleter has waited for is certain.
static const struct thread *may_end_either_way(struct machine *m, uint32_t key)
{
    for (uint32_t i = 0; i < m->thread_limit; i++) {
        const struct thread *t = m->threads[i];
        enum thread_status status = t->state.status;
        uint64_t entry = status == THREAD_ABSENT || t == m->current ? 0 : value_entry(m, t, key);
        if (!entry)
            continue;
        bool ended = status == THREAD_ENDED,
             joined = ended && sync_peek(m, thread_shadow(m, t) + SHADOW_JOINED) == sync_self(m);
        if ((ended || thread_status_lives(status)) && sync_peek(m, entry + VALUE_DESTROYED) && !joined)
            return t;
        struct value v = value_load(m, entry);
        if (thread_status_lives(status) && (v.t || v.bits))
            return t;
    }
    return NULL;
}

static enum native_result key_delete(struct machine *m, struct call *c, sync_finish *finish)
{
    uint32_t key;
    uint64_t record;
    if (!key_begin(m, c, OPERATION_KEY_DELETE, &key, &record))
        return NATIVE_STOPPED;
    if (!record)
        return finish(m, c, EINVAL);
    const struct thread *t =
        native_peek(m, record + RECORD_DESTRUCTOR, 8) ? may_end_either_way(m, key) : NULL;
    if (t)
        return native_unmodelled(
            m, "deletion of a key while the end of %s, which has a value of it, may be near", t->name);
    m->state.keys++;
    return look_for_creations(m) && sync_store(m, record + RECORD_STATE, KEY_DELETED) ? finish(m, c, 0)
                                                                                      : NATIVE_STOPPED;
}
SYNC_NATIVE(pthread_key_delete, key_delete, sync_finish_posix)
SYNC_NATIVE(tss_delete, key_delete, sync_finish_void)

// ---- the end of a thread

// The thread's entry with the smallest number from `first` on that has a value and a destructor, 0 if none.
static uint64_t next_to_destroy(struct machine *m, struct thread *t, uint32_t first, uint64_t *destructor)
{
    uint64_t list = thread_shadow(m, t) + SHADOW_VALUES, entry, found = 0;
    uint32_t least = UINT32_MAX;
    for (uint32_t i = 0; (entry = key_list_entry(m, list, i)); i++) {
        uint32_t key = sync_peek(m, entry + VALUE_KEY) - 1;
        uint64_t record = key == UINT32_MAX ? 0 : record_of_key(m, key);
        uint32_t number = record ? number_of_key(m, key) : 0;
        if (!record || number < first || number >= least || sync_peek(m, record + RECORD_STATE) != KEY_LIVE)
            continue;
        uint64_t function = native_peek(m, record + RECORD_DESTRUCTOR, 8);
        struct value v = value_load(m, entry);
        if (function && (v.t || v.bits)) {
            found = entry;
            least = number;
            *destructor = function;
        }
    }
    return found;
}

bool thread_next_destructor(struct machine *m, struct thread *t, uint64_t *function, uint64_t *argument)
{
    uint64_t shadow = thread_shadow(m, t);
    uint32_t round = sync_peek(m, shadow + SHADOW_ROUND);
    uint64_t entry = next_to_destroy(m, t, sync_peek(m, shadow + SHADOW_NEXT_KEY), function);
    if (!entry && round + 1 < ROUNDS) { // destructors may have set values again
        round++;
        entry = next_to_destroy(m, t, 0, function);
    }
    if (!entry)
        return false;
    struct value v = value_load(m, entry);
    if (v.t) {
        native_unmodelled(m, "destructor of a thread-specific value that depends on inputs");
        return false;
    }
    *argument = v.bits;
    return value_store(m, entry, (struct value){0, TERM_NONE}) && sync_store(m, entry + VALUE_DESTROYED, 1) &&
           sync_store(m, shadow + SHADOW_ROUND, round) &&
           sync_store(m, shadow + SHADOW_NEXT_KEY, number_of_key(m, sync_peek(m, entry + VALUE_KEY) - 1) + 1);
}
