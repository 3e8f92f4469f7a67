import { redacted, withoutNamedSecrets } from "../../../../server/src/text/redaction.ts";
import { redactor } from "../../../../server/src/text/redactor.ts";
import { isSecretHeader } from "../../../../server/src/text/secretNames.ts";
import type { ReceivedResponse } from "../../core/run/received.ts";
import { redactionOf } from "../../export/har/redaction.ts";
import type { PreparedRequest } from "../send/prepared.ts";

/**
 * The request without known secrets, and without values that are secrets by the name of their header, parameter or
 * element.
 */
export function requestWithoutSecrets({
  outgoing,
  secrets,
}: PreparedRequest): Pick<PreparedRequest["outgoing"], "requestLine" | "head" | "emptyLine" | "body"> {
  const { url, text } = redactionOf({ request: outgoing, secrets, result: undefined });
  return {
    requestLine: text(outgoing.requestLine.replace(/(?<= )\S+/, url)),
    head: headWithoutSecrets(outgoing.head, text),
    emptyLine: outgoing.emptyLine,
    body: withText(outgoing.body, (body) => text(withoutNamedSecrets(body))) ?? outgoing.body,
  };
}

/**
 * The response without known secrets, and without the values of headers such as Set-Cookie. What the service itself has
 * sent in its body is kept: expectations compare it. A body with a secret is written without its coding.
 */
export function responseWithoutSecrets(
  response: ReceivedResponse,
  { secrets, outgoing }: PreparedRequest,
): ReceivedResponse {
  const values = [...outgoing.fields, ...response.fields].filter(({ name }) => isSecretHeader(name));
  const text = redactor([...secrets, ...values.map(({ value }) => value)]);
  const head = Buffer.from(headWithoutSecrets(latin1(response.head), text), "latin1");
  const body = withText(response.body, text);
  if (body !== undefined || response.bytes === undefined) {
    return { ...response, head, body: body ?? response.body, bytes: undefined };
  }
  const all = Buffer.from(response.bytes);
  const start = Math.max(all.indexOf(response.head), 0);
  // 1xx responses come first.
  const before = Buffer.from(headWithoutSecrets(latin1(all.subarray(0, start)), text), "latin1");
  return { ...response, head, bytes: Buffer.concat([before, head, all.subarray(start + response.head.length)]) };
}

/** Only the value of a cookie is a secret, not its name and attributes. */
function headWithoutSecrets(head: string, text: (text: string) => string): string {
  return head.replace(
    /^([^:\r\n]*)(:[ \t]*)?((?:[^\r\n]|\r?\n[ \t])*)/gm,
    (line, name: string, colon = "", value = "") => {
      if (colon === "" || !isSecretHeader(name)) return text(line);
      const cookie = /^set-cookie2?$/i.test(name) ? /^([^=;]*=)[^;]*(;.*)?$/s.exec(value) : null;
      return cookie ? `${name}${colon}${cookie[1]}${redacted}${text(cookie[2] ?? "")}` : `${name}${colon}${redacted}`;
    },
  );
}

/** The bytes with a changed text; undefined if it doesn't change. Secrets are found in UTF-8, ISO-8859-1 and UTF-16. */
function withText(bytes: Uint8Array, change: (text: string) => string): Uint8Array | undefined {
  const text = latin1(bytes);
  const changed = change(text);
  if (changed !== text) return Buffer.from(changed, "latin1");
  for (const encoding of ["utf-16le", "utf-16be"]) {
    if (!bytes.includes(0)) break;
    const wide = new TextDecoder(encoding).decode(bytes);
    const narrow = change(wide);
    if (narrow !== wide) return Buffer.from(narrow);
  }
  return undefined;
}

function latin1(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("latin1");
}
