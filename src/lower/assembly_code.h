// What one statement of inline assembly works on while it is turned into LLVM's instructions: registers,
// operands, flags.
#ifndef HEDDLE_LOWER_ASSEMBLY_CODE_H
#define HEDDLE_LOWER_ASSEMBLY_CODE_H

#include "lower/assembly_text.h"

#include <llvm-c/Core.h>

// A register of the processor, or an operand that the compiler keeps in one of its choice.
struct assembly_cell {
    LLVMValueRef value; // an integer; NULL: nothing is known of it
    unsigned bits;      // of `value`
    unsigned width;     // the lowest bits that are known: above `value` there are zeros
    bool input;         // has a value when the assembly begins
    bool output;        // may be written, since the compiler takes its value from here
    bool clobbered;     // may be written, and shares with no input
    bool early;         // an output that shares with no input
    bool written;
};

struct assembly_operand {
    enum { OPERAND_CELL, OPERAND_MEMORY, OPERAND_CONDITION } kind;
    unsigned cell; // of OPERAND_CELL; for 64 bits in EDX:EAX the register EAX
    bool pair;     // it is in EDX:EAX
    bool output;
    bool constant;        // it may be written into the text as a constant,
    bool in_register;     // or come in a register
    unsigned condition;   // of OPERAND_CONDITION
    LLVMValueRef pointer; // of OPERAND_MEMORY, and of what is stored when the assembly ends
    LLVMTypeRef type;     // of the value; NULL: in memory
    LLVMValueRef value;   // of an input
};

// NULL: undefined, or nothing is known of it.
struct flags {
    LLVMValueRef carry, parity, zero, sign, overflow;
};

enum { MOST_OPERANDS = 30 }; // as GCC has it

struct assembly {
    LLVMContextRef context;
    LLVMModuleRef module;
    LLVMBuilderRef builder;
    LLVMValueRef call;
    unsigned pointer_bits;
    struct assembly_cell cells[REGISTER_COUNT + MOST_OPERANDS]; // registers first, then one for each operand
    struct assembly_operand operands[MOST_OPERANDS];
    unsigned operand_count;
    struct flags flags;
    bool late;       // an output has been written that may share its register with an input
    unsigned width;  // of the instruction that is executed
    const char *why; // what has no meaning here, the first one; NULL: nothing
};

// ---- assembly_operands.c

// Reads the constraints of the call and gives registers their first values.
void operands_begin(struct assembly *a, const char *constraints);
// Stores outputs, and returns the result of the call (NULL: it has none).
LLVMValueRef operands_end(struct assembly *a);

// LLVM's integer of so many bits.
LLVMTypeRef integer_type(struct assembly *a, unsigned width);
// Something with no meaning: the call is left as it is, with the first reason.
void refuse(struct assembly *a, const char *why);
// Any value, one and the same wherever it is used.
LLVMValueRef any_value(struct assembly *a, unsigned width);

// Reading and writing `width` bits of a register or of where an operand is.
LLVMValueRef cell_read(struct assembly *a, unsigned cell, unsigned width);
void cell_write(struct assembly *a, unsigned cell, LLVMValueRef value, unsigned width);
// Writes the lowest bits of a register; what the others are is not known then.
void cell_write_low(struct assembly *a, unsigned cell, LLVMValueRef value, unsigned width);

// Whether a place of the text is memory; a constant.
bool place_is_memory(struct assembly *a, const struct assembly_place *place);
bool place_is_constant(struct assembly *a, const struct assembly_place *place);
// The cell of a register or operand that is no memory.
unsigned place_cell(struct assembly *a, const struct assembly_place *place);
// Bits as written: of a register's name, an operand's modifier or type; 0: the text does not say.
unsigned place_width(struct assembly *a, const struct assembly_place *place);
// The address of what is in memory.
LLVMValueRef place_address(struct assembly *a, const struct assembly_place *place);
// Reads and writes `width` bits of a place: a constant (read only), a register or memory.
LLVMValueRef place_read(struct assembly *a, const struct assembly_place *place, unsigned width);
void place_write(struct assembly *a, const struct assembly_place *place, LLVMValueRef value, unsigned width);
// Calls a function of the runtime library with at most two arguments.
LLVMValueRef runtime_call(struct assembly *a, const char *name, LLVMTypeRef result, LLVMValueRef *arguments,
                          unsigned count);
// Reads and writes memory at an address.
LLVMValueRef memory_read(struct assembly *a, LLVMValueRef address, unsigned width);
void memory_write(struct assembly *a, LLVMValueRef address, LLVMValueRef value);

// ---- assembly_unchanged.c

// How many instructions, from the one at `at` on, together leave all registers as they were; 0: it is not so.
// They may change flags.
unsigned assembly_unchanged(const struct assembly *a, const struct assembly_text *text, uint32_t at);

// ---- assembly_table.c, assembly_build.c (conditions), assembly_moves.c (cpuid)

// Builds what the instruction does.
void assembly_execute(struct assembly *a, const struct assembly_instruction *instruction);
// `cpuid`: what the processor can do, as the runtime library says. What comes in EBX is written to cell `b`.
void assembly_identify(struct assembly *a, unsigned b);
// The condition of that name (as in `sete`); false: there is none.
bool condition_find(const char *name, size_t length, unsigned *condition);
// The condition as one bit.
LLVMValueRef condition_value(struct assembly *a, unsigned condition);

#endif
