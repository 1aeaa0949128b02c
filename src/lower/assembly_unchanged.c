// Instructions that leave every register as it was, whatever is in it: Valgrind's requests are made of them
// (`rolq $3, %rdi; rolq $13, %rdi; rolq $61, %rdi; rolq $51, %rdi; xchgq %rbx, %rbx`), so that they do
// nothing where Valgrind does not look on. They name registers that are neither operands nor clobbered.
#include "lower/assembly_code.h"

#include <string.h>

// `name`, or that and the letter of a width.
static bool is_instruction_named(const struct assembly_instruction *i, const char *name)
{
    size_t length = strlen(name);
    return strncmp(i->name, name, length) == 0 && strlen(i->name) <= length + 1 && !i->lock && !i->repeat &&
           i->count == 2;
}

// The whole of a register, by its name.
static bool is_register(const struct assembly_place *place, unsigned pointer_bits)
{
    return place->kind == PLACE_PART && place->part.kind == PART_REGISTER && !place->segment &&
           place->part.width == pointer_bits && place->part.number < (pointer_bits == 64 ? 16U : 8U);
}

// How far to the left the register is rotated, from 0 to its width; -1: it is another instruction.
static int64_t rotation(const struct assembly_instruction *i, unsigned number, unsigned pointer_bits)
{
    bool left = is_instruction_named(i, "rol");
    if ((!left && !is_instruction_named(i, "ror")) || i->places[0].kind != PLACE_CONSTANT ||
        i->places[0].segment || !is_register(&i->places[1], pointer_bits) ||
        i->places[1].part.number != number)
        return -1;
    int64_t distance = i->places[0].constant & (pointer_bits - 1); // as the processor takes it
    return left ? distance : pointer_bits - distance;
}

unsigned assembly_unchanged(const struct assembly *a, const struct assembly_text *text, uint32_t at)
{
    const struct assembly_instruction *i = &text->instructions.data[at];
    if (i->count != 2 || !is_register(&i->places[1], a->pointer_bits))
        return 0;
    unsigned number = i->places[1].part.number;
    if (is_instruction_named(i, "xchg"))
        return is_register(&i->places[0], a->pointer_bits) && i->places[0].part.number == number;
    int64_t turned = 0;
    for (uint32_t k = at; k < text->instructions.size; k++) {
        int64_t step = rotation(&text->instructions.data[k], number, a->pointer_bits);
        if (step < 0)
            return 0;
        turned += step;
        if (turned % a->pointer_bits == 0)
            return k - at + 1;
    }
    return 0;
}
