// Preprocessed files that GCC made: clang's parser lacks some words of them.
#ifndef HEDDLE_PROGRAM_PREPROCESSED_H
#define HEDDLE_PROGRAM_PREPROCESSED_H

#include "program/process.h"

// Adds to the compiler's command for the file what makes clang understand GCC's types _Float32 to _Float128x,
// its attribute __malloc__ with arguments and some of its built-in functions, as headers preprocessed by GCC
// 7 and later have them: as macros, of which there are no others then. False, and nothing is added, if the
// file uses none of them.
bool preprocessed_adapt(struct command *command, const char *file);
// Adds these macros to the command for a file that is preprocessed anyway. False: it uses none.
bool preprocessed_add_words(struct command *command, const char *file);
// Whether the file is made for 32 bits: its size_t is `unsigned int`.
bool preprocessed_for_32_bits(const char *file);
// Whether the text uses the name of a type and does not declare it.
bool preprocessed_lacks_type(const char *text, const char *name);
// Makes the compiler preprocess such a file once more, for the macros that the command defines behind this
// and no others.
void preprocessed_again(struct command *command);

#endif
