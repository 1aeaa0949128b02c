// A structure reached through the published block was private too.
// heddle: --property=data-race --all
// expect: violation
// kinds: data-race
// message: data race on next of block of 16 bytes
#include <pthread.h>
#include <stdatomic.h>

#include <stdlib.h>
struct node {
    struct node *next;
    int value;
};
struct node *_Atomic shared;
static void *first(void *argument)
{
    struct node *a = malloc(sizeof *a), *b = malloc(sizeof *b);
    a->next = b;
    b->value = 1;
    b->next = NULL;
    atomic_store_explicit(&shared, a, memory_order_relaxed);
    return argument;
}

static void *second(void *argument)
{
    struct node *a = atomic_load_explicit(&shared, memory_order_relaxed);
    if (a)
        a->next->value = 2;
    return argument;
}

int main(void)
{
    pthread_t one, two;
    pthread_create(&one, NULL, first, NULL);
    pthread_create(&two, NULL, second, NULL);
    pthread_join(one, NULL);
    pthread_join(two, NULL);
    return 0;
}
