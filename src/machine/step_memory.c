// Loads, stores, atomics and stack objects.
#include "machine/await.h"
#include "machine/expected.h"
#include "machine/fold.h"
#include "machine/follow.h"
#include "machine/identifiers.h"
#include "machine/journal.h"
#include "machine/nan.h"
#include "machine/native.h"
#include "machine/note.h"
#include "machine/overwrite.h"
#include "machine/peek.h"
#include "machine/permit.h"
#include "machine/relevance.h"
#include "machine/reuse.h"
#include "machine/step.h"
#include "machine/watch.h"
#include "program/layout.h"

static unsigned width_bytes(unsigned width)
{
    return (width + 7) / 8;
}

// ---- accesses

void step_show(struct machine *m, enum operation_kind kind, uint64_t address, unsigned width, uint64_t bits_,
               unsigned flags)
{
    if (!m->hooks.shown)
        return;
    struct machine_access_shown shown = {
        .thread = m->current->number,
        .code = memory_user_code(m),
        .kind = kind,
        .address = address,
        .width = width,
        .value = bits_,
        .is_pointer = flags & ACCESS_POINTER,
        .is_float = flags & ACCESS_FLOAT,
    };
    m->hooks.shown(m->hooks.context, &shown);
}

void step_show_hidden(struct machine *m, enum operation_kind kind, uint64_t address, unsigned width)
{
    if (!m->hooks.hidden)
        return;
    struct machine_access_shown shown = {.thread = m->current->number,
                                         .code = memory_user_code(m),
                                         .kind = kind,
                                         .address = address,
                                         .width = width};
    m->hooks.hidden(m->hooks.context, &shown);
}

// What data races need to know exactly: the bytes accessed, and the memory order. False: stopped.
static bool decide_access(struct machine *m, const struct access *access, struct resolved *where)
{
    if (!note_wanted(m))
        return true;
    if (access->atomic && access->order == ORDER_UNKNOWN) {
        step_unmodelled(m, "data races with an atomic access whose memory order is not a constant");
        return false;
    }
    return symbolic_fix_offset(m, where);
}

// An access that nobody else sees. False: stopped.
static bool access_alone(struct machine *m, const struct resolved *where, uint64_t size,
                         enum operation_kind kind)
{
    uint64_t address, range;
    if (!overwrite_open(m))
        return true;
    symbolic_range(m, where, size, &address, &range);
    return (kind == OPERATION_WRITE && !where->offset_term && overwrite_replace(m, address, range)) ||
           overwrite_decide(m, address, range);
}

// Resolves the address of an access and asks for permission. False: stopped. *visible: it was a visible
// operation. `access`: what is known of it before; filled in where it is visible.
static bool begin_access(struct machine *m, struct value address, int64_t displacement, uint64_t size,
                         enum operation_kind kind, struct access *access, struct resolved *where,
                         bool *visible)
{
    bool write = kind != OPERATION_READ, restart;
    if (!symbolic_resolve(m, address, displacement, size, write, where) ||
        !symbolic_bound(m, where, size < 8 ? size : 8))
        return false;
    bool stopped;
    if (m->options.watch) {
        uint64_t begin, range;
        symbolic_range(m, where, size, &begin, &range);
        if (!watch_access(m, kind != OPERATION_WRITE, write, begin, range))
            return false;
    }
    *visible = permit_is_visible(m, object_get(m, where->object), &restart);
    if (restart)
        return false;
    if (*visible && relevance_hides(m, kind, &stopped)) {
        uint64_t begin, range;
        symbolic_range(m, where, size, &begin, &range);
        if (kind != OPERATION_WRITE && !overwrite_read(m, begin, range))
            return false;
        relevance_hidden(m, object_get(m, where->object), write);
        step_show_hidden(m, kind, object_get(m, where->object)->base + where->offset, (unsigned)(8 * size));
        return !(*visible = false);
    }
    if (*visible && stopped)
        return false;
    if (!*visible)
        return access_alone(m, where, size, kind);
    if (!decide_access(m, access, where))
        return false;
    access->write = write;
    symbolic_range(m, where, size, &access->address, &access->size);
    access->partial = where->offset_term != TERM_NONE;
    if (kind == OPERATION_WRITE)
        access->commute = (uint8_t)overwrite_class(m, access);
    struct operation op = {.kind = kind, .access_count = 1, .access = {*access}};
    return permit_ask(m, &op);
}

