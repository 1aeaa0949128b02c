#include "analysis/value_forms.h"

#include "base/hash.h"
#include "base/index.h"
#include "base/vector.h"
#include "program/registers.h"

#include <string.h>

enum { FORM_DEPTH = 12 }; // longer computations are atoms

struct forms {
    const struct calls *calls;
    const struct program *program;
    struct registers **registers; // by function; NULL: not asked for yet
    struct index index;           // of atoms
    VECTOR(struct atom) atoms;
};

struct forms *forms_new(const struct calls *calls)
{
    struct forms *forms = memory_zalloc(1, sizeof *forms);
    forms->calls = calls;
    forms->program = calls->program;
    forms->registers = memory_zalloc((size_t)calls->program->functions_count + 1, sizeof(struct registers *));
    return forms;
}

void forms_free(struct forms *forms)
{
    if (!forms)
        return;
    for (uint32_t f = 0; f < forms->program->functions_count; f++)
        registers_free(forms->registers[f]);
    memory_free(forms->registers);
    index_free(&forms->index);
    vector_free(&forms->atoms);
    memory_free(forms);
}

static const struct atom *forms_atom(const struct forms *forms, uint64_t atom)
{
    return &forms->atoms.data[atom];
}

const struct registers *forms_registers(struct forms *forms, uint32_t function)
{
    if (!forms->registers[function])
        forms->registers[function] = registers_compute(forms->program, forms->calls->flows[function]);
    return forms->registers[function];
}

// ---- sums

// A number of a pointer's width, with its sign.
static int64_t wrapped(const struct forms *forms, uint64_t value)
{
    return forms->program->pointer_bits == 64 ? (int64_t)value : (int64_t)(int32_t)(uint32_t)value;
}

static struct form form_constant(const struct forms *forms, uint64_t value)
{
    return (struct form){.constant = wrapped(forms, value)};
}

static void remove_term(struct form *form, uint64_t k)
{
    form->count--;
    for (; k < form->count; k++)
        form->terms[k] = form->terms[k + 1];
    form->terms[form->count] = (struct form_term){0, 0};
}

static bool add_term(const struct forms *forms, struct form *form, uint64_t atom, int64_t factor)
{
    uint64_t k = 0;
    while (k < form->count && form->terms[k].atom < atom)
        k++;
    if (k < form->count && form->terms[k].atom == atom) {
        form->terms[k].factor = wrapped(forms, (uint64_t)form->terms[k].factor + (uint64_t)factor);
        if (!form->terms[k].factor)
            remove_term(form, k);
        return true;
    }
    if (!factor)
        return true;
    if (form->count == MOST_TERMS)
        return false;
    for (uint64_t n = form->count++; n > k; n--)
        form->terms[n] = form->terms[n - 1];
    form->terms[k] = (struct form_term){factor, atom};
    return true;
}

bool form_add(const struct forms *forms, struct form *form, const struct form *other, int64_t factor)
{
    uint64_t by = (uint64_t)factor;
    form->constant = wrapped(forms, (uint64_t)form->constant + by * (uint64_t)other->constant);
    for (uint64_t k = 0; k < other->count; k++)
        if (!add_term(forms, form, other->terms[k].atom,
                      wrapped(forms, by * (uint64_t)other->terms[k].factor)))
            return false;
    return true;
}

bool form_same_terms(const struct form *a, const struct form *b)
{
    return a->count == b->count && !memcmp(a->terms, b->terms, sizeof a->terms);
}

// ---- atoms

static uint64_t atom_hash(const struct atom *a)
{
    const uint32_t words[] = {a->kind, a->function, a->number, a->word,
                              a->op,   a->width,    a->aux,    a->immediate};
    uint64_t hash = hash_combine(a->of.count, (uint64_t)a->of.constant);
    for (size_t k = 0; k < sizeof words / sizeof *words; k++)
        hash = hash_combine(hash, words[k]);
    for (uint64_t k = 0; k < a->of.count; k++)
        hash = hash_combine(hash_combine(hash, a->of.terms[k].atom), (uint64_t)a->of.terms[k].factor);
    return hash;
}

// They have no padding.
static uint64_t atom_number(struct forms *forms, const struct atom *atom)
{
    uint64_t hash = atom_hash(atom);
    for (uint32_t at = index_begin(hash), n; (n = index_next(&forms->index, hash, &at)) != INDEX_NONE;)
        if (!memcmp(&forms->atoms.data[n], atom, sizeof *atom))
            return n;
    vector_push(&forms->atoms, *atom);
    index_add(&forms->index, hash, forms->atoms.size - 1);
    return forms->atoms.size - 1;
}

static struct form form_of_atom(struct forms *forms, const struct atom *atom)
{
    struct form form = {0};
    add_term(forms, &form, atom_number(forms, atom), 1);
    return form;
}

// ---- what is computed

// What is widened from so many bits and narrowed to as many is the same.
static bool narrows_back(const struct forms *forms, const struct atom *computed, struct form *form)
{
    const struct form *of = &computed->of;
    if (computed->op != OP_TRUNC || of->count != 1 || of->constant || of->terms[0].factor != 1)
        return false;
    const struct atom *inner = forms_atom(forms, of->terms[0].atom);
    if (inner->kind != ATOM_COMPUTED || (inner->op != OP_SEXT && inner->op != OP_ZEXT) ||
        inner->aux != computed->width)
        return false;
    *form = inner->of;
    return true;
}

// What a widening, narrowing or adding of other width makes of a number.
static struct form form_computed(struct forms *forms, const struct atom *computed)
{
    struct form form;
    return narrows_back(forms, computed, &form) ? form : form_of_atom(forms, computed);
}

static bool value_form(struct forms *forms, uint32_t function, const struct register_use *use, unsigned depth,
                       struct form *form);

