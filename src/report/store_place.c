#include "report/store_place.h"

#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

static bool is_given(const char *text)
{
    return text && *text;
}

static bool check_folder(const struct settings *settings, const char *place, struct error *error)
{
    const char *option = is_given(settings->store_key)           ? "--store-key"
                         : is_given(settings->store_authorities) ? "--store-ca"
                         : is_given(settings->store_certificate) ? "--store-certificate"
                                                                 : NULL;
    return !option || error_set(error, "%s is for a store on servers%s", option,
                                *place ? ", not for a folder" : ", which --store has to name");
}

static bool read_secret(const struct settings *settings, struct sha256 *secret, struct error *error)
{
    *secret = store_no_secret();
    if (!is_given(settings->store_key))
        return error_set(error,
                         "a store on servers needs --store-key=FILE, with a secret that its users share; "
                         "with --store-key=none everybody who can write to the server can make checks say "
                         "`safe`");
    return strcmp(settings->store_key, "none") == 0 || store_secret(settings->store_key, secret, error);
}

// Fills in everything but the address' password of the environment.
static bool read_servers(const struct settings *settings, const char *place, struct store_servers *servers,
                         struct error *error)
{
    static const double most_seconds = 3600;
    double seconds = settings->store_timeout; // 0: none
    if (seconds == 0 || seconds > most_seconds)
        seconds = most_seconds;
    *servers = (struct store_servers){.milliseconds = seconds < 0.001 ? 1 : (int)(seconds * 1000)};
    if (is_given(settings->store_authorities))
        servers->authorities = settings->store_authorities;
    if (is_given(settings->store_certificate))
        servers->certificate = settings->store_certificate;
    if (!store_address_read(place, &servers->address, error))
        return false;
    const char *only_tls = servers->authorities   ? "--store-ca"
                           : servers->certificate ? "--store-certificate"
                                                  : NULL;
    if (only_tls && servers->address.kind != ADDRESS_REDIS_TLS)
        error_set(error, "%s is for rediss://", only_tls);
    else if (read_secret(settings, &servers->secret, error))
        return true;
    store_address_free(&servers->address);
    return false;
}

bool store_place_check(const struct settings *settings, const char *place, struct error *error)
{
    struct store_servers servers;
    if (!address_is(place))
        return check_folder(settings, place, error);
    if (!read_servers(settings, place, &servers, error))
        return false;
    store_address_free(&servers.address);
    return true;
}

bool store_place_servers(const struct settings *settings, const char *place, struct store_servers *servers,
                         struct error *error)
{
    if (!read_servers(settings, place, servers, error))
        return false;
    const char *password = getenv("HEDDLE_STORE_PASSWORD");
    if (!servers->address.password && is_given(password))
        servers->address.password = memory_copy_string(password);
    return true;
}

struct store *store_place_open(const struct settings *settings, const char *place, enum store_opening how,
                               uint64_t limit, struct error *error)
{
    struct store_servers servers;
    if (!address_is(place))
        return how == STORE_MAKE ? store_open(place, limit, error) : store_open_existing(place, error);
    if (!store_place_servers(settings, place, &servers, error))
        return NULL;
    struct store *store = store_open_servers(&servers, error);
    store_address_free(&servers.address);
    return store;
}
