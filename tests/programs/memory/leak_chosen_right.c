// heddle: --property=leak
// expect: safe
// Pointers at places that inputs choose, and in blocks that such pointers lead to, are pointers.
#include <pthread.h>
#include <stdlib.h>

int __VERIFIER_nondet_int(void);
static void *slot[4];
static struct node {
    struct node *next[2];
} *list;

static void *other(void *argument)
{
    return argument;
}

int main(void)
{
    int j = __VERIFIER_nondet_int(), side = __VERIFIER_nondet_int() & 1;
    pthread_t thread;
    pthread_create(&thread, NULL, other, NULL);
    if (j < 0 || j > 3)
        return 0;
    slot[j] = malloc(4);
    for (int k = 0; k < 2; k++) { // a list through one side or the other
        struct node *n = calloc(1, sizeof *n);
        n->next[side] = list;
        list = n;
    }
    list = j == 2 ? list : (struct node *)((char *)list + 8); // within the block
    pthread_join(thread, NULL);
    return 0;
}
