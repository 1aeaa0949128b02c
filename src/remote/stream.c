#include "remote/stream.h"

#include "base/clock.h"
#include "base/memory.h"

#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netdb.h>
#include <netinet/tcp.h>
#include <openssl/err.h>
#include <openssl/ssl.h>
#include <poll.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

struct stream {
    int socket;
    SSL_CTX *context; // NULL: without TLS
    SSL *tls;
};

// ---- waiting

static bool wait_for_stream(int socket, short events, double deadline)
{
    for (;;) {
        double left = deadline - clock_seconds();
        struct pollfd wanted = {.fd = socket, .events = events};
        if (left <= 0)
            return false;
        int ready = poll(&wanted, 1, (int)(left * 1000) + 1);
        if (ready > 0)
            return true;
        if (ready < 0 && errno != EINTR)
            return true; // what is wrong, the next call says
    }
}

// ---- TCP

// 0, or errno; ETIMEDOUT too where the time is over.
static int connect_socket(int socket, const struct addrinfo *address, double deadline)
{
    int one = 1, reason = 0;
    socklen_t size = sizeof reason;
    fcntl(socket, F_SETFL, fcntl(socket, F_GETFL) | O_NONBLOCK);
    setsockopt(socket, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one);
    if (connect(socket, address->ai_addr, address->ai_addrlen) == 0)
        return 0;
    if (errno != EINPROGRESS)
        return errno;
    if (!wait_for_stream(socket, POLLOUT, deadline))
        return ETIMEDOUT;
    return getsockopt(socket, SOL_SOCKET, SO_ERROR, &reason, &size) == 0 ? reason : errno;
}

static bool connect_tcp(struct stream *stream, const struct client_host *host, double deadline,
                        struct error *error)
{
    struct addrinfo wanted = {.ai_family = AF_UNSPEC, .ai_socktype = SOCK_STREAM}, *found = NULL;
    int reason = getaddrinfo(host->name, host->port, &wanted, &found);
    if (reason != 0)
        return error_set(error, "%s", gai_strerror(reason));
    reason = ENOENT;
    for (const struct addrinfo *a = found; a && reason; a = a->ai_next) {
        stream->socket = socket(a->ai_family, a->ai_socktype | SOCK_CLOEXEC, a->ai_protocol);
        reason = stream->socket < 0 ? errno : connect_socket(stream->socket, a, deadline);
        if (reason && stream->socket >= 0) {
            close(stream->socket);
            stream->socket = -1;
        }
    }
    freeaddrinfo(found);
    return reason == 0 || error_set(error, "%s", reason == ETIMEDOUT ? "" : strerror(reason));
}

// ---- TLS

// What the result of a call asks for before the next one. False: nothing will help.
static bool wait_for_tls(struct stream *stream, int result, double deadline)
{
    int wish = SSL_get_error(stream->tls, result);
    ERR_clear_error();
    return (wish == SSL_ERROR_WANT_READ && wait_for_stream(stream->socket, POLLIN, deadline)) ||
           (wish == SSL_ERROR_WANT_WRITE && wait_for_stream(stream->socket, POLLOUT, deadline));
}

static const char *tls_reason(void)
{
    const char *reason = ERR_reason_error_string(ERR_get_error());
    ERR_clear_error();
    return reason ? reason : "TLS cannot be used";
}

static bool load_certificates(SSL_CTX *context, const struct client_setting *setting, struct error *error)
{
    const char *authorities = setting->authorities, *own = setting->certificate;
    if (authorities ? SSL_CTX_load_verify_file(context, authorities) != 1
                    : SSL_CTX_set_default_verify_paths(context) != 1)
        return error_set(error, "%s: %s", authorities ? authorities : "certificates", tls_reason());
    return !own ||
           (SSL_CTX_use_certificate_chain_file(context, own) == 1 &&
            SSL_CTX_use_PrivateKey_file(context, own, SSL_FILETYPE_PEM) == 1) ||
           error_set(error, "%s: %s", own, tls_reason());
}

// Whom the certificate has to name.
static bool expect_host(SSL *tls, const char *host)
{
    unsigned char address[sizeof(struct in6_addr)];
    if (inet_pton(AF_INET, host, address) == 1 || inet_pton(AF_INET6, host, address) == 1)
        return X509_VERIFY_PARAM_set1_ip_asc(SSL_get0_param(tls), host) == 1;
    return SSL_set1_host(tls, host) == 1 && SSL_set_tlsext_host_name(tls, host) == 1;
}

