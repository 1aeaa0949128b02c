// heddle: --property=assertion,abort,deadlock,memory,lock,leak
// expect: safe
// A thread that prints may be cancelled there, or not: before anything has been put in the stream, or behind; what it
// holds is given back by its handler. One that has disabled cancellation is not.
#include <assert.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static FILE *file;
static int began, ended, undisturbed;

static void unlock(void *unused)
{
    (void)unused;
    pthread_mutex_unlock(&lock);
}

static void *print(void *unused)
{
    pthread_mutex_lock(&lock);
    pthread_cleanup_push(unlock, NULL);
    began = 1;
    fprintf(file, "%s", "text");
    ended = 1;
    pthread_cleanup_pop(1);
    return unused;
}

static void *print_undisturbed(void *unused)
{
    pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, NULL);
    printf("text\n");
    undisturbed = 1;
    return unused;
}

int main(void)
{
    pthread_t threads[2];
    void *result;
    char text[10] = "";
    file = tmpfile();
    if (!file)
        return 0;
    pthread_create(&threads[0], NULL, print, NULL);
    pthread_cancel(threads[0]);
    pthread_join(threads[0], &result);
    pthread_mutex_lock(&lock);
    rewind(file);
    size_t length = fread(text, 1, sizeof text - 1, file);
    assert(length == 0 || (length == 4 && !strcmp(text, "text")));
    assert(!ended || length == 4);
    assert(ended || result == PTHREAD_CANCELED);
    pthread_mutex_unlock(&lock);
    pthread_create(&threads[1], NULL, print_undisturbed, NULL);
    pthread_cancel(threads[1]);
    pthread_join(threads[1], &result);
    assert(result == PTHREAD_CANCELED || undisturbed);
    fclose(file);
    return 0;
}
