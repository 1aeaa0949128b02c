// <arpa/inet.h>, <netdb.h>: addresses as texts, and names of hosts. Numbers in the order of networks.
#include "runtime/sockets.h"

char *strcpy(char *restrict to, const char *restrict from);

const char in6addr_any[RUNTIME_HOST_BYTES] __attribute__((aligned(4)));
const char in6addr_loopback[RUNTIME_HOST_BYTES] __attribute__((aligned(4))) = {[15] = 1};

// ---- texts to numbers

// Four decimal numbers, as inet_pton has them.
static bool read_v4(const char *text, unsigned char *to)
{
    for (int i = 0; i < 4; i++) {
        unsigned number = 0, digits = 0;
        if (i && *text++ != '.')
            return false;
        for (; __runtime_is_digit(*text); text++, digits++) {
            if (digits && !number)
                return false; // a zero in front
            number = number * 10 + (unsigned)(*text - '0');
            if (number > 255)
                return false;
        }
        if (!digits)
            return false;
        to[i] = (unsigned char)number;
    }
    return !*text;
}

static int hexadecimal(char c)
{
    int lower = __runtime_to_lower(c);
    return __runtime_is_digit(c) ? c - '0' : lower >= 'a' && lower <= 'f' ? lower - 'a' + 10 : -1;
}

// Groups of 16 bits from the text on; `*gap`: before which there was "::", or -1. Returns how many, or -1.
static int read_groups(const char *text, unsigned char *groups, int *gap)
{
    int count = 0;
    *gap = -1;
    if (*text == ':' && *++text != ':')
        return -1;
    while (*text) {
        if (*text == ':') { // the second of two
            if (*gap >= 0)
                return -1;
            *gap = count;
            text++;
            continue;
        }
        const char *start = text;
        unsigned number = 0;
        int digits = 0;
        for (; hexadecimal(*text) >= 0; text++, digits++)
            number = number * 16 + (unsigned)hexadecimal(*text);
        if (*text == '.' && count <= 6 && read_v4(start, groups + 2 * count))
            return count + 2;
        if (digits == 0 || digits > 4 || count == 8)
            return -1;
        groups[2 * count] = (unsigned char)(number >> 8);
        groups[2 * count + 1] = (unsigned char)number;
        count++;
        if (*text == ':' && !*++text)
            return -1;
    }
    return count;
}

static bool read_v6(const char *text, unsigned char *to)
{
    unsigned char groups[2 * 8 + 4];
    int gap, count = read_groups(text, groups, &gap);
    if (count < 0 || (gap < 0 ? count != 8 : count > 7))
        return false;
    int before = gap < 0 ? 2 * count : 2 * gap, behind = 2 * count - before;
    memset(to, 0, RUNTIME_HOST_BYTES);
    memcpy(to, groups, (size_t)before);
    memcpy(to + RUNTIME_HOST_BYTES - behind, groups + before, (size_t)behind);
    return true;
}

int inet_pton(int family, const char *restrict text, void *restrict to)
{
    unsigned char bytes[RUNTIME_HOST_BYTES];
    if (family != FAMILY_INET && family != FAMILY_INET6)
        return __runtime_fail(EAFNOSUPPORT);
    bool is_v4 = family == FAMILY_INET;
    if (!(is_v4 ? read_v4(text, bytes) : read_v6(text, bytes)))
        return 0;
    memcpy(to, bytes, is_v4 ? 4 : RUNTIME_HOST_BYTES);
    return 1;
}

// One to four numbers in C's notation, of which the last one takes the bytes that are left.
int inet_aton(const char *text, uint32_t *to)
{
    uint32_t sum = 0;
    for (int left = 4; left; text++) {
        uint64_t number = 0;
        unsigned base = 10;
        if (!__runtime_is_digit(*text))
            return 0;
        if (*text == '0') {
            base = __runtime_to_lower(text[1]) == 'x' ? 16 : 8;
            text += base == 16 ? 2 : 0;
        }
        for (int digit; (digit = hexadecimal(*text)) >= 0 && (unsigned)digit < base; text++) {
            number = number * base + (unsigned)digit;
            if (number > UINT32_MAX)
                return 0;
        }
        left--;
        if (*text == '.' && left) {
            if (number > 255)
                return 0;
            sum |= (uint32_t)number << 8 * left;
            continue;
        }
        if ((*text && !__runtime_is_space(*text)) || number >> 8 * (left + 1))
            return 0;
        if (to)
            *to = __builtin_bswap32(sum | (uint32_t)number);
        return 1;
    }
    return 0;
}

uint32_t inet_addr(const char *text)
{
    uint32_t address;
    return inet_aton(text, &address) ? address : UINT32_MAX;
}

// ---- numbers to texts

