// Webs of a function: its registers are reused for unrelated values, so flow-insensitive analyses work on
// webs instead: a web is a set of definitions of one register and all reads that one of them can reach,
// closed under sharing. What is known of a web's numbers is kept too (constants, multiples).
#ifndef HEDDLE_ANALYSIS_WEBS_H
#define HEDDLE_ANALYSIS_WEBS_H

#include "base/vector.h"
#include "program/program.h"

#define NO_WEB 0xffffffffu

// A register operand of an instruction.
struct web_use {
    uint32_t register_number, web;
    bool write;
};

struct web_fact {
    bool constant;     // every definition sets this value
    uint64_t value;    // then
    bool merged;       // there are several definitions
    uint32_t multiple; // every value is a multiple of it; 0: only the value 0 (or nothing) is defined
};

struct webs {
    uint32_t function, first_code; // of its code
    uint32_t count;
    uint32_t parameter_count;
    uint32_t *parameters;        // webs of the parameter words; NO_WEB: never read
    uint32_t *first_use;         // by instruction: index in uses; one more at the end
    VECTOR(struct web_use) uses; // reads before writes
    struct web_fact *facts;      // by web
};

// Of a function with code. Never fails. Owned by the caller; does not refer to the program.
struct webs *webs_compute(const struct program *program, uint32_t function);
void webs_free(struct webs *webs);

// The web of a register that the instruction reads (or writes); NO_WEB: it does not.
uint32_t webs_read(const struct webs *webs, uint32_t code, uint32_t register_number);
uint32_t webs_written(const struct webs *webs, uint32_t code, uint32_t register_number);

#endif
