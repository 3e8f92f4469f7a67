/** Connections and users in Python. */
export const pythonUsers = String.raw`# ---- Connections ----


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
        for name, part in request.sets.items():
            try:
                self.variables[name] = part.only(exchange.response, request.prefixes)
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
`;
