// A file of effects (--effects): what functions without a body do, one function a line. docs/manual.md,
// "Functions without a body", is the language.
#ifndef HEDDLE_LOWER_EFFECTS_TEXT_H
#define HEDDLE_LOWER_EFFECTS_TEXT_H

#include "base/error.h"
#include "base/vector.h"

#include <stdbool.h>
#include <stdint.h>

#define EFFECT_NO_ARGUMENT UINT32_MAX

enum effect_kind {
    DOES_RETURN_ANY,
    DOES_RETURN_NUMBER, // from `low` to `high`
    DOES_RETURN_ARGUMENT,
    DOES_ALLOCATE,
    DOES_WRITE,
    DOES_READ,
    DOES_RELEASE,
    DOES_CALL,
};

// `factor` times the arguments; EFFECT_NO_ARGUMENT: none.
struct effect_extent {
    uint64_t factor;
    uint32_t arguments[2];
};

enum passed_kind { PASSED_ARGUMENT, PASSED_ANY, PASSED_ANY_LONG, PASSED_NULL, PASSED_NUMBER };
struct effect_passed {
    enum passed_kind kind;
    uint32_t argument;
    int64_t number;
};

struct effect {
    enum effect_kind kind;
    bool maybe;        // or null; or not at all
    uint32_t argument; // which one it is about
    struct effect_extent size;
    int64_t low, high;
    VECTOR(struct effect_passed) passed; // to what is called
};

struct effects_of {
    char *name;
    uint32_t line;
    VECTOR(struct effect) list; // in the order in which they happen, but for the result, which comes last
};

struct effects {
    const char *file;
    VECTOR(struct effects_of) functions;
};

// Reads the file. False with the error set, which names the line. To be freed in any case.
bool effects_read(const char *file, struct effects *effects, struct error *error);
void effects_free(struct effects *effects);
// Whether it is about the result of the function.
bool effect_is_result(const struct effect *effect);

#endif
