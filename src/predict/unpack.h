// Events of recordings that were packed (record/packing.h).
#ifndef HEDDLE_PREDICT_UNPACK_H
#define HEDDLE_PREDICT_UNPACK_H

#include "record/packing.h"

// How many events `bytes` say that they are; 0: they are cut off, or none.
uint32_t unpack_count(const unsigned char *bytes, size_t size);
// Puts that many events to `to`. False: the bytes are damaged.
bool unpack_events(const unsigned char *bytes, size_t size, struct recording_event *to);

#endif
