#include "analysis/code_numbering.h"

#include "analysis/flow.h"
#include "analysis/relevance.h"
#include "base/bit_array.h"
#include "program/registers.h"

#include <string.h>

void code_numbering_free(struct code_numbering *n)
{
    memory_free(n->code);
    memory_free(n->functions);
    memory_free(n->loops);
    *n = (struct code_numbering){0};
}

void code_carried_free(struct code_carried *c)
{
    code_numbering_free(&c->numbering);
    memory_free(c->now);
    memory_free(c->counterparts);
    memory_free(c->sites);
    memory_free(c->first);
    memory_free(c->list);
    *c = (struct code_carried){0};
}

// ---- as bytes

static void write_numbers(const uint32_t *numbers, uint32_t count, byte_vector *to)
{
    for (uint32_t k = 0; k < count; k++)
        bytes_add_number(to, numbers[k]);
}

void code_numbering_write(const struct code_numbering *n, const struct program *p, byte_vector *to)
{
    bytes_add_number(to, n != NULL);
    if (!n)
        return;
    bytes_add_number(to, n->beyond);
    write_numbers(n->code, p->code_count, to);
    write_numbers(n->functions, p->functions_count, to);
    write_numbers(n->loops, p->functions_count, to);
}

static uint32_t *read_numbers(uint32_t count, uint32_t beyond, struct byte_reader *from)
{
    uint32_t *numbers = memory_zalloc((size_t)count + 1, sizeof *numbers);
    for (uint32_t k = 0; k < count; k++)
        numbers[k] = (uint32_t)bytes_number_below(from, beyond);
    return numbers;
}

bool code_numbering_read(struct code_numbering *n, const struct program *p, struct byte_reader *from)
{
    *n = (struct code_numbering){0};
    if (!bytes_number_below(from, 2))
        return false;
    n->beyond = (uint32_t)bytes_number_below(from, UINT32_MAX / 2);
    n->code = read_numbers(p->code_count, n->beyond, from);
    n->functions = read_numbers(p->functions_count, n->beyond, from);
    n->loops = read_numbers(p->functions_count, n->beyond, from);
    return true;
}

// ---- memory

// Whether the two programs have their variables at the same addresses, with the same sizes.
static bool same_memory(const struct program *p, const struct program *q)
{
    bool same = p->globals_count == q->globals_count && p->thread_local_count == q->thread_local_count &&
                p->globals_end == q->globals_end && p->pointer_bits == q->pointer_bits;
    const uint32_t matters = GLOBAL_CONSTANT | GLOBAL_THREAD_LOCAL | GLOBAL_EXTERNAL;
    for (uint32_t k = 0; same && k < p->globals_count; k++) {
        const struct global *a = &p->globals[k], *b = &q->globals[k];
        same = a->address == b->address && a->size == b->size && a->alignment == b->alignment &&
               (a->flags & matters) == (b->flags & matters);
    }
    return same;
}

// What threads begin with is not read from memory: of thread-local variables nothing may have changed.
static bool same_locals(const struct counterparts *c)
{
    const struct program *p = c->programs[VERSION_OLD];
    for (uint32_t g = 0; g < p->globals_count; g++)
        if (p->globals[g].flags & GLOBAL_THREAD_LOCAL &&
            (c->globals[VERSION_OLD][g] == NO_GLOBAL || bit_array_has(c->changed_globals[VERSION_OLD], g)))
            return false;
    return true;
}

static const char *why_nothing_is_carried(const struct counterparts *c)
{
    if (!c->same_frame)
        return "main, constructors or destructors have changed";
    if (c->moved || c->moved_locals || !same_memory(c->programs[VERSION_OLD], c->programs[VERSION_NEW]))
        return "variables or functions lie elsewhere";
    return same_locals(c) ? NULL : "thread-local variables have changed";
}

// ---- instructions