static struct access atomic_access(uint8_t aux)
{
    return (struct access){.atomic = true, .order = (uint8_t)aux_order(aux)};
}

// Of a load or store.
static struct access plain_or_atomic(uint8_t aux)
{
    return aux & ACCESS_ATOMIC ? atomic_access(aux) : (struct access){0};
}

// An update whose result is not used: what it commutes with.
static enum access_commute commute_class(const struct machine *m, const struct instruction *i)
{
    static const uint8_t classes[RMW_OPERATION_MASK + 1] = {
        [RMW_ADD] = COMMUTE_ADD, [RMW_SUB] = COMMUTE_ADD,   [RMW_AND] = COMMUTE_AND,
        [RMW_OR] = COMMUTE_OR,   [RMW_XOR] = COMMUTE_XOR,   [RMW_MAX] = COMMUTE_MAX,
        [RMW_MIN] = COMMUTE_MIN, [RMW_UMAX] = COMMUTE_UMAX, [RMW_UMIN] = COMMUTE_UMIN};
    bool may = m->options.commute && !note_wanted(m); // the order of updates decides what happens before what
    if (!may || !(i->aux & RMW_RESULT_UNUSED) || await_orders(m, (uint32_t)(i - m->code)))
        return COMMUTE_NO;
    return classes[i->aux & RMW_OPERATION_MASK];
}

static uint64_t resolved_address(struct machine *m, const struct resolved *where)
{
    return object_get(m, where->object)->base + where->offset;
}

// Values of more than a word, word by word: where the one `done` bytes into it lies.
static struct resolved word_place(struct machine *m, const struct resolved *where, unsigned done)
{
    struct resolved part = *where;
    if (done && where->offset_term)
        part.offset_term = term_binary(m->terms, TERM_ADD, where->offset_term,
                                       term_constant(m->terms, m->program->pointer_bits, done));
    else
        part.offset += done;
    return part;
}

// Of an access that may be followed (follow.h); its address is known then. False: stopped.
static bool read_value_word(struct machine *m, struct resolved *where, unsigned size, unsigned width,
                            bool follows, struct value *v)
{
    if (!follows)
        return symbolic_load(m, where, size, width, v);
    *v = follow_read(m, object_get(m, where->object), where->offset, size, width);
    return true;
}

// Writes one word; *v becomes what is in memory then.
static bool write_word(struct machine *m, struct resolved *where, unsigned size, bool follows,
                       struct value *v)
{
    if (follows)
        *v = follow_write(m, object_get(m, where->object), where->offset, size, *v);
    return symbolic_store(m, where, size, *v);
}

// ---- loads

// A load of less than a pointer may be of a part of a thread's handle (identifiers.h), or of an address
// (reuse.h). False: stopped.
static bool read_parts(struct machine *m, const struct object *o, uint64_t offset, unsigned size)
{
    return m->reuse_from == ~(uint64_t)0 ||
           (identifiers_read_part(m, o, offset, size) && reuse_read_part(m, o, offset, size));
}

// Usually nothing looks like one, here and in the word in which the load begins.
static inline bool read_handle_part(struct machine *m, const struct instruction *i, const struct object *o,
                                    uint64_t offset, unsigned size)
{
    enum { WORD = 8 };
    uint64_t word;
    if (mask_width(i->width) >= m->pointer_mask)
        return true;
    memcpy(&word, o->data + offset / WORD * WORD, WORD); // objects have whole lines
    bool whole = offset % WORD + size <= WORD && m->pointer_mask == ~(uint64_t)0;
    if (whole && !identifiers_matter(m, word) && !reuse_may_be_address(m, word))
        return true;
    step_save(m, i);
    return read_parts(m, o, offset, size);
}

