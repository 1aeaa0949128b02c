// What ends a call of the library in the middle: memory that runs out, or heddle contradicting itself. A
// library never exits: both jump to the handler that the public function has installed (report/entry.h),
// which turns them into a status and a message. Handlers and reasons belong to the thread that sets them.
#ifndef HEDDLE_BASE_FAILURE_H
#define HEDDLE_BASE_FAILURE_H

#include <setjmp.h>
#include <stdnoreturn.h>

// What setjmp returns after a failure.
enum failure { FAILURE_NONE, FAILURE_MEMORY, FAILURE_CONTRADICTION };

// Sets where failures of this thread jump to (NULL: nowhere; the process is then aborted, since there is
// nothing else that could be correct). Returns the handler it replaces. The handler must be replaced before
// the function that called setjmp returns.
jmp_buf *failure_guard(jmp_buf *handler);

// Memory ran out, or a table has no room for more entries.
noreturn void failure_memory(void);
// Something holds that cannot; `what` must live for ever.
noreturn void failure_contradiction(const char *what);
// What the last contradiction of this thread was.
const char *failure_what(void);

#endif
