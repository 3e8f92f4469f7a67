/** Messages and requests in Python. */
export const pythonMessages = String.raw`# ---- Messages ----

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
        prefixes = {}
        parser = ElementTree.XMLPullParser(["start-ns", "start"])
        parser.feed(self.text() if self.charset else self.root[1])
        parser.close()
        top = ElementTree.Element("")
        for event, value in parser.read_events():
            if event == "start-ns":
                prefixes.setdefault(*value)
            elif len(top) == 0:
                top.append(value)
        return top, prefixes

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
        # The requests that must have succeeded before, what sets variables, and what must hold for a response.
        self.needs = options.get("needs", ())
        self.sets = options.get("sets", {})
        self.checks = options.get("checks", ())
        self.prefixes = options.get("prefixes", {})
        self.timeout = options.get("timeout", 60)
        self.keep_alive = options.get("keep_alive", True)
        with open(os.path.join(FOLDER, "requests", file), "rb") as content:
            self.bytes = content.read()
        self.rows = rows_of(data) if data else itertools.repeat({})

    def message(self, sending):
        """The head and the body, with values in the slots."""
        body = self.filled(self.body_at, len(self.bytes), self.charset, sending)
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


`;
