// expect: violation
// kinds: assertion
// The new head is stored, whatever it has become meanwhile.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct node {
    int value;
    struct node *next;
};

static struct node *_Atomic head;

static void push(int value)
{
    struct node *n = malloc(sizeof *n);
    n->value = value;
    n->next = atomic_load(&head);
    atomic_store(&head, n);
}

static void *worker(void *argument)
{
    push(2);
    return argument;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, worker, NULL);
    push(1);
    pthread_join(t, NULL);
    int sum = 0;
    for (struct node *n = head; n; n = n->next)
        sum += n->value;
    assert(sum == 3); // <- violation
    return 0;
}
