// The process of a store: has the environment open and answers requests until its socket is closed. Nothing
// of what the caller's process has is used, and the caller's other descriptors are closed.
#ifndef HEDDLE_STORE_PROCESS_H
#define HEDDLE_STORE_PROCESS_H

#include <stdbool.h>
#include <stdint.h>
#include <stdnoreturn.h>

// Exit statuses. A damaged store ends the process with a signal, or with anything else.
enum { PROCESS_DONE = 0, PROCESS_NO_MEMORY = 3, PROCESS_ALONE = 4 };

// Called in the child after fork; sends the reply to REQUEST_OPEN first. Never returns.
noreturn void process_run(int socket, const char *folder, uint64_t limit, bool make);

#endif
