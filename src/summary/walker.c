#include "summary/walker.h"

#include "machine/recorded.h"
#include "program/registers.h"
#include "summary/walk.h"

struct walker *walker_new(const struct program *program, const struct machine *machine,
                          const struct machine_options *options)
{
    struct walker *w = memory_zalloc(1, sizeof *w);
    w->program = program;
    w->machine = machine;
    w->properties = options->properties;
    w->unwind = machine_bounds_loops(options);
    w->relevance = options->relevance;
    w->blocks = options->footprints ? program_code_blocks(program) : NULL;
    return w;
}

void walker_free(struct walker *w)
{
    if (!w)
        return;
    walk_free_places(w);
    vector_free(&w->changed);
    memory_free(w->blocks);
    memory_free(w);
}

uint64_t walker_register(const struct walker *w, uint32_t number)
{
    return register_where(w->thread, w->base + number);
}

// ---- one instruction

// Whether the precondition need not say how the instruction was executed, nor which memory it accessed:
// slices show that it decides nothing that matters to the properties (machine/relevance.h), and the
// precondition is not about what it wrote.
static bool is_irrelevant(struct walker *w, uint32_t code, const struct instruction *i, uint64_t address,
                          unsigned flags)
{
    if (!w->relevance || code >= w->program->code_count || w->relevance[code] || flags & JOURNAL_OUTCOME ||
        w->p->since != PRECONDITION_ANY) // what waits compares more than what matters
        return false;
    switch (i->op) {
    case OP_CALL:
    case OP_CALL_INDIRECT:
    case OP_CALL_NATIVE:
    case OP_RETURN:
    case OP_LOOP:
    case OP_ALLOCA_DYN:
    case OP_SCOPE_BEGIN:
    case OP_SCOPE_END:
    case OP_STACK_RESTORE:
    case OP_VA_START:
    case OP_VA_COPY: return false;
    default: break;
    }
    if (opcode_is_access(i->op) &&
        (!(flags & JOURNAL_ADDRESS) || walk_memory_matters(w, address, (i->width + 7u) / 8)))
        return false;
    return !walk_results_matter(w, i);
}

static bool wide_may_fail(const struct walker *w, const struct instruction *i)
{
    unsigned op = wide_opcode(i->aux);
    return (op >= OP_UDIV && op <= OP_ASHR_I) ||
           (i->aux & WIDE_NSW && w->properties & 1u << PROPERTY_OVERFLOW);
}

// Whether main returns there, and it matters with what.
static bool returns_status(const struct walker *w, uint32_t code)
{
    return w->properties & 1u << PROPERTY_EXIT && w->thread == 0 && code < w->program->code_count &&
           program_function_at(w->program, code) == w->program->main;
}

