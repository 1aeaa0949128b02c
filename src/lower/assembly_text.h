// The text of inline assembly for x86, in AT&T syntax as LLVM has it, taken apart into instructions. What
// they mean is not looked at.
#ifndef HEDDLE_LOWER_ASSEMBLY_TEXT_H
#define HEDDLE_LOWER_ASSEMBLY_TEXT_H

#include "base/vector.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// Registers by the processor's numbers.
enum { REGISTER_A, REGISTER_C, REGISTER_D, REGISTER_B, REGISTER_STACK, REGISTER_COUNT = 16 };

// A register that is named, or an operand of the statement ($0).
struct assembly_part {
    enum { PART_NONE, PART_REGISTER, PART_OPERAND } kind;
    unsigned number;
    unsigned width; // bits; 0: an operand as wide as its type
};

// An operand of an instruction.
struct assembly_place {
    enum { PLACE_PART, PLACE_CONSTANT, PLACE_MEMORY } kind;
    struct assembly_part part;  // of PLACE_MEMORY: the base
    struct assembly_part index; // of PLACE_MEMORY
    unsigned scale;
    int64_t constant; // of PLACE_MEMORY: the displacement
    char segment;     // 'f' or 'g': the address is counted from the start of %fs or %gs; 0: from zero
};

enum { ASSEMBLY_PLACES = 3 };

struct assembly_instruction {
    bool lock, repeat; // prefixes
    char name[20];     // in lower case
    unsigned count;    // of operands, in the order of the text: sources first
    struct assembly_place places[ASSEMBLY_PLACES];
    char text[64]; // of the whole instruction, for messages
};

struct assembly_text {
    VECTOR(struct assembly_instruction) instructions;
    char *why; // owned; what could not be read, NULL if everything was
};

// Reads a text; of alternatives for several syntaxes (`$(att$|intel$)`) the first. With `why` set in the
// result the instructions are not all there. To be released by assembly_free.
struct assembly_text assembly_read(const char *text, size_t length);
void assembly_free(struct assembly_text *text);

// The number and width of a register from its name without `%`, as `eax`. False: there is none of that name,
// or it is the second byte of one, as `ah`.
bool assembly_register(const char *name, size_t length, unsigned *number, unsigned *width);

#endif
