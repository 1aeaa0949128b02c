// expect: safe
// message: the file '/etc/limits\.conf' is not there for the program \(--file=NAME=TEXT gives files\)
// message: the file 'settings' is not there
// The verdict is about a world without these files; the result says so. What the program would write, and what it has
// removed before, is not looked for.
#include <assert.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

int main(void)
{
    struct stat status;
    FILE *limits = fopen("/etc/limits.conf", "r");
    assert(!limits);
    assert(stat("settings", &status) == -1);
    assert(unlink("old") == -1);
    FILE *made = fopen("new", "w");
    if (made)
        fclose(made);
    return 0;
}
