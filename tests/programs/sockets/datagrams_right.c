// expect: safe
// por: classic source optimal default
// Datagrams keep their boundaries, come with the sender's name, and are cut where there is no room.
#include <arpa/inet.h>
#include <assert.h>
#include <errno.h>
#include <netinet/in.h>
#include <pthread.h>
#include <stddef.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

static struct sockaddr_in server_name;

static void *ask(void *number)
{
    char bytes[8] = {0};
    int client = socket(AF_INET, SOCK_DGRAM, 0);
    assert(sendto(client, number, 2, 0, (struct sockaddr *)&server_name, sizeof server_name) == 2);
    assert(recv(client, bytes, sizeof bytes, 0) == 1 && bytes[0] == *(char *)number);
    close(client);
    return NULL;
}

static void *answer(void *argument)
{
    int server = *(int *)argument;
    for (int i = 0; i < 2; i++) {
        struct sockaddr_in from;
        socklen_t length = sizeof from;
        char byte;
        assert(recvfrom(server, &byte, 1, 0, (struct sockaddr *)&from, &length) == 1 && length == sizeof from);
        assert(from.sin_addr.s_addr == htonl(INADDR_LOOPBACK));
        assert(sendto(server, &byte, 1, 0, (struct sockaddr *)&from, length) == 1);
    }
    return NULL;
}

int main(void)
{
    pthread_t threads[3];
    int server = socket(AF_INET, SOCK_DGRAM, 0);
    socklen_t length = sizeof server_name;
    server_name.sin_family = AF_INET;
    server_name.sin_addr.s_addr = inet_addr("127.0.0.1");
    assert(bind(server, (struct sockaddr *)&server_name, sizeof server_name) == 0);
    assert(getsockname(server, (struct sockaddr *)&server_name, &length) == 0);
    pthread_create(&threads[0], NULL, answer, &server);
    pthread_create(&threads[1], NULL, ask, "1x");
    pthread_create(&threads[2], NULL, ask, "2x");
    for (int i = 0; i < 3; i++)
        pthread_join(threads[i], NULL);

    struct sockaddr_un name = {.sun_family = AF_UNIX, .sun_path = "\0box"}, from = {0};
    int box = socket(AF_UNIX, SOCK_DGRAM, 0), other = socket(AF_UNIX, SOCK_DGRAM | SOCK_NONBLOCK, 0);
    char bytes[4];
    length = offsetof(struct sockaddr_un, sun_path) + 4;
    assert(bind(box, (struct sockaddr *)&name, length) == 0);
    assert(connect(other, (struct sockaddr *)&name, length) == 0);
    assert(send(other, "one", 3, 0) == 3 && send(other, "", 0, 0) == 0);
    length = sizeof from;
    assert(recvfrom(box, bytes, 4, 0, (struct sockaddr *)&from, &length) == 3 && length == 0);
    assert(recv(box, bytes, 4, 0) == 0);
    close(box);
    assert(send(other, "two", 3, 0) == -1 && errno == ECONNREFUSED);
    assert(recv(other, bytes, 4, 0) == -1 && errno == EAGAIN);
    return 0;
}
