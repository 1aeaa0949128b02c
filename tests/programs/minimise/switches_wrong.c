// A schedule that was drawn at random, with a switch every few steps, becomes the one with a single context switch, the steps
// behind it that nobody needs are left out, and the input is the smallest with which the assertion fails.
// heddle: --por=random --seed=3 --slice=off
// por: default
// expect: violation
// kinds: assertion
// text: ^Schedule  6 steps, 1 context switch 
// text: ^  limit = 778$
// text: ^  letter = 97 'a'$
// text: ^  unused = 0$
#include <assert.h>
#include <heddle.h>
#include <pthread.h>

static int limit, busy, rounds;
static char letter;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *writer(void *argument)
{
    for (int i = 0; i < 2; i++) {
        pthread_mutex_lock(&lock);
        rounds++;
        pthread_mutex_unlock(&lock);
    }
    busy = 1;
    busy = 0;
    for (int i = 0; i < 2; i++) {
        pthread_mutex_lock(&lock);
        rounds++;
        pthread_mutex_unlock(&lock);
    }
    return argument;
}

static void *reader(void *argument)
{
    if (limit > 777 && letter > 50)
        assert(busy == 0); // <- violation
    return argument;
}

int main(void)
{
    pthread_t threads[2];
    int unused;
    heddle_symbolic(&limit, sizeof limit, "limit");
    heddle_symbolic(&letter, sizeof letter, "letter");
    heddle_symbolic(&unused, sizeof unused, "unused");
    heddle_assume(unused < 5);
    pthread_create(&threads[0], NULL, writer, NULL);
    pthread_create(&threads[1], NULL, reader, NULL);
    pthread_join(threads[0], NULL);
    pthread_join(threads[1], NULL);
}
