// expect: safe
// Descriptors are the lowest free ones; those that dup makes share the place in the file.
#include <assert.h>
#include <fcntl.h>
#include <unistd.h>

int main(void)
{
    char bytes[4];
    int file = open("/tmp/f", O_RDWR | O_CREAT, 0600);
    assert(file == 3 && pwrite(file, "abcdef", 6, 2) == 6 && pread(file, bytes, 4, 0) == 4);
    assert(bytes[0] == 0 && bytes[2] == 'a');
    int same = dup(file), other = open("/tmp/f", O_RDONLY), far = dup2(file, 20);
    assert(same == 4 && other == 5 && far == 20 && fcntl(file, F_DUPFD, 10) == 10);
    assert(lseek(file, 3, SEEK_SET) == 3 && read(same, bytes, 1) == 1 && bytes[0] == 'b');
    assert(read(far, bytes, 4) == 4 && bytes[3] == 'f' && read(far, bytes, 4) == 0);
    assert(read(other, bytes, 3) == 3 && bytes[2] == 'a');
    assert(unlink("/tmp/f") == 0 && read(other, bytes, 1) == 1 && bytes[0] == 'b'); // without a name
    close(file);
    close(same);
    assert(open("/dev/null", O_RDONLY) == 3 && lseek(10, 0, SEEK_CUR) == 8);
    assert(fcntl(5, F_GETFD) == 0 && fcntl(5, F_SETFD, FD_CLOEXEC) == 0 && fcntl(5, F_GETFD) == FD_CLOEXEC);
    return 0;
}
