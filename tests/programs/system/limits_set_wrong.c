// expect: violation
// kinds: assertion
// One thread lowers the number of descriptors while another one opens some without looking whether it could.
#include <assert.h>
#include <pthread.h>
#include <sys/resource.h>
#include <unistd.h>

static void *lower(void *none)
{
    struct rlimit limit = {4, 4};
    setrlimit(RLIMIT_NOFILE, &limit);
    return none;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, lower, NULL);
    int ends[2] = {-1, -1};
    int made = pipe(ends);
    assert(made == 0); // <- violation
    pthread_join(thread, NULL);
    return 0;
}
