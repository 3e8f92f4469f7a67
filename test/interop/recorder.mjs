// A service on loopback that records every request byte for byte, and responds in several framings.
import { createServer } from "node:net";

const envelope = (content) =>
  `<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body>${content}</s:Body></s:Envelope>`;

/**
 * Starts the service. `/login` responds with a new token, `/fault` and `/coded` with a Fault and status 200, `/chunked` in chunks and
 * after an interim response, `/close` without a length, everything else with Content-Length.
 * @returns {Promise<{ port: number, requests: string[], tokens: Set<string>, connections(): number, close(): Promise<void> }>}
 *   requests: as ISO-8859-1
 */
export async function startRecorder() {
  const requests = [];
  const tokens = new Set();
  const sockets = new Set();
  let connections = 0;
  const server = createServer({ noDelay: true }, (socket) => {
    connections++;
    sockets.add(socket);
    let open = "";
    socket.on("error", () => socket.destroy()).on("close", () => sockets.delete(socket));
    socket.on("data", (data) => {
      open += data.toString("latin1");
      for (let request = firstRequest(open); request !== undefined; request = firstRequest(open)) {
        open = open.slice(request.length);
        requests.push(request);
        respond(socket, request, tokens);
      }
    });
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  const close = async () => {
    for (const socket of sockets) socket.destroy();
    await new Promise((resolve) => server.close(resolve));
  };
  return { port: server.address().port, requests, tokens, connections: () => connections, close };
}

/** Returns the first complete request, which has a header section with Content-Length, or undefined. */
function firstRequest(text) {
  const end = text.indexOf("\r\n\r\n");
  if (end < 0) return undefined;
  const length = Number(/^content-length: *(\d+)/im.exec(text.slice(0, end))?.[1] ?? 0);
  const whole = end + 4 + length;
  return text.length >= whole ? text.slice(0, whole) : undefined;
}

function respond(socket, request, tokens) {
  const path = /^\S+ (\/[a-z]*)/.exec(request)?.[1] ?? "";
  const head = "HTTP/1.1 200 OK\r\nContent-Type: text/xml; charset=utf-8\r\n";
  const whole = (content) => {
    const body = envelope(content);
    socket.write(`${head}Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`);
  };
  if (path === "/login") {
    const token = `t&${tokens.size + 1}`;
    tokens.add(token);
    whole(`<m:Token xmlns:m="urn:calc">${token.replace("&", "&amp;")}</m:Token>`);
  } else if (path === "/fault" || path === "/coded") {
    whole("<s:Fault><faultcode>s:Client</faultcode><faultstring>wrong</faultstring></s:Fault>");
  } else if (path === "/chunked") {
    const body = envelope('<m:Result xmlns:m="urn:calc">5.50</m:Result>');
    socket.write(`HTTP/1.1 103 Early Hints\r\n\r\n${head}Transfer-Encoding: chunked\r\n\r\n`);
    socket.write(
      `a;x=1\r\n${body.slice(0, 10)}\r\n${(body.length - 10).toString(16)}\r\n${body.slice(10)}\r\n0\r\nX: y\r\n\r\n`,
    );
  } else if (path === "/close") {
    socket.end(`${head}\r\n${envelope('<m:Result xmlns:m="urn:calc">5.50</m:Result>')}`);
  } else {
    whole('<m:Result xmlns:m="urn:calc">5.50</m:Result>');
  }
}
