// expect: safe
// case: --property=assertion optimal=1 default=1
// case: --property=data-race default=0
// Numbers that are computed, printed, and used as offsets are no addresses.
#include <assert.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>

static unsigned long table[8], sum;
static struct item {
    struct item *next;
    unsigned long weight;
} items[4], *head, *never;

static void *count(void *argument)
{
    for (unsigned long k = 0; k < 8; k++)
        table[k] = k * k;
    for (struct item *item = head; item; item = item->next)
        item->weight = item->weight * 2 + table[item - items];
    for (struct item *item = never; item; item = item->next)
        item->weight++;
    return argument;
}

int main(void)
{
    pthread_t thread;
    for (int k = 0; k < 4; k++) {
        items[k].next = head;
        head = &items[k];
    }
    pthread_create(&thread, 0, count, 0);
    pthread_join(thread, 0);
    for (int k = 0; k < 8; k++)
        sum = sum * 3 + table[k];
    char text[40];
    snprintf(text, sizeof text, "%lu %zu %g", sum, sizeof items * sum, (double)sum * 0.5);
    printf("%zu\n", strlen(text) + sum);
    assert(sum != 0);
    return 0;
}
