// The texts of a recording: its places, and the variables and functions that are known by name.
#ifndef HEDDLE_RECORD_TEXTS_H
#define HEDDLE_RECORD_TEXTS_H

#include <stdbool.h>

// Writes them to the file. False: there is no room.
bool texts_write(void);

#endif
