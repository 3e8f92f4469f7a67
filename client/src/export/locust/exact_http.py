"""Sends requests byte for byte with Locust, and checks the responses. Needs only Python and Locust.

Written by soaphttp. locustfile.py says which requests are sent; nothing in this file depends on them.

Environment variables for TLS:
  SOAPHTTP_CERT, SOAPHTTP_KEY, SOAPHTTP_PASSPHRASE   client certificate and its key (PEM)
  SOAPHTTP_CA          certificate authorities (PEM) to trust in addition to those of the system
  SOAPHTTP_INSECURE=1  don't verify the service's certificate
"""

import base64
import binascii
import calendar
import datetime
import decimal
import email
import functools
import gzip
import hashlib
import hmac
import io
import itertools
import json
import os
import random
import re
import secrets
import select
import socket
import ssl
import time
import uuid
import zipfile
import zlib
import zoneinfo
from urllib.parse import quote, unquote_to_bytes, urlsplit
from xml.etree import ElementTree

import locust.runners
from locust import User

# Debian's Locust has an empty version, with which its master rejects all workers.
locust.runners.__version__ = locust.runners.__version__ or "unknown"

FOLDER = os.path.dirname(os.path.abspath(__file__))


class Problem(Exception):
    """Why a request isn't sent, or why its response isn't a success."""


# ---- Values: functions of a sending that return a text ----


def content_length(_):
    """The number of bytes of the body; see Request.message."""
    raise AssertionError


def guid():
    return lambda _: str(uuid.uuid4())


def random_int(least, end):
    return lambda _: str(random.randrange(least, end))


def choice(texts):
    return lambda _: random.choice(texts)


def timestamp(count=0, unit="s"):
    return lambda _: str(int(moment(count, unit).timestamp()))


def date_time(form, count=0, unit="s", zone=None):
    """The time in a format of Day.js, in UTC or in a zone, whose data the system has."""
    in_zone = zoneinfo.ZoneInfo(zone) if zone else datetime.timezone.utc
    return lambda _: formatted(moment(count, unit).astimezone(in_zone), form)


def nonce():
    """16 random bytes in Base64."""
    return lambda _: base64.b64encode(secrets.token_bytes(16)).decode()


def basic(user, password):
    """User and password for Basic authentication (RFC 7617)."""

    def value(sending):
        name = together(user, sending)
        if re.search("[:\x00-\x1f\x7f-\x9f]", name):
            raise Problem("The user contains a colon or a control character, which Basic doesn't allow.")
        return base64.b64encode(f"{name}:{together(password, sending)}".encode()).decode()

    return value


def password_digest(password, nonce_text=(), created=()):
    """Base64(SHA-1(nonce + created + password)), as in the UsernameToken Profile of WS-Security."""

    def value(sending):
        try:
            random_bytes = base64.b64decode("".join(together(nonce_text, sending).split()), validate=True)
        except binascii.Error:
            raise Problem("The Nonce isn't Base64.") from None
        text = together(created, sending) + together(password, sending)
        return base64.b64encode(hashlib.sha1(random_bytes + text.encode()).digest()).decode()

    return value


def together(parts, sending):
    """Texts and values as one text; the values are those that the message has elsewhere."""
    return "".join(part if isinstance(part, str) else sending.text(part) for part in parts)


def random_bytes(count):
    return lambda _: secrets.token_bytes(count)


def computed(parts, *steps):
    """A value that steps and paths are applied to, from left to right: a text or bytes."""

    return lambda sending: after(steps, content_of(parts, sending), sending)


def after(steps, content, sending):
    for one in steps:
        if isinstance(one, (XPath, JsonPath)):
            content = one.only(Value(content), sending.request.prefixes)
            continue
        apply, arguments = one
        try:
            content = apply(content, *(content_of(one, sending) for one in arguments))
        except (ValueError, LookupError, OSError, EOFError, zlib.error, zipfile.BadZipFile):
            raise Problem("A step can't be applied to its value.") from None
    return content


def step(name, *arguments):
    return STEPS[name], arguments


def content_of(parts, sending):
    """Texts, bytes and values in one: bytes if one of them is bytes."""
    contents = [part if isinstance(part, (str, bytes)) else sending.text(part) for part in parts]
    if all(isinstance(one, str) for one in contents):
        return "".join(contents)
    return b"".join(to_bytes(one) for one in contents)