// What control comes to at an instruction, past those that only lead on.
static uint32_t code_after_jumps(const struct program *p, uint32_t code)
{
    enum { MOST_JUMPS = 64 };
    for (uint32_t k = 0; k < MOST_JUMPS && code < p->code_count; k++) {
        if (p->code[code].op == OP_JUMP)
            code = p->code[code].b;
        else if (p->code[code].op == OP_LOOP)
            code = code_next(p, code);
        else
            return code;
    }
    return NO_CODE; // goes round for ever
}

// Whether control comes to the counterpart of what it comes to in the old version; or what it came to there
// has none: then that has changed, not the way to it.
static bool leads_to_counterpart(const struct counterparts *c, uint32_t old_code, uint32_t new_code)
{
    uint32_t from = code_after_jumps(c->programs[VERSION_OLD], old_code),
             to = code_after_jumps(c->programs[VERSION_NEW], new_code);
    if (from == NO_CODE)
        return to == NO_CODE;
    return c->code[VERSION_OLD][from] == NO_CODE || c->code[VERSION_OLD][from] == to;
}

static bool switch_leads_to_counterparts(const struct counterparts *c, const struct instruction *i,
                                         const struct instruction *j)
{
    const uint32_t *a = &c->programs[VERSION_OLD]->operands[i->b],
                   *b = &c->programs[VERSION_NEW]->operands[j->b];
    bool same = a[0] == b[0] && leads_to_counterpart(c, a[1], b[1]);
    for (uint32_t k = 0; same && k < a[0]; k++)
        same = leads_to_counterpart(c, a[3 + 2 * k], b[3 + 2 * k]);
    return same;
}

static bool same_ways_on(const struct counterparts *c, uint32_t old_code, uint32_t new_code)
{
    const struct program *p = c->programs[VERSION_OLD], *q = c->programs[VERSION_NEW];
    const struct instruction *i = &p->code[old_code], *j = &q->code[new_code];
    switch (i->op) {
    case OP_JUMP: return leads_to_counterpart(c, i->b, j->b);
    case OP_BRANCH: return leads_to_counterpart(c, i->b, j->b) && leads_to_counterpart(c, i->d, j->d);
    case OP_SWITCH: return switch_leads_to_counterparts(c, i, j);
    case OP_RETURN:
    case OP_UNREACHABLE:
    case OP_UNSUPPORTED: return true;
    default: return leads_to_counterpart(c, code_next(p, old_code), code_next(q, new_code));
    }
}

struct register_operand {
    uint32_t number, words;
    enum register_role role;
};
struct register_list {
    VECTOR(struct register_operand) operands;
};

static void list_register(void *context, uint32_t *number, uint32_t words, enum register_role role)
{
    struct register_list *list = context;
    vector_push(&list->operands, (struct register_operand){*number, words, role});
}

static void list_registers(const struct program *p, uint32_t code, struct register_list *list)
{
    list->operands.size = 0;
    instruction_visit_registers((struct instruction *)&p->code[code], p->operands, list_register, list);
}

// Of two instructions of the same operation. The lists are scratch.
static bool has_same_registers(const struct counterparts *c, uint32_t old_code, uint32_t new_code,
                               struct register_list lists[VERSION_COUNT])
{
    list_registers(c->programs[VERSION_OLD], old_code, &lists[VERSION_OLD]);
    list_registers(c->programs[VERSION_NEW], new_code, &lists[VERSION_NEW]);
    uint32_t count = lists[VERSION_OLD].operands.size;
    bool same = count == lists[VERSION_NEW].operands.size;
    for (uint32_t k = 0; same && k < count; k++) {
        const struct register_operand *a = &lists[VERSION_OLD].operands.data[k],
                                      *b = &lists[VERSION_NEW].operands.data[k];
        same = a->number == b->number && a->words == b->words && a->role == b->role;
    }
    return same;
}

