// libz3, loaded when it is first needed. Only src/smt/z3_*.c may include this.
#ifndef HEDDLE_SMT_Z3_LIBRARY_H
#define HEDDLE_SMT_Z3_LIBRARY_H

#include <z3.h>

struct z3_library {
#define Z3_FUNCTION(name) __typeof__(Z3_##name) *name;
#include "smt/z3_functions.def"
#undef Z3_FUNCTION
};

// The functions, or NULL when the library or one of them is missing; then *error says why (never freed). The
// library is loaded once for the process and stays.
const struct z3_library *z3_library_load(const char **error);

#endif