def to_bytes(content):
    return content.encode() if isinstance(content, str) else content


def to_text(content):
    return content if isinstance(content, str) else content.decode()


class Value:
    """A value that a path reads."""

    def __init__(self, content):
        self.content = content

    def text(self):
        return to_text(self.content)

    def xml(self):
        try:
            return parsed_xml(self.content)
        except (ElementTree.ParseError, LookupError, ValueError) as error:
            raise Problem("The value isn't well-formed XML.") from error


def from_base64(text):
    return base64.b64decode(text)


def decoded_base64(content, other=None):
    text = re.sub("[ \\t\\r\\n]+", "", to_text(content)).rstrip("=")
    return base64.b64decode(text + "=" * (-len(text) % 4), other, validate=True)


def decoded_xml(content):
    return ElementTree.fromstring("<a>" + to_text(content).replace("<", "&lt;") + "</a>").text or ""


def unpacked(content, window):
    unpacker = zlib.decompressobj(window)
    result = unpacker.decompress(to_bytes(content), LONGEST_UNPACKED)
    if not unpacker.eof:
        raise ValueError("cut off, or too long")
    return result


def packed(content, window):
    packer = zlib.compressobj(6, zlib.DEFLATED, window)
    return packer.compress(to_bytes(content)) + packer.flush()


def zipped(content, name):
    result = io.BytesIO()
    with zipfile.ZipFile(result, "w", zipfile.ZIP_DEFLATED, compresslevel=6) as archive:
        archive.writestr(zipfile.ZipInfo(to_text(name)), to_bytes(content), zipfile.ZIP_DEFLATED)
    return result.getvalue()


def unzipped(content, name=None):
    with zipfile.ZipFile(io.BytesIO(to_bytes(content))) as archive:
        files = [one for one in archive.infolist() if name is None or one.filename == to_text(name)]
        if len(files) != 1 or files[0].file_size > LONGEST_UNPACKED:
            raise ValueError("not one file")
        return archive.read(files[0])


LONGEST_UNPACKED = 64_000_000
# Windows of zlib: with the header of gzip, with that of zlib, without one.
WINDOWS = {"gzip": 31, "zlib": 15, "deflate": -15}
HASHES = {
    name.replace("_", "-"): getattr(hashlib, name)
    for name in ("md5", "sha1", "sha256", "sha384", "sha512", "sha3_256", "sha3_384", "sha3_512")
}
STEPS = {
    **{name: lambda content, of=of: of(to_bytes(content)).digest() for name, of in HASHES.items()},
    **{
        f"hmac {name}": lambda content, key, of=of: hmac.new(to_bytes(key), to_bytes(content), of).digest()
        for name, of in HASHES.items()
    },
    **{name: lambda content, by=by: packed(content, by) for name, by in WINDOWS.items()},
    **{f"decode {name}": lambda content, by=by: unpacked(content, by) for name, by in WINDOWS.items()},
    "base64": lambda content: base64.b64encode(to_bytes(content)).decode(),
    "base64url": lambda content: base64.urlsafe_b64encode(to_bytes(content)).decode().rstrip("="),
    "hex": lambda content: to_bytes(content).hex(),
    "HEX": lambda content: to_bytes(content).hex().upper(),
    "decimal": lambda content: str(int.from_bytes(to_bytes(content), "big")),
    "url": lambda content: quote(to_bytes(content), safe="~"),
    "decode base64": decoded_base64,
    "decode base64url": lambda content: decoded_base64(content, b"-_"),
    "decode hex": lambda content: bytes.fromhex(to_text(content)),
    "decode url": lambda content: unquote_to_bytes(to_text(content)).decode(),
    "decode xml": decoded_xml,
    "zip": zipped,
    "decode zip": unzipped,
    "text": lambda content, charset="utf-8": to_bytes(content).decode(to_text(charset)),
    "bytes": lambda content, charset="utf-8": to_text(content).encode(to_text(charset)),
    "size": lambda content: str(len(to_bytes(content))),
    "upper": lambda content: to_text(content).upper(),
    "lower": lambda content: to_text(content).lower(),
    "trim": lambda content: to_text(content).strip(),
}


