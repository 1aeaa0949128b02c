// Classes of characters by their names in patterns ([:alpha:]), in the C locale.
#ifndef HEDDLE_RUNTIME_CHARACTER_CLASSES_H
#define HEDDLE_RUNTIME_CHARACTER_CLASSES_H

#include "runtime/runtime.h"

typedef int character_test(int c);
// The function of <ctype.h> for a class; NULL: there is none of that name.
character_test *__runtime_character_class(const char *name, size_t length);

#endif
