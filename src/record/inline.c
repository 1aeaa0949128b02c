// What instrumented code calls for every access: compiled to bitcode, linked into the program's module by
// heddle-lower --instrument, and inlined.
#include "record/cursor.h"

void heddle_record_event(uint64_t head, const void *address, uint64_t more)
{
    recording_put(head, address, more);
}

void heddle_record_here(uint32_t place)
{
    heddle_recording_place = place;
}
