// Values of the checked program for people.
#ifndef HEDDLE_REPORT_VALUE_TEXT_H
#define HEDDLE_REPORT_VALUE_TEXT_H

#include "program/program.h"

// An integer of `width` bits as C prints it (signed), in hexadecimal too where the number is large, and the
// character where it is one. Owned by the caller.
char *value_integer_text(uint64_t bits, unsigned width);
// An integer as value_integer_text writes it, with the unsigned reading where that differs.
char *value_input_text(uint64_t bits, unsigned width);
// An integer as its type has it: enumerators and flags by their names, characters, true and false, unsigned
// and floating-point numbers; as value_integer_text where the type is unknown. Owned by the caller.
char *value_typed_text(const struct program *program, uint32_t type, uint64_t bits, unsigned width);
// A floating-point number of 32 or 64 bits, with the fewest digits that mean it; other widths in hexadecimal.
// Owned by the caller.
char *value_float_text(uint64_t bits, unsigned width);

#endif
