// What the files of heddle-lower share: the tables of the program being made, the state of the module and of
// the function being lowered. The pipeline is main.c: input (read, link) -> prepare (natives, passes) ->
// globals -> functions -> hashes -> write.
#ifndef HEDDLE_LOWER_LOWER_H
#define HEDDLE_LOWER_LOWER_H

#include "base/error.h"
#include "base/vector.h"
#include "lower/map.h"
#include "program/program.h"

#include <llvm-c/Core.h>
#include <llvm-c/Target.h>

// Function attribute and section that mark what comes from the runtime library.
#define RUNTIME_ATTRIBUTE "heddle-runtime"
#define RUNTIME_SECTION ".heddle.runtime"
// Values of more words are not lowered (a load of a whole array as one value).
#define MAX_VALUE_WORDS 1024u
#define MAX_INTEGER_BITS 1024u
#define MAX_NESTING 1000u // of types and constants in one another

// A scalar of a type: what one register, or several consecutive ones, hold.
enum leaf_kind { LEAF_INTEGER, LEAF_POINTER, LEAF_FLOAT };
struct leaf {
    enum leaf_kind kind;
    uint32_t width;  // bits
    uint32_t word;   // number of its first word within the value
    uint64_t offset; // bytes from the start of the value in memory
};

struct type_info {
    const char *unsupported; // why values of this type are not lowered, or NULL
    struct leaf *leaves;
    uint32_t leaf_count, word_count;
    bool bits; // a vector whose elements are not whole bytes: packed in memory
};

// One word of a value.
enum word_kind { WORD_UNDEFINED, WORD_CONSTANT, WORD_REGISTER };
struct word {
    enum word_kind kind;
    bool address;      // a constant that was made of addresses
    int32_t offset;    // a register plus this offset, which loads and stores take into their immediate
    uint32_t number;   // register
    uint64_t constant; // zero-extended
    uint32_t base;     // of a constant: 1 + the index of the global variable it was computed from; 0: none
};

// An instruction on its way. Branch targets are numbers of blocks, registers are virtual.
struct emitted {
    struct instruction code;
    uint32_t location;
    bool address; // its constant is made of addresses
};

struct lower_block {
    VECTOR(struct emitted) body;
    LLVMBasicBlockRef source; // NULL: the copies of an edge
    LLVMValueRef terminator;
    uint32_t condition;    // register the terminator looks at
    uint32_t loop_counter; // NO_REGISTER: not a loop head
    bool ended;            // control does not reach the end
};

struct virtual_register {
    uint32_t leader; // first of the consecutive registers it belongs to
    uint32_t size;   // of that group
};

struct emitted_constant {
    uint64_t value;
    uint32_t number, width;
    bool address;
};

struct function_state {
    LLVMValueRef function;
    uint32_t number;
    bool runtime;
    struct map values; // LLVM value -> index of its first word in `words`
    VECTOR(struct word) words;
    VECTOR(struct virtual_register) registers;
    VECTOR(struct lower_block) blocks; // in reverse postorder, then edges
    struct map block_numbers;
    struct map phi_positions;                       // see incoming in body.c
    uint32_t current;                               // block that is emitted to
    uint32_t location;                              // of what is emitted
    VECTOR(struct emitted_constant) constant_cache; // of the current block: see emit_constant
};

struct lowering {
    struct error *error;
    LLVMContextRef context;
    LLVMModuleRef module;
    LLVMTargetDataRef layout;
    LLVMBuilderRef builder; // without a position: folds constants
    bool volatile_atomic;   // volatile accesses of the user's are atomic
    unsigned pointer_bits;

#define TABLE(type, name) VECTOR(type) name;
    PROGRAM_TABLES(TABLE)
#undef TABLE
    VECTOR(uint8_t) code_is_address; // beside `code`
    uint32_t main, main_parameters, thread_local_count;
    uint64_t globals_end;

