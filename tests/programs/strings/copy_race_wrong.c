// expect: violation
// kinds: assertion
// A text that is being replaced is read half old, half new.
#include <assert.h>
#include <pthread.h>
#include <string.h>

static char name[4] = "ab";

static void *rename_it(void *argument)
{
    strcpy(name, "xy");
    return argument;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, rename_it, NULL);
    char seen[4];
    strcpy(seen, name);
    assert(strcmp(seen, "ab") == 0 || strcmp(seen, "xy") == 0); // <- violation
    pthread_join(t, NULL);
    return 0;
}
