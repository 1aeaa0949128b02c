// Preconditions (AGSE section 4; docs/design.md 7.1, 7.2): what must hold of a state so that the executions
// explored from the present one, and nothing worse, are possible from it too.
//
// A precondition is a conjunction of literals (literal.h) and of places that must hold just what they hold in
// the present execution (*exact* places). Places that nothing below depends on are in neither.
//
// Invariants: a literal holds in the present execution, for all inputs that its path condition allows. That
// is why making its places exact implies it (given that path condition), and why the weakest precondition can
// be strengthened (docs/design.md 7.7) anywhere. No literal is there twice, and of bounds of one sum there is
// one.
#ifndef HEDDLE_SUMMARY_PRECONDITION_H
#define HEDDLE_SUMMARY_PRECONDITION_H

#include "base/vector.h"
#include "machine/machine.h"
#include "summary/footprint.h"
#include "summary/literal.h"

// Bytes that are exact, by granule of eight: bit k of the mask is byte k.
struct exact_bytes {
    uint64_t granule;
    uint8_t mask;
};
// The bytes of a granule that [address, address + size), which has some of them, has.
uint8_t granule_mask(uint64_t granule, uint64_t address, uint64_t size);

#define PRECONDITION_ANY 0xffffffffu

struct precondition {
    bool never; // no state fulfils it: something below was not explored, or not followed
    // The precondition is of use only for states that the journal reached with at most so many words: what
    // threads did between there and here decides how they go on.
    uint32_t since;
    // Places were made exact for literals, which may hold only for the inputs that led there.
    bool made_exact;
    VECTOR(uint64_t) registers; // exact, by `where`
    VECTOR(struct exact_bytes) bytes;
    VECTOR(struct literal) literals;
    struct footprint footprint; // what was executed behind the state
};

// Releases it; makes it one that holds in every state.
void precondition_free(struct precondition *p);
void precondition_clear(struct precondition *p);
// Both hold. Leaves `with` as it is.
void precondition_conjoin(struct precondition *p, const struct precondition *with);
// Makes all places of the literals exact.
void precondition_make_exact(struct precondition *p);
void precondition_add_literal(struct precondition *p, const struct literal *literal);
// Literals have been changed in their places: what became equal counts once.
void precondition_unite_literals(struct precondition *p);
// The last literal takes the place of the dropped one.
static inline void precondition_drop_literal(struct precondition *p, uint32_t index)
{
    p->literals.data[index] = vector_pop(&p->literals);
}
// What the inputs decide to be needed, one or the other: literals of both stay, the places of those of one
// become exact. *with changes, too.
void precondition_merge(struct precondition *p, struct precondition *with);
void precondition_add_exact(struct precondition *p, const struct literal_place *place);
// Makes all places of a literal exact.
void precondition_add_places(struct precondition *p, const struct literal *literal);
// Whether all of the place is exact.
bool precondition_is_exact(const struct precondition *p, const struct literal_place *place);
// Makes a register exact.
void precondition_add_register(struct precondition *p, uint64_t where);

#endif
