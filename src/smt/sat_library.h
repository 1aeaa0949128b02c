// The SAT module (smt/sat_module.h), opened when it is first needed.
#ifndef HEDDLE_SMT_SAT_LIBRARY_H
#define HEDDLE_SMT_SAT_LIBRARY_H

#include "smt/sat_module.h"

// The module, or NULL where there is none that can be used. It is opened once for the process and stays.
const struct sat_module *sat_library_load(void);

#endif