static void pair_unchanged_code(const struct counterparts *c, struct code_carried *carried)
{
    const struct program *p = c->programs[VERSION_OLD];
    struct register_list lists[VERSION_COUNT] = {0};
    for (uint32_t code = 0; code < p->code_count; code = code_next(p, code)) {
        uint32_t other = c->code[VERSION_OLD][code];
        if (other != NO_CODE && has_same_registers(c, code, other, lists) && same_ways_on(c, code, other))
            carried->now[code] = other;
    }
    vector_free(&lists[VERSION_OLD].operands);
    vector_free(&lists[VERSION_NEW].operands);
}

// The first instructions of functions that begin with other ones, or are called in another way, have changed.
static void compare_function_entries(const struct counterparts *c, struct code_carried *carried)
{
    const struct program *p = c->programs[VERSION_OLD], *q = c->programs[VERSION_NEW];
    for (uint32_t k = 0; k < p->functions_count; k++) {
        const struct function *f = &p->functions[k];
        uint32_t other = c->functions[VERSION_OLD][k];
        if (f->kind != FUNCTION_DEFINED)
            continue;
        bool same = other != NO_FUNCTION && f->frame_bytes == q->functions[other].frame_bytes &&
                    leads_to_counterpart(c, f->first, q->functions[other].first);
        uint32_t first = code_after_jumps(p, f->first);
        if (!same && first != NO_CODE)
            carried->now[first] = NO_CODE;
    }
}

// ---- numbers

// A number that no version before has used.
static uint32_t new_number(struct code_numbering *n)
{
    return n->beyond++;
}

static uint32_t number_before(const uint32_t *numbers, uint32_t k)
{
    return numbers ? numbers[k] : k;
}

static void number_code(const struct counterparts *c, const struct code_numbering *before,
                        struct code_carried *carried)
{
    const struct program *p = c->programs[VERSION_OLD], *q = c->programs[VERSION_NEW];
    struct code_numbering *n = &carried->numbering;
    n->code = memory_alloc(((size_t)q->code_count + 1) * sizeof *n->code);
    memset(n->code, 0xff, ((size_t)q->code_count + 1) * sizeof *n->code); // NO_CODE
    for (uint32_t code = 0; code < p->code_count; code++)
        if (carried->now[code] != NO_CODE)
            n->code[carried->now[code]] = number_before(before ? before->code : NULL, code);
    for (uint32_t code = 0; code < q->code_count; code++)
        if (n->code[code] == NO_CODE)
            n->code[code] = new_number(n);
}

static void number_old_functions(const struct counterparts *c, const struct code_numbering *before,
                                 struct code_carried *carried)
{
    const struct program *q = c->programs[VERSION_NEW];
    struct code_numbering *n = &carried->numbering;
    n->functions = memory_alloc(((size_t)q->functions_count + 1) * sizeof *n->functions);
    n->loops = memory_alloc(((size_t)q->functions_count + 1) * sizeof *n->loops);
    for (uint32_t k = 0; k < q->functions_count; k++) {
        uint32_t old = c->functions[VERSION_NEW][k];
        bool known = old != NO_FUNCTION;
        bool alike = known && !bit_array_has(c->changed_functions[VERSION_NEW], k) &&
                     !bit_array_has(c->reshaped_functions[VERSION_NEW], k);
        n->functions[k] = known ? number_before(before ? before->functions : NULL, old) : new_number(n);
        n->loops[k] = alike ? number_before(before ? before->loops : NULL, old) : new_number(n);
    }
}

// ---- sites and blocks

static bool makes_stack_object(const struct instruction *i)
{
    return i->op == OP_ALLOCA || i->op == OP_ALLOCA_DYN;
}

static uint32_t site_of_alloca(const struct instruction *i)
{
    return i->op == OP_ALLOCA ? (uint32_t)instruction_immediate(i) : i->b;
}

static void pair_sites(const struct counterparts *c, struct code_carried *carried)
{
    const struct program *p = c->programs[VERSION_OLD], *q = c->programs[VERSION_NEW];
    for (uint32_t code = 0; code < p->code_count; code = code_next(p, code))
        if (makes_stack_object(&p->code[code]) && carried->counterparts[code] != NO_CODE)
            carried->sites[site_of_alloca(&p->code[code])] =
                site_of_alloca(&q->code[carried->counterparts[code]]);
}

