// expect: violation
// kinds: data-race
// heddle: --property=data-race
// por: none optimal default
// unforeseen: a distance to another variable that was printed and read
// As printed_distance_race.c, by l64a and a64l.
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
static char other;
static int value;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static char texts[2][8];
static void *set(void *argument)
{
    long distance = a64l(texts[0]) - a64l(texts[1]);
    ++*(int *)(&other + distance); // <- violation
    return argument;
}
int main(void)
{
    pthread_t thread;
    strcpy(texts[0], l64a((long)&value));
    strcpy(texts[1], l64a((long)&other));
    pthread_create(&thread, 0, set, 0);
    pthread_mutex_lock(&lock);
    value++;
    pthread_mutex_unlock(&lock);
    pthread_join(thread, 0);
    return 0;
}
