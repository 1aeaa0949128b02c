// heddle's own program representation: what the front end (src/lower) makes of LLVM bitcode, and what the
// machine executes. Written once, read-only afterwards, flat and free of pointers except the tables of one
// struct program, so that it can be stored in and mapped from the cache.
//
// Invariants (checked by program_check):
// - Every code index, register, string offset and table index is in range; every function's code ends in a
//   control operation; EXTRA follows exactly the operations that take it.
// - Registers of a function are numbered 0 .. register_count - 1; parameters come first, one word (64 bits)
//   each, wide values in several words.
// - Code of a function is contiguous, entry first. Edge copies (phi nodes) stand in blocks of their own where
//   the edge is critical.
// - Two loads or stores of the source stay two: no pass that removes memory accesses runs (docs/design.md 5).
// - Addresses of globals and functions are fixed here (layout.h), so they are the same in every execution.
#ifndef HEDDLE_PROGRAM_PROGRAM_H
#define HEDDLE_PROGRAM_PROGRAM_H

#include "base/error.h"
#include "program/natives.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

enum opcode {
#define OPCODE(name, format) OP_##name,
#include "program/opcodes.def"
    OP_COUNT
};

// OP_SCALES: of a product, an index times the size of an element: that it wraps around is undefined in C.
enum { OP_NSW = 1, OP_NUW = 2, OP_EXACT = 4, OP_SCALES = 8 };
enum { WIDE_NSW = 128 }; // OP_NSW of OP_WIDE_BINARY, in `aux` beside the operation
static inline unsigned wide_opcode(unsigned aux)
{
    return aux & (WIDE_NSW - 1u);
}
// CONST: the value is an address, which moves with the layout.
#define CONST_ADDRESS 1u
// SCOPE_BEGIN, SCOPE_END. ENTERED: nothing happens where the scope has begun and not ended. DOUBTFUL: whether
// it ends there is not known; what the object holds stays, and no access is decided until it begins.
enum { SCOPE_ENTERED = 1, SCOPE_DOUBTFUL = 2 };
enum { ACCESS_ATOMIC = 1, ACCESS_VOLATILE = 2, ACCESS_FLOAT = 4, ACCESS_POINTER = 8 };

// C11 memory orders (consume is acquire). In `aux` of loads, stores, read-modify-writes and fences in three
// bits from ORDER_SHIFT on; of a compare-exchange those are the order on success, the lowest bits that on
// failure.
enum access_order {
    ORDER_RELAXED,
    ORDER_ACQUIRE,
    ORDER_RELEASE,
    ORDER_ACQUIRE_RELEASE,
    ORDER_SEQ_CST,
    ORDER_UNKNOWN, // not a constant (only in library calls)
};
#define ORDER_SHIFT 4
#define ORDER_MASK 7u
// CMPXCHG: it may fail though the values are equal.
#define CMPXCHG_WEAK 8u
// RMW: the operation in the lowest four bits of `aux`; the result is not used.
#define RMW_OPERATION_MASK 15u
#define RMW_RESULT_UNUSED 0x80u
static inline unsigned aux_order(uint8_t aux)
{
    return aux >> ORDER_SHIFT & ORDER_MASK;
}

enum rmw_operation {
    RMW_XCHG,
    RMW_ADD,
    RMW_SUB,
    RMW_AND,
    RMW_NAND,
    RMW_OR,
    RMW_XOR,
    RMW_MAX,
    RMW_MIN,
    RMW_UMAX,
    RMW_UMIN,
    RMW_FADD,
    RMW_FSUB,
};
enum float_function {
    F_SQRT,
    F_FABS,
    F_FLOOR,
    F_CEIL,
    F_TRUNC,
    F_RINT,
    F_NEARBYINT,
    F_ROUND,
    F_ROUNDEVEN,
    F_SIN,
    F_COS,
    F_EXP,
    F_EXP2,
    F_LOG,
    F_LOG2,
    F_LOG10,
};

