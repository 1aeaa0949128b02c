// heddle: --property=data-race
// expect: violation
// kinds: data-race
// One thread reads the memory while another one's fflush writes it.
#include <pthread.h>
#include <stdio.h>

static char text[8];
static FILE *out;

static void *report(void *unused)
{
    (void)unused;
    fputs("done", out);
    fflush(out);
    return NULL;
}

int main(void)
{
    pthread_t thread;
    out = fmemopen(text, sizeof text, "w");
    if (!out)
        return 1;
    pthread_create(&thread, NULL, report, NULL);
    int is_done = text[0] == 'd';
    pthread_join(thread, NULL);
    fclose(out);
    return is_done;
}
