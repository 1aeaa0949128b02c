// A large heap: MEGABYTES in big blocks that are written whole, a list of many small nodes, and half of it
// freed and allocated again while two threads look at the rest.
#include <assert.h>
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#ifndef MEGABYTES
#define MEGABYTES 64
#endif

enum { NODES = 100000, MEGABYTE = 1 << 20 };

struct node {
    struct node *next;
    uint64_t value;
};

static unsigned char *blocks[MEGABYTES];
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static unsigned looks;

static unsigned char *make_block(int fill)
{
    unsigned char *block = malloc(MEGABYTE);
    assert(block != NULL);
    memset(block, fill, MEGABYTE);
    return block;
}

static struct node *make_list(void)
{
    struct node *list = NULL;
    for (uint64_t i = 0; i < NODES; i++) {
        struct node *node = malloc(sizeof *node);
        assert(node != NULL);
        *node = (struct node){.next = list, .value = i};
        list = node;
    }
    return list;
}

static void free_list(struct node *list)
{
    uint64_t sum = 0;
    while (list != NULL) {
        struct node *next = list->next;
        sum += list->value;
        free(list);
        list = next;
    }
    assert(sum == (uint64_t)NODES * (NODES - 1) / 2);
}

static void *look(void *unused)
{
    for (int i = 0; i < MEGABYTES; i += 16)
        assert(blocks[i][MEGABYTE - 1] == (unsigned char)(i + 1));
    pthread_mutex_lock(&lock);
    looks++;
    pthread_mutex_unlock(&lock);
    return unused;
}

int main(void)
{
    for (int i = 0; i < MEGABYTES; i++)
        blocks[i] = make_block(i + 1);
    free_list(make_list());
    for (int i = 1; i < MEGABYTES; i += 2) {
        free(blocks[i]);
        blocks[i] = make_block(0);
    }
    pthread_t threads[2];
    for (int i = 0; i < 2; i++)
        pthread_create(&threads[i], NULL, look, NULL);
    for (int i = 0; i < 2; i++)
        pthread_join(threads[i], NULL);
    assert(looks == 2);
    for (int i = 0; i < MEGABYTES; i++)
        free(blocks[i]);
    return 0;
}
