// expect: violation
// kinds: data-race
// heddle: --property=data-race
// por: none optimal default
// A list whose links are the addresses of both neighbours at once: in the middle node a constant of two addresses.
#include <pthread.h>
#include <stdint.h>

struct node {
    uintptr_t both;
    int value;
};

static struct node first, middle, last;

static void *set_all(void *argument)
{
    uintptr_t before = 0, at = (uintptr_t)&first;
    while (at) {
        struct node *node = (struct node *)at;
        uintptr_t next = node->both ^ before;
        node->value = 1; // <- violation
        before = at;
        at = next;
    }
    return argument;
}

int main(void)
{
    pthread_t thread;
    first.both = (uintptr_t)&middle;
    middle.both = (uintptr_t)&first ^ (uintptr_t)&last;
    last.both = (uintptr_t)&middle;
    pthread_create(&thread, 0, set_all, 0);
    int seen = last.value;
    pthread_join(thread, 0);
    return seen;
}
