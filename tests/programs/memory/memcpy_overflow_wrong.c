// expect: violation
// kinds: memory
#include <string.h>

struct packet {
    unsigned length;
    char payload[8];
};

static void receive(char *buffer, const struct packet *p)
{
    memcpy(buffer, p->payload, p->length); // <- violation
}

int main(void)
{
    struct packet p = {7, "secret"};
    char buffer[6];
    receive(buffer, &p);
    return buffer[0];
}