static const struct instruction *load_slow(struct machine *m, const struct instruction *i,
                                           struct value address, int64_t displacement)
{
    struct resolved where;
    bool visible;
    unsigned size = width_bytes(i->width);
    struct access access = plain_or_atomic(i->aux);
    step_save(m, i);
    if (!begin_access(m, address, displacement, size, OPERATION_READ, &access, &where, &visible))
        return NULL;
    bool follows = follow_access(m, object_get(m, where.object), visible);
    for (unsigned done = 0; done < size; done += 8) {
        struct resolved part = word_place(m, &where, done);
        unsigned part_size = size - done < 8 ? size - done : 8, width = i->width - 8 * done;
        struct value v;
        if (i->width < m->program->pointer_bits && !where.offset_term &&
            !read_parts(m, object_get(m, where.object), where.offset, size))
            return NULL;
        if (!read_value_word(m, &part, part_size, width < 64 ? width : 64, follows, &v))
            return NULL;
        cell_set_value(m, &m->registers[i->d + done / 8], v);
        if (visible && done == 0)
            step_show(m, OPERATION_READ, resolved_address(m, &where), size > 8 ? 0 : i->width, v.bits,
                      i->aux);
    }
    return i + 1;
}

// `computed`: it is no constant.
static inline const struct instruction *load_at(struct machine *m, struct cell *r,
                                                const struct instruction *i, uint64_t address, bool computed)
{
    struct object *o = memory_find(m, address);
    unsigned size = width_bytes(i->width);
    uint64_t offset = o ? address - o->base : 0;
    bool fast =
        o &&
        (delivery_is_private(m, o) || o->reach == REACH_CONSTANT ||
         (m->state.unjoined == 0 && !m->state.undecided && !m->options.watch && !m->options.follow)) &&
        o->state <= OBJECT_READABLE && o->kind != OBJECT_SHADOW && i->width <= 64 && offset < o->size &&
        size <= o->size - offset && (!computed || expected_again(m, i, o, offset));
    if (!fast)
        return load_slow(m, i, (struct value){address, TERM_NONE}, 0);
    const struct line *l = &o->lines[offset / LINE_BYTES];
    if (!read_handle_part(m, i, o, offset, size))
        return NULL;
    if (offset % LINE_BYTES + size <= LINE_BYTES && !l->overlay && !l->uninitialised) {
        uint64_t v = 0;
        memcpy(&v, o->data + offset, size);
        cell_set(m, &r[i->d], v & mask_width(i->width));
    } else {
        cell_set_value(m, &r[i->d], memory_load(m, o, offset, size, i->width));
    }
    return i + 1;
}

const struct instruction *step_LOAD(struct machine *m, struct cell *r, const struct instruction *i)
{
    const struct cell *a = &r[i->a];
    int64_t displacement = (int32_t)i->b;
    if (__builtin_expect(a->t != 0, 0))
        return load_slow(m, i, cell_value(a), displacement);
    return load_at(m, r, i, (a->bits + (uint64_t)displacement) & m->pointer_mask, true);
}

const struct instruction *step_LOAD_G(struct machine *m, struct cell *r, const struct instruction *i)
{
    return load_at(m, r, i, instruction_immediate(i), false);
}

// ---- stores

static const struct instruction *store_slow(struct machine *m, const struct instruction *i,
                                            struct value address, int64_t displacement,
                                            const struct cell *words, struct value immediate)
{
    struct resolved where;
    bool visible;
    unsigned size = width_bytes(i->width);
    struct access access = plain_or_atomic(i->aux);
    step_save(m, i);
    if (!begin_access(m, address, displacement, size, OPERATION_WRITE, &access, &where, &visible))
        return NULL;
    bool follows = follow_access(m, object_get(m, where.object), visible);
    for (unsigned done = 0; done < size; done += 8) {
        struct resolved part = word_place(m, &where, done);
        struct value v = words ? cell_value(&words[done / 8]) : immediate;
        if (!write_word(m, &part, size - done < 8 ? size - done : 8, follows, &v))
            return NULL;
        if (object_get(m, where.object)->reach == REACH_SHARED)
            memory_share_value(m, v);
        if (access.commute == COMMUTE_STORE)
            overwrite_stored(m, access.address, v);
        if (visible && done == 0)
            step_show(m, OPERATION_WRITE, resolved_address(m, &where), size > 8 ? 0 : i->width, v.bits,
                      i->aux);
    }
    return i + 1;
}

