#include "analysis/difference.h"

#include "base/bit_array.h"

enum { DATA_DEPTH = 8 }; // literals that point to literals

// ---- constants and data

static bool same_global_data(const struct matching *m, uint32_t old_global, uint32_t new_global,
                             unsigned depth);

static bool same_symbol(const struct matching *m, const struct symbol *a, const struct symbol *b,
                        unsigned depth)
{
    if (a->kind != b->kind || a->value != b->value)
        return false;
    switch ((enum symbol_kind)a->kind) {
    case SYMBOL_FUNCTION: return m->functions[VERSION_OLD][a->index] == b->index;
    case SYMBOL_GLOBAL:
        if (m->globals[VERSION_OLD][a->index] != NO_GLOBAL)
            return m->globals[VERSION_OLD][a->index] == b->index;
        return code_content_is_literal(matching_program(m, VERSION_OLD), a->index) &&
               code_content_is_literal(matching_program(m, VERSION_NEW), b->index) && depth &&
               same_global_data(m, a->index, b->index, depth - 1);
    case SYMBOL_NUMBER: break;
    }
    return true;
}

static bool same_global_data(const struct matching *m, uint32_t old_global, uint32_t new_global,
                             unsigned depth)
{
    const struct program *p = matching_program(m, VERSION_OLD), *q = matching_program(m, VERSION_NEW);
    const struct global *a = &p->globals[old_global], *b = &q->globals[new_global];
    if (a->size != b->size)
        return false;
    if (a->flags & b->flags & GLOBAL_ZERO)
        return true;
    for (uint64_t at = 0; at < a->size; at += p->pointer_bits / 8) {
        struct symbol s = code_content_word(m->contents[VERSION_OLD], old_global, at),
                      t = code_content_word(m->contents[VERSION_NEW], new_global, at);
        if (!same_symbol(m, &s, &t, depth))
            return false;
    }
    return true;
}

static bool is_same_global(const struct matching *m, uint32_t old_global, uint32_t new_global)
{
    const struct global *a = &matching_program(m, VERSION_OLD)->globals[old_global],
                        *b = &matching_program(m, VERSION_NEW)->globals[new_global];
    uint32_t matters = GLOBAL_CONSTANT | GLOBAL_THREAD_LOCAL | GLOBAL_EXTERNAL;
    return (a->flags & matters) == (b->flags & matters) && a->alignment == b->alignment &&
           same_global_data(m, old_global, new_global, DATA_DEPTH);
}

// ---- instructions

static bool same_definition(const struct matching *m, uint32_t a, uint32_t b)
{
    if ((a | b) & CODE_CONTENT_ENTRY)
        return a == b;
    return m->codes[VERSION_OLD][a] == b;
}

static bool has_definition(const struct matching *m, const struct definitions *set, uint32_t what,
                           enum version of)
{
    for (uint32_t k = 0; k < set->size; k++)
        if (of == VERSION_OLD ? same_definition(m, what, set->data[k])
                              : same_definition(m, set->data[k], what))
            return true;
    return false;
}

// Whether what computes a register has counterparts that compute it in the other version, too; *lost: some
// have no counterpart at all.
static bool are_defined(const struct matching *m, const struct definitions sets[VERSION_COUNT],
                        enum version version, bool *lost)
{
    const struct definitions *own = &sets[version], *other = &sets[!version];
    bool same = true;
    for (uint32_t k = 0; k < own->size; k++) {
        uint32_t what = own->data[k];
        if (!(what & CODE_CONTENT_ENTRY) && m->codes[version][what] == NO_CODE)
            *lost = true;
        else
            same &= has_definition(m, other, what, version);
    }
    return same;
}

