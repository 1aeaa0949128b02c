// What holds of any number holds.
// expect: safe
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

static int accounts[3] = {100, 100, 100};
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void *transfer(void *unused)
{
    int from = rand() % 3, to = rand() % 3;
    usleep((unsigned)rand() % 1000);
    pthread_mutex_lock(&mutex);
    accounts[from]--;
    accounts[to]++;
    pthread_mutex_unlock(&mutex);
    return unused;
}

int main(void)
{
    pthread_t thread;
    srand((unsigned)time(NULL));
    pthread_create(&thread, NULL, transfer, NULL);
    pthread_join(thread, NULL);
    assert(accounts[0] + accounts[1] + accounts[2] == 300);
    return 0;
}