#define NO_REGISTER 0xffffffffu
#define NO_FUNCTION 0xffffffffu
#define NO_GLOBAL 0xffffffffu
#define NO_SITE 0xffffffffu
#define NO_CODE 0xffffffffu // of an instruction

struct instruction {
    uint16_t op; // enum opcode
    uint8_t width;
    uint8_t aux;
    uint32_t d, a, b;
};

static inline uint64_t instruction_immediate(const struct instruction *i)
{
    return i->a | (uint64_t)i->b << 32;
}

struct location {
    uint32_t file;         // offset in strings; 0 (the empty string): unknown
    uint32_t line, column; // from 1; 0: unknown
};

enum function_kind { FUNCTION_DEFINED, FUNCTION_NATIVE, FUNCTION_UNMODELLED };
enum {
    FUNCTION_VARIADIC = 1,
    FUNCTION_ATOMIC =
        2, // body executes without interruption: __VERIFIER_atomic_*, __CPROVER_atomic functions
    FUNCTION_RUNTIME = 4, // comes from heddle's runtime library, not from the user
    FUNCTION_NONDET = 8,  // FUNCTION_NATIVE with native __heddle_nondet: result_width bits of input
};

struct function {
    uint32_t name;      // offset in strings
    uint32_t signature; // offset in strings, see signature.h
    uint32_t kind;      // enum function_kind
    uint32_t native;    // enum native, for FUNCTION_NATIVE
    uint32_t flags;
    uint32_t first, end; // code
    uint32_t register_count;
    uint32_t parameter_words;
    uint32_t result_words;
    uint32_t result_width;           // bits; 0: void
    uint32_t location;               // index in locations
    uint32_t first_block, end_block; // its blocks
    uint32_t frame_bytes;            // of its variables, all on the stack; of those that grow it: none
};

// A basic block. `hash` identifies its content (opcodes, operands, constants, names it refers to: what a
// footprint needs, docs/design.md 7.9), independent of where it stands.
struct block {
    uint32_t first, end; // code
    uint32_t function;
    uint32_t reserved;
    uint64_t hash;
};

enum {
    GLOBAL_CONSTANT = 1,
    GLOBAL_THREAD_LOCAL = 2,
    GLOBAL_EXTERNAL = 4,
    GLOBAL_RUNTIME = 8,
    GLOBAL_ZERO = 16
};

struct global {
    uint32_t name; // offset in strings
    uint32_t flags;
    uint64_t address; // thread-local: index among thread-locals instead
    uint64_t size, alignment;
    uint64_t data; // offset of its initial bytes in `data`, size bytes; GLOBAL_ZERO: all zero, none stored
    uint32_t location; // index in locations
    uint32_t type;     // index in source_types; 0: unknown
};

// Where stack objects are made (alloca), for sizes, names and canonical identity.
struct site {
    uint32_t name; // offset in strings: the variable; empty for temporaries
    uint32_t location;
    uint32_t function;
    uint32_t grows; // 1: it is made whenever control comes to it, and takes stack each time
    uint32_t type;  // index in source_types; 0: unknown
    uint32_t reserved;
    uint64_t size, alignment;
};

// A type as the source has it, from the debug information: for people only, nothing is executed by it.
// Qualifiers and typedefs are left out. Entry 0 stands for what is unknown.
enum type_kind {
    TYPE_UNKNOWN,
    TYPE_SIGNED,
    TYPE_UNSIGNED,
    TYPE_CHARACTER,
    TYPE_BOOLEAN,
    TYPE_FLOAT,
    TYPE_POINTER,  // to `of`
    TYPE_ARRAY,    // of `of`
    TYPE_STRUCT,   // with members, in the order of the source
    TYPE_UNION,    // with members, in the order of the source
    TYPE_ENUM,     // with constants, in the order of the source
    TYPE_FUNCTION, // the code that a pointer points to
    TYPE_KIND_COUNT,
};
struct source_type {
    uint32_t name;         // offset in strings; empty: it has none
    uint32_t kind;         // enum type_kind
    uint32_t of;           // index in source_types
    uint32_t first, count; // in type_members or enumerators
    uint32_t reserved;
    uint64_t size; // bytes; 0: unknown
};
struct type_member {
    uint32_t name; // offset in strings; empty: a structure or union whose members count as the outer one's
    uint32_t type;
    uint64_t offset; // bits
    uint64_t width;  // of a bit-field in bits; else 0
};
struct enumerator {
    uint32_t name;
    uint32_t reserved;
    uint64_t value; // sign-extended
};
// What a block of the heap is for that is allocated at a place: type of the variable that gets the pointer.
struct block_type {
    uint32_t location; // of the call of the allocation function; ascending
    uint32_t type;
};

