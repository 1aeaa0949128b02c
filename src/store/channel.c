#include "store/channel.h"

#include "base/memory.h"

#include <errno.h>
#include <signal.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

enum { SECONDS_TO_END = 10 };

bool channel_start(struct channel *channel, void (*body)(int socket, void *context), void *context,
                   struct error *error)
{
    int sockets[2];
    *channel = (struct channel){.socket = -1};
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, sockets) != 0)
        return error_set(error, "%s", strerror(errno));
    channel->process = fork();
    if (channel->process == 0) {
        close(sockets[0]);
        body(sockets[1], context);
        _exit(1);
    }
    int reason = errno;
    close(sockets[1]);
    channel->socket = sockets[0];
    if (channel->process > 0)
        return true;
    channel->process = 0;
    return error_set(error, "no process can be started for the store: %s", strerror(reason));
}

int channel_end(struct channel *channel, bool at_once)
{
    int status = 0;
    if (channel->socket >= 0)
        close(channel->socket);
    channel->socket = -1;
    pid_t process = channel->process;
    channel->process = 0;
    if (!process)
        return 0;
    if (at_once)
        kill(process, SIGKILL);
    for (int turn = 0;; turn++) {
        pid_t ended = waitpid(process, &status, at_once ? 0 : WNOHANG);
        if (ended == process || (ended < 0 && errno != EINTR))
            return ended == process ? status : 0;
        if (at_once)
            continue;
        usleep(turn < 50 ? 100 : 10000);
        at_once = turn > SECONDS_TO_END * 100;
        if (at_once)
            kill(process, SIGKILL);
    }
}

// Small pieces are sent together.
static bool send_all(const struct channel *channel, const struct request *request,
                     const struct channel_piece *pieces, uint32_t count, int milliseconds)
{
    char buffer[1 << 16];
    size_t used = sizeof *request;
    bool good = true;
    memcpy(buffer, request, used);
    for (uint32_t i = 0; i < count && good; i++) {
        const struct channel_piece *piece = &pieces[i];
        bool fits = piece->size <= sizeof buffer - used;
        if (!fits) {
            good = message_send(channel->socket, buffer, used, milliseconds);
            used = 0;
        }
        if (!fits && piece->size > sizeof buffer)
            good = good && message_send(channel->socket, piece->data, piece->size, milliseconds);
        else if (piece->size) {
            memcpy(buffer + used, piece->data, piece->size);
            used += piece->size;
        }
    }
    return good && message_send(channel->socket, buffer, used, milliseconds);
}

bool channel_receive(struct channel *channel, struct channel_answer *answer, int milliseconds)
{
    answer->payload = NULL;
    if (!message_receive(channel->socket, &answer->reply, sizeof answer->reply, milliseconds))
        return false;
    uint64_t size = answer->reply.size;
    errno = EPROTO;
    if (size > MESSAGE_MOST)
        return false;
    answer->payload = memory_alloc(size + 1);
    answer->payload[size] = 0;
    if (message_receive(channel->socket, answer->payload, size, milliseconds))
        return true;
    int reason = errno;
    memory_free(answer->payload);
    answer->payload = NULL;
    errno = reason;
    return false;
}

bool channel_ask(struct channel *channel, const struct request *request, const struct channel_piece *pieces,
                 uint32_t count, int milliseconds, struct channel_answer *answer)
{
    *answer = (struct channel_answer){.payload = NULL};
    channel->busy = true;
    bool good = send_all(channel, request, pieces, count, milliseconds) &&
                channel_receive(channel, answer, milliseconds);
    channel->busy = false;
    return good;
}

void channel_clean(char *text)
{
    for (char *c = text; *c; c++)
        if ((unsigned char)*c < ' ')
            *c = '?';
}
