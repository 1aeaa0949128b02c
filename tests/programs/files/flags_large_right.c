// expect: safe
// On 64 bits Linux adds O_LARGEFILE to the flags of what is opened by its name. (The headers call it 0
// there.)
#include <assert.h>
#include <fcntl.h>
#include <unistd.h>

int main(void)
{
    int ends[2], file = open("/tmp/heddle-flags", O_CREAT | O_RDWR | O_TRUNC | O_NOCTTY, 0600);
    assert(fcntl(file, F_GETFL) == (O_RDWR | 0100000));
    int directory = open("/tmp", O_RDONLY | O_DIRECTORY);
    assert(fcntl(directory, F_GETFL) == (O_RDONLY | O_DIRECTORY | 0100000));
    assert(pipe(ends) == 0 && fcntl(ends[0], F_GETFL) == O_RDONLY);
    return 0;
}