static enum change compare_operand(const struct difference *d, uint32_t old_code, uint32_t old_register,
                                   uint32_t new_code, uint32_t new_register)
{
    struct matching *m = d->matching;
    bool displaced = bit_array_has(d->displaced[VERSION_OLD], old_code) ||
                     bit_array_has(d->displaced[VERSION_NEW], new_code);
    struct definitions sets[VERSION_COUNT] = {{0}};
    bool lost = false;
    code_content_definitions(m->contents[VERSION_OLD], old_code, old_register, &sets[VERSION_OLD]);
    code_content_definitions(m->contents[VERSION_NEW], new_code, new_register, &sets[VERSION_NEW]);
    bool same = are_defined(m, sets, VERSION_OLD, &lost);
    same &= are_defined(m, sets, VERSION_NEW, &lost);
    vector_free(&sets[VERSION_OLD]);
    vector_free(&sets[VERSION_NEW]);
    if (same && !lost)
        return CHANGE_NONE;
    return lost || displaced ? CHANGE_REDEFINED : CHANGE_MODIFIED;
}

struct comparing {
    struct difference *difference;
    struct code_content_parts parts[VERSION_COUNT];
};

static enum change compare_code(struct comparing *c, uint32_t old_code, uint32_t new_code)
{
    struct matching *m = c->difference->matching;
    struct code_content_parts *a = &c->parts[VERSION_OLD], *b = &c->parts[VERSION_NEW];
    enum change change = CHANGE_NONE;
    code_content_take_apart(m->contents[VERSION_OLD], old_code, a);
    code_content_take_apart(m->contents[VERSION_NEW], new_code, b);
    if (a->own != b->own || a->symbols.size != b->symbols.size || a->reads.size != b->reads.size)
        return CHANGE_MODIFIED;
    for (uint32_t k = 0; k < a->symbols.size; k++)
        if (!same_symbol(m, &a->symbols.data[k], &b->symbols.data[k], DATA_DEPTH))
            return CHANGE_MODIFIED;
    for (uint32_t k = 0; k < a->reads.size && change != CHANGE_MODIFIED; k++) {
        enum change operand =
            compare_operand(c->difference, old_code, a->reads.data[k], new_code, b->reads.data[k]);
        change = operand > change ? operand : change;
    }
    return change;
}

static void compare_codes(struct difference *d)
{
    const struct matching *m = d->matching;
    const struct program *p = matching_program(m, VERSION_OLD);
    struct comparing c = {.difference = d};
    for (uint32_t code = 0; code < p->code_count; code = code_next(p, code)) {
        uint32_t other = m->codes[VERSION_OLD][code];
        if (other == NO_CODE || difference_connects(p->code[code].op) ||
            d->codes[VERSION_OLD][code] == CHANGE_MODIFIED)
            continue;
        d->codes[VERSION_OLD][code] = d->codes[VERSION_NEW][other] = (uint8_t)compare_code(&c, code, other);
    }
    code_content_parts_free(&c.parts[VERSION_OLD]);
    code_content_parts_free(&c.parts[VERSION_NEW]);
}

static bool is_user_function(const struct function *f)
{
    return f->kind == FUNCTION_DEFINED && !(f->flags & FUNCTION_RUNTIME);
}

// What the user's code has without a counterpart.
static void find_only(struct difference *d, enum version version)
{
    const struct matching *m = d->matching;
    const struct program *p = matching_program(m, version);
    for (uint32_t f = 0; f < p->functions_count; f++)
        for (uint32_t code = p->functions[f].first;
             is_user_function(&p->functions[f]) && code < p->functions[f].end; code = code_next(p, code))
            if (m->codes[version][code] == NO_CODE)
                d->codes[version][code] = CHANGE_ONLY;
}

// ---- functions

static void modify(struct difference *d, enum version version, uint32_t first, uint32_t end)
{
    const struct program *p = matching_program(d->matching, version);
    for (uint32_t code = first; code < end; code = code_next(p, code))
        if (d->codes[version][code] != CHANGE_ONLY)
            d->codes[version][code] = CHANGE_MODIFIED;
}

// A function that has become an atomic section, or is none any more, is another one all over.
static void compare_functions(struct difference *d)
{
    const struct matching *m = d->matching;
    const struct program *p = matching_program(m, VERSION_OLD), *q = matching_program(m, VERSION_NEW);
    for (uint32_t k = 0; k < p->functions_count; k++) {
        uint32_t other = m->functions[VERSION_OLD][k];
        const struct function *f = &p->functions[k], *g = other == NO_FUNCTION ? NULL : &q->functions[other];
        if (!g || !((f->flags ^ g->flags) & FUNCTION_ATOMIC))
            continue;
        modify(d, VERSION_OLD, f->first, f->end);
        modify(d, VERSION_NEW, g->first, g->end);
    }
}

