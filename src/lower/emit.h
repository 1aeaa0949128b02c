// Emission of instructions into the current block of the function being lowered, and the values they work on.
#ifndef HEDDLE_LOWER_EMIT_H
#define HEDDLE_LOWER_EMIT_H

#include "lower/lower.h"

// New virtual registers: `count` consecutive ones.
uint32_t register_new(struct lowering *l, uint32_t count);

// Appends an instruction; returns it, valid until the next one.
struct emitted *emit(struct lowering *l, enum opcode op, uint32_t width, uint32_t aux, uint32_t d, uint32_t a,
                     uint32_t b);
// Appends an instruction with a 64-bit immediate in (a, b).
struct emitted *emit_immediate(struct lowering *l, enum opcode op, uint32_t width, uint32_t aux, uint32_t d,
                               uint64_t immediate);
// Appends the second slot of an instruction that takes two (OP_SELECT, OP_CMPXCHG), with two more operands.
void emit_extra(struct lowering *l, uint32_t a, uint32_t b);
// An instruction with a new destination register, which is returned.
uint32_t emit_new(struct lowering *l, enum opcode op, uint32_t width, uint32_t aux, uint32_t a, uint32_t b);
// A binary operation, or its form with an immediate where the constant `b` fits; returns the new register.
uint32_t emit_binary(struct lowering *l, enum opcode op, uint32_t width, uint32_t aux, struct word a,
                     struct word b);
// emit_binary without flags, with its result as a word.
struct word emit_word(struct lowering *l, enum opcode op, uint32_t width, struct word a, struct word b);
// a where the condition, a word of one bit in a register, is set, else b; words of `width` bits.
struct word emit_choice(struct lowering *l, struct word condition, uint32_t width, struct word a,
                        struct word b);
// What has no lowering: execution that reaches this place ends `inconclusive`. The block goes on (its rest is
// dropped).
void emit_unsupported(struct lowering *l, const char *format, ...) __attribute__((format(printf, 2, 3)));

// The words of an LLVM value, constants included; they are copied to `words`, which has room for all of them.
void value_words(struct lowering *l, LLVMValueRef value, struct word *words);
// The words of a value as an array owned by the caller (memory_free); *count of them.
struct word *value_copy(struct lowering *l, LLVMValueRef value, uint32_t *count);
// The only word of a scalar of at most 64 bits.
struct word value_word(struct lowering *l, LLVMValueRef value);
uint32_t value_register(struct lowering *l, LLVMValueRef value);
// Makes `words` the value of an instruction.
void value_set(struct lowering *l, LLVMValueRef value, const struct word *words, uint32_t count);
void value_set_register(struct lowering *l, LLVMValueRef value, uint32_t first, uint32_t count);
// Gives the value indeterminate words, for what follows something unsupported.
void value_set_undefined(struct lowering *l, LLVMValueRef value);

// The register that holds a word of `width` bits (at most 64): made if it is constant, undefined or has an
// offset.
uint32_t word_register(struct lowering *l, struct word word, uint32_t width);
// First of consecutive registers that hold the words of a leaf of any width.
uint32_t leaf_registers(struct lowering *l, const struct word *words, uint32_t width);

// A word that a register holds, or that is a constant, without an offset.
static inline struct word word_of_register(uint32_t number)
{
    return (struct word){.kind = WORD_REGISTER, .number = number};
}

static inline struct word word_of_constant(uint64_t value)
{
    return (struct word){.kind = WORD_CONSTANT, .constant = value};
}

// Whether a constant of `width` bits is the sign extension of 32 bits.
bool constant_fits(uint64_t value, uint32_t width);

// An order as `aux` has it.
uint32_t lower_order(LLVMAtomicOrdering ordering);

// The lowering of single instructions, by kind (lower_instruction): each emits what its instruction does and
// makes the result its value (value_set). Where there is no lowering, it emits OP_UNSUPPORTED.
// ---- arithmetic.c
void lower_binary(struct lowering *l, LLVMValueRef instruction);
void lower_comparison(struct lowering *l, LLVMValueRef instruction);
void lower_cast(struct lowering *l, LLVMValueRef instruction);
void lower_float_negation(struct lowering *l, LLVMValueRef instruction);
void lower_select(struct lowering *l, LLVMValueRef instruction);
void lower_freeze(struct lowering *l, LLVMValueRef instruction);
// ---- memory.c
void lower_alloca(struct lowering *l, LLVMValueRef instruction);
void lower_load(struct lowering *l, LLVMValueRef instruction);
void lower_store(struct lowering *l, LLVMValueRef instruction);
void lower_address(struct lowering *l, LLVMValueRef instruction);
// ---- aggregate.c
void lower_extract_value(struct lowering *l, LLVMValueRef instruction);
void lower_insert_value(struct lowering *l, LLVMValueRef instruction);
void lower_extract_element(struct lowering *l, LLVMValueRef instruction);
void lower_insert_element(struct lowering *l, LLVMValueRef instruction);
void lower_shuffle(struct lowering *l, LLVMValueRef instruction);
// Reinterprets the words of one type as those of another of the same size.
void lower_reinterpret(struct lowering *l, LLVMValueRef instruction, LLVMValueRef operand);
// The words of a value as whole 64-bit words, in memory order, in consecutive registers. Returns the first,
// or NO_REGISTER where its elements straddle words.
uint32_t pack_words(struct lowering *l, LLVMValueRef value, uint32_t *count);

// ---- call.c
void lower_call(struct lowering *l, LLVMValueRef instruction);
// Calls the native with words given as operands (register or constant); d: result register or NO_REGISTER.
void emit_native(struct lowering *l, unsigned native, const struct word *arguments, uint32_t count,
                 uint32_t width, uint32_t d);
// ---- intrinsic.c
// Lowers a call of an intrinsic or of a library function with built-in meaning. False: it is not one.
bool lower_intrinsic(struct lowering *l, LLVMValueRef call, LLVMValueRef function);
// ---- atomic.c
// Lowers a call of a function of compilers' atomic library (__atomic_load_8). `defined`: the runtime library
// has a body for those that are not lowered here. False: it is no such function, or is left to that body.
bool lower_atomic_library(struct lowering *l, LLVMValueRef call, const char *name, bool defined);
void lower_read_modify_write(struct lowering *l, LLVMValueRef instruction);
void lower_compare_exchange(struct lowering *l, LLVMValueRef instruction);

// An address operand: a register and an offset, or a constant.
struct address {
    bool constant;
    bool symbolic; // the constant is made of addresses
    uint64_t value;
    uint32_t base;
    int32_t offset;
};
// ---- memory.c
// The address that a pointer holds.
struct address address_of(struct lowering *l, LLVMValueRef pointer);
// Loads `width` bits at address + offset into registers from d on; stores the words of such a value there.
// `aux`: as the instructions have it (program/opcodes.def: order, alignment).
void emit_load(struct lowering *l, struct address address, uint64_t offset, uint32_t width, uint32_t aux,
               uint32_t d);
void emit_store(struct lowering *l, struct address address, uint64_t offset, uint32_t width, uint32_t aux,
                const struct word *words);
// A stack object of a constant size; returns the register of its address.
uint32_t emit_stack_object(struct lowering *l, const char *name, uint64_t size, uint64_t alignment);

#endif
