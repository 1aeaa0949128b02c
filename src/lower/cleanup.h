// Cleanup handlers of threads, as glibc's pthread_cleanup_push makes them. Private to src/lower.
#ifndef HEDDLE_LOWER_CLEANUP_H
#define HEDDLE_LOWER_CLEANUP_H

#include <llvm-c/Core.h>

// The macro calls setjmp; where that returns for the second time, the thread ends and the handler is called.
// Instead, the runtime library gets the handler and its argument (src/runtime/cancel.c), and setjmp is
// not called. In a program with handlers pthread_exit calls them. To be called before the runtime library is
// linked.
void cleanup_handlers(LLVMModuleRef module);

#endif