// Operand lists (`operands`): a register, or OPERAND_CONSTANT | index into `constants`.
#define OPERAND_CONSTANT 0x80000000u
// Call list at index k: operands[k] = number F of fixed words, operands[k + 1] = number V of variadic
// arguments, then F operands, then V pairs (operand of the first word, info). info: size in bytes |
// OPERAND_BYVAL; by value: the operand is the address of that many bytes. Words after the first are the
// following registers or constants. Bits 24 to 28 of info: log2 of the alignment. OPERAND_GENERAL,
// OPERAND_FLOATING: the ABI of x86-64 passes it in general registers, or in one of floating point. Behind the
// list of a call through a pointer stands its signature: an offset in strings, see signature.h.
#define OPERAND_GENERAL 0x80000000u
#define OPERAND_BYVAL 0x40000000u
#define OPERAND_FLOATING 0x20000000u
#define OPERAND_SIZE(info) ((info) & 0xffffffu)
#define OPERAND_ALIGN_LOG2(info) (((info) >> 24) & 0x1fu)
// Index of the signature of a call through a pointer.
static inline uint64_t program_call_signature(const uint32_t *operands, uint32_t list)
{
    return list + UINT64_C(2) + operands[list] + UINT64_C(2) * operands[list + 1];
}
// Switch table at index k: operands[k] = number N of cases, [k + 1] = default target, then N pairs (index
// into constants, target), sorted by the constant as an unsigned number.

// An address in code or initial data that lies outside the global variable that it was computed from, as
// `array - 100` does: to the number it may be another variable's.
struct outside_address {
    uint64_t address;
    uint32_t global; // index in globals: the variable
    uint32_t reserved;
};

// A source file that the program was compiled from: what a witness must find unchanged.
struct source {
    uint32_t name; // offset in strings
    uint32_t reserved;
    uint64_t hash; // xxHash64 of its content
};

#define PROGRAM_TABLES(X)                                                                                    \
    X(struct instruction, code)                                                                              \
    X(uint32_t, location_of) /* per instruction: index in locations */                                       \
    X(struct location, locations)                                                                            \
    X(struct function, functions)                                                                            \
    X(struct block, blocks)                                                                                  \
    X(struct global, globals)                                                                                \
    X(struct site, sites)                                                                                    \
    X(uint32_t, operands)                                                                                    \
    X(uint64_t, constants)                                                                                   \
    X(uint8_t, constant_is_address) /* per constant: 1 if it is an address, which moves with the layout */   \
    X(uint32_t, constructors)       /* functions to call before main, in order */                            \
    X(uint32_t, destructors)        /* functions to call after main, in order */                             \
    X(struct source_type, source_types)                                                                      \
    X(struct type_member, type_members)                                                                      \
    X(struct enumerator, enumerators)                                                                        \
    X(struct block_type, block_types)                                                                        \
    X(struct source, sources)                                                                                \
    X(uint8_t, data)         /* initial bytes of globals */                                                  \
    X(uint32_t, relocations) /* ascending offsets in `data` of words that hold addresses */                  \
    X(struct outside_address, outside_addresses) /* ascending by address, then by global; each once */       \
    X(char, strings)                             /* offset 0 is the empty string */

