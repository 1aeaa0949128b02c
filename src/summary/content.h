// What places hold in a machine's present state.
#ifndef HEDDLE_SUMMARY_CONTENT_H
#define HEDDLE_SUMMARY_CONTENT_H

#include "machine/machine.h"
#include "machine/recorded.h"
#include "summary/literal.h"

// What a place holds in the machine's present state.
struct machine_content content_of(const struct machine *machine, const struct literal_place *place);
// Whether it is not the same bits for all inputs. What is not known is taken to depend on them.
static inline bool content_depends_on_inputs(const struct machine_content *content)
{
    return content->t || !content->known;
}
// The place's number. False: it depends on inputs, and *number means nothing.
bool content_number(const struct machine *machine, const struct literal_place *place, int64_t *number);

#endif
