import { chunkProblem } from "../http/chunks.ts";

/**
 * Whether a response ends where it says, so that another one may follow on the connection (RFC 9112 sections 6.3 and 9.3).
 * False for everything that clients could understand differently.
 * @param head with the empty line
 */
export function endsAsDeclared(head: string, body: Uint8Array): boolean {
  const lines = linesOf(head);
  const [, version, code] = /^HTTP\/1\.([01]) (\d{3})(?: |$)/.exec(lines?.[0] ?? "") ?? [];
  const fields = lines && fieldsOf(lines.slice(1));
  if (!fields || version === undefined || code === undefined) return false;
  const connection = wordsOf(fields.get("connection"));
  if (connection.includes("close") || (version === "0" && !connection.includes("keep-alive"))) return false;
  // The final response would follow.
  if (code.startsWith("1")) return false;
  if (code === "204" || code === "304") return body.length === 0;
  const codings = wordsOf(fields.get("transfer-encoding"));
  const lengths = new Set(wordsOf(fields.get("content-length")));
  if (codings.length > 0) return lengths.size === 0 && codings.at(-1) === "chunked" && isOneChunkedBody(body);
  const [length] = lengths;
  return lengths.size === 1 && length === String(body.length);
}

/** `undefined` without an empty line at the end. */
function linesOf(head: string): readonly string[] | undefined {
  const lines = head.replace(/\r\n/g, "\n").split("\n");
  if (lines.length < 3 || lines.at(-1) !== "" || lines.at(-2) !== "" || head.includes("\0")) return undefined;
  return lines.slice(0, -2);
}

/** The values by names in lower case; `undefined` if a line isn't a field. A folded value is joined (RFC 9112 section 5.2). */
function fieldsOf(lines: readonly string[]): ReadonlyMap<string, string> | undefined {
  const fields = new Map<string, string>();
  let last: string | undefined;
  for (const line of lines) {
    const [, name, value = line] = /^([!#$%&'*+\-.^_`|~\w]+):([^\r]*)$/.exec(line) ?? [];
    if (name === undefined && (last === undefined || !/^[ \t][^\r]*$/.test(line))) return undefined;
    const folded = name === undefined;
    last = name?.toLowerCase() ?? last ?? "";
    const before = fields.get(last);
    fields.set(last, before === undefined ? value : `${before}${folded ? " " : ","}${value}`);
  }
  return fields;
}

/** The members of a list, in lower case. */
function wordsOf(value: string | undefined): readonly string[] {
  return (value ?? "").split(",").flatMap((one) => one.trim().toLowerCase() || []);
}

/** Whether nothing follows the last chunk and its trailer section. */
function isOneChunkedBody(body: Uint8Array): boolean {
  const withoutLast = body.subarray(0, body.length - 1);
  return chunkProblem(body) === undefined && chunkProblem(withoutLast) !== undefined;
}
