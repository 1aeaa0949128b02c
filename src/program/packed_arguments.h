// Inline functions that hand on the arguments behind `...` to another one (GCC's __builtin_va_arg_pack),
// which clang has not: headers of the GNU C library, preprocessed by GCC with _FORTIFY_SOURCE.
#ifndef HEDDLE_PROGRAM_PACKED_ARGUMENTS_H
#define HEDDLE_PROGRAM_PACKED_ARGUMENTS_H

#include <stdbool.h>

// Makes declarations of such functions where they do nothing but to look at arguments and to call functions
// with reserved names: they check what the function of their name in the C library does. Lines stay where
// they are. Whether the text has changed.
bool packed_arguments_drop(char *text);

#endif
