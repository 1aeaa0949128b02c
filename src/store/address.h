// Which servers a shared store is on: redis://[USER:PASSWORD@]HOST[:PORT]/NAME, rediss:// likewise with TLS,
// and memcached://[USER:PASSWORD@]HOST[:PORT][,HOST[:PORT]...]/NAME. In user and password, %41 is A; a host
// with colons stands in brackets.
#ifndef HEDDLE_STORE_ADDRESS_H
#define HEDDLE_STORE_ADDRESS_H

#include "base/error.h"
#include "base/vector.h"

enum address_kind { ADDRESS_REDIS, ADDRESS_REDIS_TLS, ADDRESS_MEMCACHED };

struct store_host {
    char *host; // without brackets
    uint16_t port;
};

enum { ADDRESS_NAME_MOST = 64, ADDRESS_HOSTS_MOST = 64 };

// Strings are owned.
struct store_address {
    enum address_kind kind;
    VECTOR(struct store_host) hosts; // of redis one
    char *user, *password;           // NULL: none
    char *name;                      // of the store: letters, digits, '-', '_' and '.'
    char *text;                      // for messages: all of it but user and password
};

// Whether the text names servers, rightly or wrongly, and no folder.
bool address_is(const char *text);
// False with the error set; its message does not have the text in it, which may have a password. The address
// then needs no store_address_free.
bool store_address_read(const char *text, struct store_address *address, struct error *error);
void store_address_free(struct store_address *address);

#endif
