// What a function takes and returns, as a calling convention sees it: words, each an integer (or a pointer)
// or a floating-point number of so many bits, or part of a wider one. Written as text among the program's
// strings, where equal texts have one offset: "i32(i64,f64)" takes two words and returns one, "(i128,i128)"
// takes one number of two words.
#ifndef HEDDLE_PROGRAM_SIGNATURE_H
#define HEDDLE_PROGRAM_SIGNATURE_H

#include "program/program.h"

struct signature_word {
    bool is_float;
    uint32_t width; // bits; above 64 of the number that the word is part of
};
static inline bool signature_same(struct signature_word a, struct signature_word b)
{
    return a.is_float == b.is_float && a.width == b.width;
}

// Where the parameters of a signature begin.
const char *signature_parameters(const char *signature);
// Reads the word at *at, and moves *at behind it. False: there is no more, of the result or of the
// parameters.
bool signature_next(const char **at, struct signature_word *word);
// How many words there are from there on, of the result or of the parameters.
uint32_t signature_words(const char *at);
// Whether it is the signature of a function with so many parameter words: nothing else in it, and no word
// without bits.
bool signature_valid(const char *signature, uint32_t parameter_words);
// The parameter word of that number. False: there are not so many.
bool signature_parameter(const char *signature, uint32_t number, struct signature_word *word);
// Whether a call through a pointer, whose operand list is at index `list`, may enter the function: what it
// passes is what the function takes, and what it wants is what that returns.
bool signature_call_fits(const struct program *program, const struct function *f, uint32_t list);

#endif
