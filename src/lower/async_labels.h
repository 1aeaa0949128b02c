// CBMC's labels for threads, where they were left in the program. Private to src/lower.
#ifndef HEDDLE_LOWER_ASYNC_LABELS_H
#define HEDDLE_LOWER_ASYNC_LABELS_H

#include <llvm-c/Core.h>

// Behind a label __CPROVER_ASYNC_... CBMC creates a thread. Those that are left (src/program/cbmc_words.h)
// would mean something else: where one is reached, the program has no model. To be called before passes join
// blocks.
void async_labels_stop(LLVMModuleRef module);

#endif