static bool read_form(struct forms *forms, uint32_t code, uint32_t number, unsigned depth, struct form *form)
{
    struct register_use use = {.number = number};
    uint32_t function = forms->calls->function_of[code];
    return registers_value(forms_registers(forms, function), code, number, &use.value) &&
           value_form(forms, function, &use, depth, form);
}

// The sum of two registers, the second one with a factor.
static bool sum_form(struct forms *forms, uint32_t code, int64_t factor, unsigned depth, struct form *form)
{
    const struct instruction *i = &forms->program->code[code];
    struct form second;
    return read_form(forms, code, i->a, depth, form) && read_form(forms, code, i->b, depth, &second) &&
           form_add(forms, form, &second, factor);
}

// A register times a factor, and a number.
static bool scaled_form(struct forms *forms, uint32_t code, int64_t factor, int64_t more, unsigned depth,
                        struct form *form)
{
    struct form first;
    if (!read_form(forms, code, forms->program->code[code].a, depth, &first))
        return false;
    *form = form_constant(forms, (uint64_t)more);
    return form_add(forms, form, &first, factor);
}

static bool linear_form(struct forms *forms, uint32_t code, unsigned depth, struct form *form)
{
    const struct instruction *i = &forms->program->code[code];
    int64_t immediate = (int32_t)i->b;
    switch (i->op) {
    case OP_ADD: return sum_form(forms, code, 1, depth, form);
    case OP_SUB: return sum_form(forms, code, -1, depth, form);
    case OP_INDEX: return sum_form(forms, code, (int64_t)i->aux, depth, form);
    case OP_ADD_I: return scaled_form(forms, code, 1, immediate, depth, form);
    case OP_SUB_I: return scaled_form(forms, code, 1, -immediate, depth, form);
    case OP_MUL_I: return scaled_form(forms, code, immediate, 0, depth, form);
    case OP_SHL_I:
        return immediate >= 0 && immediate < 31 &&
               scaled_form(forms, code, INT64_C(1) << immediate, 0, depth, form);
    default: return false;
    }
}

// Whether only bits below a pointer's width of what it reads decide about its result.
static bool is_computed(const struct forms *forms, const struct instruction *i)
{
    switch (i->op) {
    case OP_SEXT:
    case OP_ZEXT: return i->aux <= forms->program->pointer_bits;
    case OP_TRUNC:
    case OP_ADD_I:
    case OP_SUB_I: return i->width <= forms->program->pointer_bits;
    default: return false;
    }
}

static bool computed_form(struct forms *forms, uint32_t code, unsigned depth, struct form *form)
{
    const struct instruction *i = &forms->program->code[code];
    if (!is_computed(forms, i))
        return false;
    bool adds = i->op == OP_ADD_I || i->op == OP_SUB_I;
    struct atom computed = {
        .kind = ATOM_COMPUTED, .op = i->op, .width = i->width, .immediate = adds ? i->b : 0};
    computed.aux = adds || i->op == OP_TRUNC ? 0 : i->aux;
    if (!read_form(forms, code, i->a, depth, &computed.of))
        return false;
    *form = form_computed(forms, &computed);
    return true;
}

static bool code_form(struct forms *forms, uint32_t code, unsigned depth, struct form *form)
{
    const struct instruction *i = &forms->program->code[code];
    if (i->op == OP_CONST && i->width <= 64) {
        *form = form_constant(forms, instruction_immediate(i));
        return true;
    }
    if (!depth)
        return false;
    if (i->op == OP_MOVE)
        return i->width <= 64 && read_form(forms, code, i->a, depth - 1, form);
    if (i->width == forms->program->pointer_bits && linear_form(forms, code, depth - 1, form))
        return true;
    return computed_form(forms, code, depth - 1, form);
}

static bool value_form(struct forms *forms, uint32_t function, const struct register_use *use, unsigned depth,
                       struct form *form)
{
    struct atom atom = {.function = function, .number = use->value.number};
    switch ((enum register_value_kind)use->value.kind) {
    case VALUE_ENTRY: atom.kind = ATOM_ENTRY; break;
    case VALUE_MERGE: atom.kind = ATOM_MERGE; break;
    case VALUE_CODE:
        if (code_form(forms, use->value.number, depth, form))
            return true;
        atom.kind = ATOM_CODE;
        atom.word = use->number - forms->program->code[use->value.number].d;
        break;
    }
    *form = form_of_atom(forms, &atom);
    return true;
}

// ---- questions

// The sum for the register that the instruction reads. False: there is none.
static bool forms_read(struct forms *forms, uint32_t code, uint32_t number, struct form *form)
{
    return read_form(forms, code, number, FORM_DEPTH, form);
}

bool forms_argument(struct forms *forms, uint32_t code, uint32_t argument, struct form *form)
{
    uint32_t operand;
    if (!call_operand(forms->program, code, argument, &operand))
        return false;
    if (!(operand & OPERAND_CONSTANT))
        return forms_read(forms, code, operand, form);
    *form = form_constant(forms, forms->program->constants[operand & ~OPERAND_CONSTANT]);
    return true;
}

bool forms_address(struct forms *forms, uint32_t code, struct form *form)
{
    const struct instruction *i = &forms->program->code[code];
    switch (i->op) {
    case OP_LOAD:
    case OP_STORE:
    case OP_STORE_I: return scaled_form(forms, code, 1, (int32_t)i->b, FORM_DEPTH, form);
    case OP_RMW:
    case OP_CMPXCHG: return forms_read(forms, code, i->a, form);
    case OP_LOAD_G:
    case OP_STORE_G: *form = form_constant(forms, instruction_immediate(i)); return true;
    default: return false;
    }
}
