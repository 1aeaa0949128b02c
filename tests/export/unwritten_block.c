// options: --property=uninitialised
// A buffer of the heap is announced before all of it was written. Comparing the number of the process, which is another one in each run, is no mistake.
#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>
#include <unistd.h>

struct message {
    int length;
    bool urgent;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct message *shared;
static int urgent;
static pid_t owner;

static void *receive(void *argument)
{
    pthread_mutex_lock(&lock);
    struct message *message = shared;
    pthread_mutex_unlock(&lock);
    if (message) {
        struct message copy = *message;
        if (owner != getpid())
            return NULL;
        if (copy.urgent)
            urgent++;
    }
    return argument;
}

static void publish(struct message *message)
{
    pthread_mutex_lock(&lock);
    shared = message;
    pthread_mutex_unlock(&lock);
}

int main(void)
{
    pthread_t thread;
    owner = getpid();
    pthread_create(&thread, NULL, receive, NULL);
    struct message *message = malloc(sizeof *message);
    message->length = 3;
#ifdef FIXED
    message->urgent = false;
#endif
    publish(message);
    pthread_mutex_lock(&lock);
    message->urgent = false;
    pthread_mutex_unlock(&lock);
    pthread_join(thread, NULL);
    free(message);
    return 0;
}
