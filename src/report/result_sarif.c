// The result as SARIF 2.1.0: one rule per property, one result per violation, notifications for what was not
// covered.
#include "base/memory.h"
#include "report/json_text.h"
#include "report/result.h"

#include <ctype.h>
#include <string.h>

enum { FLOW_LOCATIONS = 1000 }; // of one thread

static json_t *message_json(const char *text)
{
    json_t *message = json_object();
    json_put(message, "text", json_text(text));
    return message;
}

// A path as a URI reference.
static json_t *uri_json(const char *path)
{
    struct buffer uri = {0};
    buffer_print(&uri, "%s", path[0] == '/' ? "file://" : "");
    for (const char *p = path; *p; p++) {
        if (isalnum((unsigned char)*p) || strchr("/._-~+", *p))
            buffer_append(&uri, p, 1);
        else
            buffer_print(&uri, "%%%02X", (unsigned char)*p);
    }
    char *text = buffer_take(&uri);
    json_t *json = json_text(text);
    memory_free(text);
    return json;
}

// An array with the physical location, empty where the place is unknown.
static json_t *locations_json(struct source_place place)
{
    json_t *locations = json_array();
    if (!place.file[0] || place.line == 0)
        return locations;
    json_t *region = json_object();
    json_put(region, "startLine", json_integer(place.line));
    if (place.column > 0)
        json_put(region, "startColumn", json_integer(place.column));
    json_add(locations, json_pack("{s:{s:{s:o},s:o}}", "physicalLocation", "artifactLocation", "uri",
                                  uri_json(place.file), "region", region));
    return locations;
}

static json_t *rules_json(void)
{
    json_t *rules = json_array();
    for (uint32_t i = 0; i < PROPERTY_COUNT; i++)
        json_add(rules, json_pack("{s:s}", "id", property_name((enum property)i)));
    return rules;
}

// The other access of a data race.
static json_t *related_json(const struct result *result, const struct exploration_violation *violation)
{
    const struct violation_access *access = &violation->accesses.data[0];
    json_t *locations = locations_json(result_access_place(result, access));
    const char *thread =
        access->thread < violation->thread_names.size ? violation->thread_names.data[access->thread] : "main";
    char *text = memory_format("%s by %s", result_access_kind(access), thread);
    if (json_array_size(locations) > 0)
        json_put(json_array_get(locations, 0), "message", message_json(text));
    memory_free(text);
    return locations;
}

// A place in a thread's part of a code flow; `order`: of all threads' places. NULL: nobody knows where it is.
static json_t *flow_location_json(struct source_place place, const char *text, uint32_t order)
{
    json_t *locations = locations_json(place);
    json_t *location = json_array_size(locations) > 0 ? json_incref(json_array_get(locations, 0)) : NULL;
    json_decref(locations);
    if (!location)
        return NULL;
    json_put(location, "message", message_json(text));
    return json_pack("{s:o,s:i}", "location", location, "executionOrder", (int)order);
}

static char *sarif_event_text(const struct timeline_event *event)
{
    return memory_format("%s%s%s%s%s", event->choice ? "choice" : operation_name(event->kind),
                         event->object ? " " : "", event->object ? event->object : "",
                         event->value ? " = " : "", event->value ? event->value : "");
}

// What one thread does, with the failure at its end if it happens there.
static json_t *thread_flow_json(struct result *result, uint32_t violation, uint32_t thread)
{
    const struct exploration_violation *v = &result->exploration->violations.data[violation];
    const struct timeline *timeline = result_timeline(result, violation);
    json_t *locations = json_array();
    uint32_t order = 0;
    for (uint32_t i = 0; i < timeline->events.size && json_array_size(locations) < FLOW_LOCATIONS; i++) {
        const struct timeline_event *event = &timeline->events.data[i];
        order = event->step + 1;
        if (event->thread != thread)
            continue;
        char *text = sarif_event_text(event);
        json_t *location = flow_location_json(place_of(result->program, event->code), text, order);
        memory_free(text);
        if (location)
            json_add(locations, location);
    }
    json_t *end = v->thread == thread && v->blocked.size == 0
                      ? flow_location_json(result_place(result, violation), v->message, timeline->steps + 1)
                      : NULL;
    if (end)
        json_put(end, "importance", json_string("essential"));
    if (end)
        json_add(locations, end);
    if (json_array_size(locations) > 0)
        return json_pack("{s:o,s:o}", "id", json_text(timeline_thread_name(timeline, thread)), "locations",
                         locations);
    json_decref(locations);
    return NULL;
}

static json_t *code_flows_json(struct result *result, uint32_t violation)
{
    const struct timeline *timeline = result_timeline(result, violation);
    json_t *flows = json_array();
    for (uint32_t t = 0; t < timeline->thread_names.size; t++) {
        json_t *flow = thread_flow_json(result, violation, t);
        if (flow)
            json_add(flows, flow);
    }
    if (json_array_size(flows) > 0)
        return json_pack("[{s:o}]", "threadFlows", flows);
    json_decref(flows);
    return json_array();
}

static json_t *results_json(struct result *result)
{
    json_t *results = json_array();
    if (result->exploration->verdict != VERDICT_VIOLATION) // a replay that did not confirm its violation
        return results;
    for (uint32_t i = 0; i < result->exploration->violations.size; i++) {
        const struct exploration_violation *violation = &result->exploration->violations.data[i];
        json_t *properties = json_object();
        json_put(properties, "witness", json_text(result_witness(result, i)));
        json_t *entry =
            json_pack("{s:s,s:i,s:s,s:o,s:o,s:o}", "ruleId", property_name(violation->property), "ruleIndex",
                      (int)violation->property, "level", "error", "message", message_json(violation->message),
                      "locations", locations_json(result_place(result, i)), "properties", properties);
        json_put(entry, "codeFlows", code_flows_json(result, i));
        if (violation->accesses.size > 0)
            json_put(entry, "relatedLocations", related_json(result, violation));
        json_add(results, entry);
    }
    return results;
}

static void add_notification(json_t *notifications, const char *level, const char *message,
                             struct source_place place)
{
    json_add(notifications, json_pack("{s:s,s:o,s:o}", "level", level, "message", message_json(message),
                                      "locations", locations_json(place)));
}

static json_t *notifications_json(const struct result *result)
{
    json_t *notifications = json_array();
    for (uint32_t i = 0; i < result_reason_count(result); i++) {
        struct result_reason reason = result_reason(result, i);
        add_notification(notifications, "warning", reason.message, reason.place);
    }
    for (uint32_t i = 0; i < result->exploration->warnings.size; i++) {
        const struct exploration_remark *warning = &result->exploration->warnings.data[i];
        add_notification(notifications, "note", warning->message, place_of(result->program, warning->code));
    }
    return notifications;
}

char *result_sarif(struct result *result)
{
    json_t *driver =
        json_pack("{s:s,s:s,s:o}", "name", "heddle", "version", HEDDLE_VERSION, "rules", rules_json());
    json_t *invocation = json_pack("{s:b,s:o}", "executionSuccessful", 1, "toolExecutionNotifications",
                                   notifications_json(result));
    json_t *run =
        json_pack("{s:{s:o},s:[o],s:o,s:{s:s}}", "tool", "driver", driver, "invocations", invocation,
                  "results", results_json(result), "properties", "verdict", result_verdict(result));
    return json_print(json_pack("{s:s,s:s,s:[o]}", "$schema", "https://json.schemastore.org/sarif-2.1.0.json",
                                "version", "2.1.0", "runs", run));
}