def entry(of, name, missing):
    def value(sending):
        entries = of(sending)
        if name not in entries:
            raise Problem(missing)
        return entries[name]

    return value


def environment(name):
    """A secret, which is in no file."""
    return entry(lambda _: os.environ, name, f"The environment variable {name} isn't set.")


def column(name):
    """A column of the row that the request is sent with."""
    return entry(lambda sending: sending.row, name, f"The row has no column {name}.")


def variable(name):
    """A variable that a response has set."""
    return entry(lambda sending: sending.user.variables, name, f"The variable {name} isn't set yet.")


def response_of(request, part):
    """A part of the last response of another request."""
    return lambda sending: part.only(sending.user.exchange(request).response, request.prefixes)


def request_of(request, part):
    """A part of another request, as it was sent last."""
    return lambda sending: part.only(sending.user.exchange(request).request, request.prefixes)


def moment(count, unit):
    """The time in UTC, moved by a number of units."""
    now = datetime.datetime.now(datetime.timezone.utc)
    if unit in ("y", "M"):
        months = now.year * 12 + now.month - 1 + count * (12 if unit == "y" else 1)
        year, month = divmod(months, 12)
        day = min(now.day, calendar.monthrange(year, month + 1)[1])
        return now.replace(year=year, month=month + 1, day=day)
    names = {"w": "weeks", "d": "days", "h": "hours", "m": "minutes", "s": "seconds", "ms": "milliseconds"}
    return now + datetime.timedelta(**{names[unit]: count})


MONTHS = "January February March April May June July August September October November December".split()
DAYS = "Sunday Monday Tuesday Wednesday Thursday Friday Saturday".split()


def formatted(at, form):
    """A time in a format of Day.js, always in English."""
    day = (at.weekday() + 1) % 7
    hour = at.hour % 12 or 12
    tokens = {
        **numbers(YYYY=at.year, YY=at.year % 100, MM=at.month, DD=at.day),
        **numbers(HH=at.hour, hh=hour, mm=at.minute, ss=at.second),
        **{"M": str(at.month), "D": str(at.day), "d": str(day), "H": str(at.hour), "h": str(hour)},
        **{"m": str(at.minute), "s": str(at.second), "SSS": f"{at.microsecond // 1000:03}"},
        **{"MMMM": MONTHS[at.month - 1], "MMM": MONTHS[at.month - 1][:3]},
        **{"dddd": DAYS[day], "ddd": DAYS[day][:3], "dd": DAYS[day][:2]},
        **{"A": "AM" if at.hour < 12 else "PM", "a": "am" if at.hour < 12 else "pm", "ZZ": f"{at:%z}", "Z": f"{at:%z}"[:3] + ":" + f"{at:%z}"[3:]},
    }
    pattern = r"\[([^\]]+)\]|" + "|".join(sorted(tokens, key=len, reverse=True))
    return re.sub(pattern, lambda match: tokens.get(match[0], match[1]), form)


def numbers(**tokens):
    return {token: str(number).zfill(len(token)) for token, number in tokens.items()}


# ---- Parts of messages ----


class Status:
    def values(self, message, _):
        return [str(message.status)]

    def only(self, message, _):
        return str(message.status)


class Header:
    def __init__(self, name):
        self.name = name

    def values(self, message, _):
        return message.header(self.name)

    def only(self, message, _):
        return one_of(self.values(message, _)[:1], f"the header {self.name}")


class Body:
    """The whole body as text."""

    def values(self, message, _):
        return [message.text().replace("\r\n", "\n")]

    def only(self, message, _):
        return message.text()


