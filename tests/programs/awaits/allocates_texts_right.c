// expect: safe
// Texts, a list and a block that grows, in each round of a loop that waits.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static atomic_int ready;

static void *worker(void *argument)
{
    ready = 1;
    return argument;
}

struct item {
    struct item *next;
    char *text;
};

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, worker, NULL);
    while (!ready) {
        struct item *first = NULL;
        for (int k = 0; k < 3; k++) {
            char text[20];
            snprintf(text, sizeof text, "item %d", k);
            struct item *item = malloc(sizeof *item);
            if (!item || !(item->text = strdup(text)))
                abort();
            item->next = first;
            first = item;
        }
        assert(strcmp(first->text, "item 2") == 0);
        while (first) {
            struct item *item = first;
            first = first->next;
            item->text = realloc(item->text, 40);
            free(item->text);
            free(item);
        }
    }
    pthread_join(t, NULL);
    return 0;
}
