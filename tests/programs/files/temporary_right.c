// expect: safe
// Names of temporary files, with something behind the six X.
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

int main(void)
{
    char first[] = "/tmp/partXXXXXX.txt", second[] = "/tmp/partXXXXXX.txt", third[] = "/tmp/partXXXXXX";
    int file = mkstemps(first, 4), other = mkostemps(second, 4, O_CLOEXEC);
    assert(file >= 0 && other >= 0 && strcmp(first, second) != 0);
    assert(strcmp(first + 15, ".txt") == 0 && strncmp(first, "/tmp/part", 9) == 0);
    assert(fcntl(file, F_GETFD) == 0 && fcntl(other, F_GETFD) == FD_CLOEXEC);
    assert(mktemp(third) == third && third[0] && access(third, F_OK) == -1 && errno == ENOENT);
    char none[] = "/tmp/part.txt", *empty = none;
    assert(mkstemps(none, 4) == -1 && errno == EINVAL && mkstemps(first, -1) == -1);
    errno = 0;
    assert(mktemp(none) == empty && none[0] == 0 && errno == EINVAL);
    assert(unlink(first) == 0 && unlink(second) == 0);
    return 0;
}
