// expect: safe
// case: --property=assertion --independence=none source=8 optimal=8 default=2
// output: tries\n
// heddle: --show-output
// Statistics that are counted and printed matter to nothing: all that is left is who is first under the lock.
#include <assert.h>
#include <pthread.h>
#include <stdio.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int total, tries;
static char line[40];

static void *work(void *argument)
{
    tries++;
    pthread_mutex_lock(&lock);
    total++;
    pthread_mutex_unlock(&lock);
    return argument;
}

int main(void)
{
    pthread_t t, u;
    pthread_create(&t, NULL, work, NULL);
    pthread_create(&u, NULL, work, NULL);
    pthread_join(t, NULL);
    pthread_join(u, NULL);
    snprintf(line, sizeof line, "%5.1f%%", tries * 50.0);
    printf("%s: %d tries\n", line, tries);
    if (tries == 2)
        puts("all");
    assert(total == 2);
    return 0;
}
