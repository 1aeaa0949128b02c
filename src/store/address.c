#include "store/address.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

static const struct scheme {
    const char *text;
    uint16_t port;
} schemes[] = {
    [ADDRESS_REDIS] = {"redis://", 6379},
    [ADDRESS_REDIS_TLS] = {"rediss://", 6379},
    [ADDRESS_MEMCACHED] = {"memcached://", 11211},
};
enum { SCHEMES = sizeof schemes / sizeof *schemes };

bool address_is(const char *text)
{
    size_t letters = strspn(text, "abcdefghijklmnopqrstuvwxyz+");
    return letters && strncmp(text + letters, "://", 3) == 0;
}

void store_address_free(struct store_address *address)
{
    for (uint32_t i = 0; i < address->hosts.size; i++)
        memory_free(address->hosts.data[i].host);
    vector_free(&address->hosts);
    memory_free(address->user);
    memory_free(address->password);
    memory_free(address->name);
    memory_free(address->text);
    *address = (struct store_address){0};
}

static int digit_of(char c)
{
    return isdigit((unsigned char)c) ? c - '0' : isxdigit((unsigned char)c) ? tolower(c) - 'a' + 10 : -1;
}

// Text in which %41 is A, owned by the caller; NULL: something else follows a percent sign.
static char *decode(const char *text, size_t length)
{
    char *plain = memory_copy_bytes(text, length), *to = plain;
    for (size_t i = 0; i < length; i++) {
        int code = (unsigned char)text[i];
        if (code == '%') {
            code = i + 2 < length ? digit_of(text[i + 1]) * 16 + digit_of(text[i + 2]) : -1;
            if (code <= 0 || digit_of(text[i + 1]) < 0 || digit_of(text[i + 2]) < 0) {
                memory_free(plain);
                return NULL;
            }
            i += 2;
        }
        *to++ = (char)code;
    }
    *to = 0;
    return plain;
}

static bool read_user(const char *text, size_t length, struct store_address *address, struct error *error)
{
    const char *colon = memchr(text, ':', length);
    size_t user = colon ? (size_t)(colon - text) : length;
    if (user)
        address->user = decode(text, user);
    if (colon)
        address->password = decode(colon + 1, length - user - 1);
    return (address->user || !user) && (address->password || !colon)
               ? true
               : error_set(error, "in user and password of a server, %% is followed by two hexadecimal "
                                  "digits, not 00");
}

static bool read_port(const char *text, size_t length, uint16_t *port)
{
    unsigned long number = 0;
    for (size_t i = 0; i < length; i++) {
        if (!isdigit((unsigned char)text[i]) || i == 5)
            return false;
        number = number * 10 + (unsigned long)(text[i] - '0');
    }
    *port = (uint16_t)number;
    return number > 0 && number <= UINT16_MAX;
}

static bool is_host(const char *text, size_t length)
{
    for (size_t i = 0; i < length; i++)
        if (!isalnum((unsigned char)text[i]) && !strchr(".-_:%", text[i]))
            return false;
    return length > 0 && length < 256;
}

// HOST or HOST:PORT
static bool read_host(const char *text, size_t length, struct store_address *address, struct error *error)
{
    struct store_host host = {.port = schemes[address->kind].port};
    const char *end = text + length, *name = text, *name_end;
    bool bracketed = length && *text == '[';
    if (bracketed) {
        name++;
        name_end = memchr(name, ']', length - 1);
    } else {
        name_end = memchr(name, ':', length);
        name_end = name_end ? name_end : end;
    }
    if (!name_end || !is_host(name, (size_t)(name_end - name)))
        return error_set(error,
                         "what stands for the host of a server is none (one with colons needs brackets)");
    const char *rest = name_end + bracketed;
    if (rest != end && (*rest != ':' || !read_port(rest + 1, (size_t)(end - rest - 1), &host.port)))
        return error_set(error, "what stands for the port of a server is none");
    host.host = memory_copy_bytes(name, (size_t)(name_end - name));
    vector_push(&address->hosts, host);
    return true;
}

static bool read_hosts(const char *text, size_t length, struct store_address *address, struct error *error)
{
    for (const char *end = text + length;;) {
        const char *comma = memchr(text, ',', (size_t)(end - text));
        if (!read_host(text, (size_t)((comma ? comma : end) - text), address, error))
            return false;
        if (!comma)
            return true;
        if (address->kind != ADDRESS_MEMCACHED)
            return error_set(error, "only memcached:// may have several servers");
        if (address->hosts.size == ADDRESS_HOSTS_MOST)
            return error_set(error, "more than %d servers", ADDRESS_HOSTS_MOST);
        text = comma + 1;
    }
}

static bool read_store_name(const char *text, struct store_address *address, struct error *error)
{
    size_t length = strlen(text);
    if (length == 0 || length > ADDRESS_NAME_MOST)
        return error_set(
            error, "a store on a server needs a name of up to %d letters behind the server: HOST:PORT/NAME",
            ADDRESS_NAME_MOST);
    for (size_t i = 0; i < length; i++)
        if (!isalnum((unsigned char)text[i]) && !strchr("-_.", text[i]))
            return error_set(error, "the name of a store on a server has letters, digits, '-', '_' and '.'");
    address->name = memory_copy_string(text);
    return true;
}

static bool read_address_parts(const char *text, struct store_address *address, struct error *error)
{
    const char *at = strrchr(text, '@');
    if (at && !read_user(text, (size_t)(at - text), address, error))
        return false;
    const char *hosts = at ? at + 1 : text;
    size_t length = strcspn(hosts, "/");
    if (!read_hosts(hosts, length, address, error) ||
        !read_store_name(hosts[length] ? hosts + length + 1 : "", address, error))
        return false;
    address->text = memory_format("%s%s", schemes[address->kind].text, hosts);
    return true;
}

bool store_address_read(const char *text, struct store_address *address, struct error *error)
{
    *address = (struct store_address){0};
    uint32_t kind = 0;
    while (kind < SCHEMES && strncmp(text, schemes[kind].text, strlen(schemes[kind].text)) != 0)
        kind++;
    if (kind == SCHEMES)
        return error_set(error, "a store is a folder, or on redis://, rediss:// or memcached://");
    address->kind = (enum address_kind)kind;
    if (read_address_parts(text + strlen(schemes[kind].text), address, error))
        return true;
    store_address_free(address);
    return false;
}
