// The table of visible operations (operations.def).
#include "machine/native_sync.h"

#define LOCKS OPERATION_LOCKS
#define UNLOCKS OPERATION_UNLOCKS
#define HIDES OPERATION_HIDES
#define FOLLOWED OPERATION_FOLLOWED
#define REPEATS OPERATION_REPEATS

const struct operation_facts operation_facts[OPERATION_KIND_COUNT] = {
#define OPERATION(name, text, enabled, traits, waiting, stuck) {text, traits, waiting, stuck},
#include "machine/operations.def"
};

enabled_function *const operation_enabled[OPERATION_KIND_COUNT] = {
#define OPERATION(name, text, enabled, traits, waiting, stuck) enabled,
#include "machine/operations.def"
};

uint64_t operation_object(const struct operation *op)
{
    return op->about ? op->about : op->access_count ? op->access[0].address : 0;
}

bool operation_may_block(const struct operation *operation)
{
    return operation->await || operation_enabled[operation->kind];
}
