// expect: violation
// kinds: memory
// What arrives depends on who comes first: both messages together are longer than the memory.
#include <pthread.h>
#include <unistd.h>

static int ends[2];

static void *tell(void *text)
{
    write(ends[1], text, 6);
    return NULL;
}

int main(void)
{
    char small[10];
    pthread_t first, second;
    if (pipe(ends) != 0)
        return 1;
    pthread_create(&first, NULL, tell, "first ");
    pthread_create(&second, NULL, tell, "second");
    read(ends[0], small, 64);
    pthread_join(first, NULL);
    pthread_join(second, NULL);
    return 0;
}
