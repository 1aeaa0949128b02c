#include "store/message.h"

#define XXH_INLINE_ALL
#include <xxhash.h>

#include <errno.h>
#include <poll.h>
#include <sys/socket.h>

void message_checksum(const struct store_key *key, const void *data, size_t size, uint64_t checksum[2])
{
    const uint64_t words[] = {key->high, key->low, key->kind};
    XXH128_hash_t hash = XXH3_128bits_withSeed(data, size, XXH3_64bits(words, sizeof words));
    checksum[0] = hash.high64;
    checksum[1] = hash.low64;
}

// Waits until something can be sent or received.
static bool wait_for_socket(int socket, short events, int milliseconds)
{
    struct pollfd wanted = {.fd = socket, .events = events};
    int ready;
    do
        ready = poll(&wanted, 1, milliseconds ? milliseconds : -1);
    while (ready < 0 && errno == EINTR);
    if (ready == 0)
        errno = ETIMEDOUT;
    return ready > 0;
}

static bool may_retry_transfer(int socket, short events, int milliseconds)
{
    if (errno == EINTR)
        return true;
    return (errno == EAGAIN || errno == EWOULDBLOCK) && wait_for_socket(socket, events, milliseconds);
}

bool message_send(int socket, const void *data, size_t size, int milliseconds)
{
    const char *rest = data;
    while (size) {
        ssize_t sent = send(socket, rest, size, MSG_NOSIGNAL | MSG_DONTWAIT);
        if (sent < 0 && !may_retry_transfer(socket, POLLOUT, milliseconds))
            return false;
        rest += sent > 0 ? sent : 0;
        size -= sent > 0 ? (size_t)sent : 0;
    }
    return true;
}

bool message_receive(int socket, void *data, size_t size, int milliseconds)
{
    char *rest = data;
    while (size) {
        ssize_t got = recv(socket, rest, size, MSG_DONTWAIT);
        if (got == 0)
            errno = EPIPE;
        if (got == 0 || (got < 0 && !may_retry_transfer(socket, POLLIN, milliseconds)))
            return false;
        rest += got > 0 ? got : 0;
        size -= got > 0 ? (size_t)got : 0;
    }
    return true;
}