static char *write_address_number(char *to, unsigned number, unsigned base)
{
    if (number >= base)
        to = write_address_number(to, number / base, base);
    *to = "0123456789abcdef"[number % base];
    return to + 1;
}

static char *write_v4(const unsigned char *from, char *to)
{
    for (int i = 0; i < 4; i++) {
        if (i)
            *to++ = '.';
        to = write_address_number(to, from[i], 10);
    }
    *to = 0;
    return to;
}

// The first of the longest runs of at least two zeros becomes "::"; of an address of IPv4, the end is one.
static void write_v6(const unsigned char *from, char *to)
{
    unsigned groups[8];
    int start = -1, length = 1;
    for (int i = 0; i < 8; i++)
        groups[i] = (unsigned)from[2 * i] << 8 | from[2 * i + 1];
    for (int i = 0, run = 0; i < 8; i++) {
        run = groups[i] ? 0 : run + 1;
        if (run > length) {
            length = run;
            start = i - run + 1;
        }
    }
    for (int i = 0; i < 8; i++) {
        if (start >= 0 && i >= start && i < start + length) {
            if (i == start)
                *to++ = ':';
            continue;
        }
        if (i)
            *to++ = ':';
        bool is_v4 = i == 6 && start == 0 &&
                     (length == 6 || (length == 7 && groups[7] != 1) || (length == 5 && groups[5] == 0xffff));
        if (is_v4) {
            write_v4(from + 12, to);
            return;
        }
        to = write_address_number(to, groups[i], 16);
    }
    if (start >= 0 && start + length == 8)
        *to++ = ':';
    *to = 0;
}

const char *inet_ntop(int family, const void *restrict from, char *restrict to, unsigned size)
{
    char text[48];
    unsigned char bytes[RUNTIME_HOST_BYTES];
    if (family != FAMILY_INET && family != FAMILY_INET6) {
        errno = EAFNOSUPPORT;
        return NULL;
    }
    memcpy(bytes, from, family == FAMILY_INET ? 4 : RUNTIME_HOST_BYTES);
    if (family == FAMILY_INET)
        write_v4(bytes, text);
    else
        write_v6(bytes, text);
    if (strlen(text) >= size) {
        errno = ENOSPC;
        return NULL;
    }
    return strcpy(to, text);
}

char *inet_ntoa(uint32_t address)
{
    static _Thread_local char text[16];
    write_v4((const unsigned char *)&address, text);
    return text;
}

// ---- hosts

struct address_info {
    int flags, family, type, protocol;
    unsigned length;
    void *address;
    char *name;
    struct address_info *next;
};

enum { PASSIVE = 1, NUMERIC_HOST = 4, NUMERIC_SERVICE = 0x400, KNOWN_FLAGS = 0x5ff };
enum {
    BAD_FLAGS = -1,
    NO_NAME = -2,
    NO_SERVICE = -8,
    BAD_FAMILY = -6,
    BAD_TYPE = -7,
    NO_MEMORY = -10,
    TOO_SMALL = -12
};

// As getaddrinfo hands it out: sockaddr_in or sockaddr_in6 stands behind it.
struct entry {
    struct address_info info;
    unsigned short family, port;
    char rest[24];
};

struct request {
    int family, type, protocol, flags;
    unsigned port;
    struct address_info **end;
};

static int add_entry(struct request *request, int family, const void *host, int type, int protocol)
{
    struct entry *entry = calloc(1, sizeof *entry);
    if (!entry)
        return NO_MEMORY;
    bool is_v4 = family == FAMILY_INET;
    entry->info = (struct address_info){request->flags,  family,         type, protocol,
                                        is_v4 ? 16 : 28, &entry->family, NULL, NULL};
    entry->family = (unsigned short)family;
    entry->port = __builtin_bswap16((unsigned short)request->port);
    memcpy(entry->rest + (is_v4 ? 0 : 4), host, is_v4 ? 4 : RUNTIME_HOST_BYTES);
    *request->end = &entry->info;
    request->end = &entry->info.next;
    return 0;
}

// One for each type of socket that is asked for.
static int add_host(struct request *request, int family, const void *host)
{
    static const struct {
        int type, protocol;
    } kinds[] = {{TYPE_STREAM, PROTOCOL_TCP}, {TYPE_DATAGRAM, PROTOCOL_UDP}, {3, 0}};
    if (request->family != FAMILY_NONE && request->family != family)
        return 0;
    for (int i = 0; i < 3; i++) {
        bool wanted = (!request->type || request->type == kinds[i].type) &&
                      (!request->protocol || !kinds[i].protocol || request->protocol == kinds[i].protocol);
        int error = wanted ? add_entry(request, family, host, kinds[i].type, kinds[i].protocol) : 0;
        if (error)
            return error;
    }
    return 0;
}

