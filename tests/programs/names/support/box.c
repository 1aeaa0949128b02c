#include <pthread.h>
#include <stdlib.h>

struct box {
    pthread_mutex_t lock;
    int size;
};

struct box *box_new(void)
{
    struct box *box = malloc(sizeof *box);
    pthread_mutex_init(&box->lock, NULL);
    box->size = 0;
    return box;
}

void box_add(struct box *box)
{
    int size = box->size;
    pthread_mutex_lock(&box->lock);
    box->size = size + 1;
    pthread_mutex_unlock(&box->lock);
}

int box_size(struct box *box)
{
    return box->size;
}
