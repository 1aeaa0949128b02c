// heddle: --property=data-race
// expect: violation
// kinds: data-race
// message: data race on stdout: 
#include <pthread.h>
#include <stdio.h>

static void *speak(void *unused)
{
    printf("hello\n");
    return unused;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, speak, NULL);
    stdout = stderr;
    pthread_join(thread, NULL);
    return 0;
}
