#include "inline_tools.h"

int shared;
pthread_mutex_t shared_lock = PTHREAD_MUTEX_INITIALIZER;

void *other_thread(void *unused)
{
    shared_add(2);
    return unused;
}

int with_definition(int x)
{
    return 10 * x;
}