class JsonPath:
    """$.items[0].name, $..name, $.items[*]"""

    def __init__(self, path):
        self.path = path
        found = re.findall(r"(\.\.)|\[\s*(?:'([^']*)'|\"([^\"]*)\"|(-?\d+)|(\*))\s*\]|\.?(?:(\*)|([\w$-]+))", path[1:])
        self.steps = [self.step(*groups) for groups in found]

    def values(self, message, _):
        nodes = [json.loads(message.text(), parse_float=json_number)]
        for step in self.steps:
            nodes = [found for node in nodes for found in self.into(node, step)]
        return [node if isinstance(node, str) else json.dumps(node, separators=(",", ":"), ensure_ascii=False) for node in nodes]

    def only(self, message, _):
        return one_of(self.values(message, _), self.path)

    @staticmethod
    def step(descendants, single, double, index, star, other_star, name):
        if descendants or star or other_star:
            return ".." if descendants else "*"
        return int(index) if index else (single or double or name,)

    def into(self, node, step):
        children = list(node.values()) if isinstance(node, dict) else node if isinstance(node, list) else []
        if step == "..":
            return [node] + [found for child in children for found in self.into(child, step)]
        if step == "*":
            return children
        if isinstance(step, int):
            return node[step:][:1] if isinstance(node, list) and -len(node) <= step else []
        return [node[step[0]]] if isinstance(node, dict) and step[0] in node else []


def json_number(text):
    number = float(text)
    return int(number) if number.is_integer() and abs(number) < 1e21 else number


NAME = r"(?:([\w*][\w.-]*):)?([^\W\d][\w.-]*|\*)"
STEP = re.compile(rf"(//?)(?:(text\(\))|(@)?{NAME})((?:\[[^\]]*\])*)")
TARGET = rf"(?:(\.|text\(\))|(@)?{NAME})"
PREDICATE = re.compile(rf"""\[\s*(?:(\d+)|(last\(\))|{TARGET}\s*(?:=\s*(?:"([^"]*)"|'([^']*)'))?)\s*\]""")


class XPath:
    """Steps with names, such as //m:item[2]/@id or //m:item[m:id = "5"]/m:name. *:name is a name in any namespace."""

    def __init__(self, path):
        self.path = path
        inside = re.fullmatch(r"string\((.*)\)", path.strip(), re.S)
        inside = inside[1].strip() if inside else path.strip()
        group = re.fullmatch(r"\((.*)\)\s*\[(\d+)\]", inside, re.S)
        self.position = int(group[2]) if group else None
        self.steps = STEP.findall(group[1] if group else inside)

    def values(self, message, prefixes):
        document, own = message.xml()
        self.prefixes = {**own, **prefixes}
        nodes = [document]
        for slashes, text, attribute, prefix, local, predicates in self.steps:
            parents = self.below(document, nodes) if slashes == "//" else nodes
            matches = self.matcher(prefix, local)
            if text:
                nodes = [found for parent in parents for found in texts_in(parent)]
            elif attribute:
                nodes = [value for parent in parents for name, value in parent.items() if matches(name)]
            else:
                children = [[child for child in parent if matches(child.tag)] for parent in parents]
                found = {id(one) for few in children for one in self.filtered(few, predicates)}
                nodes = [one for one in document.iter() if id(one) in found]
        if self.position is not None:
            nodes = nodes[self.position - 1 :][:1]
        return [node if isinstance(node, str) else string_of(node) for node in nodes]

    def only(self, message, prefixes):
        return one_of(self.values(message, prefixes), self.path)

    def matcher(self, prefix, local):
        if prefix not in ("", "*") and prefix not in self.prefixes:
            raise Problem(f"{self.path}: the prefix {prefix} is unknown.")
        namespace = "" if prefix == "" else self.prefixes.get(prefix)
        anything = prefix == "*" or (prefix == "" and local == "*")

        def matches(name):
            uri, _, own = name[1:].rpartition("}") if name.startswith("{") else ("", "", name)
            return (local == "*" or own == local) and (anything or uri == namespace)

        return matches

    @staticmethod
    def below(document, nodes):
        """The nodes and all elements in them, in the order of the document."""
        if nodes == [document]:
            return list(document.iter())
        found = {id(one) for node in nodes for one in node.iter()}
        return [one for one in document.iter() if id(one) in found]

    def filtered(self, nodes, predicates):
        for position, last, own, attribute, prefix, local, double, single in PREDICATE.findall(predicates):
            if position or last:
                nodes = nodes[-1:] if last else nodes[int(position) - 1 :][:1]
                continue
            matches = self.matcher(prefix, local)
            expected = double or single
            kept = []
            for node in nodes:
                if own:
                    found = [string_of(node)]
                elif attribute:
                    found = [value for name, value in node.items() if matches(name)]
                else:
                    found = [string_of(child) for child in node if matches(child.tag)]
                if expected in found or (not expected and found):
                    kept.append(node)
            nodes = kept
        return nodes


