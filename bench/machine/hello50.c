// A first program of some 50 lines, without inputs: how long the answer takes, from source and from the
// cache.
#include <assert.h>
#include <pthread.h>
#include <stdio.h>

enum { LETTERS = 3 };

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static char mailbox; // 0 when empty
static int sent, received;

static void *send(void *unused)
{
    for (int i = 0; i < LETTERS; i++) {
        pthread_mutex_lock(&lock);
        while (mailbox != 0)
            pthread_cond_wait(&changed, &lock);
        mailbox = (char)('a' + i);
        sent++;
        pthread_cond_signal(&changed);
        pthread_mutex_unlock(&lock);
    }
    return unused;
}

static void *receive(void *unused)
{
    for (int i = 0; i < LETTERS; i++) {
        pthread_mutex_lock(&lock);
        while (mailbox == 0)
            pthread_cond_wait(&changed, &lock);
        assert(mailbox == 'a' + i);
        mailbox = 0;
        received++;
        pthread_cond_signal(&changed);
        pthread_mutex_unlock(&lock);
    }
    return unused;
}

int main(void)
{
    pthread_t sender, receiver;
    pthread_create(&sender, NULL, send, NULL);
    pthread_create(&receiver, NULL, receive, NULL);
    pthread_join(sender, NULL);
    pthread_join(receiver, NULL);
    assert(sent == LETTERS && received == LETTERS);
    printf("%d letters\n", received);
    return 0;
}
