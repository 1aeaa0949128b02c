// The texts of a recording: its places, and the variables and functions that are known by name.
#ifndef HEDDLE_RECORD_TEXTS_H
#define HEDDLE_RECORD_TEXTS_H

#include <stdbool.h>

// The calling thread is main.
void texts_start(void);
// Writes them to the file. False: there is no room.
bool texts_write(void);

#endif
