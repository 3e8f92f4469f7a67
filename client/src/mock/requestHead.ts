import * as l10n from "@vscode/l10n";
import type { ServedField } from "../../../server/src/protocol/served.ts";
import { maxFields } from "../../../server/src/text/limits.ts";
import { listTokens, valuesOfField } from "../transport/responseHead.ts";
import type { Refusal } from "./responses.ts";

/** The parts of a request's header section that a service needs to read the rest of the request. */
export interface RequestHead {
  readonly method: string;
  /** Request target in origin-form, such as `/calc?x=1`, or `*`. */
  readonly target: string;
  readonly fields: readonly ServedField[];
  /** Length of the body in bytes; undefined for a body in chunks. */
  readonly length: number | undefined;
  /** Content codings of the body, in the order in which they were applied. */
  readonly codings: readonly string[];
  /** Whether the client waits for `100 Continue` before it sends the body. */
  readonly awaitsContinue: boolean;
  /** Whether the client closes the connection after the response. */
  readonly closes: boolean;
}

/** Reads strictly (RFC 9112 sections 2 to 6). `text`: one UTF-16 unit for each byte, without the last empty line. */
export function readRequestHead(text: string): RequestHead | Refusal {
  const [requestLine = "", ...lines] = text.split("\r\n");
  const line = readRequestLine(requestLine);
  if ("status" in line) return line;
  const fields = readFields(lines);
  if ("status" in fields) return fields;
  const refused = hostRefusal(fields, line.isOld);
  if (refused) return refused;
  const framing = readFraming(line.method, fields, line.isOld);
  if ("status" in framing) return framing;
  const expected = line.isOld ? [] : valuesOfField(fields, "expect");
  const unknown = expected.find((value) => value.toLowerCase() !== "100-continue");
  if (unknown !== undefined)
    return { status: 417, problem: l10n.t("Expect: {0} is unknown. Use 100-continue.", unknown) };
  const options = listTokens(fields, "connection");
  return {
    method: line.method,
    target: line.target,
    fields,
    ...framing,
    codings: listTokens(fields, "content-encoding").filter((coding) => coding !== "identity"),
    awaitsContinue: expected.length > 0 && framing.length !== 0,
    closes: options.includes("close") || (line.isOld && !options.includes("keep-alive")),
  };
}

function bad(problem: string): Refusal {
  return { status: 400, problem };
}

function readRequestLine(line: string) {
  const [, method, target, version] = /^([\w!#$%&'*+.^`|~-]+) ([!-~]+) HTTP\/1\.([01])$/.exec(line) ?? [];
  if (method === undefined || target === undefined) {
    return /^[\w!#$%&'*+.^`|~-]+ [!-~]+$/.test(line)
      ? bad(l10n.t("The request line has no version. Add HTTP/1.1."))
      : bad(l10n.t("The request line is malformed. Expected METHOD TARGET HTTP/1.1, separated by single spaces."));
  }
  const origin = originForm(target);
  if (origin === undefined) return bad(l10n.t("The target {0} is neither a path nor an http URL.", target));
  return { method, target: origin, isOld: version === "0" };
}

/** Returns a target in origin-form. Clients send a whole URL to a proxy (RFC 9112 section 3.2.2). */
function originForm(target: string): string | undefined {
  if (target.startsWith("/") || target === "*") return target;
  const authority = /^https?:\/\/[^/?#]+/i.exec(target)?.[0];
  if (authority === undefined) return undefined;
  const rest = target.slice(authority.length);
  return rest.startsWith("/") ? rest : `/${rest}`;
}

function readFields(lines: readonly string[]): readonly ServedField[] | Refusal {
  if (lines.length > maxFields)
    return { status: 431, problem: l10n.t("The request has more than {0} headers.", maxFields) };
  const fields: ServedField[] = [];
  for (const line of lines) {
    const colon = line.indexOf(":");
    const name = line.slice(0, Math.max(colon, 0));
    if (!/^[\w!#$%&'*+.^`|~-]+$/.test(name)) {
      return bad(l10n.t("A header line is malformed: {0}. Expected NAME: VALUE.", line.slice(0, 100)));
    }
    if (/[^\t -~\x80-\xff]/.test(line)) return bad(l10n.t("The value of {0} contains a control character.", name));
    fields.push({ name, value: trimmed(line, colon + 1) });
  }
  return fields;
}

/** Returns the text from an offset on, without blanks around it. `trim` would remove U+00A0, too. */
function trimmed(line: string, start: number): string {
  let [from, to] = [start, line.length];
  while (line[from] === " " || line[from] === "\t") from++;
  while (to > from && (line[to - 1] === " " || line[to - 1] === "\t")) to--;
  return line.slice(from, to);
}

/** Returns why the Host headers are invalid (RFC 9112 section 3.2), if they are. */
function hostRefusal(fields: readonly ServedField[], isOld: boolean): Refusal | undefined {
  const [host, second] = valuesOfField(fields, "host");
  if (second !== undefined) return bad(l10n.t("The request has several Host headers. Keep one."));
  if (host === undefined) return isOld ? undefined : bad(l10n.t("The request has no Host header. Add one."));
  if (/^(?:\[[\w:.%~-]+\]|[\w!$%&'()*+,;=.~-]+)(?::\d*)?$/.test(host)) return undefined;
  return bad(
    l10n.t("Host must be a name or an address, with a port if needed: expected localhost:8080, found {0}.", host),
  );
}

/** Reads the length and the codings of the body (RFC 9112 section 6). */
function readFraming(
  method: string,
  fields: readonly ServedField[],
  isOld: boolean,
): Pick<RequestHead, "length"> | Refusal {
  const lengths = valuesOfField(fields, "content-length");
  const [length] = lengths;
  const transfers = valuesOfField(fields, "transfer-encoding");
  if (transfers.length > 0) {
    const transfer = transfers.join(", ");
    if (length !== undefined) {
      return bad(l10n.t("The request has Content-Length and Transfer-Encoding. Remove one of them."));
    }
    if (transfer.toLowerCase() === "chunked" && !isOld) return { length: undefined };
    return isOld
      ? bad(l10n.t("HTTP/1.0 has no Transfer-Encoding. Use Content-Length."))
      : bad(l10n.t("Transfer-Encoding: {0} is unknown. Use chunked.", transfer));
  }
  if (lengths.length > 1) return bad(l10n.t("The request has several Content-Length headers. Keep one."));
  if (length === undefined) {
    return method === "POST"
      ? bad(l10n.t("The request has neither Content-Length nor Transfer-Encoding. Add one of them."))
      : { length: 0 };
  }
  if (!/^\d+$/.test(length)) return bad(l10n.t("Content-Length must be a number, found {0}.", length));
  return { length: Number(length) };
}
