// What instructions mean: functions that build LLVM's instructions for them. One with `lock`, or an `xchg`
// with memory, is one sequentially consistent atomic operation. Without `lock` an instruction that changes
// memory reads it and writes it, and others may come between, as they may on processors.
//
// Flags that a processor leaves undefined are not known here either, and reading them has no meaning. Intel's
// manual (volume 2) is what the functions follow. Private to assembly_*.c.
#ifndef HEDDLE_LOWER_ASSEMBLY_MEANING_H
#define HEDDLE_LOWER_ASSEMBLY_MEANING_H

#include "lower/assembly_code.h"

// What an instruction works on.
struct execution {
    struct assembly *a;
    const struct assembly_instruction *instruction;
    const struct assembly_place *source, *target; // the first and the last of its places
    unsigned width;                               // bits; 0: it has none
    bool atomic;                                  // it changes memory, with `lock`
};

// ---- assembly_build.c: values, flags and places

LLVMValueRef build_constant(const struct execution *e, unsigned width, uint64_t value);
LLVMValueRef build_comparison(const struct execution *e, LLVMIntPredicate predicate, LLVMValueRef a,
                              LLVMValueRef b);
LLVMValueRef build_binary(const struct execution *e, LLVMOpcode opcode, LLVMValueRef a, LLVMValueRef b);
// One bit.
LLVMValueRef build_bit(const struct execution *e, bool value);
// The lowest bits, or with zeros, or copies of the sign, above.
LLVMValueRef build_resized(const struct execution *e, LLVMValueRef value, unsigned width, bool sign);
// llvm.NAME of an integer; with_poison: it takes a second operand that says whether zero has no result.
LLVMValueRef build_intrinsic(const struct execution *e, const char *name, bool with_poison,
                             LLVMValueRef value);
LLVMValueRef build_is_negative(const struct execution *e, LLVMValueRef value);
LLVMValueRef build_is_zero(const struct execution *e, LLVMValueRef value);
// Zero, sign and parity of a result.
void set_result_flags(const struct execution *e, LLVMValueRef result);
// The flag; where nothing defines it, the assembly is refused.
LLVMValueRef known_flag(struct assembly *a, LLVMValueRef flag);
// A sequentially consistent update of the target; what was there before.
LLVMValueRef build_atomic_update(const struct execution *e, LLVMAtomicRMWBinOp operation, LLVMValueRef value);
// Reads the source and the target; the source first, since writing an output may take its register.
LLVMValueRef read_source(const struct execution *e);
LLVMValueRef read_target(const struct execution *e);
void write_target(const struct execution *e, LLVMValueRef value);

// ---- assembly_arithmetic.c. The parameter says which of several instructions it is.

enum assembly_operation { ADD, SUBTRACT, ADD_CARRY, SUBTRACT_BORROW, AND, OR, XOR, COMPARE, TEST };
enum { INCREMENT, DECREMENT };
enum { BIT_TEST, BIT_SET, BIT_RESET, BIT_CHANGE };
enum { LOWEST, HIGHEST };
enum { SHIFT_LEFT, SHIFT_RIGHT, SHIFT_ARITHMETIC, ROTATE_LEFT, ROTATE_RIGHT };

// The result of an operation, and the flags after it. a: the target's value.
LLVMValueRef calculate_with_flags(const struct execution *e, enum assembly_operation operation,
                                  LLVMValueRef a, LLVMValueRef b);
void assembly_calculate_binary(const struct execution *e, unsigned operation);
void assembly_step_by_one(const struct execution *e, unsigned direction);
void assembly_negate_target(const struct execution *e, unsigned parameter);
void assembly_invert_target(const struct execution *e, unsigned parameter);
void assembly_test_bit(const struct execution *e, unsigned action);
void assembly_scan_bits(const struct execution *e, unsigned which);
void assembly_count_ones(const struct execution *e, unsigned parameter);
void assembly_swap_bytes(const struct execution *e, unsigned parameter);
void assembly_shift_target(const struct execution *e, unsigned kind);
void assembly_rotate_target(const struct execution *e, unsigned kind);

// ---- assembly_moves.c

// The parameter of movzbl and the like: bits of the source and the target.
#define EXTENSION(sign, from, to) ((sign) << 16 | (from) << 8 | (to))

void assembly_move_value(const struct execution *e, unsigned parameter);
void assembly_move_extended(const struct execution *e, unsigned parameter);
void assembly_load_address(const struct execution *e, unsigned parameter);
void assembly_move_if(const struct execution *e, unsigned condition);
void assembly_set_if(const struct execution *e, unsigned condition);
void assembly_exchange_places(const struct execution *e, unsigned parameter);
void assembly_exchange_add(const struct execution *e, unsigned parameter);
void assembly_exchange_equal(const struct execution *e, unsigned parameter);
void assembly_exchange_pair(const struct execution *e, unsigned half);
void assembly_do_nothing(const struct execution *e, unsigned parameter);
void assembly_fence_memory(const struct execution *e, unsigned parameter);
// `lock; addl $0,0(%rsp)` and the like.
void assembly_fence_by_lock(const struct execution *e);
void assembly_prefetch_line(const struct execution *e, unsigned parameter);
void assembly_read_cycles(const struct execution *e, unsigned processor);
void assembly_identify_processor(const struct execution *e, unsigned parameter);

#endif
