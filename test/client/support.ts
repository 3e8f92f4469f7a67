import type {
  ExchangeFacts,
  Failure,
  FailureFacts,
  Response,
  ResponseMessage,
} from "../../client/src/transport/result.ts";
import type { OutgoingMessage, RunRequest, StandingProblem } from "../../server/src/protocol/protocol.ts";

const encoder = new TextEncoder();
const here = { start: { line: 3, character: 0 }, end: { line: 3, character: 19 } };

export function problem(code: string, automatic = false): StandingProblem {
  return { code, message: `${code} is wrong`, range: here, automatic };
}

export function outgoing(parts: Partial<OutgoingMessage> = {}): OutgoingMessage {
  return {
    request: {
      range: here,
      line: here,
      name: undefined,
      title: undefined,
      method: "POST",
      target: "/calc",
      address: { scheme: "http", host: "localhost", port: 8000 },
      errors: 0,
    },
    scheme: "http",
    host: "localhost",
    port: 8000,
    method: "POST",
    target: "/calc",
    requestLine: "POST /calc HTTP/1.1",
    absoluteRequestLine: "POST http://localhost:8000/calc HTTP/1.1",
    head: "Host: localhost:8000\r\n",
    emptyLine: true,
    fields: [{ name: "Host", value: "localhost:8000" }],
    body: "",
    charset: "utf-8",
    soapVersion: "1.2",
    timeout: undefined,
    redirects: true,
    note: undefined,
    changes: [],
    errors: [],
    secrets: [],
    ...parts,
  };
}

/** Returns a test without directives. */
export function runRequest(id: number, name: string, changes: Partial<RunRequest> = {}): RunRequest {
  const usual = {
    needs: [],
    imports: [],
    isTest: true,
    problem: undefined,
    skip: undefined,
    skipWhen: undefined,
    wait: 0,
    tags: [],
    hook: undefined,
    repeat: 1,
    data: undefined,
  };
  return { id, name, ...usual, retry: { times: 0, every: 0 }, ...changes };
}

/** Returns the message that the Node transport creates for this header section (with LF for CRLF) and body. */
export function received(text: string, parts: Partial<ResponseMessage> = {}): ResponseMessage {
  const [head = "", body = ""] = text.split(/\n\n(.*)/s);
  const [statusLine = "", ...lines] = head.split("\n");
  const [version = "", status = "", ...reason] = statusLine.split(" ");
  const fields = lines.map((line) => ({ name: line.split(": ")[0] ?? "", value: line.split(": ")[1] ?? "" }));
  const lengths = fields.filter(({ name }) => name.toLowerCase() === "content-length").map(({ value }) => value);
  return {
    statusLine,
    version,
    status: Number(status),
    reason: reason.join(" "),
    fields,
    head: encoder.encode(`${head}\n\n`.replaceAll("\n", "\r\n")),
    rawBody: encoder.encode(body),
    body: encoder.encode(body),
    content: { kind: "identity" },
    framing: lengths.length > 0 ? "content-length" : "close",
    contentLengths: lengths,
    informational: [],
    trailers: [],
    truncated: false,
    problems: [],
    ...parts,
  };
}

export const facts: ExchangeFacts = {
  url: "http://localhost:8000/calc",
  method: "POST",
  timings: { dns: 1, tcp: 2, tls: undefined, firstByte: 120, download: 12, total: 132 },
  remote: { address: "127.0.0.1", port: 8000 },
  tls: undefined,
  wire: undefined,
  redirects: [],
  changes: [],
  known: "all",
};

export function response(text: string, parts: Partial<Response> = {}): Response {
  const surplus = new Uint8Array();
  const settled = Promise.resolve({ surplus, received: undefined, closed: true });
  return { kind: "response", ...facts, ...received(text), surplus, settled, ...parts };
}

export function failure(
  what: FailureFacts,
  parts: Partial<ExchangeFacts> & { readonly partial?: ResponseMessage } = {},
): Failure {
  return { ...facts, partial: undefined, ...parts, ...what };
}

/** Returns an in-memory `Memento`, VS Code's storage for extensions. */
export function memory(stored: Readonly<Record<string, unknown>> = {}) {
  const values = new Map(Object.entries(stored));
  return {
    get: (key: string) => values.get(key),
    update: async (key: string, value: unknown) => {
      values.set(key, structuredClone(value));
    },
  };
}
