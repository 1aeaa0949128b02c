// expect: violation
// kinds: assertion
// Handles are compared as texts.
#include <assert.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>

static char names[2][32];

static void *work(void *argument)
{
    snprintf(argument, sizeof names[0], "worker %lx", (unsigned long)pthread_self());
    return NULL;
}

int main(void)
{
    for (int k = 0; k < 2; k++) {
        pthread_t t;
        pthread_create(&t, NULL, work, names[k]);
        pthread_join(t, NULL);
    }
    assert(strcmp(names[0], names[1]) != 0); // <- violation
}
