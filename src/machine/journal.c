#include "machine/journal.h"
#include "machine/arguments.h"

#include "base/rules.h"
#include "machine/fold.h"
#include "machine/pace.h"
#include "machine/step.h"
#include "program/registers.h"

// Where the stepper stands before it executes an instruction, and what of the journal belongs to that.
struct journal_place {
    const struct instruction *instruction;
    struct thread *thread;
    uint32_t base, depth;
    uint32_t word, begin; // of the journal: the instruction's word, and the first that belongs to it
    struct cell operand;  // of an atomic update
};

// ---- observing

void journal_attach(struct machine *m)
{
    m->journal = memory_zalloc(1, sizeof *m->journal);
    m->journal->open = m->options.journal;
}

void journal_detach(struct machine *m)
{
    vector_free(&m->journal->words);
    vector_free(&m->journal->kept);
    vector_free(&m->journal->enabled);
    memory_free(m->journal);
}

void journal_restart(struct machine *m)
{
    m->journal->words.size = 0;
}

uint32_t *journal_mark(struct machine *m, uint32_t *sizes)
{
    *sizes++ = m->journal->words.size;
    return sizes;
}

const uint32_t *journal_undo(struct machine *m, const uint32_t *sizes)
{
    m->journal->words.size = *sizes++;
    return sizes;
}

// ---- instructions

// Whether it is a number of that width with a sign. The least such number does not count, so that the
// negation of a number that fits does fit.
static bool fits_width(__int128 value, unsigned width)
{
    __int128 limit = (__int128)1 << (width - 1);
    return value > -limit && value < limit;
}

// Whether the operation on whole numbers gives the same result.
static bool words_fit(unsigned op, unsigned w, uint64_t x, uint64_t y, unsigned scale)
{
    if (w < 2 || w > 64)
        return false;
    __int128 a = fold_signed(w, x), b = fold_signed(w, y);
    switch (op) {
    case OP_ADD: return fits_width(a + b, w);
    case OP_SUB: return fits_width(a - b, w);
    case OP_MUL: return fits_width(a * b, w);
    case OP_SHL: return b >= 0 && b < w - 1 && b < 32 && fits_width(a * ((__int128)1 << b), w);
    case OP_INDEX: return fits_width(a + b * scale, w);
    case OP_UDIV: return a >= 0 && b > 0;
    default: return a >= 0 && b >= 0; // unsigned comparisons
    }
}

static unsigned registers_fit(const struct cell *r, const struct instruction *i)
{
    const struct cell *x = &r[i->a], *y = &r[i->b];
    return !x->t && !y->t && words_fit(i->op, i->width, x->bits, y->bits, i->aux) ? JOURNAL_FITS : 0;
}

static unsigned immediate_fits(const struct cell *r, const struct instruction *i)
{
    const struct cell *x = &r[i->a];
    return !x->t && words_fit(i->op - 1u, i->width, x->bits, immediate_b(i), 0) ? JOURNAL_FITS : 0;
}

