// expect: safe
// Results and error numbers of queues of messages by one thread: priorities, attributes, names, descriptors.
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <mqueue.h>
#include <poll.h>
#include <string.h>
#include <unistd.h>

static int fails(long result, int error)
{
    return result == -1 && errno == error;
}

int main(void)
{
    char text[8192];
    unsigned priority;
    struct mq_attr attributes = {.mq_maxmsg = 3, .mq_msgsize = 10}, found;
    assert(fails(mq_open("queue", O_RDWR | O_CREAT, 0600, NULL), EINVAL));
    assert(fails(mq_open("/", O_RDWR | O_CREAT, 0600, NULL), ENOENT));
    assert(fails(mq_open("/a/b", O_RDWR | O_CREAT, 0600, NULL), EACCES));
    assert(fails(mq_open("/heddle-queue", O_RDWR), ENOENT));
    mqd_t q = mq_open("/heddle-queue", O_RDWR | O_CREAT | O_EXCL | O_NONBLOCK, 0600, &attributes);
    assert(q >= 0);
    assert(fails(mq_open("/heddle-queue", O_RDWR | O_CREAT | O_EXCL, 0600, NULL), EEXIST));
    assert(fails(mq_send(q, "0123456789A", 11, 0), EMSGSIZE));
    assert(fails(mq_send(q, "0", 1, 32768), EINVAL));
    assert(fails(mq_receive(q, text, 9, NULL), EMSGSIZE));
    assert(fails(mq_receive(q, text, 10, NULL), EAGAIN));
    assert(fails(mq_receive(0, text, 10, NULL), EBADF));

    struct pollfd polled = {q, POLLIN | POLLOUT, 0};
    assert(poll(&polled, 1, 0) == 1 && polled.revents == POLLOUT);
    assert(mq_send(q, "low", 3, 1) == 0 && mq_send(q, "high", 4, 7) == 0 && mq_send(q, "low 2", 5, 1) == 0);
    assert(poll(&polled, 1, 0) == 1 && polled.revents == POLLIN);
    assert(fails(mq_send(q, "more", 4, 0), EAGAIN));
    assert(mq_getattr(q, &found) == 0 && found.mq_flags == O_NONBLOCK && found.mq_maxmsg == 3 &&
           found.mq_msgsize == 10 && found.mq_curmsgs == 3);

    mqd_t reader = mq_open("/heddle-queue", O_RDONLY);
    assert(reader >= 0 && fails(mq_send(reader, "x", 1, 0), EBADF));
    assert(mq_getattr(reader, &found) == 0 && found.mq_flags == 0);
    attributes.mq_flags = O_NONBLOCK;
    assert(mq_setattr(reader, &attributes, &found) == 0 && found.mq_flags == 0);
    assert(mq_receive(reader, text, sizeof text, &priority) == 4 && !memcmp(text, "high", 4) && priority == 7);
    assert(mq_receive(q, text, sizeof text, &priority) == 3 && !memcmp(text, "low", 3) && priority == 1);
    assert(mq_unlink("/heddle-queue") == 0 && fails(mq_unlink("/heddle-queue"), ENOENT));
    assert(fails(mq_open("/heddle-queue", O_RDWR), ENOENT));
    assert(mq_receive(q, text, sizeof text, NULL) == 5 && !memcmp(text, "low 2", 5));
    assert(fails(mq_receive(reader, text, sizeof text, NULL), EAGAIN));
    struct timespec invalid = {0, 1000000000}, past = {1, 0};
    assert(fails(mq_timedreceive(q, text, sizeof text, NULL, &invalid), EINVAL));
    attributes.mq_flags = 0;
    assert(mq_setattr(q, &attributes, NULL) == 0);
    assert(fails(mq_timedreceive(q, text, sizeof text, NULL, &past), ETIMEDOUT));
    assert(mq_close(reader) == 0 && fails(mq_close(reader), EBADF) && close(q) == 0);
    return 0;
}
