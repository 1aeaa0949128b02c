// clang: -mcx16
// expect: safe
// A stack whose head is a pointer beside a count of its changes, exchanged by cmpxchg16b: what was popped may come back.
#include <assert.h>
#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>

struct node {
    struct node *next;
    int value;
};

struct head {
    struct node *first;
    unsigned long changes;
} __attribute__((aligned(16)));

static struct head head;
static struct node nodes[2] = {{&nodes[1], 1}, {NULL, 2}};
static int popped[3];

static bool exchange(struct head *where, struct head *expected, struct head desired)
{
    bool equal;
    __asm__ __volatile__("lock; cmpxchg16b %1\n\tsetz %0"
                         : "=q"(equal), "+m"(*where), "+a"(expected->first), "+d"(expected->changes)
                         : "b"(desired.first), "c"(desired.changes)
                         : "memory", "cc");
    return equal;
}

static struct node *pop(void)
{
    struct head old = {*(struct node *volatile *)&head.first, *(volatile unsigned long *)&head.changes};
    while (old.first) {
        struct head next = {*(struct node *volatile *)&old.first->next, old.changes + 1};
        if (exchange(&head, &old, next))
            break;
    }
    return old.first;
}

static void push(struct node *node)
{
    struct head old = {NULL, 0}, next;
    do {
        *(struct node *volatile *)&node->next = old.first;
        next = (struct head){node, old.changes + 1};
    } while (!exchange(&head, &old, next));
}

static void *other(void *argument)
{
    struct node *first = pop(), *second = pop();
    if (second)
        popped[second->value]++;
    if (first)
        push(first);
    return argument;
}

int main(void)
{
    pthread_t thread;
    head.first = &nodes[0];
    pthread_create(&thread, NULL, other, NULL);
    struct node *mine = pop();
    if (mine)
        popped[mine->value]++;
    pthread_join(thread, NULL);
    for (struct node *left; (left = pop());)
        popped[left->value]++;
    assert(popped[1] == 1 && popped[2] == 1);
    return 0;
}
