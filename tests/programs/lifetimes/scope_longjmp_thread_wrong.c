// expect: violation
// kinds: memory
// Another thread uses the variable after the jump.
#include <pthread.h>
#include <setjmp.h>
#include <stddef.h>

static void *use(void *argument)
{
    *(int *)argument = 2; // <- violation
    return NULL;
}

int main(void)
{
    jmp_buf place;
    pthread_t thread;
    int volatile done = 0;
    if (setjmp(place) == 0) {
        for (int i = 0; i < 2; i++) {
            int local = i;
            if (i == 1) {
                pthread_create(&thread, NULL, use, &local);
                longjmp(place, 1);
            }
        }
    } else
        done = 1;
    pthread_join(thread, NULL);
    return done - 1;
}