static bool shake_hands(struct stream *stream, double deadline, struct error *error)
{
    for (int result; (result = SSL_connect(stream->tls)) != 1;) {
        int wish = SSL_get_error(stream->tls, result);
        if (wish == SSL_ERROR_WANT_READ || wish == SSL_ERROR_WANT_WRITE) {
            if (wait_for_tls(stream, result, deadline))
                continue;
            return error_set(error, "%s", "");
        }
        long verified = SSL_get_verify_result(stream->tls);
        return error_set(error, "TLS: %s",
                         verified != X509_V_OK ? X509_verify_cert_error_string(verified)
                         : ERR_peek_error()    ? tls_reason()
                                               : "the server has closed the connection");
    }
    return true;
}

static bool start_tls(struct stream *stream, const struct client_setting *setting, double deadline,
                      struct error *error)
{
    stream->context = SSL_CTX_new(TLS_client_method());
    if (!stream->context || SSL_CTX_set_min_proto_version(stream->context, TLS1_2_VERSION) != 1)
        return error_set(error, "TLS: %s", tls_reason());
    SSL_CTX_set_verify(stream->context, SSL_VERIFY_PEER, NULL);
    SSL_CTX_set_mode(stream->context, SSL_MODE_ENABLE_PARTIAL_WRITE | SSL_MODE_ACCEPT_MOVING_WRITE_BUFFER);
    if (!load_certificates(stream->context, setting, error))
        return false;
    stream->tls = SSL_new(stream->context);
    if (!stream->tls || !expect_host(stream->tls, setting->hosts.data[0].name) ||
        SSL_set_fd(stream->tls, stream->socket) != 1)
        return error_set(error, "TLS: %s", tls_reason());
    return shake_hands(stream, deadline, error);
}

// ---- both

struct stream *stream_open(const struct client_setting *setting, double deadline, struct error *error)
{
    struct stream *stream = memory_zalloc(1, sizeof *stream);
    stream->socket = -1;
    if (connect_tcp(stream, &setting->hosts.data[0], deadline, error) &&
        (setting->kind != ADDRESS_REDIS_TLS || start_tls(stream, setting, deadline, error)))
        return stream;
    stream_close(stream);
    return NULL;
}

void stream_close(struct stream *stream)
{
    if (!stream)
        return;
    SSL_free(stream->tls);
    SSL_CTX_free(stream->context);
    if (stream->socket >= 0)
        close(stream->socket);
    memory_free(stream);
}

// What is to be done after a call that moved nothing; STREAM_GOOD: again.
static enum stream_result again(struct stream *stream, ssize_t result, short events, double deadline)
{
    bool more = stream->tls ? wait_for_tls(stream, (int)result, deadline)
                : result == 0 && events == POLLIN
                    ? false
                    : errno == EINTR || ((errno == EAGAIN || errno == EWOULDBLOCK) &&
                                         wait_for_stream(stream->socket, events, deadline));
    return more ? STREAM_GOOD : clock_seconds() >= deadline ? STREAM_LATE : STREAM_CLOSED;
}

enum stream_result stream_send(struct stream *stream, const void *data, size_t size, double deadline)
{
    enum { PIECE = 1 << 16 };
    for (const char *at = data; size;) {
        size_t piece = size < PIECE ? size : PIECE;
        ssize_t sent = stream->tls ? SSL_write(stream->tls, at, (int)piece)
                                   : send(stream->socket, at, piece, MSG_NOSIGNAL);
        if (sent > 0) {
            at += sent;
            size -= (size_t)sent;
            continue;
        }
        enum stream_result result = again(stream, sent, POLLOUT, deadline);
        if (result != STREAM_GOOD)
            return result;
    }
    return STREAM_GOOD;
}

enum stream_result stream_receive(struct stream *stream, void *data, size_t most, size_t *size,
                                  double deadline)
{
    for (;;) {
        if (clock_seconds() >= deadline)
            return STREAM_LATE;
        ssize_t got =
            stream->tls ? SSL_read(stream->tls, data, (int)most) : recv(stream->socket, data, most, 0);
        if (got > 0) {
            *size = (size_t)got;
            return STREAM_GOOD;
        }
        enum stream_result result = again(stream, got, POLLIN, deadline);
        if (result != STREAM_GOOD)
            return result;
    }
}
