import * as l10n from "@vscode/l10n";
import type { ServedField } from "../../protocol/served.ts";
import { utf8 } from "../../text/charset.ts";
import { firstBreak, oneLine } from "../../text/lines.ts";
import { references } from "../../text/references.ts";
import { bodyAsText } from "./bodyText.ts";
import { contentTypeOf } from "./withoutSecrets.ts";

/** A message without transfer and content codings. The start line and the fields have one UTF-16 unit for each byte. */
export interface WrittenMessage {
  readonly startLine: string;
  readonly fields: readonly ServedField[];
  readonly body: Uint8Array;
}

/**
 * The text of a segment whose message has these bytes. Where the format would read the text as something else (a separator, a
 * variable, a body file), a variable without content is inserted. `undefined` if the message isn't text.
 * @param title of the separator line
 * @param comments and directives: lines above the message
 */
export function segmentText(title: string, comments: readonly string[], message: WrittenMessage): string | undefined {
  const lines = [message.startLine, ...message.fields.map(({ name, value }) => `${name}: ${value}`)];
  const head = bodyAsText(
    Uint8Array.from(lines.join("\n"), (character) => character.charCodeAt(0)),
    "",
  );
  const body = bodyAsText(message.body, contentTypeOf(message.fields));
  if (!head || head.charset !== utf8 || !body) return undefined;
  // An editor makes the line endings of a file uniform.
  const lineBreak = body.text.includes("\n") ? firstBreak(body.text) : "\n";
  const [plainHead, plainBody] = [withoutReferences(head.text), plain(body.text)];
  const isChanged = plainHead !== head.text || plainBody !== body.text;
  const above = [`### ${title}`, ...(isChanged ? [`@${nothing} =`] : []), ...comments];
  const written = [...above, ...plainHead.split("\n"), ""].map((line) => line + lineBreak).join("");
  if (plainBody === "") return written;
  // A CR at the end isn't a part of CRLF. Content-Length says that the line breaks aren't a part of the body.
  const end = body.text.endsWith("\r") ? "\r" : lineBreak;
  return `${written}${plainBody}${end}${end}`;
}

/** The name of the variable without content. */
const nothing = "empty";
const inserted = `{{${nothing}}}`;

/** A body in which nothing is a separator, a reference or a body file. */
function plain(text: string): string {
  return withoutReferences(text).replace(/(^|[\r\n])(?=###|<@?[ \t])/g, `$1${inserted}`);
}

function withoutReferences(text: string): string {
  const pieces: string[] = [];
  let from = 0;
  for (const { start } of references(text)) {
    pieces.push(text.slice(from, start + 1), inserted);
    from = start + 1;
  }
  return [...pieces, text.slice(from)].join("");
}

/** A segment with comments only, about a message that can't be text with the same bytes. */
export function unwritable(title: string, { startLine, fields, body }: WrittenMessage): string {
  const lines = [startLine, ...fields.map(({ name, value }) => `${name}: ${value}`)].map(visible);
  const why = l10n.t(
    "This message can't be written as text with the same bytes. Its body has {0} bytes; its start line and headers are:",
    body.length,
  );
  return [`### ${title}`, `# ${why}`, ...lines.map((line) => `# > ${line}`), ""].map((line) => `${line}\n`).join("");
}

/** Without characters that begin another line, or that a terminal or an editor doesn't show. */
function visible(line: string): string {
  return line.replace(/[^ -~]/g, (one) => `\\x${one.charCodeAt(0).toString(16).padStart(2, "0")}`);
}

/** A title of what services and clients send: one line without control characters. */
export function titleOf(text: string): string {
  return visible(oneLine(text)).trim();
}
