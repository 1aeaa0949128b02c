"""Clients of the servers that are recorded: each sends its requests from several threads, and checks the answers. All of it is ours."""

import contextlib
import socket
import socketserver
import struct
import threading
import time

CLIENTS = 4


class Refused(Exception):
    """An answer that is not the one that it must be."""


def expect(condition, answer):
    if not condition:
        raise Refused(f"the server answers {answer!r}")


def together(work, rounds):
    """work(CLIENT, ROUND) for all rounds of each client, the clients at the same time; the seconds that this takes."""
    wrong = []

    def client(number):
        try:
            for one in range(rounds):
                work(number, one)
        except (OSError, Refused) as failure:
            wrong.append(failure)

    start = time.perf_counter()
    threads = [threading.Thread(target=client, args=(number,)) for number in range(CLIENTS)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    if wrong:
        raise Refused(str(wrong[0]))
    return time.perf_counter() - start


def take(connection, size):
    data = b""
    while len(data) < size:
        more = connection.recv(65536)
        expect(more, data)
        data += more
    return data


def connect(port):
    return socket.create_connection(("127.0.0.1", port), timeout=60)


class Echo(socketserver.BaseRequestHandler):
    """What a proxy connects to: bytes come back; a request of HTTP gets a page."""

    def handle(self):
        while data := self.request.recv(4096):
            if data.startswith(b"GET "):
                while b"\r\n\r\n" not in data:
                    data += self.request.recv(4096)
                self.request.sendall(b"HTTP/1.0 200 OK\r\nContent-Length: 5\r\n\r\nhello")
                return
            self.request.sendall(data)


class Server(socketserver.ThreadingTCPServer):
    allow_reuse_address, daemon_threads, request_queue_size = True, True, 64


@contextlib.contextmanager
def echo():
    with Server(("127.0.0.1", 0), Echo) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield server.server_address[1]
        server.shutdown()


def socks(port, rounds):
    with echo() as target:
        def work(_, number):
            with connect(port) as connection:
                connection.sendall(b"\5\1\0")
                expect(take(connection, 2) == b"\5\0", "another method")
                connection.sendall(b"\5\1\0\1" + socket.inet_aton("127.0.0.1") + struct.pack(">H", target))
                expect(take(connection, 10)[1] == 0, "no connection")
                connection.sendall(b"%100d" % number)
                expect(take(connection, 100) == b"%100d" % number, "other bytes")
        return together(work, rounds)


def get(port, address):
    with connect(port) as connection:
        connection.sendall(b"GET " + address + b" HTTP/1.0\r\nHost: localhost\r\n\r\n")
        answer = b""
        while more := connection.recv(65536):
            answer += more
        expect(b" 200 " in answer.split(b"\r\n")[0], answer[:80])
        return answer


def http(port, rounds):
    return together(lambda client, number: get(port, b"/%d.html" % (number % 3)), rounds)


def proxy(port, rounds):
    with echo() as target:
        return together(lambda client, number: get(port, b"http://127.0.0.1:%d/" % target), rounds)


def redis(port, rounds):
    def work(client, number):
        with connect(port) as connection:
            for key in range(4):
                command = b"SET key%d:%d %d\r\nINCR all\r\nGET key%d:%d\r\n" % (client, key, number, client, key)
                connection.sendall(command)
                answer = b""
                while answer.count(b"\r\n") < 4:
                    answer += take(connection, 1)
                expect(answer.startswith(b"+OK") and answer.endswith(b"%d\r\n" % number), answer)
    return together(work, rounds)
