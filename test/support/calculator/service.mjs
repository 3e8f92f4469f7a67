// The SOAP service of the tests, on the loopback interface. It uses the npm package `soap`, a real SOAP stack.
//   /calc    SOAP 1.1, responds in chunks          ?wsdl returns its description
//   /calc12  SOAP 1.2, responds with Content-Length
// Operations: Add(a, b), Fail(message): a Fault, Slow(seconds), Large(bytes), Login(user, password): a token, if both are demo.
// Add needs no token, but refuses an unknown one.
import { randomUUID } from "node:crypto";
import { createServer } from "node:http";
import soap from "soap";
import { namespace, wsdl } from "./wsdl.mjs";

const maxSeconds = 600;
const maxBytes = 100_000_000;
const maxTokens = 1000;

const tokens = new Set();

/**
 * Starts the service on 127.0.0.1.
 * @param {{ port?: number }} options port 0: any free port
 * @returns {Promise<{ origin: string, port: number, close(): Promise<void> }>} rejects with the error of `listen`
 *   (EADDRINUSE if the port is in use)
 */
export async function startService({ port = 8000 } = {}) {
  const server = createServer(answerOthers);
  await listen(server, port);
  const { port: taken } = server.address();
  const origin = `http://localhost:${taken}`;
  await attach(server, "/calc", { version: "1.1", address: `${origin}/calc`, enableChunkedEncoding: true });
  await attach(server, "/calc12", { version: "1.2", address: `${origin}/calc12`, enableChunkedEncoding: false });
  allowOrigins(server);
  return { origin, port: taken, close: () => close(server) };
}

function listen(server, port) {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, "127.0.0.1", () => {
      server.off("error", reject);
      resolve();
    });
  });
}

function close(server) {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}

function attach(server, path, { version, address, enableChunkedEncoding }) {
  return new Promise((resolve, reject) => {
    soap.listen(server, {
      path,
      xml: wsdl({ [version]: address }),
      services: { Calculator: { CalculatorPort: operations(version) } },
      forceSoap12Headers: version === "1.2",
      enableChunkedEncoding,
      suppressStack: true,
      callback: (error) => (error ? reject(error) : resolve()),
    });
  });
}

function operations(version) {
  return {
    Add: ({ a, b }, _callback, _headers, { headers }) => {
      const [, token] = /^Bearer (.*)$/.exec(headers.authorization ?? "") ?? [];
      if (token !== undefined && !tokens.has(token)) throw fault(version, "sender", "The token is unknown.");
      return { result: number(version, "a", a) + number(version, "b", b) };
    },
    Fail: ({ message }) => {
      throw fault(version, "receiver", text(message) || "This operation always fails.");
    },
    Slow: ({ seconds }, _callback, _headers, _request, response) => {
      const wait = Math.min(Math.max(number(version, "seconds", seconds), 0), maxSeconds);
      return new Promise((resolve) => {
        const timer = setTimeout(() => resolve({ result: `Answered after ${wait} s.` }), wait * 1000);
        response.once("close", () => clearTimeout(timer));
      });
    },
    Large: ({ bytes }) => {
      const size = Math.min(Math.max(number(version, "bytes", bytes), 0), maxBytes);
      const line = "0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcde\n";
      return { data: line.repeat(Math.ceil(size / line.length)).slice(0, size) };
    },
    Login: ({ user, password }) => {
      if (text(user) === "demo" && text(password) === "demo") return { token: newToken() };
      throw fault(version, "sender", "The user or the password is wrong.");
    },
  };
}

function newToken() {
  const [oldest] = tokens;
  if (tokens.size >= maxTokens) tokens.delete(oldest);
  const token = randomUUID();
  tokens.add(token);
  return token;
}

/** An element with attributes is an object; without, it is its text or, with a schema type, a number. */
function text(value) {
  return String((typeof value === "object" ? value?.$value : value) ?? "");
}

function number(version, name, value) {
  const result = Number.parseFloat(text(value));
  if (Number.isFinite(result)) return result;
  throw fault(version, "sender", `The element '${name}' wants to be a number.`);
}

/** SOAP 1.1 section 4.4, SOAP 1.2 part 1 section 5.4. The prefix is the one that `soap` declares on its envelope. */
function fault(version, side, reason) {
  const detail = { attributes: { xmlns: namespace }, operation: "Calculator", reason };
  if (version === "1.1") {
    const faultcode = side === "sender" ? "soap:Client" : "soap:Server";
    return { Fault: { faultcode, faultstring: reason, detail: { CalculatorFault: detail }, statusCode: 500 } };
  }
  return {
    Fault: {
      Code: { Value: side === "sender" ? "soap:Sender" : "soap:Receiver" },
      Reason: { Text: { attributes: { "xml:lang": "en" }, $value: reason } },
      statusCode: side === "sender" ? 400 : 500,
    },
  };
}

function answerOthers(request, response) {
  const isKnown = request.url === "/" && request.method === "GET";
  response.writeHead(isKnown ? 200 : 404, { "Content-Type": "text/plain; charset=utf-8" });
  response.end(
    isKnown
      ? "Sample SOAP service: POST to /calc (SOAP 1.1) or /calc12 (SOAP 1.2). /calc?wsdl describes it.\n"
      : `Nothing is at ${request.url}. The services are at /calc (SOAP 1.1) and /calc12 (SOAP 1.2).\n`,
  );
}

/**
 * Allows pages of any origin to call the service (Fetch Standard, CORS protocol; the last header is from the draft on
 * access to local networks). It runs before `soap`, which responds to a preflight only with 200.
 */
function allowOrigins(server) {
  const listeners = server.listeners("request");
  server.removeAllListeners("request");
  server.on("request", (request, response) => {
    response.setHeader("Access-Control-Allow-Origin", request.headers.origin ?? "*");
    response.setHeader("Access-Control-Expose-Headers", "*");
    response.setHeader("Vary", "Origin");
    if (request.method !== "OPTIONS") {
      for (const listener of listeners) listener.call(server, request, response);
      return;
    }
    response.writeHead(204, {
      "Access-Control-Allow-Methods": "GET, POST, PUT, DELETE, PATCH",
      "Access-Control-Allow-Headers": request.headers["access-control-request-headers"] ?? "*",
      "Access-Control-Allow-Private-Network": "true",
      "Access-Control-Max-Age": "600",
    });
    response.end();
  });
}