static inline const struct instruction *store_at(struct machine *m, const struct instruction *i,
                                                 uint64_t address, const struct cell *words, struct value v)
{
    struct object *o = memory_find(m, address);
    unsigned size = width_bytes(i->width);
    uint64_t offset = o ? address - o->base : 0;
    if (!(o && !m->options.watch && delivery_is_private(m, o) && o->state == OBJECT_LIVE && i->width <= 64 &&
          offset < o->size && size <= o->size - offset && o->kind != OBJECT_SHADOW &&
          (i->op == OP_STORE_G || expected_again(m, i, o, offset))))
        return store_slow(m, i, (struct value){address, TERM_NONE}, 0, words, v);
    memory_store(m, o, offset, size, v);
    return i + 1;
}

const struct instruction *step_STORE(struct machine *m, struct cell *r, const struct instruction *i)
{
    const struct cell *a = &r[i->a];
    int64_t displacement = (int32_t)i->b;
    if (__builtin_expect(a->t != 0, 0))
        return store_slow(m, i, cell_value(a), displacement, &r[i->d], cell_value(&r[i->d]));
    return store_at(m, i, (a->bits + (uint64_t)displacement) & m->pointer_mask, &r[i->d],
                    cell_value(&r[i->d]));
}

const struct instruction *step_STORE_I(struct machine *m, struct cell *r, const struct instruction *i)
{
    const struct cell *a = &r[i->a];
    int64_t displacement = (int32_t)i->b;
    unsigned width = i->width < 64 ? i->width : 64;
    struct value v = {(uint64_t)(int64_t)(int32_t)i->d & mask_width(width), TERM_NONE};
    if (__builtin_expect(a->t != 0, 0))
        return store_slow(m, i, cell_value(a), displacement, NULL, v);
    return store_at(m, i, (a->bits + (uint64_t)displacement) & m->pointer_mask, NULL, v);
}

const struct instruction *step_STORE_G(struct machine *m, struct cell *r, const struct instruction *i)
{
    return store_at(m, i, instruction_immediate(i), &r[i->d], cell_value(&r[i->d]));
}

// ---- atomics

static struct value select(struct machine *m, term condition, struct value a, struct value b, unsigned width)
{
    return symbolic_value(
        m, term_ite(m->terms, condition, symbolic_term(m, a, width), symbolic_term(m, b, width)));
}

static struct value float_sum(struct machine *m, enum rmw_operation op, struct value a, struct value b,
                              unsigned width)
{
    enum term_kind kind = op == RMW_FADD ? TERM_FADD : TERM_FSUB;
    term sum = term_binary(m->terms, kind, symbolic_term(m, a, width), symbolic_term(m, b, width));
    return nan_finish(m, width, symbolic_value(m, sum), width, (struct value[]){a, b}, 2);
}

static struct value updated_value(struct machine *m, enum rmw_operation op, unsigned w, struct value a,
                                  struct value b)
{
    static const uint8_t plain[] = {
        [RMW_ADD] = OP_ADD, [RMW_SUB] = OP_SUB, [RMW_AND] = OP_AND, [RMW_NAND] = OP_AND, [RMW_OR] = OP_OR,
        [RMW_XOR] = OP_XOR, [RMW_MAX] = OP_SGT, [RMW_MIN] = OP_SLT, [RMW_UMAX] = OP_UGT, [RMW_UMIN] = OP_ULT};
    if (op == RMW_XCHG)
        return b;
    if (op == RMW_FADD || op == RMW_FSUB)
        return float_sum(m, op, a, b, w);
    term t = step_binary_term(m, plain[op], w, a, b);
    if (op >= RMW_MAX && op <= RMW_UMIN)
        return select(m, t, a, b, w);
    return symbolic_value(m, op == RMW_NAND ? term_unary(m->terms, TERM_NOT, t) : t);
}