// The flags of an instruction that is about to be executed; pushes the address of an access.
static unsigned flags_before(struct machine *m, const struct cell *r, const struct instruction *i)
{
    switch (i->op) {
    case OP_ADD:
    case OP_SUB:
    case OP_MUL:
    case OP_ULT:
    case OP_ULE:
    case OP_UGT:
    case OP_UGE:
    case OP_INDEX: return registers_fit(r, i);
    case OP_ADD_I:
    case OP_SUB_I:
    case OP_MUL_I:
    case OP_SHL_I:
    case OP_ULT_I:
    case OP_ULE_I:
    case OP_UGT_I:
    case OP_UGE_I: return immediate_fits(r, i);
    case OP_SHL: return registers_fit(r, i) | (r[i->b].t ? 0 : JOURNAL_KNOWN);
    case OP_LSHR:
    case OP_ASHR: return r[i->b].t ? 0 : JOURNAL_KNOWN;
    case OP_F_TO_SINT:
    case OP_F_TO_UINT: return r[i->a].t ? 0 : JOURNAL_KNOWN;
    case OP_ZEXT: // one bit always fits; the walk does not look at the flag then
        return !r[i->a].t && i->aux <= 64 && fold_signed(i->aux, r[i->a].bits) >= 0 ? JOURNAL_FITS : 0;
    case OP_UDIV: // here the flag says that the divisor is not 0
    case OP_UREM: return i->width <= 64 && !r[i->b].t && r[i->b].bits ? JOURNAL_FITS : 0;
    case OP_SELECT: return r[i->a].t ? 0 : JOURNAL_FITS | (r[i->a].bits & 1 ? JOURNAL_SIDE : 0);
    case OP_LOAD:
    case OP_STORE:
    case OP_STORE_I:
        if (r[i->a].t)
            return 0;
        vector_push(&m->journal->words, (r[i->a].bits + (uint64_t)(int64_t)(int32_t)i->b) & m->pointer_mask);
        return JOURNAL_ADDRESS;
    case OP_RMW:
    case OP_CMPXCHG:
        if (r[i->a].t)
            return 0;
        vector_push(&m->journal->words, r[i->a].bits & m->pointer_mask);
        return JOURNAL_ADDRESS;
    case OP_LOAD_G:
    case OP_STORE_G: vector_push(&m->journal->words, instruction_immediate(i)); return JOURNAL_ADDRESS;
    default: return 0;
    }
}

static uint32_t base_now(const struct thread *t)
{
    return t->state.depth ? t->frames.data[t->state.depth - 1].base : 0;
}

static void push_frame(struct machine *m, const struct thread *t, uint32_t base)
{
    vector_push(&m->journal->words, journal_make(JOURNAL_FRAME, t->number, base));
}

static struct journal_place begin_instruction(struct machine *m, const struct instruction *i, uint32_t base)
{
    struct journal_place p = {.instruction = i,
                              .thread = m->current,
                              .base = base,
                              .depth = m->current->state.depth,
                              .begin = m->journal->words.size};
    unsigned flags = flags_before(m, m->registers, i);
    if (i->op == OP_RMW)
        p.operand = m->registers[i->b];
    p.word = m->journal->words.size;
    vector_push(&m->journal->words, journal_make(JOURNAL_INSTRUCTION, flags, (uint32_t)(i - m->code)));
    m->journal->open = !(flags & JOURNAL_ADDRESS);
    m->journal->outcome = false;
    return p;
}

static void add_flags(struct machine *m, const struct journal_place *p, unsigned flags)
{
    m->journal->words.data[p->word] |= (uint64_t)flags << JOURNAL_FLAG_SHIFT;
}

// Whether an instruction at which the thread stopped will be executed again.
static bool comes_again(const struct machine *m, const struct thread *t)
{
    if (m->stop != STEP_DONE)
        return true;
    return t->state.status == THREAD_READY || t->state.status == THREAD_JOINING ||
           t->state.status == THREAD_CAME_BACK;
}

static void end_stopped(struct machine *m, const struct journal_place *p)
{
    bool again = comes_again(m, p->thread);
    if (again && m->journal->words.size == p->word + 1)
        m->journal->words.size = p->begin;
    else if (again)
        add_flags(m, p, JOURNAL_STOPPED);
    if (p->thread->state.depth != p->depth && base_now(p->thread) != p->base)
        push_frame(m, p->thread, p->base);
}

static void journal_after_call(struct machine *m, const struct journal_place *p)
{
    const struct thread *t = p->thread;
    if (m->current != t || t->state.depth != p->depth + 1)
        return;
    const struct frame *frame = &t->frames.data[t->state.depth - 1];
    const struct function *f = &m->program->functions[frame->function];
    if (frame->to_native || f->kind != FUNCTION_DEFINED || f->flags & FUNCTION_VARIADIC) {
        journal_entered(m, arguments_count(f));
    } else {
        add_flags(m, p, JOURNAL_MOVED);
        vector_push(&m->journal->words, journal_make(JOURNAL_TARGET, f->parameter_words, frame->base));
    }
}