    struct map types; // LLVM type -> index in type_infos
    VECTOR(struct type_info *) type_infos;
    struct map function_numbers; // LLVM function -> number
    struct map global_numbers;   // LLVM global -> index in `globals`
    struct map labels;           // LLVM block -> number of its address
    uint32_t label_count, function_total;
    uint32_t constant_depth; // of the constants that are being evaluated
    bool in_initialiser;     // these are of a variable's initial value
    uint32_t type_depth;     // of the types that are being looked at
    struct map scopes;       // debug scope or file -> file name
    // source_types.c
    struct map source_type_numbers;       // debug type -> index in source_types
    VECTOR(LLVMMetadataRef) source_nodes; // by that index; NULL: described already
    struct index source_type_index;       // of named structures, unions and enumerations
    struct map variables;                 // of the current function: alloca -> index in variable_nodes
    VECTOR(LLVMMetadataRef) variable_nodes;
    struct index string_index, constant_index, location_index;
    struct function_state f;
    bool check;
};

// tables.c: interning
uint32_t lower_string(struct lowering *l, const char *text, size_t length);
uint32_t lower_constant(struct lowering *l, uint64_t value, bool address);
uint32_t lower_location(struct lowering *l, uint32_t file, uint32_t line, uint32_t column);
// The name of a file of the debug information, as the user finds it from the current folder; those of the
// runtime library stay as they are.
uint32_t lower_path(struct lowering *l, const char *name, unsigned length, const char *folder,
                    unsigned folder_length);
uint32_t lower_file(struct lowering *l, LLVMMetadataRef file, bool runtime);
uint32_t lower_debug_location(struct lowering *l, LLVMMetadataRef location);
struct program *lower_finish(struct lowering *l);
void lower_release(struct lowering *l);

// types.c
const struct type_info *type_get(struct lowering *l, LLVMTypeRef type);
static inline const struct type_info *type_of(struct lowering *l, LLVMValueRef value)
{
    return type_get(l, LLVMTypeOf(value));
}
// Index of the first leaf and word of element `index` of a struct, array or vector.
void type_element(struct lowering *l, LLVMTypeRef type, uint32_t index, uint32_t *leaf, uint32_t *word);

// constants.c
// Evaluates a constant into its words. False where that is impossible (what has no lowering); *why then says
// what, or is NULL for what takes code: a thread-local address; and what is computed from the addresses of
// two variables or functions, so that the analyses see that it leads from one to the other (an offset that is
// added to the one, a list whose links are two addresses at once).
bool constant_words(struct lowering *l, LLVMValueRef constant, struct word *words, const char **why);
// Where the word is an address outside the variable that it was computed from, the program's table
// outside_addresses says so. To be called with each address constant that is used.
void constant_note_outside(struct lowering *l, const struct word *word);
// Sorts that table; once, at the end.
void constants_finish(struct lowering *l);
// Writes the bytes of an initialiser.
bool constant_bytes(struct lowering *l, LLVMValueRef constant, uint8_t *bytes, const char **why);
// Whether it is declared weak and nobody defines it: its address is null.
bool is_missing(struct lowering *l, LLVMValueRef global);
uint64_t label_address(struct lowering *l, LLVMBasicBlockRef block);

// globals.c
void globals_lower(struct lowering *l);

// functions.c: numbers and describes all functions, before the globals that point to them; then lowers them
// Whether the body of a function of that name is executed without interruption (FUNCTION_ATOMIC).
bool functions_is_atomic(const char *name);
void functions_number(struct lowering *l);
void functions_lower(struct lowering *l);

// body.c: lowers the body of the function in l->f and appends it to the program
void body_lower(struct lowering *l, LLVMValueRef function, uint32_t number);

// assemble.c: orders blocks, allocates registers, appends to the tables
void body_assemble(struct lowering *l);

// hash.c
void hash_blocks(struct lowering *l);

#endif
