// expect: violation
// kinds: assertion
// Two threads add one to the number in a file.
#include <assert.h>
#include <fcntl.h>
#include <pthread.h>
#include <unistd.h>

static int file;

static void *add(void *argument)
{
    char digit;
    pread(file, &digit, 1, 0);
    digit++;
    pwrite(file, &digit, 1, 0);
    return argument;
}

int main(void)
{
    pthread_t threads[2];
    char digit;
    file = open("counter", O_CREAT | O_RDWR, 0600);
    write(file, "0", 1);
    for (int i = 0; i < 2; i++)
        pthread_create(&threads[i], NULL, add, NULL);
    for (int i = 0; i < 2; i++)
        pthread_join(threads[i], NULL);
    assert(pread(file, &digit, 1, 0) == 1 && digit == '2'); // <- violation
    return 0;
}
