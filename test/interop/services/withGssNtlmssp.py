"""
A service on a port of loopback that asks for NTLM, which gss-ntlmssp checks by the file NTLM_USER_FILE. The path says how:
/ntlm, /negotiate (bare messages) or /spnego. With a certificate and its key, it is served with TLS and requires channel
bindings, below /elsewhere/ those of another certificate.
"""
import base64
import hashlib
import ssl
import sys
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import gssapi

NTLM = gssapi.OID.from_int_seq("1.3.6.1.4.1.311.2.2.10")
SPNEGO = gssapi.OID.from_int_seq("1.3.6.1.5.5.2")
port, *pem = sys.argv[1:]


def bindings(is_other):
    if not pem:
        return None
    with open(pem[0]) as file:
        der = ssl.PEM_cert_to_DER_cert(file.read())
    digest = hashlib.new(pem[2], b"other" if is_other else der).digest()
    return gssapi.raw.ChannelBindings(application_data=b"tls-server-end-point:" + digest)


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    # One handler for each connection.
    context = None

    def do_POST(self):
        body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
        offered = "NTLM" if self.path.endswith("/ntlm") else "Negotiate"
        scheme, _, text = (self.headers.get("Authorization") or "").partition(" ")
        token = base64.b64decode(text)
        needs_spnego = self.path.endswith("/spnego")
        if scheme != offered or (needs_spnego and token.startswith(b"NTLMSSP")):
            return self.respond(401, b"", offered)
        if self.context is None:
            mechanism = SPNEGO if needs_spnego else NTLM
            self.context = gssapi.SecurityContext(
                usage="accept",
                creds=gssapi.Credentials(usage="accept", mechs=[mechanism]),
                channel_bindings=bindings(self.path.startswith("/elsewhere/")),
            )
        try:
            answer = self.context.step(token)
            # Raises the errors that have a token.
            is_complete = self.context.complete
        except gssapi.exceptions.GSSError as error:
            print(error, file=sys.stderr)
            self.context = None
            return self.respond(401, b"", offered)
        if not is_complete:
            return self.respond(401, b"", f"{offered} {base64.b64encode(answer).decode()}")
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


server = ThreadingHTTPServer(("127.0.0.1", int(port)), Handler)
if pem:
    tls = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    tls.load_cert_chain(pem[0], pem[1])
    server.socket = tls.wrap_socket(server.socket, server_side=True)
server.serve_forever()
