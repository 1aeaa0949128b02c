// Memory that code that was not instrumented reaches through pointers in the memory that it is given: buffers
// of an array of struct iovec, the line of a getline.
#ifndef HEDDLE_RECORD_REACH_H
#define HEDDLE_RECORD_REACH_H

#include <stdbool.h>
#include <stdint.h>

// What the start of the recording needs.
void reach_start(void);

// The variable known by name, or block of the heap, in which the address lies. False: there is none.
bool reach_object(const void *address, const void **start, uint64_t *size);

// Such a call, at heddle_recording_place, has been given `size` bytes from `start`: records what may be used
// that pointers lead to. Looked at are the first 64 words of the first 16 objects: variables known by name,
// blocks of the heap, and, for further pointers only, what lies on the thread's stack. `kept`: that code may
// use it at later calls, too.
void reach_record(const void *start, uint64_t size, bool kept);

#endif
