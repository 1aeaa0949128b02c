// getpwuid and getgrgid return different areas.
// heddle: --property=data-race
// expect: safe
// por: default
#include <grp.h>
#include <pthread.h>
#include <pwd.h>

static void *look_for_user(void *unused)
{
    (void)unused;
    getpwuid(0);
    return 0;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, look_for_user, 0);
    getgrgid(0);
    pthread_join(thread, 0);
    return 0;
}
