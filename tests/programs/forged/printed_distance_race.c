// expect: violation
// kinds: data-race
// heddle: --property=data-race
// por: none optimal default
// unforeseen: a distance to another variable that was printed and read
// The addresses of two variables are printed before there is another thread, and read back; their difference is added to the address of
// one of them.
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

static char other;
static int value;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static char texts[2][32];

static void *set(void *argument)
{
    unsigned long distance = strtoul(texts[0], NULL, 16) - strtoul(texts[1], NULL, 16);
    ++*(int *)(&other + distance); // <- violation
    return argument;
}

int main(void)
{
    pthread_t thread;
    snprintf(texts[0], sizeof texts[0], "%p", (void *)&value);
    snprintf(texts[1], sizeof texts[1], "%p", (void *)&other);
    pthread_create(&thread, 0, set, 0);
    pthread_mutex_lock(&lock);
    value++;
    pthread_mutex_unlock(&lock);
    pthread_join(thread, 0);
    return 0;
}
