// heddle: --property=assertion,memory,leak
// expect: safe
#include <arpa/inet.h>
#include <assert.h>
#include <netdb.h>
#include <netinet/in.h>
#include <string.h>
#include <sys/socket.h>

static void check(int family, const char *text, const char *back)
{
    unsigned char bytes[16];
    char buffer[INET6_ADDRSTRLEN];
    if (!back) {
        assert(inet_pton(family, text, bytes) == 0);
        return;
    }
    assert(inet_pton(family, text, bytes) == 1);
    assert(inet_ntop(family, bytes, buffer, sizeof buffer) == buffer && strcmp(buffer, back) == 0);
}

int main(void)
{
    struct in_addr v4;
    check(AF_INET, "127.0.0.1", "127.0.0.1");
    check(AF_INET, "01.2.3.4", NULL);
    check(AF_INET, "1.2.3", NULL);
    check(AF_INET6, "::", "::");
    check(AF_INET6, "::1", "::1");
    check(AF_INET6, "2001:DB8:0:0:1:0:0:1", "2001:db8::1:0:0:1");
    check(AF_INET6, "::ffff:1.2.3.4", "::ffff:1.2.3.4");
    check(AF_INET6, "1:2:3:4:5:6:7::", "1:2:3:4:5:6:7:0");
    check(AF_INET6, "1::2::3", NULL);
    check(AF_INET6, ":1", NULL);
    check(AF_INET6, "12345::", NULL);
    assert(inet_aton("0x7f.1", &v4) && v4.s_addr == htonl(INADDR_LOOPBACK));
    assert(strcmp(inet_ntoa(v4), "127.0.0.1") == 0);
    assert(inet_addr("nothing") == INADDR_NONE);

    struct addrinfo hints = {.ai_family = AF_INET, .ai_socktype = SOCK_STREAM}, *found;
    char host[64], service[16];
    assert(getaddrinfo("localhost", "8080", &hints, &found) == 0 && !found->ai_next);
    assert(((struct sockaddr_in *)found->ai_addr)->sin_port == htons(8080));
    assert(getnameinfo(found->ai_addr, found->ai_addrlen, host, sizeof host, service, sizeof service,
                       NI_NUMERICHOST | NI_NUMERICSERV) == 0);
    assert(strcmp(host, "127.0.0.1") == 0 && strcmp(service, "8080") == 0);
    freeaddrinfo(found);
    hints.ai_family = AF_UNSPEC;
    hints.ai_flags = AI_PASSIVE;
    assert(getaddrinfo(NULL, "8080", &hints, &found) == 0 && found->ai_next && !found->ai_next->ai_next);
    freeaddrinfo(found);
    hints.ai_flags = AI_NUMERICHOST;
    assert(getaddrinfo("nowhere", NULL, &hints, &found) == EAI_NONAME);
    return 0;
}