def string_of(element):
    return "".join(element.itertext())


def texts_in(element):
    return [text for text in [element.text, *(child.tail for child in element)] if text]


def one_of(values, what):
    if len(values) != 1:
        raise Problem(f"{what} finds {len(values) or 'nothing'}{' values' if values else ''}.")
    return values[0]


# ---- Checks ----


class Check:
    """Holds if the values of a part, after steps, compare with a text: status, a header, a path."""

    def __init__(self, text, part, operator="exists", operand="", quoted=False, steps=()):
        self.text, self.part, self.operator, self.operand, self.quoted = text, part, operator, operand, quoted
        self.steps = steps

    def failure(self, exchange, sending):
        values = self.part.values(exchange.response, sending.request.prefixes)
        values = [to_text(after(self.steps, value, sending)) for value in values]
        if self.holds(values, joined(self.operand, sending)):
            return None
        found = f" (found {values[0]})" if isinstance(self.part, Status) else ""
        return f"expected {self.text}{found}"

    def holds(self, values, expected):
        orders = [order(value, expected, self.quoted) for value in values]
        if self.operator == "contains":
            return any(expected in value for value in values)
        if self.operator in ("exists", "absent"):
            return bool(values) == (self.operator == "exists")
        if self.operator == "count":
            return len(values) == int(expected)
        if self.operator == "=":
            return 0 in orders
        tests = {"!=": (-1, 1), "<": (-1,), "<=": (-1, 0), ">": (1,), ">=": (0, 1)}
        return bool(orders) and all(one in tests[self.operator] for one in orders)


class Not:
    """Holds if a check doesn't."""

    def __init__(self, text, check):
        self.text, self.check = text, check

    def failure(self, exchange, sending):
        return None if self.check.failure(exchange, sending) else f"expected {self.text}"


class Fault:
    """Holds if there is a Fault, one with a code, or one with a value at a path."""

    def __init__(self, text, check=None, operator="=", operand="", quoted=False):
        self.text, self.check = text, check
        self.code = Check(text, None, operator, operand, quoted) if check is None and operand else None

    def failure(self, exchange, sending):
        codes = exchange.response.fault_codes(sending.request.prefixes)
        if codes is None:
            return "expected a Fault"
        if self.code and not self.code.holds(codes, joined(self.code.operand, sending)):
            return f"expected {self.text}"
        return self.check.failure(exchange, sending) if self.check else None


class NoFault:
    def failure(self, exchange, _):
        codes = exchange.response.fault_codes()
        return None if codes is None else f"Fault {codes[0] if codes else ''}".strip()


class Limit:
    """Holds if the time (in milliseconds) or the size (in bytes) compares with a number."""

    def __init__(self, text, what, operator, number):
        self.text, self.what, self.check = text, what, Check(text, None, operator, str(number))

    def failure(self, exchange, _):
        actual = exchange.milliseconds if self.what == "time" else len(exchange.response.body)
        return None if self.check.holds([str(actual)], self.check.operand) else f"expected {self.text}"


def order(value, expected, quoted):
    """-1, 0 or 1: numbers are compared as numbers; in double quotes, character by character."""
    if not quoted:
        value, expected = value.strip(), expected.strip()
        try:
            value, expected = decimal.Decimal(value), decimal.Decimal(expected)
        except decimal.InvalidOperation:
            pass
    return (value > expected) - (value < expected)


def joined(parts, sending):
    """A text, or texts and values."""
    parts = [parts] if isinstance(parts, str) else parts
    return "".join(part if isinstance(part, str) else part(sending) for part in parts)


# ---- Messages ----

SOAP_11 = "http://schemas.xmlsoap.org/soap/envelope/"
SOAP_12 = "http://www.w3.org/2003/05/soap-envelope"


