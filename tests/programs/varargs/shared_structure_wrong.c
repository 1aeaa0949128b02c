// A structure passed among variable arguments is read from memory that another thread writes, in pieces.
// heddle: --all
// expect: violation
// kinds: assertion
#include <assert.h>
#include <pthread.h>
#include <stdarg.h>

struct triple {
    long a, b, c;
};
static struct triple shared;

static struct triple second(int count, ...)
{
    va_list list;
    va_start(list, count);
    struct triple found = va_arg(list, struct triple);
    va_end(list);
    return found;
}

static void *run(void *argument)
{
    shared.a = 1;
    shared.c = 1;
    return argument;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, run, NULL);
    struct triple seen = second(1, shared);
    assert(seen.a == 0); // <- violation
    assert(seen.a == seen.c); // <- violation
    pthread_join(thread, NULL);
    seen = second(1, shared);
    assert(seen.a == 1 && seen.b == 0 && seen.c == 1);
    return 0;
}