static int read_port(const char *service, unsigned *port)
{
    *port = 0;
    if (!service)
        return 0;
    if (!*service)
        return NO_SERVICE;
    for (; __runtime_is_digit(*service); service++)
        *port = *port * 10 + (unsigned)(*service - '0');
    if (*service) {
        __heddle_unmodelled_value("getaddrinfo of a service that is no number");
        return NO_SERVICE;
    }
    return *port > 65535 ? NO_SERVICE : 0;
}

static int add_local(struct request *request, bool passive)
{
    static const unsigned char any[4], loopback[4] = {127, 0, 0, 1};
    if (passive) {
        int error = add_host(request, FAMILY_INET, any);
        return error ? error : add_host(request, FAMILY_INET6, in6addr_any);
    }
    int error = add_host(request, FAMILY_INET6, in6addr_loopback);
    return error ? error : add_host(request, FAMILY_INET, loopback);
}

static int add_named(struct request *request, const char *host)
{
    unsigned char bytes[RUNTIME_HOST_BYTES];
    uint32_t address;
    if (inet_aton(host, &address))
        return request->family == FAMILY_INET6 ? -9 : add_host(request, FAMILY_INET, &address);
    if (read_v6(host, bytes))
        return request->family == FAMILY_INET ? -9 : add_host(request, FAMILY_INET6, bytes);
    if (request->flags & NUMERIC_HOST)
        return NO_NAME;
    if (strcmp(host, "localhost") == 0)
        return add_local(request, false);
    __heddle_unmodelled_value("getaddrinfo of a host but numbers and localhost");
    return NO_NAME;
}

void freeaddrinfo(struct address_info *info)
{
    while (info) {
        struct address_info *next = info->next;
        free(info->name);
        free(info);
        info = next;
    }
}

int getaddrinfo(const char *restrict host, const char *restrict service,
                const struct address_info *restrict hints, struct address_info **restrict to)
{
    struct request request = {.end = to};
    struct address_info *found = NULL;
    request.end = &found;
    if (!host && !service)
        return NO_NAME;
    if (hints) {
        request.family = hints->family;
        request.type = hints->type;
        request.protocol = hints->protocol;
        request.flags = hints->flags;
    }
    if (request.flags & ~KNOWN_FLAGS)
        return BAD_FLAGS;
    if (request.family != FAMILY_NONE && request.family != FAMILY_INET && request.family != FAMILY_INET6)
        return BAD_FAMILY;
    int error = read_port(service, &request.port);
    if (!error)
        error = host ? add_named(&request, host) : add_local(&request, request.flags & PASSIVE);
    if (!error && !found)
        error = BAD_TYPE;
    if (error) {
        freeaddrinfo(found);
        return error;
    }
    if (request.flags & 2) // AI_CANONNAME
        found->name = __runtime_duplicate(host ? host : "localhost", strlen(host ? host : "localhost"));
    *to = found;
    return 0;
}

const char *gai_strerror(int error)
{
    static const struct {
        int error;
        const char *text;
    } texts[] = {
        {-1, "Bad value for ai_flags"},
        {-2, "Name or service not known"},
        {-3, "Temporary failure in name resolution"},
        {-4, "Non-recoverable failure in name resolution"},
        {-5, "No address associated with hostname"},
        {-6, "ai_family not supported"},
        {-7, "ai_socktype not supported"},
        {-8, "Servname not supported for ai_socktype"},
        {-9, "Address family for hostname not supported"},
        {-10, "Memory allocation failure"},
        {-11, "System error"},
    };
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        if (texts[i].error == error)
            return texts[i].text;
    return "Unknown error";
}

// Only as numbers.
int getnameinfo(const void *restrict address, unsigned length, char *restrict host, unsigned host_size,
                char *restrict service, unsigned service_size, int flags)
{
    enum { NUMERIC_HOST_NAME = 1, NUMERIC_SERVICE_NAME = 2 };
    unsigned short family;
    if (length < 16)
        return BAD_FAMILY;
    memcpy(&family, address, sizeof family);
    if ((family != FAMILY_INET && family != FAMILY_INET6) || (family == FAMILY_INET6 && length < 28))
        return BAD_FAMILY;
    if ((host && host_size && !(flags & NUMERIC_HOST_NAME)) ||
        (service && service_size && !(flags & NUMERIC_SERVICE_NAME))) {
        __heddle_unmodelled_value("getnameinfo of names that are no numbers");
        return NO_NAME;
    }
    if (host && host_size &&
        !inet_ntop(family, (const char *)address + (family == FAMILY_INET ? 4 : 8), host, host_size))
        return TOO_SMALL;
    if (service && service_size) {
        char text[8];
        unsigned short port;
        memcpy(&port, (const char *)address + 2, sizeof port);
        *write_address_number(text, __builtin_bswap16(port), 10) = 0;
        if (strlen(text) >= service_size)
            return TOO_SMALL;
        strcpy(service, text);
    }
    return 0;
}
