// A lock for readers and writers, made of a flag and a number that are tested and set at once; waiting is left out
// (assumed over). WRITERS threads count two variables up, READERS threads claim to see them equal, ROUNDS times
// each. Safe.
#include <assert.h>
#include <heddle.h>
#include <pthread.h>

static int writing, reading;
static int x, y;

static void *write_both(void *argument)
{
    for (int round = 0; round < ROUNDS; round++) {
        heddle_atomic_begin();
        heddle_assume(!writing && !reading);
        writing = 1;
        heddle_atomic_end();
        x++;
        y++;
        writing = 0;
    }
    return argument;
}

static void *read_both(void *argument)
{
    for (int round = 0; round < ROUNDS; round++) {
        heddle_atomic_begin();
        heddle_assume(!writing);
        reading++;
        heddle_atomic_end();
        assert(x == y);
        heddle_atomic_begin();
        reading--;
        heddle_atomic_end();
    }
    return argument;
}

int main(void)
{
    pthread_t t[WRITERS + READERS];
    for (int k = 0; k < WRITERS + READERS; k++)
        pthread_create(&t[k], NULL, k < WRITERS ? write_both : read_both, NULL);
    for (int k = 0; k < WRITERS + READERS; k++)
        pthread_join(t[k], NULL);
    return 0;
}
