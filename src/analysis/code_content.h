// What instructions and globals say, wherever they stand: without numbers of registers, functions and
// globals, without addresses and lines, so that two versions of a program can be compared. (The hash of a
// block, lower/hash.c, names registers; two blocks with one hash say the same, but not the other way round.)
#ifndef HEDDLE_ANALYSIS_CODE_CONTENT_H
#define HEDDLE_ANALYSIS_CODE_CONTENT_H

#include "analysis/registers.h"

enum symbol_kind { SYMBOL_NUMBER, SYMBOL_GLOBAL, SYMBOL_FUNCTION };
// A constant: a number, or an address with what it belongs to.
struct symbol {
    uint32_t kind;  // enum symbol_kind
    uint32_t index; // of the global or function
    uint64_t value; // the number, or the offset
};

// An instruction taken apart.
struct code_content_parts {
    uint64_t own;                  // hash of operation, widths, flags, lengths of lists
    VECTOR(struct symbol) symbols; // constants and functions called, in a fixed order
    VECTOR(uint32_t) reads;        // registers, each word by itself
    VECTOR(uint32_t) targets;      // of a jump, branch or switch
};

struct code_content {
    const struct program *program;
    struct flow **flows; // by function, as registers: NULL: not asked for yet
    struct registers **registers;
    uint32_t *by_address; // globals with an address, which ascends
    uint32_t by_address_count;
    uint64_t *functions, *globals; // by number: what stands for them in hashes; at first their names
    VECTOR(uint32_t) seen;         // by merge of a function: the search that came to it last
    uint32_t search;
};

// Refers to the program.
struct code_content *code_content_new(const struct program *program);
void code_content_free(struct code_content *content);

// Takes an instruction apart; the vectors are used again, and released by code_content_parts_free. What a
// failed assertion is reported with (expression, file, line, function) is no part.
void code_content_take_apart(const struct code_content *content, uint32_t code,
                             struct code_content_parts *parts);
void code_content_parts_free(struct code_content_parts *parts);

enum code_content_level {
    CODE_CONTENT_SHAPE, // operation, width, and the functions and globals that it calls and accesses
    CODE_CONTENT_OWN,   // and its constants
    CODE_CONTENT_WHOLE, // and, to some depth, what computes its operands; variables of the stack by their
                        // names
};
// A hash of what the instruction says at that level: equal for instructions that say the same.
uint64_t code_content_hash(struct code_content *content, uint32_t code, enum code_content_level level);

// What computes a register: instructions, or CODE_CONTENT_ENTRY | the number of a register that the function
// was entered with. Merges are looked through: which way control came from, moves and branches tell.
#define CODE_CONTENT_ENTRY 0x80000000u
struct definitions {
    uint32_t *data;
    uint32_t size, capacity;
};
// Of the register where the instruction reads it, without duplicates; replaces the content of *found.
void code_content_definitions(struct code_content *content, uint32_t code, uint32_t register_number,
                              struct definitions *found);

// The flow of a function with code, in which every call comes back.
const struct flow *code_content_flow(struct code_content *content, uint32_t function);

// Whether the compiler made the global for a literal: it has no name in the source, and stands for its bytes.
bool code_content_is_literal(const struct program *program, uint32_t global);
// The length of a name without the number by which linking keeps static symbols of one name apart.
uint32_t code_content_stem(const char *name);
// The bytes of a pointer, or of what is left, at an offset in a global's first content; an address by what it
// belongs to.
struct symbol code_content_word(const struct code_content *content, uint32_t global, uint64_t at);

#endif
