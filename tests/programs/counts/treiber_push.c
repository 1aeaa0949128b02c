// expect: safe
// heddle: --independence=none
// case: N=2 none=70 optimal=4
// case: N=3 optimal=66
// case: N=4 optimal=5208
// timeout: 120
// N threads push one node each onto Treiber's stack. Every operation is on its top but for a node's own link, so a trace
// is a sequence of loads and exchanges of the top in which only neighbouring loads can change places; an exchange that
// fails counts as a write among plain conflicts. tests/programs/counts/treiber_traces counts these sequences: 4, 66, 5208.
//
// With two threads the second one's load is before the first one's exchange or after it, 2 * 2. (If exchanges that fail
// were reads it would be N! 2^(N (N - 1) / 2), that is 4, 48, 1536. The thread whose exchange is number k of those that
// succeed may or may not have looked in each of the k - 1 states before.)
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

struct node {
    struct node *next;
};

static struct node *_Atomic top;
static struct node nodes[N];

static void *push(void *argument)
{
    struct node *node = argument;
    node->next = atomic_load(&top);
    while (!atomic_compare_exchange_strong(&top, &node->next, node))
        ;
    return NULL;
}

int main(void)
{
    pthread_t t[N];
    for (int i = 0; i < N; i++)
        pthread_create(&t[i], NULL, push, &nodes[i]);
    for (int i = 0; i < N; i++)
        pthread_join(t[i], NULL);
    int length = 0;
    for (struct node *node = top; node; node = node->next)
        length++;
    assert(length == N);
    return 0;
}
