// Rounds that tell what they wait for: by printf, and by a function with variable arguments.
// expect: safe
#include <assert.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>

static atomic_int flag, turn;
static int data, verbose;

static void trace(const char *format, ...)
{
    char text[32];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    if (verbose)
        puts(text);
}

static int is_one_of(atomic_int *p, int count, ...)
{
    va_list arguments;
    int found = 0;
    va_start(arguments, count);
    while (count-- && !found)
        found = atomic_load(p) == va_arg(arguments, int);
    va_end(arguments);
    return found;
}

static void *worker(void *argument)
{
    while (!atomic_load(&flag)) {
        trace("waiting for %p", argument);
        printf("waiting %d\n", 3);
    }
    assert(data == 1);
    while (!is_one_of(&turn, 2, 3, 5))
        ;
    data = 2;
    return argument;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, worker, NULL);
    data = 1;
    atomic_store(&flag, 1);
    atomic_store(&turn, 4);
    atomic_store(&turn, 5);
    pthread_join(t, NULL);
    assert(data == 2);
    return 0;
}
