"""A service on a port of loopback that asks for NTLM, which gss-ntlmssp checks by the file NTLM_USER_FILE."""
import base64
import sys
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import gssapi

NTLM = gssapi.OID.from_int_seq("1.3.6.1.4.1.311.2.2.10")


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    # One handler for each connection.
    context = None

    def do_POST(self):
        body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
        scheme, _, token = (self.headers.get("Authorization") or "").partition(" ")
        if scheme != "NTLM":
            return self.respond(401, b"", "NTLM")
        if self.context is None:
            credentials = gssapi.Credentials(usage="accept", mechs=[NTLM])
            self.context = gssapi.SecurityContext(usage="accept", creds=credentials)
        try:
            answer = self.context.step(base64.b64decode(token))
        except gssapi.exceptions.GSSError as error:
            print(error, file=sys.stderr)
            self.context = None
            return self.respond(401, b"", "NTLM")
        if not self.context.complete:
            return self.respond(401, b"", "NTLM " + base64.b64encode(answer).decode())
        self.respond(200, str(self.context.initiator_name).rstrip("\0").encode() + b"\n" + body)

    def respond(self, status, body, challenge=None):
        self.send_response(status)
        if challenge is not None:
            self.send_header("WWW-Authenticate", challenge)
        self.send_header("Content-Type", "text/plain; charset=utf-8")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        pass


ThreadingHTTPServer(("127.0.0.1", int(sys.argv[1])), Handler).serve_forever()