class Message:
    def __init__(self, fields, body, status=None):
        self.fields, self.status = fields, status
        self.body = body

    def header(self, name):
        return [value for one, value in self.fields if one.lower() == name.lower()]

    @functools.cached_property
    def root(self):
        """The media type and the bytes of the body, or of the root part of a multipart body."""
        kind = (self.header("Content-Type") or [""])[0]
        if not kind.lower().startswith("multipart/"):
            return kind, self.body
        message = email.message_from_bytes(b"Content-Type: " + kind.encode() + b"\r\n\r\n" + self.body)
        parts = message.get_payload() if message.is_multipart() else []
        start = message.get_param("start")
        chosen = [part for part in parts if part["Content-ID"] == start] or parts[:1]
        return (chosen[0]["Content-Type"], chosen[0].get_payload(decode=True)) if chosen else (kind, self.body)

    @property
    def charset(self):
        found = re.search(r"""charset\s*=\s*["']?([^"';\s]+)""", self.root[0] or "", re.I)
        return found[1] if found else None

    def text(self):
        return self.root[1].decode(self.charset or "utf-8", "replace")

    def xml(self):
        """A node above the root element, and the prefixes."""
        try:
            return self.parsed
        except (ElementTree.ParseError, LookupError) as error:
            raise Problem("The body isn't well-formed XML.") from error

    @functools.cached_property
    def parsed(self):
        return parsed_xml(self.text() if self.charset else self.root[1])

    def fault_codes(self, prefixes=()):
        """The codes of the Fault: as they are, and each up to its end and to its first dot, without its prefix and with
        each prefix of its namespace. None without a Fault."""
        try:
            top, own = self.xml()
        except Problem:
            return None
        for soap in (SOAP_11, SOAP_12):
            fault = top.find(f"{{{soap}}}Envelope/{{{soap}}}Body/{{{soap}}}Fault")
            if fault is None:
                continue
            # Also the codes within the code, in SOAP 1.2.
            found = fault.iter("faultcode" if soap == SOAP_11 else f"{{{soap}}}Value")
            codes = [code.text.strip() for code in found if code.text]
            known = {**own, **dict(prefixes), "soap": soap}
            names = []
            for prefix, _, local in [code.rpartition(":") for code in codes]:
                same = [f"{one}:" for one, uri in known.items() if one and uri == own.get(prefix)]
                names += [before + name for before in ["", *same] for name in (local, local.split(".")[0])]
            return codes + names
        return None


def parsed_xml(content):
    """A node above the root element of a text or bytes, and the prefixes."""
    prefixes = {}
    parser = ElementTree.XMLPullParser(["start-ns", "start"])
    parser.feed(content)
    parser.close()
    top = ElementTree.Element("")
    for event, value in parser.read_events():
        if event == "start-ns":
            prefixes.setdefault(*value)
        elif len(top) == 0:
            top.append(value)
    return top, prefixes


class Exchange:
    def __init__(self, request, response, milliseconds):
        self.request, self.response, self.milliseconds = request, response, milliseconds


class Slot:
    """Bytes of a request's file, from start to before end, that a value replaces."""

    def __init__(self, start, end, value, escape=None):
        self.start, self.end, self.value, self.escape = start, end, value, escape


def xml_text(value):
    return re.sub("[&<>\\r]", lambda one: ESCAPES.get(one[0]) or f"&#{ord(one[0])};", value)


def xml_attribute(value):
    return re.sub("[&<>\"'\\t\\r\\n]", lambda one: ESCAPES.get(one[0]) or f"&#{ord(one[0])};", value)


