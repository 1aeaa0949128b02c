// expect: safe
// Shutting down a socket that listens ends the wait of accept; a client that was not accepted finds its connection reset.
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

static int listener;

static void *serve(void *argument)
{
    int client;
    while ((client = accept(listener, NULL, NULL)) >= 0)
        close(client);
    assert(errno == EINVAL);
    return argument;
}

int main(void)
{
    pthread_t thread;
    struct sockaddr_un address = {.sun_family = AF_UNIX, .sun_path = "/tmp/server"};
    char byte;
    listener = socket(AF_UNIX, SOCK_STREAM, 0);
    assert(bind(listener, (struct sockaddr *)&address, sizeof address) == 0 && listen(listener, 1) == 0);
    pthread_create(&thread, NULL, serve, NULL);
    int client = socket(AF_UNIX, SOCK_STREAM, 0);
    assert(connect(client, (struct sockaddr *)&address, sizeof address) == 0);
    shutdown(listener, SHUT_RDWR);
    pthread_join(thread, NULL);
    close(listener);
    ssize_t got = read(client, &byte, 1);
    assert(got == 0 || (got == -1 && errno == ECONNRESET));
    assert(connect(client, (struct sockaddr *)&address, sizeof address) == -1);
    close(client);
    assert(unlink("/tmp/server") == 0);
    return 0;
}
