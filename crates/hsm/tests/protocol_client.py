"""A client by docs/protocol.md alone: python3 protocol_client.py SOCKET PIN LABEL."""
import json
import socket
import sys

OPERATIONS = {"Hello": 1, "Tokens": 2, "Health": 3, "Login": 16, "Logout": 17, "Ticket": 18,
              "Join": 19, "Sign": 32, "SignAll": 33, "Verify": 34, "FindLabel": 49, "Page": 50}
REFUSED = 1


class Refused(Exception):
    """Its code."""


def number(value):
    """A number of the fields: seven bits a byte, the lowest first."""
    out = b""
    while value >= 0x80:
        out, value = out + bytes([value & 0x7F | 0x80]), value >> 7
    return out + bytes([value])


def sized(value):
    return number(len(value)) + value


class Fields:
    """Reads what a reply has, one field after the other."""

    def __init__(self, data):
        self.data, self.at = data, 0

    def take(self, count):
        self.at += count
        assert self.at <= len(self.data), "fields are missing"
        return self.data[self.at - count:self.at]

    def number(self):
        value, shift = 0, 0
        while True:
            byte = self.take(1)[0]
            value |= (byte & 0x7F) << shift
            shift += 7
            if byte < 0x80:
                return value

    def sized(self):
        return self.take(self.number())

    def many(self, read):
        return [read() for _ in range(self.number())]

    def object(self):
        found = {"id": self.take(16), "class": self.number(), "kind": self.sized(),
                 "label": self.sized().decode(), "usage": self.take(1)[0]}
        found["exportable"], found["sensitive"] = self.take(2)
        found["mechanisms"], found["external_id"] = self.many(self.number), self.sized()
        named = lambda: self.number() if self.number() == 0 else self.sized()
        found["users"], found["viewers"] = [self.number() and self.many(named) for _ in range(2)]
        found["extra"] = self.many(lambda: (self.number(), self.sized().hex()))
        found["public"], found["version"] = self.sized(), self.number()
        found["sequence"], found["created"] = self.number(), self.number()
        found["history"] = list(self.take(3))
        return found

    def result(self):
        if self.number() == 0:
            return self.sized().hex()
        return [self.sized().decode(), self.sized()][0]


class Client:
    def __init__(self, path, lowest=4, highest=4):
        self.stream = socket.socket(socket.AF_UNIX)
        self.stream.connect(path)
        self.input, self.last, self.replies = self.stream.makefile("rb"), 0, {}
        hello = self.ask("Hello", b"sealane\0" + number(lowest) + number(highest))
        self.version, self.token = [hello.number() for _ in range(3)][0], hello.sized().decode()

    def send(self, operation, fields=b"", token=b"\0"):
        self.last += 1
        operation = OPERATIONS.get(operation, operation)
        body = self.last.to_bytes(4, "big") + operation.to_bytes(2, "big") + token + fields
        self.stream.sendall(len(body).to_bytes(4, "big") + body)
        return self.last

    def read(self, count):
        out = self.input.read(count)
        if len(out) < count:
            raise EOFError("the service has ended the connection")
        return out

    def receive(self, wanted):
        while wanted not in self.replies:
            body = self.read(int.from_bytes(self.read(4), "big"))
            self.replies[int.from_bytes(body[:4], "big")] = body[4:]
        body = self.replies.pop(wanted)
        fields = Fields(body[2:])
        if int.from_bytes(body[:2], "big") == REFUSED:
            raise Refused(fields.sized().decode())
        return fields

    def ask(self, *request, **more):
        return self.receive(self.send(*request, **more))


def refusal(act):
    try:
        act()
    except Refused as refused:
        return str(refused)
    return "not refused"


def item(key, message):
    return key["id"] + b"\0" + b"\0" + sized(message) + b"\0"


def main(path, pin, label):
    client = Client(path)
    told = {"version": client.version, "token": client.token}
    page = client.ask("Page", b"\0\0")
    told["labels"] = [found["label"] for found in page.many(page.object)]
    key = client.ask("FindLabel", sized(label.encode())).object()
    sign = ["Sign", item(key, b"message")]
    told["history"] = [str(one) for one in key["history"]]
    told["before"] = refusal(lambda: client.ask(*sign))
    told["wrong"] = refusal(lambda: client.ask("Login", sized(b"user") + sized(b"wrong")))
    client.ask("Login", sized(b"user") + sized(pin.encode()))
    # Many are outstanding, and taken in another order.
    pending = [client.send("Sign", item(key, b"message %d" % i)) for i in range(20)]
    signatures = [client.receive(one).sized() for one in reversed(pending)][::-1]
    told["signatures"] = [signature.hex() for signature in signatures]
    for i, signature in enumerate(signatures):
        client.ask("Verify", item(key, b"message %d" % i) + sized(signature))
    other = ["Verify", item(key, b"another") + sized(signatures[0])]
    told["verify another"] = refusal(lambda: client.ask(*other))
    both = client.ask("SignAll", number(2) + item(key, b"both") + item({"id": bytes(16)}, b"both"))
    told["both"] = both.many(both.result)
    told["unknown"] = refusal(lambda: client.ask(40000))
    told["no token"] = refusal(lambda: client.ask("Health", token=b"\x01\0\x09"))
    ticket = client.ask("Ticket").sized()
    joined = Client(path, 2, 9)
    joined.ask("Join", sized(ticket))
    told["joined"] = joined.ask(*sign).sized().hex()
    joined.ask("Logout")
    told["after"] = refusal(lambda: client.ask(*sign))
    told["ended"] = refusal(lambda: Client(path).ask("Join", sized(ticket)))
    told["earlier"] = refusal(lambda: Client(path, 3, 3))
    told["later"] = refusal(lambda: Client(path, 5, 6))
    print(json.dumps(told))


main(*sys.argv[1:])