// Functions that are called before main, or after it, in the same order.
static bool same_function_order(const struct matching *m, const uint32_t *a, uint32_t a_count,
                                const uint32_t *b, uint32_t b_count)
{
    for (uint32_t k = 0; k < a_count && k < b_count; k++)
        if (m->functions[VERSION_OLD][a[k]] != b[k])
            return false;
    return a_count == b_count;
}

static void modify_list(struct difference *d, enum version version, const uint32_t *list, uint32_t count)
{
    const struct program *p = matching_program(d->matching, version);
    for (uint32_t k = 0; k < count; k++)
        if (is_user_function(&p->functions[list[k]]))
            modify(d, version, p->functions[list[k]].first, p->functions[list[k]].first + 1);
}

static void compare_lists(struct difference *d)
{
    const struct matching *m = d->matching;
    const struct program *p = matching_program(m, VERSION_OLD), *q = matching_program(m, VERSION_NEW);
    if (!same_function_order(m, p->constructors, p->constructors_count, q->constructors,
                             q->constructors_count)) {
        modify_list(d, VERSION_OLD, p->constructors, p->constructors_count);
        modify_list(d, VERSION_NEW, q->constructors, q->constructors_count);
    }
    if (!same_function_order(m, p->destructors, p->destructors_count, q->destructors, q->destructors_count)) {
        modify_list(d, VERSION_OLD, p->destructors, p->destructors_count);
        modify_list(d, VERSION_NEW, q->destructors, q->destructors_count);
    }
}

// ---- globals

static void compare_all_globals(struct difference *d)
{
    const struct matching *m = d->matching;
    for (uint32_t v = 0; v < VERSION_COUNT; v++) {
        const struct program *p = matching_program(m, v);
        for (uint32_t g = 0; g < p->globals_count; g++) {
            uint32_t other = m->globals[v][g];
            if (p->globals[g].flags & GLOBAL_RUNTIME || code_content_is_literal(p, g))
                continue;
            if (other == NO_GLOBAL)
                d->globals[v][g] = CHANGE_ONLY;
            else if (v == VERSION_OLD && !is_same_global(m, g, other))
                d->globals[VERSION_OLD][g] = d->globals[VERSION_NEW][other] = CHANGE_MODIFIED;
        }
    }
}

// ---- all of it

static bool any_change(const struct difference *d, enum version version)
{
    const struct program *p = matching_program(d->matching, version);
    for (uint32_t code = 0; code < p->code_count; code = code_next(p, code))
        if (d->codes[version][code] >= CHANGE_MODIFIED && !difference_connects(p->code[code].op))
            return true;
    for (uint32_t g = 0; g < p->globals_count; g++)
        if (d->globals[version][g])
            return true;
    return false;
}

struct difference *difference_compute(struct matching *m)
{
    struct difference *d = memory_zalloc(1, sizeof *d);
    d->matching = m;
    for (uint32_t v = 0; v < VERSION_COUNT; v++) {
        const struct program *p = matching_program(m, v);
        d->codes[v] = memory_zalloc((size_t)p->code_count + 1, 1);
        d->globals[v] = memory_zalloc((size_t)p->globals_count + 1, 1);
        d->displaced[v] = bit_array_new(p->code_count);
    }
    d->any = difference_control(d);
    compare_codes(d);
    find_only(d, VERSION_OLD);
    find_only(d, VERSION_NEW);
    compare_functions(d);
    compare_lists(d);
    compare_all_globals(d);
    d->any |= any_change(d, VERSION_OLD) || any_change(d, VERSION_NEW);
    return d;
}

void difference_free(struct difference *d)
{
    if (!d)
        return;
    for (uint32_t v = 0; v < VERSION_COUNT; v++) {
        memory_free(d->codes[v]);
        memory_free(d->globals[v]);
        memory_free(d->displaced[v]);
    }
    memory_free(d);
}