struct analyses;
struct program {
#define TABLE(type, name)                                                                                    \
    type *name;                                                                                              \
    uint32_t name##_count;
    PROGRAM_TABLES(TABLE)
#undef TABLE
    uint32_t pointer_bits; // 32 or 64
    uint32_t main;         // function index; NO_FUNCTION: none
    uint32_t thread_local_count;
    uint32_t main_parameters; // 0, 2 (argc, argv) or 3
    uint64_t globals_end;     // where addresses of further objects may start
    uint64_t hash;            // of all tables: identifies the program in witnesses
    void *mapping;            // the mapped file the tables lie in; NULL: each table is allocated
    size_t mapping_size;
    // What is known of it (analysis/analyses.h); NULL: nothing was asked yet. See program_forget_analyses.
    struct analyses *analyses;
    void (*free_analyses)(struct analyses *analyses);
};

// Names for printing.
const char *opcode_name(unsigned opcode);
const char *opcode_format(unsigned opcode);
// Whether the operation, of two operands, has a constant of the program's text for the second.
bool opcode_takes_immediate(unsigned opcode);
// Whether it computes nothing and decides nothing with what it reads: it copies it to registers, passes it on
// to a function of the program or returns it, or reads nothing but its own objects.
bool opcode_hands_on(unsigned opcode);

static inline const char *program_string(const struct program *p, uint32_t offset)
{
    return p->strings + offset;
}

// Releases the program. NULL is allowed.
void program_free(struct program *program);
// To be called where a program's entry, code or pointers are changed, while nobody uses the analyses. A copy
// of the struct that is to be changed has none to begin with: its `analyses` are set to NULL.
void program_forget_analyses(struct program *program);
// Reads a program stored by program_write; maps the file. On failure (not such a file, other version,
// damaged: the stored hash is verified) sets the error and returns NULL.
struct program *program_read(const char *path, struct error *error);
// Writes atomically (temporary file in the same folder, then rename). Computes program->hash.
bool program_write(struct program *program, const char *path, struct error *error);
// What program_write writes, in memory; owned by the caller.
void *program_image(const struct program *program, size_t *size);
// The program of such an image, whose origin `name` tells in messages. The image is checked as a whole, also
// the invariants above: it may come from anywhere. NULL with the error set.
struct program *program_from_image(const char *name, const void *image, size_t size, struct error *error);
// Checks the invariants above; false with the first one that fails.
bool program_check(const struct program *program, struct error *error);
// Prints functions with their code, for `heddle check --print-program` and tests.
void program_print(const struct program *program, FILE *out);
// Index of the function called `name`, or NO_FUNCTION.
uint32_t program_find_function(const struct program *program, const char *name);
// The runtime library's exit, which runs when main has returned; NO_FUNCTION where the program lacks it.
uint32_t program_exit_function(const struct program *program);
// Index of the global in which the runtime library counts the time that has passed (src/runtime/clock.c), or
// NO_GLOBAL where the program never looks at a clock.
// *alone: it only does so before the first thread is created.
#define PROGRAM_LOOK "__runtime_look" // the function that looks
#define PROGRAM_LOOK_ALONE "__runtime_look_alone"
uint32_t program_time_passed(const struct program *program, bool *alone);
// The function of the runtime library (src/runtime/cancel.c) that a program contains only with
// pthread_cancel.
#define PROGRAM_CANCELLED "__runtime_cancelled"
// The function whose code holds instruction `index`, by binary search.
uint32_t program_function_at(const struct program *program, uint32_t index);
// The block of the function that holds instruction `index`, numbered from the function's first one on.
uint32_t program_block_at(const struct program *program, const struct function *function, uint32_t index);
// By instruction: the block that it is in, numbered in the program. Owned by the caller.
uint32_t *program_code_blocks(const struct program *program);
// For people, "queue.c:12 in push", or "an unknown place" where that is no instruction; owned by the caller.
char *program_place_text(const struct program *program, uint32_t index);

#endif
