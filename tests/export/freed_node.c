// A node is taken from a list and freed while another thread still reads it: all on the heap.
#include <pthread.h>
#include <stdlib.h>

struct node {
    struct node *next;
    int value;
};

struct list {
    pthread_mutex_t lock;
    struct node *head;
};

static void *sum(void *argument)
{
    struct list *list = argument;
    pthread_mutex_lock(&list->lock);
    struct node *node = list->head;
#ifndef FIXED
    pthread_mutex_unlock(&list->lock);
#endif
    long total = 0;
    for (; node; node = node->next)
        total += node->value;
#ifdef FIXED
    pthread_mutex_unlock(&list->lock);
#endif
    return (void *)total;
}

static void *pop(void *argument)
{
    struct list *list = argument;
    pthread_mutex_lock(&list->lock);
    struct node *node = list->head;
    list->head = node->next;
    pthread_mutex_unlock(&list->lock);
    free(node);
    return NULL;
}

int main(void)
{
    struct list *list = calloc(1, sizeof *list);
    pthread_mutex_init(&list->lock, NULL);
    for (int i = 0; i < 2; i++) {
        struct node *node = malloc(sizeof *node);
        node->next = list->head;
        node->value = i;
        list->head = node;
    }
    pthread_t threads[2];
    pthread_create(&threads[0], NULL, sum, list);
    pthread_create(&threads[1], NULL, pop, list);
    pthread_join(threads[0], NULL);
    pthread_join(threads[1], NULL);
    return 0;
}
