// expect: violation
// kinds: memory
// heddle: --property=memory
// The lock lies in memory that can be released, and the data is released under it: the order of the two
// sections matters.
#include <pthread.h>
#include <stdlib.h>

struct box {
    pthread_mutex_t lock;
    int *data;
};

static struct box *box;
static int sink;

static void *release(void *argument)
{
    pthread_mutex_lock(&box->lock);
    free(box->data);
    pthread_mutex_unlock(&box->lock);
    return argument;
}

static void *use(void *argument)
{
    pthread_mutex_lock(&box->lock);
    sink = box->data[0]; // <- violation
    pthread_mutex_unlock(&box->lock);
    return argument;
}

int main(void)
{
    pthread_t t, u;
    box = malloc(sizeof *box);
    box->data = calloc(1, sizeof *box->data);
    pthread_mutex_init(&box->lock, NULL);
    pthread_create(&u, NULL, use, NULL);
    pthread_create(&t, NULL, release, NULL);
    pthread_join(t, NULL);
    pthread_join(u, NULL);
    return 0;
}
