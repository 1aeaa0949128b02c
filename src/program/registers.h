// Which registers an instruction reads and writes, and how many words each operand has: one table, used by
// the checker, the printer, the register allocation of the front end and the analyses.
#ifndef HEDDLE_PROGRAM_REGISTERS_H
#define HEDDLE_PROGRAM_REGISTERS_H

#include "program/program.h"

enum register_role { REGISTER_READ = 1, REGISTER_WRITE = 2, REGISTER_READ_WRITE = 3 };

// Called once for every register operand: `*number` is the first of `words` consecutive registers. Reads come
// before writes. The visitor may change *number where the instruction is not read-only.
typedef void register_visitor(void *context, uint32_t *number, uint32_t words, enum register_role role);

// Visits the register operands of `instruction`, whose EXTRA, if its format has one, follows it, and whose
// operand lists lie in `operands`. Written result words of calls are `aux` words from `d` on.
void instruction_visit_registers(struct instruction *instruction, uint32_t *operands, register_visitor *visit,
                                 void *context);

// Words (64-bit registers) that a value of that many bits takes.
static inline uint32_t words_of_width(uint32_t width)
{
    return width <= 64 ? 1 : (width + 63) / 64;
}

static inline bool opcode_has_extra(unsigned op)
{
    const char *format = opcode_format(op);
    for (; *format; format++)
        if (*format == 'e')
            return true;
    return false;
}

// Whether it is a call: its arguments are an operand list at `b`.
static inline bool opcode_is_call(unsigned op)
{
    return op == OP_CALL || op == OP_CALL_NATIVE || op == OP_CALL_INDIRECT;
}

// Whether it loads, stores or updates memory.
static inline bool opcode_is_access(unsigned op)
{
    return op == OP_LOAD || op == OP_LOAD_G || op == OP_STORE || op == OP_STORE_G || op == OP_STORE_I ||
           op == OP_RMW || op == OP_CMPXCHG;
}

// Whether control never falls through to the next instruction.
static inline bool opcode_ends_block(unsigned op)
{
    return op == OP_JUMP || op == OP_BRANCH || op == OP_SWITCH || op == OP_RETURN || op == OP_UNREACHABLE ||
           op == OP_UNSUPPORTED;
}

#endif