// ---- atomics of up to two words

enum { MOST_WORDS = 2 };

// All of a value in words, as a value of `width` bits: a term where it is wider than one.
static struct value join_value_words(struct machine *m, const struct value *words, unsigned width)
{
    if (width <= 64)
        return words[0];
    term high = symbolic_term(m, words[1], width - 64);
    return (struct value){0, term_concat(m->terms, high, symbolic_term(m, words[0], 64))};
}

static void split_value_words(struct machine *m, struct value v, unsigned width, struct value *words)
{
    words[0] = v;
    if (width <= 64)
        return;
    words[0] = symbolic_value(m, term_extract(m->terms, v.t, 0, 64));
    words[1] = symbolic_value(m, term_extract(m->terms, v.t, 64, width - 64));
}

static void register_words(const struct cell *r, unsigned width, struct value *words)
{
    for (unsigned word = 0; word * 64 < width; word++)
        words[word] = cell_value(&r[word]);
}

// The instruction that computes what an update does: for the least and greatest, what compares.
static unsigned update_opcode(unsigned op)
{
    switch (op) {
    case RMW_ADD: return OP_ADD;
    case RMW_SUB: return OP_SUB;
    case RMW_AND: return OP_AND;
    case RMW_OR: return OP_OR;
    case RMW_XOR: return OP_XOR;
    case RMW_NAND: return OP_MUL;
    default: return OP_ULT;
    }
}

// Of an update of a pointer's width: what it makes may be decided by handles of threads, or addresses.
static bool compute_update(struct machine *m, unsigned op, unsigned width, struct value old,
                           struct value operand)
{
    return op == RMW_XCHG || width != m->program->pointer_bits ||
           (identifiers_compute_value(m, old) && identifiers_compute_value(m, operand) &&
            (old.t | operand.t || reuse_computes(m, update_opcode(op), width, old.bits, operand.bits)));
}

static bool load_words(struct machine *m, const struct resolved *where, unsigned width, bool follows,
                       struct value *words)
{
    for (unsigned low = 0; low < width; low += 64) {
        struct resolved part = word_place(m, where, low / 8);
        unsigned rest = width - low < 64 ? width - low : 64;
        if (!read_value_word(m, &part, width_bytes(rest), rest, follows, &words[low / 64]))
            return false;
    }
    return true;
}

static bool store_value_words(struct machine *m, const struct resolved *where, unsigned width, bool follows,
                              const struct value *words)
{
    for (unsigned low = 0; low < width; low += 64) {
        struct resolved part = word_place(m, where, low / 8);
        struct value v = words[low / 64];
        if (!write_word(m, &part, width_bytes(width - low < 64 ? width - low : 64), follows, &v))
            return false;
        if (object_get(m, where->object)->reach == REACH_SHARED)
            memory_share_value(m, v);
    }
    return true;
}

// The old value, which is the result of an atomic operation; and a replay reports the new one.
static void finish_update(struct machine *m, const struct instruction *i, const struct resolved *where,
                          const struct value *old, const struct value *new, bool visible)
{
    for (unsigned word = 0; word * 64 < i->width; word++)
        cell_set_value(m, &m->registers[i->d + word], old[word]);
    if (visible)
        step_show(m, OPERATION_UPDATE, resolved_address(m, where), i->width > 64 ? 0 : i->width, new[0].bits,
                  0);
}

// Of an update whose operation may leave memory as it was.
static bool may_keep_value(enum rmw_operation op)
{
    return op != RMW_ADD && op != RMW_SUB && op != RMW_XOR && op != RMW_NAND && op != RMW_FADD &&
           op != RMW_FSUB;
}

static bool same_value_words(const struct value *a, const struct value *b, unsigned width)
{
    bool same = true;
    for (unsigned low = 0; low < width && same; low += 64)
        same = !a[low / 64].t && !b[low / 64].t && a[low / 64].bits == b[low / 64].bits;
    return same;
}