ESCAPES = {"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&apos;"}
NOT_IN_XML = re.compile("[^\\t\\n\\r -\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


class Request:
    """The bytes of a file: its head up to body_at, then its body, with values in the slots. See locustfile.py."""

    def __init__(self, name, method, destination, file, body_at, slots=(), charset="utf-8", data=None, **options):
        self.name, self.method, self.destination, self.body_at = name, method, destination, body_at
        self.slots, self.charset = slots, charset
        self.title = options.get("title", name)
        # The requests that must have succeeded before, what sets variables, and what must hold for a response.
        self.needs = options.get("needs", ())
        self.sets = options.get("sets", {})
        self.checks = options.get("checks", ())
        self.prefixes = options.get("prefixes", {})
        # Of the body, once it has its values.
        self.compression = options.get("compression")
        self.wait = options.get("wait", 0)
        self.timeout = options.get("timeout", 60)
        self.keep_alive = options.get("keep_alive", True)
        with open(os.path.join(FOLDER, "requests", file), "rb") as content:
            self.bytes = content.read()
        self.rows = rows_of(data) if data else itertools.repeat({})

    def message(self, sending):
        """The head and the body, with values in the slots."""
        body = self.filled(self.body_at, len(self.bytes), self.charset, sending)
        if self.compression:
            body = packed(body, WINDOWS["gzip" if self.compression == "gzip" else "zlib"])
        sending.texts[content_length] = str(len(body))
        return self.filled(0, self.body_at, "utf-8", sending), body

    def filled(self, start, end, charset, sending):
        pieces = []
        for slot in self.slots:
            if start <= slot.start < end:
                pieces += [self.bytes[start : slot.start], self.encoded(slot, charset, sending)]
                start = slot.end
        return b"".join([*pieces, self.bytes[start:end]])

    def encoded(self, slot, charset, sending):
        text = sending.text(slot.value)
        if isinstance(text, bytes):
            return text
        if slot.escape and NOT_IN_XML.search(text):
            raise Problem("A value contains a character that XML doesn't allow.")
        if slot.start < self.body_at and re.search("[\\r\\n\\0]", text):
            raise Problem("A value contains a line break, which would begin another header line.")
        return (slot.escape(text) if slot.escape else text).encode(charset)


def rows_of(file):
    """The rows of a data file without end, beginning with any of them, so that workers use different ones."""
    with open(os.path.join(FOLDER, "data", file), encoding="utf-8") as content:
        rows = json.load(content)
    first = random.randrange(len(rows))
    return itertools.cycle(rows[first:] + rows[:first])


class Sending:
    """A request with its row and its values: each value is the same wherever it is in the message."""

    def __init__(self, user, request):
        self.user, self.request, self.row, self.texts = user, request, next(request.rows), {}

    def text(self, value):
        if value not in self.texts:
            self.texts[value] = value(self)
        return self.texts[value]


# ---- Connections ----


@functools.lru_cache(maxsize=None)
def tls_context():
    context = ssl.create_default_context()
    if "SOAPHTTP_CA" in os.environ:
        context.load_verify_locations(os.environ["SOAPHTTP_CA"])
    if "SOAPHTTP_CERT" in os.environ:
        key, passphrase = os.environ.get("SOAPHTTP_KEY"), os.environ.get("SOAPHTTP_PASSPHRASE")
        context.load_cert_chain(os.environ["SOAPHTTP_CERT"], key, passphrase)
    if os.environ.get("SOAPHTTP_INSECURE") == "1":
        context.check_hostname = False
        context.verify_mode = ssl.CERT_NONE
    return context


class Connection:
    def __init__(self, scheme, host, port, timeout):
        self.socket = socket.create_connection((host, port), timeout)
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        if scheme == "https":
            self.socket = tls_context().wrap_socket(self.socket, server_hostname=host)
        self.reader = self.socket.makefile("rb")

    def is_usable(self):
        """False if the service has closed it, or has sent something that no request asked for."""
        return not select.select([self.socket], [], [], 0)[0]

    def close(self):
        self.reader.close()
        self.socket.close()

    def exchange(self, message, method, timeout):
        """The response, and whether the connection stays open after it."""
        self.socket.settimeout(timeout)
        try:
            self.socket.sendall(message)
        except OSError:
            # The service can respond before it has received everything.
            if not select.select([self.socket], [], [], 0)[0]:
                raise
        while True:
            version, status, fields = self.head()
            if status >= 200 or status == 101:
                break
        response = Message(fields, b"", status)
        options = ",".join(response.header("Connection")).lower()
        stays = "keep-alive" in options if version == "HTTP/1.0" else "close" not in options
        codings = ",".join(response.header("Transfer-Encoding")).lower()
        lengths = response.header("Content-Length")
        if method == "HEAD" or status in (204, 304):
            pass
        elif codings.endswith("chunked"):
            response.body = b"".join(self.chunks())
        elif not codings and lengths:
            response.body = self.exactly(int(lengths[0]))
        else:
            response.body, stays = self.reader.read(), False
        response.body = decoded(response)
        return response, stays

    def head(self):
        line = self.line()
        match = re.match(r"(HTTP/\d\.\d) (\d{3})(?: |$)", line)
        if not match:
            raise Problem("The response has no status line." if line else "The service closed the connection.")
        fields = []
        while line := self.line():
            name, _, value = line.partition(":")
            fields.append((name, value.strip()))
        return match[1], int(match[2]), fields

    def line(self):
        return self.reader.readline(65536).decode("latin-1").rstrip("\r\n")

    def chunks(self):
        while True:
            size = int(self.line().partition(";")[0], 16)
            if size == 0:
                break
            yield self.exactly(size)
            self.line()
        while self.line():
            pass

    def exactly(self, length):
        content = self.reader.read(length)
        if len(content) < length:
            raise Problem(f"The response ended after {len(content)} of {length} bytes.")
        return content


def decoded(response):
    coding = ",".join(response.header("Content-Encoding")).lower().strip()
    if coding in ("gzip", "x-gzip"):
        return gzip.decompress(response.body)
    return zlib.decompress(response.body) if coding == "deflate" else response.body


# ---- Users ----


class ExactUser(User):
    """A user with its own connections, variables and responses."""

    abstract = True

    def __init__(self, environment):
        super().__init__(environment)
        self.connections, self.exchanges, self.variables = {}, {}, {}

    def on_stop(self):
        for connection in self.connections.values():
            connection.close()

    def exchange(self, request):
        if request not in self.exchanges:
            raise Problem(f"{request.name} has no response yet.")
        return self.exchanges[request]

    def send(self, request):
        """Sends a request, and before it those that it needs, until each has succeeded once. True after a success."""
        for needed in request.needs:
            if needed not in self.exchanges and not self.send(needed):
                return False
        if request.wait:
            time.sleep(request.wait)
        start, began = time.time(), time.perf_counter()
        exchange, failures = None, []
        try:
            sending = Sending(self, request)
            head, body = request.message(sending)
            began = time.perf_counter()
            response = self.respond(request, head + body)
            exchange = Exchange(Message(fields_of(head), body), response, (time.perf_counter() - began) * 1000)
            failures = self.failures(exchange, sending)
        except (Problem, OSError, UnicodeError, ValueError, EOFError, zlib.error) as error:
            failures = [str(error) or type(error).__name__]
        if failures:
            self.exchanges.pop(request, None)
        self.environment.events.request.fire(
            request_type=request.method,
            name=request.name,
            response_time=exchange.milliseconds if exchange else (time.perf_counter() - began) * 1000,
            response_length=len(exchange.response.body) if exchange else 0,
            exception=Problem("; ".join(failures)) if failures else None,
            response=exchange.response if exchange else None,
            start_time=start,
            context={},
        )
        return not failures

    def failures(self, exchange, sending):
        request = sending.request
        self.exchanges[request] = exchange
        found = []
        for check in request.checks:
            try:
                found.append(check.failure(exchange, sending))
            except (Problem, ValueError) as error:
                found.append(f"expected {check.text}: {error}")
        for name, (part, *steps) in request.sets.items():
            try:
                value = part.only(exchange.response, request.prefixes)
                self.variables[name] = to_text(after(steps, value, sending))
            except (Problem, ValueError) as error:
                found.append(f"{name} isn't set: {error}")
        return [failure for failure in found if failure]

    def respond(self, request, message):
        address = urlsplit(self.environment.host or request.destination or "")
        if not address.hostname:
            raise Problem("The address of the service is a secret. Start Locust with --host.")
        place = (address.scheme, address.hostname, address.port or (443 if address.scheme == "https" else 80))
        connection = self.connections.pop(place, None)
        if connection and not connection.is_usable():
            connection.close()
            connection = None
        connection = connection or Connection(*place, request.timeout)
        try:
            response, stays = connection.exchange(message, request.method, request.timeout)
        except BaseException:
            connection.close()
            raise
        if stays and request.keep_alive:
            self.connections[place] = connection
        else:
            connection.close()
        return response


def fields_of(head):
    lines = head.decode("utf-8", "replace").split("\r\n")[1:]
    return [(name, value.strip()) for name, _, value in (line.partition(":") for line in lines if line)]
