#include "try_lock.h"

static bool replace(atomic_int *p, int *expected, int value)
{
    return atomic_compare_exchange_strong(p, expected, value);
}

bool try_lock(atomic_int *lock)
{
    int expected = 0;
    return replace(lock, &expected, 1);
}
