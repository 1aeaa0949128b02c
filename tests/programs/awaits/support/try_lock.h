#include <stdatomic.h>
#include <stdbool.h>

bool try_lock(atomic_int *lock);