static void journal_after_return(struct machine *m, const struct journal_place *p)
{
    const struct thread *t = p->thread;
    const struct frame *frame = &t->frames.data[p->depth - 1]; // left, but still there
    if (!t->state.depth || t->state.depth + 1 != p->depth || frame->to_native)
        return;
    add_flags(m, p, JOURNAL_MOVED);
    if (frame->result != NO_REGISTER)
        vector_push(&m->journal->words,
                    journal_make(JOURNAL_TARGET, p->instruction->aux, base_now(t) + frame->result));
}

static unsigned outcome_flag(const struct machine *m)
{
    return m->journal->outcome && rule_holds(RULE_OUTCOMES) ? JOURNAL_OUTCOME : 0;
}

// Of an update that was executed.
static unsigned update_flags(const struct machine *m, const struct instruction *i, const struct cell *operand)
{
    const struct cell *old = &m->registers[i->d];
    unsigned flags = outcome_flag(m);
    if (i->width > 64 || old->t || operand->t)
        return flags;
    bool fits = words_fit((i->aux & RMW_OPERATION_MASK) == RMW_SUB ? OP_SUB : OP_ADD, i->width, old->bits,
                          operand->bits, 0);
    return flags | JOURNAL_KNOWN | (fits ? JOURNAL_FITS : 0) |
           (old->bits == operand->bits ? JOURNAL_SIDE : 0);
}

static void end_instruction(struct machine *m, const struct journal_place *p, const struct instruction *next)
{
    const struct instruction *i = p->instruction;
    const struct thread *t = p->thread;
    switch (i->op) {
    case OP_BRANCH:
        if (i->b == i->d)
            m->journal->words.size = p->begin;
        else if (next == m->code + i->b)
            add_flags(m, p, JOURNAL_SIDE);
        break;
    case OP_SWITCH:
        vector_push(&m->journal->words, journal_make(JOURNAL_TARGET, 0, (uint32_t)(next - m->code)));
        break;
    case OP_RMW: add_flags(m, p, update_flags(m, i, &p->operand)); break;
    case OP_CMPXCHG:
        add_flags(m, p, outcome_flag(m));
        if (!m->registers[i->b].t)
            add_flags(m, p, JOURNAL_FITS | (m->registers[i->b].bits & 1 ? JOURNAL_SIDE : 0));
        break;
    case OP_CALL:
    case OP_CALL_NATIVE:
    case OP_CALL_INDIRECT: journal_after_call(m, p); break;
    case OP_RETURN: journal_after_return(m, p); break;
    default:
        if (i->op >= OP_EQ && i->op <= OP_SGE_I && !m->registers[i->d].t)
            add_flags(m, p, JOURNAL_KNOWN | (m->registers[i->d].bits & 1 ? JOURNAL_SIDE : 0));
        break;
    }
    if (t->state.depth != p->depth && base_now(t) != p->base)
        push_frame(m, t, p->base);
}

// Instructions that change nothing a precondition is about.
static bool is_nothing(const struct machine *m, const struct instruction *i)
{
    return i->op == OP_JUMP || (i->op == OP_LOOP && !machine_bounds_loops(&m->options));
}

// Executes one instruction, which becomes part of the journal.
static const struct instruction *step_and_note(struct machine *m, const struct instruction *i, uint32_t *base)
{
    struct journal_place p = begin_instruction(m, i, *base);
    const struct instruction *next = step_table[i->op](m, m->registers, i);
    if (next)
        end_instruction(m, &p, next);
    else
        end_stopped(m, &p);
    if (p.thread->state.depth != p.depth)
        *base = base_now(p.thread);
    return next;
}

