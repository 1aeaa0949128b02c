// files: support/inline_other.c
// heddle: --property=assertion,data-race,memory,lock
// clang: -std=c99
// executions: none=2 optimal=2
// expect: safe
// Functions that are inline and have no external definition: the body there is counts, in both files. Where there is an
// external definition, that one does.
#include "support/inline_tools.h"

#include <assert.h>

TOOL(two, 2)

inline int with_definition(int x)
{
    return x * 10;
}

void *other_thread(void *unused);

int main(void)
{
    pthread_t thread;
    assert(two_next(1) == 3);
    assert(with_definition(4) == 40);
    pthread_create(&thread, 0, other_thread, 0);
    shared_add(1);
    pthread_join(thread, 0);
    assert(shared == 3);
    return 0;
}
