// expect: inconclusive
// message: a time of a file
// case: HOW=1 optimal classic
// case: HOW=2 optimal classic
// case: HOW=3 optimal classic
// When a file was changed is not known: not whether that was at another time than the last change, nor whether it
// was after what a clock showed.
#include <assert.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

int main(void)
{
    struct stat before, after;
    struct timespec times[2] = {{100, 5}, {200, 6}};
    time_t now = time(NULL);
    int file = open("/tmp/heddle-times", O_CREAT | O_RDWR, 0600);
    write(file, "a", 1);
    futimens(file, HOW == 3 ? times : NULL);
    fstat(file, &before);
    sleep(2);
    write(file, "b", 1);
    fstat(file, &after);
    assert(HOW == 1 ? before.st_mtime == after.st_mtime : HOW == 2 ? before.st_mtime >= now - 1 : after.st_mtime == 200);
    return 0;
}