void journal_run(struct machine *m, const struct instruction *i)
{
    struct thread *t = m->current;
    struct pace pace;
    pace_begin(m, &pace);
    uint64_t count = 0, limit = pace.limit;
    uint32_t begin = m->journal->words.size, base = base_now(t);
    while (i) {
        i = is_nothing(m, i) ? step_table[i->op](m, m->registers, i) : step_and_note(m, i, &base);
        if (++count >= limit && i) {
            i = pace_pause(m, &pace, i, count);
            limit = pace.limit;
        }
    }
    pace_end(m, &pace, count);
    m->journal->open = true;
    if (m->journal->words.size > begin)
        push_frame(m, t, base_now(t));
}

void journal_memory(const struct machine *m, enum journal_word kind, uint64_t address, uint64_t size)
{
    struct machine *changed = (struct machine *)m; // what questions look at is noted, too
    vector_push(&changed->journal->words, address);
    vector_push(&changed->journal->words, (uint64_t)kind | size << JOURNAL_FLAG_SHIFT);
}

void journal_entered(struct machine *m, uint32_t words)
{
    if (!journal_wanted(m))
        return;
    vector_push(&m->journal->words, words);
    vector_push(&m->journal->words, journal_make(JOURNAL_ENTERED, m->current->number, base_now(m->current)));
}

void journal_history(struct machine *m, uint32_t since)
{
    if (journal_wanted(m))
        vector_push(&m->journal->words, journal_make(JOURNAL_HISTORY, 0, since));
}

void journal_register(struct machine *m, uint32_t thread, uint32_t number)
{
    if (journal_wanted(m))
        vector_push(&m->journal->words, journal_make(JOURNAL_REGISTER, thread, number));
}

// ---- steps that are tried

static void keep_word(struct machine *m, uint64_t word)
{
    vector_push(&m->journal->kept, word);
}

// In journal.kept, which is read from its beginning, the word that says what is meant comes before the
// address.
static void keep_read(struct machine *m, uint64_t address, uint64_t size)
{
    keep_word(m, JOURNAL_READ | size << JOURNAL_FLAG_SHIFT);
    keep_word(m, address);
}

struct frame_registers {
    struct machine *machine;
    uint32_t thread, base;
};

static void keep_register(void *context, uint32_t *number, uint32_t words, enum register_role role)
{
    const struct frame_registers *f = context;
    (void)role; // what is written was compared with what was there before
    for (uint32_t k = 0; k < words; k++)
        keep_word(f->machine, journal_make(JOURNAL_REGISTER, f->thread, f->base + *number + k));
}

static void keep_instruction(struct machine *m, uint64_t word, uint64_t address,
                             const struct frame_registers *f)
{
    uint32_t code = journal_high(word);
    if (m->options.footprints)
        keep_word(m, journal_make(JOURNAL_TRIED, 0, code));
    if (code >= m->program->code_count) {
        for (uint32_t k = 0; k < 4; k++)
            keep_word(m, journal_make(JOURNAL_REGISTER, f->thread, f->base + k));
        return;
    }
    const struct instruction *i = &m->code[code];
    instruction_visit_registers((struct instruction *)i, m->program->operands, keep_register,
                                (struct frame_registers *)f);
    if (journal_flags(word) & JOURNAL_ADDRESS) {
        keep_read(m, address, (i->width + 7u) / 8);
    }
}

void journal_attempted(struct machine *m, uint32_t begin)
{
    struct frame_registers f = {.machine = m};
    m->journal->kept.size = 0;
    for (uint32_t k = m->journal->words.size; k > begin;) {
        uint64_t word = m->journal->words.data[--k];
        switch (journal_kind(word)) {
        case JOURNAL_FRAME:
            f.thread = journal_low(word);
            f.base = journal_high(word);
            break;
        case JOURNAL_READ:
        case JOURNAL_WRITE: keep_read(m, m->journal->words.data[--k], journal_size(word)); break;
        case JOURNAL_REGISTER:
        case JOURNAL_TRIED: keep_word(m, word); break;
        case JOURNAL_ENTERED: k--; break;
        case JOURNAL_TARGET: break;
        case JOURNAL_HISTORY: break; // nothing goes on from a step that is undone
        case JOURNAL_INSTRUCTION:
            keep_instruction(m, word, journal_flags(word) & JOURNAL_ADDRESS ? m->journal->words.data[--k] : 0,
                             &f);
            break;
        }
    }
}

