// expect: violation
// kinds: assertion
// Which kind of function comes first to a stream decides what it is for: the other thread may have printed bytes.
#include <assert.h>
#include <pthread.h>
#include <stdio.h>
#include <wchar.h>

static void *print(void *none)
{
    if (fwide(stdout, 0) == 0)
        fwide(stdout, -1);
    return none;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, print, NULL);
    int printed = wprintf(L"wide\n");
    assert(printed == 5); // <- violation
    pthread_join(thread, NULL);
    return 0;
}