const struct instruction *step_RMW(struct machine *m, struct cell *r, const struct instruction *i)
{
    struct resolved where;
    struct value old[MOST_WORDS] = {{0}}, operand[MOST_WORDS] = {{0}}, new[MOST_WORDS] = {{0}};
    bool visible;
    unsigned size = width_bytes(i->width), op = i->aux & RMW_OPERATION_MASK;
    step_save(m, i);
    if (i->width > 64 && (op == RMW_FADD || op == RMW_FSUB))
        return step_unmodelled(m, "atomic floating-point operation on more than 64 bits");
    register_words(&r[i->b], i->width, operand);
    struct access access = atomic_access(i->aux);
    access.commute = (uint8_t)commute_class(m, i);
    uint32_t accesses = m->accesses.size;
    if (!begin_access(m, cell_value(&r[i->a]), 0, size, OPERATION_UPDATE, &access, &where, &visible))
        return NULL;
    bool follows = follow_access(m, object_get(m, where.object), visible);
    if (!load_words(m, &where, i->width, follows, old) ||
        !compute_update(m, op, i->width, old[0], operand[0]))
        return NULL;
    split_value_words(m,
                      updated_value(m, op, i->width, join_value_words(m, old, i->width),
                                    join_value_words(m, operand, i->width)),
                      i->width, new);
    if (!store_value_words(m, &where, i->width, follows, new))
        return NULL;
    if (visible && may_keep_value(op))
        m->journal->outcome = permit_outcome(m, accesses, !same_value_words(old, new, i->width));
    finish_update(m, i, &where, old, new, visible);
    return i + 1;
}

// Where data races are looked for, it must be known whether a compare-exchange succeeds: one that fails only
// reads. False: stopped, to be executed again with the permission it has.
static bool decide_exchange(struct machine *m, const struct instruction *i, term *equal, uint32_t accesses,
                            uint32_t notes)
{
    bool succeeds;
    m->state.began = true;
    m->state.accesses_before = accesses;
    m->state.notes_before = notes;
    bool decided = symbolic_decide(m, *equal, &succeeds);
    m->state.began = false;
    if (!decided)
        return false;
    *equal = term_constant(m->terms, 1, succeeds);
    if (!succeeds)
        note_failed(m, i->aux & ORDER_MASK);
    return true;
}

// Whether a weak compare-exchange that would succeed fails all the same: x86 has no such thing, other
// machines may be interrupted between its two instructions. `visible`: part of an event that began with so
// many accesses and notes. False: stopped.
static bool fails_spuriously(struct machine *m, const struct instruction *i, term equal, bool visible,
                             uint32_t accesses, uint32_t notes, uint32_t *fails)
{
    *fails = 0;
    if (!(i->aux & CMPXCHG_WEAK) || !m->options.weak_cas_fails || equal == term_constant(m->terms, 1, 0))
        return true;
    m->state.began = visible;
    m->state.accesses_before = accesses;
    m->state.notes_before = notes;
    bool chosen = native_choose(m, 2, fails);
    m->state.began = false;
    return chosen;
}

// Addresses that are compared, alone or beside each other, may be of blocks of which one could have the
// other's address. False: stopped.
static bool compare_exchanged_addresses(struct machine *m, unsigned width, const struct value *old,
                                        const struct value *expected)
{
    unsigned pointer = m->program->pointer_bits;
    for (unsigned low = 0; low + pointer <= width; low += pointer) {
        struct value a = old[low / 64], b = expected[low / 64];
        uint64_t left = a.bits >> low % 64 & m->pointer_mask, right = b.bits >> low % 64 & m->pointer_mask;
        if (!(a.t | b.t) && reuse_matters(m, pointer, left, right) && !reuse_compare(m, left, right))
            return false;
    }
    return true;
}

