#include "machine/arguments.h"

#include "machine/fold.h"
#include "machine/step.h"
#include "machine/symbolic.h"
#include "program/signature.h"

#include <string.h>

enum { NATIVE_WORDS = 4 }; // that every native has registers for

static const char *function_signature(const struct machine *m, const struct function *f)
{
    return program_string(m->program, f->signature);
}

static void refuse_call(struct machine *m, const struct function *f, const char *call)
{
    step_unmodelled(m, "call of '%s', whose type is %s, as a function of %s%s",
                    program_string(m->program, f->name), function_signature(m, f),
                    *call ? "type " : "integers and pointers", call);
}

bool arguments_fit(struct machine *m, const struct function *f, const uint32_t *list)
{
    uint32_t at = (uint32_t)(list - m->program->operands);
    if (signature_call_fits(m->program, f, at))
        return true;
    uint32_t given = m->program->operands[program_call_signature(m->program->operands, at)];
    refuse_call(m, f, program_string(m->program, given));
    return false;
}

static struct value not_passed(struct machine *m, const struct function *f, uint32_t number)
{
    struct signature_word word = {.width = 64};
    signature_parameter(function_signature(m, f), number, &word);
    return symbolic_input(m, word.width > 64 ? 64 : word.width, INPUT_UNINITIALISED,
                          "an argument that was not passed");
}

void arguments_of_call(struct machine *m, const struct function *f, struct cell *registers,
                       const struct value *words, uint32_t count)
{
    for (uint32_t k = 0; k < f->parameter_words; k++)
        cell_set_value(m, &registers[k], k < count ? words[k] : not_passed(m, f, k));
}

// The lower bits of a value, where it has more.
static struct value narrow_argument(struct machine *m, struct value v, uint32_t width)
{
    if (!v.t)
        return (struct value){v.bits & mask_width(width), TERM_NONE};
    return term_width(m->terms, v.t) <= width ? v : (struct value){0, term_extract(m->terms, v.t, 0, width)};
}

// Whether every word that is passed is taken as an integer or pointer.
static bool takes_integers(struct machine *m, const struct function *f, uint32_t count)
{
    struct signature_word word;
    for (uint32_t k = 0; k < count && signature_parameter(function_signature(m, f), k, &word); k++)
        if (word.is_float || word.width > 64)
            return refuse_call(m, f, ""), false;
    return true;
}

uint32_t arguments_count(const struct function *f)
{
    return f->kind == FUNCTION_NATIVE ? NATIVE_WORDS : f->parameter_words;
}

bool arguments_enter(struct machine *m, uint32_t function, uint32_t return_code, const struct value *words,
                     uint32_t count)
{
    const struct function *f = &m->program->functions[function];
    if (!takes_integers(m, f, count))
        return false;
    struct cell *registers = step_enter(m, function, return_code, NO_REGISTER);
    if (!registers)
        return false;
    for (uint32_t k = 0; k < arguments_count(f); k++) {
        struct signature_word word = {.width = 64};
        struct value v = {0, TERM_NONE}; // the words of a native that it does not take
        signature_parameter(function_signature(m, f), k, &word);
        if (k < count)
            v = narrow_argument(m, words[k], word.width);
        else if (k < f->parameter_words)
            v = not_passed(m, f, k);
        cell_set_value(m, &registers[k], v);
    }
    return true;
}

struct value arguments_pointer(struct machine *m, const struct function *f, struct value result)
{
    const char *at = function_signature(m, f);
    struct signature_word word;
    uint32_t bits = m->program->pointer_bits;
    if (!signature_next(&at, &word) || (!word.is_float && word.width == bits))
        return result;
    struct value open = symbolic_input(m, bits, INPUT_UNINITIALISED, "result of a function of another type");
    if (word.is_float || word.width > bits)
        return open;
    if (!open.t && !result.t)
        return (struct value){(open.bits & ~mask_width(word.width)) | result.bits, TERM_NONE};
    term high = term_extract(m->terms, symbolic_term(m, open, bits), word.width, bits - word.width);
    return (struct value){0, term_concat(m->terms, high, symbolic_term(m, result, word.width))};
}