// Registers of the thread's frames.
static uint32_t registers_end(const struct machine *m, uint32_t thread)
{
    const struct thread *t = m->threads[thread];
    if (!t->state.depth)
        return 0;
    const struct frame *f = &t->frames.data[t->state.depth - 1];
    const struct function *function = &m->program->functions[f->function];
    return f->base + (function->kind == FUNCTION_DEFINED ? function->register_count : 4);
}

void journal_attempt_undone(struct machine *m)
{
    for (uint32_t k = 0; k < m->journal->kept.size; k++) {
        uint64_t word = m->journal->kept.data[k];
        if (journal_kind(word) == JOURNAL_TRIED) {
            vector_push(&m->journal->words, word);
            continue;
        }
        if (journal_kind(word) == JOURNAL_REGISTER) {
            if (journal_high(word) < registers_end(m, journal_low(word)))
                vector_push(&m->journal->words, word);
            continue;
        }
        vector_push(&m->journal->words, m->journal->kept.data[++k]);
        vector_push(&m->journal->words, word);
    }
    m->journal->kept.size = 0;
}

// ---- between steps

static void note_register(void *context, uint32_t *number, uint32_t words, enum register_role role)
{
    const struct frame_registers *f = context;
    for (uint32_t k = 0; role & REGISTER_READ && k < words; k++)
        vector_push(&f->machine->journal->words,
                    journal_make(JOURNAL_REGISTER, f->thread, f->base + *number + k));
}

static void note_pending(struct machine *m, const struct thread *t)
{
    uint32_t base = base_now(t), code = t->state.code;
    if (!t->state.depth)
        return;
    if (code >= m->program->code_count) { // natives called through thunks
        for (uint32_t k = 0; k < 4; k++)
            vector_push(&m->journal->words, journal_make(JOURNAL_REGISTER, t->number, base + k));
        return;
    }
    const struct instruction *i = &m->code[code];
    switch (i->op) {
    case OP_LOAD:
    case OP_STORE:
    case OP_STORE_I:
    case OP_RMW:
    case OP_CMPXCHG:
    case OP_STACK_RESTORE:
        if (rule_holds(RULE_SLEEPERS))
            vector_push(&m->journal->words, journal_make(JOURNAL_REGISTER, t->number, base + i->a));
        break;
    case OP_CALL:
    case OP_CALL_NATIVE:
    case OP_CALL_INDIRECT:
        if (rule_holds(RULE_ENABLED))
            instruction_visit_registers((struct instruction *)i, m->program->operands, note_register,
                                        &(struct frame_registers){m, t->number, base});
        break;
    default: break;
    }
}

void journal_take_enabled(struct machine *m, uint32_t since)
{
    struct journal *journal = m->journal;
    if (!m->speculating) {
        journal->enabled.size = 0;
        for (uint32_t k = since; k < journal->words.size; k++)
            vector_push(&journal->enabled, journal->words.data[k]);
    }
    journal->words.size = since;
}

void machine_journal_enabled(struct machine *m)
{
    struct journal *journal = m->journal;
    if (!journal_wanted(m) || !rule_holds(RULE_ENABLED))
        return;
    for (uint32_t k = 0; k < journal->enabled.size; k++)
        vector_push(&journal->words, journal->enabled.data[k]);
}

void machine_journal_pending(struct machine *m)
{
    if (!journal_wanted(m))
        return;
    for (uint32_t k = 0; k < m->thread_limit; k++)
        if (m->threads[k]->state.status == THREAD_READY)
            note_pending(m, m->threads[k]);
}

uint32_t machine_journal(const struct machine *m, const uint64_t **words)
{
    *words = m->journal->words.data;
    return m->journal->words.size;
}

const struct instruction *machine_instruction(const struct machine *m, uint32_t code)
{
    return m->code + code;
}
