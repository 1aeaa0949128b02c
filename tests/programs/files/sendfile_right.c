// expect: safe
// From a file to a pipe, from a place on and from where the file is; and how much there is to be read.
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/sendfile.h>
#include <unistd.h>

int main(void)
{
    char text[20];
    int ends[2], readable, file = open("/tmp/file", O_CREAT | O_RDWR | O_TRUNC, 0600);
    off_t at = 2;
    assert(pipe(ends) == 0 && write(file, "abcdefgh", 8) == 8);
    assert(sendfile(ends[1], file, &at, 3) == 3 && at == 5 && lseek(file, 0, SEEK_CUR) == 8);
    lseek(file, 1, SEEK_SET);
    assert(ioctl(file, FIONREAD, &readable) == 0 && readable == 7);
    assert(sendfile(ends[1], file, NULL, 100) == 7 && lseek(file, 0, SEEK_CUR) == 8);
    assert(sendfile(ends[1], file, NULL, 100) == 0);
    assert(ioctl(ends[0], FIONREAD, &readable) == 0 && readable == 10);
    assert(read(ends[0], text, sizeof text) == 10 && memcmp(text, "cdebcdefgh", 10) == 0);
    assert(sendfile(file, ends[0], NULL, 1) == -1 && errno == EINVAL);
    assert(sendfile(77, file, NULL, 1) == -1 && errno == EBADF && ioctl(77, FIONREAD, &readable) == -1 && errno == EBADF);
    return 0;
}