const struct instruction *step_CMPXCHG(struct machine *m, struct cell *r, const struct instruction *i)
{
    struct resolved where;
    struct value old[MOST_WORDS] = {{0}}, expected[MOST_WORDS] = {{0}}, wanted[MOST_WORDS] = {{0}},
                 new[MOST_WORDS] = {{0}};
    bool visible;
    unsigned size = width_bytes(i->width), w = i->width;
    struct access access = atomic_access(i->aux);
    step_save(m, i);
    register_words(&r[i[1].a], w, expected);
    register_words(&r[i[1].b], w, wanted);
    uint32_t accesses = m->accesses.size, notes = note_count(m);
    if (!begin_access(m, cell_value(&r[i->a]), 0, size, OPERATION_UPDATE, &access, &where, &visible))
        return NULL;
    bool follows = follow_access(m, object_get(m, where.object), visible);
    if (!load_words(m, &where, w, follows, old) || !compare_exchanged_addresses(m, w, old, expected))
        return NULL;
    term equal = step_binary_term(m, OP_EQ, w, join_value_words(m, old, w), join_value_words(m, expected, w));
    if (visible && note_wanted(m) && !decide_exchange(m, i, &equal, accesses, notes))
        return NULL;
    uint32_t fails;
    if (!fails_spuriously(m, i, equal, visible, accesses, notes, &fails))
        return NULL;
    if (fails)
        equal = term_constant(m->terms, 1, 0);
    for (unsigned low = 0; low < w; low += 64)
        new[low / 64] = select(m, equal, wanted[low / 64], old[low / 64], w - low < 64 ? w - low : 64);
    if (!store_value_words(m, &where, w, follows, new))
        return NULL;
    finish_update(m, i, &where, old, new, visible);
    if (visible && !fails)
        m->journal->outcome = permit_outcome(m, accesses, equal != term_constant(m->terms, 1, 0));
    cell_set_value(m, &m->registers[i->b], symbolic_value(m, equal));
    return i + 2;
}

const struct instruction *step_FENCE(struct machine *m, struct cell *r, const struct instruction *i)
{
    (void)r;
    if (note_wanted(m)) { // memory is sequentially consistent
        step_save(m, i);
        note_fence(m, aux_order(i->aux));
    }
    return i + 1;
}

// ---- stack objects

static const struct instruction *stack_object(struct machine *m, struct cell *d, const struct instruction *i,
                                              uint32_t site, uint64_t size)
{
    struct thread *t = m->current;
    const struct site *s = &m->program->sites[site];
    uint32_t register_index = (uint32_t)(d - t->registers.data);
    const char *name = program_string(m->program, s->name);
    bool counts =
        s->grows && !(m->program->functions[s->function].flags & FUNCTION_RUNTIME); // see take_frame
    if (counts && !step_stack_has_room(m, layout_align_up(size, 16), *name ? name : "a temporary"))
        return NULL;
    uint32_t object = memory_allocate(m, t, OBJECT_STACK, size, s->alignment ? s->alignment : 1, site, false);
    if (object == NO_OBJECT)
        return step_unmodelled(m, "stack object of %llu bytes: the address space of the thread is used up",
                               (unsigned long long)size);
    object_get(m, object)->below = t->state.stack_top;
    thread_change(m, t)->stack_top = object;
    cell_set(m, &t->registers.data[register_index], object_get(m, object)->base);
    return i + 1;
}

const struct instruction *step_ALLOCA(struct machine *m, struct cell *r, const struct instruction *i)
{
    step_save(m, i);
    uint32_t site = (uint32_t)instruction_immediate(i);
    return stack_object(m, &r[i->d], i, site, m->program->sites[site].size);
}

const struct instruction *step_ALLOCA_DYN(struct machine *m, struct cell *r, const struct instruction *i)
{
    uint64_t size;
    step_save(m, i);
    if (!symbolic_concretise(m, cell_value(&r[i->a]), m->program->pointer_bits, &size))
        return NULL;
    return stack_object(m, &r[i->d], i, i->b, size);
}

