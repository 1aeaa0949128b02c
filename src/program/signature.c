#include "program/signature.h"

#include <string.h>

const char *signature_parameters(const char *signature)
{
    const char *bracket = strchr(signature, '(');
    return bracket ? bracket + 1 : signature + strlen(signature);
}

bool signature_next(const char **at, struct signature_word *word)
{
    if (**at == ',')
        ++*at;
    if (**at != 'i' && **at != 'f')
        return false;
    word->is_float = **at == 'f';
    word->width = 0;
    for (++*at; **at >= '0' && **at <= '9'; ++*at)
        word->width = word->width * 10 + (uint32_t)(**at - '0');
    return true;
}

uint32_t signature_words(const char *at)
{
    struct signature_word word;
    uint32_t count = 0;
    while (signature_next(&at, &word))
        count++;
    return count;
}

// Moves behind words that have bits.
static bool skip_words(const char **at)
{
    struct signature_word word;
    while (signature_next(at, &word))
        if (word.width == 0)
            return false;
    return true;
}

bool signature_valid(const char *signature, uint32_t parameter_words)
{
    const char *at = signature;
    if (!skip_words(&at) || *at != '(')
        return false;
    at++;
    return signature_words(at) == parameter_words && skip_words(&at) && strcmp(at, ")") == 0;
}

bool signature_parameter(const char *signature, uint32_t number, struct signature_word *word)
{
    const char *at = signature_parameters(signature);
    while (signature_next(&at, word))
        if (number-- == 0)
            return true;
    return false;
}

// ---- calls

// Whether words that both texts have are of one sort.
static bool words_agree(const char *taken, const char *given)
{
    struct signature_word a, b;
    while (signature_next(&taken, &a) && signature_next(&given, &b))
        if (!signature_same(a, b))
            return false;
    return true;
}

// A caller that takes no result gets none; one of a single word that is not returned is an input.
static bool results_agree(const char *taken, const char *given)
{
    uint32_t returned = signature_words(taken), wanted = signature_words(given);
    return wanted == 0 || (returned == 0 && wanted == 1) || (returned == wanted && words_agree(taken, given));
}

bool signature_call_fits(const struct program *program, const struct function *f, uint32_t list)
{
    uint32_t given = program->operands[program_call_signature(program->operands, list)];
    if (given == f->signature)
        return true;
    const char *taken = program_string(program, f->signature), *as = program_string(program, given);
    bool variadic = f->kind == FUNCTION_DEFINED && (f->flags & FUNCTION_VARIADIC);
    return (!variadic || program->operands[list] == f->parameter_words) && results_agree(taken, as) &&
           words_agree(signature_parameters(taken), signature_parameters(as));
}