// Takes the precondition back over one instruction; `word`: its journal word, `address`: of its access, where
// JOURNAL_ADDRESS is set.
static void walk_instruction(struct walker *w, uint64_t word, uint64_t address)
{
    const struct instruction *i = machine_instruction(w->machine, journal_high(word));
    unsigned flags = journal_flags(word);
    if (is_irrelevant(w, journal_high(word), i, address, flags)) {
        w->target = 0;
        return;
    }
    if (flags & JOURNAL_STOPPED && !opcode_is_call(i->op)) { // it wrote nothing
        walk_exact_operands(w, i);
        w->target = 0;
        return;
    }
    switch (i->op) {
    case OP_JUMP:
    case OP_FENCE:
    case OP_VA_END: break;
    case OP_CONST: walk_constant(w, i); break;
    case OP_MOVE:
        if (i->width > 64)
            walk_opaque(w, i, false);
        else
            walk_move(w, w->base + i->d, w->base + i->a);
        break;
    case OP_ADD:
    case OP_ADD_I:
    case OP_SUB:
    case OP_SUB_I:
    case OP_MUL:
    case OP_MUL_I:
    case OP_SHL:
    case OP_SHL_I:
    case OP_INDEX: walk_arithmetic(w, i, flags); break;
    case OP_XOR:
    case OP_XOR_I: // of one bit: a sum modulo 2
        if (i->width == 1)
            walk_arithmetic(w, i, 0);
        else
            walk_opaque(w, i, false);
        break;
    case OP_EQ:
    case OP_EQ_I:
    case OP_NE:
    case OP_NE_I:
    case OP_ULT:
    case OP_ULT_I:
    case OP_ULE:
    case OP_ULE_I:
    case OP_UGT:
    case OP_UGT_I:
    case OP_UGE:
    case OP_UGE_I:
    case OP_SLT:
    case OP_SLT_I:
    case OP_SLE:
    case OP_SLE_I:
    case OP_SGT:
    case OP_SGT_I:
    case OP_SGE:
    case OP_SGE_I: walk_comparison(w, i, flags); break;
    case OP_TRUNC: walk_truncate(w, i); break;
    case OP_ZEXT:
    case OP_SEXT: walk_extend(w, i, flags); break;
    case OP_SELECT: walk_select(w, i, flags); break;
    case OP_UDIV:
    case OP_UDIV_I:
    case OP_SDIV:
    case OP_SDIV_I:
    case OP_UREM:
    case OP_UREM_I:
    case OP_SREM:
    case OP_SREM_I: walk_divide(w, i, flags); break;
    case OP_LOAD:
    case OP_LOAD_G:
    case OP_STORE:
    case OP_STORE_G:
    case OP_STORE_I:
    case OP_RMW:
    case OP_CMPXCHG: walk_access(w, i, address, flags); break;
    case OP_BRANCH: walk_branch(w, i, flags); break;
    case OP_SWITCH: walk_switch(w, i); break;
    case OP_CALL:
    case OP_CALL_INDIRECT:
    case OP_CALL_NATIVE: walk_call(w, i, flags); break;
    case OP_RETURN:
        walk_return(w, i, flags);
        if (returns_status(w, journal_high(word)))
            walk_exact_operands(w, i);
        break;
    case OP_LOOP:
        if (w->unwind)
            walk_opaque(w, i, true);
        break;
    case OP_LSHR:
    case OP_ASHR:
        walk_opaque(w, i, w->properties & 1u << PROPERTY_OVERFLOW || !(flags & JOURNAL_KNOWN));
        break;
    case OP_LSHR_I:
    case OP_ASHR_I: walk_opaque(w, i, w->properties & 1u << PROPERTY_OVERFLOW); break;
    case OP_F_TO_SINT:
    case OP_F_TO_UINT: walk_opaque(w, i, !(flags & JOURNAL_KNOWN)); break;
    case OP_WIDE_BINARY: walk_opaque(w, i, wide_may_fail(w, i)); break;
    case OP_ALLOCA_DYN:
    case OP_STACK_RESTORE: // what else lies on the stack is part of the location
    case OP_SCOPE_BEGIN:
    case OP_SCOPE_END:
    case OP_VA_START:
    case OP_VA_COPY: walk_opaque(w, i, true); break;
    default: walk_opaque(w, i, false); break;
    }
    w->target = 0;
}

// Instructions beyond the program's own call natives, which are the same in each version.
static void add_to_footprint(struct walker *w, struct precondition *p, uint32_t code)
{
    if (w->blocks && code < w->program->code_count)
        footprint_add(&p->footprint, w->blocks[code]);
}

void walker_pass_branch(struct walker *w, struct precondition *p, uint32_t at)
{
    const uint64_t *words;
    machine_journal(w->machine, &words);
    add_to_footprint(w, p, journal_high(words[at]));
}

void walker_walk(struct walker *w, struct precondition *p, uint32_t first, uint32_t end, uint32_t limit)
{
    const uint64_t *words;
    machine_journal(w->machine, &words);
    if (p->never)
        return;
    w->p = p;
    w->target = 0;
    walk_begin(w);
    for (uint32_t k = end; k > first && !p->never;) {
        uint64_t word = words[--k];
        switch (journal_kind(word)) {
        case JOURNAL_FRAME:
            w->thread = journal_low(word);
            w->base = journal_high(word);
            break;
        case JOURNAL_READ: walk_exact_memory(w, words[--k], journal_size(word)); break;
        case JOURNAL_WRITE: walk_write_unknown(w, words[--k], journal_size(word)); break;
        case JOURNAL_REGISTER: walk_exact_register(w, journal_low(word), journal_high(word)); break;
        case JOURNAL_TARGET: w->target = word; break;
        case JOURNAL_ENTERED:
            for (uint64_t n = words[--k]; n-- > 0;)
                walk_define(w, journal_low(word), journal_high(word) + (uint32_t)n, &definition_unknown);
            break;
        case JOURNAL_HISTORY:
            p->never |= journal_high(word) == JOURNAL_NOWHERE;
            if (journal_high(word) < p->since)
                p->since = journal_high(word);
            break;
        case JOURNAL_TRIED: add_to_footprint(w, p, journal_high(word)); break;
        case JOURNAL_INSTRUCTION: {
            uint64_t address = journal_flags(word) & JOURNAL_ADDRESS ? words[--k] : 0;
            add_to_footprint(w, p, journal_high(word));
            walk_instruction(w, word, address);
            while (p->literals.size > limit)
                walk_make_exact(w, p->literals.size - 1);
            break;
        }
        }
    }
    walk_finish(w);
}
