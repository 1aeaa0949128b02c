// expect: violation
// kinds: assertion
// A lock-free stack of indices. main reads the head A and its successor B, then the thread takes both and puts A back:
// main's exchange succeeds, and makes B the head, which the thread owns.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

enum { NONE, A, B };
static atomic_int head = A;
static int next[3] = {NONE, B, NONE};

static int pop_once(void)
{
    int top = atomic_load(&head);
    if (top == NONE)
        return NONE;
    int below = next[top];
    return atomic_compare_exchange_strong(&head, &top, below) ? top : NONE;
}

static void push_once(int node)
{
    int top = atomic_load(&head);
    next[node] = top;
    atomic_compare_exchange_strong(&head, &top, node);
}

static int owned; // by the thread

static void *worker(void *argument)
{
    int first = pop_once();
    owned = pop_once();
    if (first != NONE)
        push_once(first);
    return argument;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, worker, NULL);
    pop_once();
    pthread_join(t, NULL);
    if (owned != NONE)
        for (int node = head; node != NONE; node = next[node])
            assert(node != owned); // <- violation
    return 0;
}
