// What speaks for a read's having seen the write that it sees in the trace, and whether that is enough
// (docs/predict.md, uncertain reads). recording_build_settle is here.
#ifndef HEDDLE_PREDICT_RECORDING_CERTAIN_H
#define HEDDLE_PREDICT_RECORDING_CERTAIN_H

#include "predict/recording_build.h"

// The bytes of an access that lie in a segment. False: they are not known.
bool recording_value_in(const struct recording_memory *memory, const struct recording_event *event,
                        uint32_t segment, uint64_t *value);

// A read of a cell, whose variable is there: its marks (enum recording_mark). What it found shows what is in
// the cell, and whether somebody has written there without an event.
unsigned recording_mark_read(struct recording_build *build, struct recording_cell *cell,
                             const struct recording_event *event, uint32_t segment,
                             struct recording_span span);

#endif