static void pair_code_blocks(const struct counterparts *c, struct code_carried *carried)
{
    const struct program *p = c->programs[VERSION_OLD], *q = c->programs[VERSION_NEW];
    uint32_t *blocks = program_code_blocks(q);
    carried->first = memory_zalloc((size_t)p->blocks_count + 2, sizeof *carried->first);
    carried->list = memory_alloc(((size_t)p->code_count + 1) * sizeof *carried->list);
    uint32_t size = 0;
    for (uint32_t b = 0; b < p->blocks_count; b++) {
        carried->first[b] = size;
        for (uint32_t code = p->blocks[b].first; code < p->blocks[b].end; code = code_next(p, code)) {
            uint32_t now = carried->now[code];
            if (now != NO_CODE && (size == carried->first[b] || carried->list[size - 1] != blocks[now]))
                carried->list[size++] = blocks[now];
        }
    }
    carried->first[p->blocks_count] = size;
    memory_free(blocks);
}

static uint32_t *none_of_these(uint32_t count)
{
    uint32_t *numbers = memory_alloc(((size_t)count + 1) * sizeof *numbers);
    memset(numbers, 0xff, ((size_t)count + 1) * sizeof *numbers); // NO_CODE, NO_SITE
    return numbers;
}

bool code_carried_find(const struct counterparts *c, const struct code_numbering *before,
                       struct code_carried *carried, const char **why)
{
    const struct program *p = c->programs[VERSION_OLD];
    uint32_t largest = p->code_count > p->functions_count ? p->code_count : p->functions_count;
    *carried = (struct code_carried){.old_code_count = p->code_count, .old_sites_count = p->sites_count};
    *why = why_nothing_is_carried(c);
    if (*why)
        return false;
    carried->now = none_of_these(p->code_count);
    carried->counterparts = memory_alloc(((size_t)p->code_count + 1) * sizeof *carried->counterparts);
    memcpy(carried->counterparts, c->code[VERSION_OLD], p->code_count * sizeof *carried->counterparts);
    carried->sites = none_of_these(p->sites_count);
    // The old version's own thunks are numbered from `beyond` on: one for each of its functions, at most.
    carried->numbering.beyond = (before ? before->beyond : largest) + 2 * p->functions_count;
    pair_unchanged_code(c, carried);
    compare_function_entries(c, carried);
    number_code(c, before, carried);
    number_old_functions(c, before, carried);
    pair_sites(c, carried);
    pair_code_blocks(c, carried);
    return true;
}

static unsigned relevance_of_code(const struct code_checked *checked, uint32_t code)
{
    return checked->relevance ? checked->relevance[code] : RELEVANT_ALL;
}

static bool is_checked(const struct code_checked *checked, uint32_t code)
{
    return !checked->places || bit_array_has(checked->places, code);
}

// Jumps and heads of loops have changed where they are led to from (same_ways_on).
static bool is_carried(const struct code_carried *carried, const struct program *p, uint32_t code,
                       const struct code_checked *before, const struct code_checked *now)
{
    uint32_t other = carried->now[code];
    if (other == NO_CODE)
        return p->code[code].op == OP_JUMP || p->code[code].op == OP_LOOP;
    return relevance_of_code(before, code) == relevance_of_code(now, other) &&
           (is_checked(before, code) || !is_checked(now, other));
}

uint64_t *code_carried_changed(const struct code_carried *carried, const struct program *p,
                               const struct code_checked *before, const struct code_checked *now)
{
    uint64_t *changed = bit_array_new(p->blocks_count);
    for (uint32_t b = 0; b < p->blocks_count; b++)
        for (uint32_t code = p->blocks[b].first; code < p->blocks[b].end; code = code_next(p, code))
            if (!is_carried(carried, p, code, before, now))
                bit_array_add(changed, b);
    return changed;
}
