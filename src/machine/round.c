#include "machine/round.h"

#include "machine/observer.h"
#include "machine/permit.h"
#include "machine/step.h"

#include "base/bit_array.h"

enum { CHOICES = 16 }; // of one step, until the next loop that it goes round is learnt

void round_attach(struct machine *m)
{
    m->rounds = NULL;
}

void round_detach(struct machine *m)
{
    memory_free(m->rounds);
}

void round_learnt(struct machine *m, const struct learnt_fact *fact)
{
    if (fact->kind != LEARNT_ROUND)
        return;
    if (!m->rounds)
        m->rounds = bit_array_new(m->program->code_count);
    bit_array_add(m->rounds, (uint32_t)fact->what);
}

bool round_begins(struct machine *m, const struct instruction *i)
{
    uint32_t code = (uint32_t)(i - m->code);
    bool learnt = m->rounds && bit_array_has(m->rounds, code);
    bool many = m->options.rounds && m->state.raised >= CHOICES && m->current->state.atomic_depth == 0;
    if (!learnt && !many)
        return true;
    step_save(m, i);
    if (!learnt)
        return !machine_learn(m, (struct learnt_fact){.kind = LEARNT_ROUND, .what = code});
    const struct operation op = {.kind = OPERATION_ROUND};
    return permit_ask(m, &op);
}
