// The signatures of functions and calls (program/signature.h).
#ifndef HEDDLE_LOWER_SIGNATURE_H
#define HEDDLE_LOWER_SIGNATURE_H

#include "lower/lower.h"
#include "program/signature.h"

// The sort of every word of that part of a value.
struct signature_word signature_sort(const struct leaf *leaf);

// A signature on its way: begun, with the words of the result; then the words of the parameters; then its
// number in the program's strings.
struct signature_text {
    VECTOR(char) text;
    bool follows; // a word of the parameters is there
};
// Begins a signature with the words of the result type; adds one word of a parameter.
void signature_begin(struct lowering *l, struct signature_text *signature, LLVMTypeRef result);
void signature_add(struct signature_text *signature, struct signature_word word);
// The words of a value of that type.
void signature_add_type(struct lowering *l, struct signature_text *signature, LLVMTypeRef type);
uint32_t signature_end(struct lowering *l, struct signature_text *signature);

// Of a function, by its number in the program's strings.
uint32_t signature_of_function(struct lowering *l, LLVMValueRef function);

#endif
