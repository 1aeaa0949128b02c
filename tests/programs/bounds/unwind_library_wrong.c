// heddle: --unwind=4 --malloc-may-fail
// expect: violation
// kinds: assertion
// message: short
// Behind the bound the witness's execution makes a choice that the schedule does not have (whether malloc fails).
#include <assert.h>
#include <heddle.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

static char text[8];
static int measured;

static void *measure(void *unused)
{
    (void)unused;
    measured = 1;
    char local[sizeof text];
    memcpy(local, text, sizeof text);
    if (strlen(local) > 4)
        free(malloc(1));
    return NULL;
}

int main(void)
{
    pthread_t thread;
    heddle_symbolic(text, sizeof text, "text");
    text[sizeof text - 1] = 0;
    heddle_assume(text[0] && text[1] && text[2] && text[3] && text[4] && text[5] && text[6]);
    pthread_create(&thread, NULL, measure, NULL);
    assert(!measured && "short"); // <- violation
    return 0;
}
