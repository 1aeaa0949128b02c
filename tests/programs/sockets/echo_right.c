// expect: safe
// por: classic source optimal default
// A server accepts in one thread and answers; two clients find their own bytes.
#include <arpa/inet.h>
#include <assert.h>
#include <netinet/in.h>
#include <pthread.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

static struct sockaddr_in address;

static void *serve(void *argument)
{
    int listener = *(int *)argument;
    for (int i = 0; i < 2; i++) {
        char byte;
        int client = accept(listener, NULL, NULL);
        assert(client >= 0);
        while (read(client, &byte, 1) == 1)
            assert(write(client, &byte, 1) == 1);
        close(client);
    }
    return NULL;
}

static void *ask(void *text)
{
    char byte;
    int server = socket(AF_INET, SOCK_STREAM, 0);
    assert(connect(server, (struct sockaddr *)&address, sizeof address) == 0);
    assert(send(server, text, 1, 0) == 1);
    assert(recv(server, &byte, 1, 0) == 1 && byte == *(char *)text);
    close(server);
    return NULL;
}

int main(void)
{
    pthread_t threads[3];
    int listener = socket(AF_INET, SOCK_STREAM, 0);
    socklen_t length = sizeof address;
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    assert(bind(listener, (struct sockaddr *)&address, sizeof address) == 0 && listen(listener, 5) == 0);
    assert(getsockname(listener, (struct sockaddr *)&address, &length) == 0 && address.sin_port != 0);
    pthread_create(&threads[0], NULL, serve, &listener);
    pthread_create(&threads[1], NULL, ask, "a");
    pthread_create(&threads[2], NULL, ask, "b");
    for (int i = 0; i < 3; i++)
        pthread_join(threads[i], NULL);
    close(listener);
    return 0;
}
