// clang: -std=gnu99
// expect: violation
// kinds: assertion
// The body of a function that is inline only is checked as any other.
#include <assert.h>
#include <pthread.h>

int shared;

inline void add(void)
{
    int old = shared;
    shared = old + 1;
}

static void *thread(void *unused)
{
    add();
    return unused;
}

int main(void)
{
    pthread_t other;
    pthread_create(&other, 0, thread, 0);
    add();
    pthread_join(other, 0);
    assert(shared == 2); // <- violation
    return 0;
}