// The stack object whose scope an instruction is about; NULL: none of the running thread's.
static struct object *object_in_scope(struct machine *m, const struct cell *address)
{
    struct object *o = address->t ? NULL : memory_find(m, address->bits);
    bool own = o && o->kind == OBJECT_STACK && o->base == address->bits && o->owner == m->current->number;
    return own && o->state != OBJECT_RETURNED ? o : NULL;
}

static const struct instruction *doubt_scope(struct machine *m, struct object *o, bool end,
                                             const struct instruction *i)
{
    if (!o || o->state != (end ? OBJECT_LIVE : OBJECT_DOUBTFUL))
        return i + 1;
    if (!step_doubt_content(m, o))
        return NULL;
    memory_doubt_scope(m, (uint32_t)(o - m->memory.objects.data), end);
    return i + 1;
}

const struct instruction *step_SCOPE_BEGIN(struct machine *m, struct cell *r, const struct instruction *i)
{
    struct object *o = object_in_scope(m, &r[i->a]);
    step_save(m, i);
    if (i->aux & SCOPE_DOUBTFUL)
        return doubt_scope(m, o, false, i);
    if (!o || (i->aux & SCOPE_ENTERED && o->state == OBJECT_LIVE && o->scopes))
        return i + 1;
    if (o->scopes && !step_end_content(m, o))
        return NULL;
    if (!memory_begin_scope(m, (uint32_t)(o - m->memory.objects.data)))
        return step_unmodelled(m, "a scope that begins more than %d times", INT32_MAX);
    return i + 1;
}

const struct instruction *step_SCOPE_END(struct machine *m, struct cell *r, const struct instruction *i)
{
    struct object *o = object_in_scope(m, &r[i->a]);
    step_save(m, i);
    if (i->aux & SCOPE_DOUBTFUL)
        return doubt_scope(m, o, true, i);
    if (!o || o->state != OBJECT_LIVE)
        return i + 1;
    if (!step_end_content(m, o))
        return NULL;
    memory_end_scope(m, (uint32_t)(o - m->memory.objects.data));
    return i + 1;
}

const struct instruction *step_STACK_SAVE(struct machine *m, struct cell *r, const struct instruction *i)
{
    cell_set(m, &r[i->d], object_stack_place(m, m->current->state.stack_top));
    return i + 1;
}

// Whether the thread's stack of this function still goes down to there.
static bool is_on_stack(const struct machine *m, uint64_t place)
{
    const struct thread *t = m->current;
    uint32_t entry = t->frames.data[t->state.depth - 1].stack_top, object = t->state.stack_top;
    while (object != entry && object != NO_OBJECT && object_stack_place(m, object) != place)
        object = m->memory.objects.data[object].below;
    return object_stack_place(m, object) == place;
}

const struct instruction *step_STACK_RESTORE(struct machine *m, struct cell *r, const struct instruction *i)
{
    struct thread *t = m->current;
    step_save(m, i);
    if (!is_on_stack(m, r[i->a].bits))
        return step_violation(m, PROPERTY_MEMORY,
                              "longjmp to where an array of variable length was, which has ended since");
    while (t->state.stack_top != NO_OBJECT && object_stack_place(m, t->state.stack_top) != r[i->a].bits) {
        const struct object *o = object_get(m, t->state.stack_top);
        bool grows = o->kind == OBJECT_STACK && m->program->sites[o->site].grows;
        uint64_t bytes = grows ? layout_align_up(o->size, 16) : 0;
        if (!step_release_stack(m, o->below))
            return NULL;
        thread_change(m, t)->stack_used -= bytes;
    }
    return i + 1;
}

const struct instruction *step_TLS_ADDRESS(struct machine *m, struct cell *r, const struct instruction *i)
{
    step_save(m, i);
    uint32_t d = (uint32_t)(&r[i->d] - m->current->registers.data);
    uint32_t index = (uint32_t)instruction_immediate(i);
    if (thread_stands_in(m->current) && !stand_in_has(m, index))
        return NULL;
    uint64_t address = thread_local_address(m, m->current, index);
    if (!address)
        return step_unmodelled(m, "thread-local variable: the address space of the thread is used up");
    cell_set(m, &m->current->registers.data[d], address);
    return i + 1;
}
