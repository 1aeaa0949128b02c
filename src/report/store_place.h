// The store that settings name: a folder, or one on servers with what these need.
#ifndef HEDDLE_REPORT_STORE_PLACE_H
#define HEDDLE_REPORT_STORE_PLACE_H

#include "report/settings.h"
#include "store/store.h"

// Whether `place` (a value of --store, or what `heddle store` is given) and the options about servers go
// together. False with the error set, which never has a password in it.
bool store_place_check(const struct settings *settings, const char *place, struct error *error);

// How a folder is opened, see store_open; servers are always the same.
enum store_opening { STORE_MAKE, STORE_EXISTING };
// Opens it. `limit`: of a folder. NULL with the error set, likewise. A password that the place does not have
// is taken from $HEDDLE_STORE_PASSWORD.
struct store *store_place_open(const struct settings *settings, const char *place, enum store_opening how,
                               uint64_t limit, struct error *error);

// How the servers of an address are reached, with the secret, likewise. False with the error set. To be
// released by store_address_free of its address; what else it points to is the settings'.
bool store_place_servers(const struct settings *settings, const char *place, struct store_servers *servers,
                         struct error *error);

#endif
