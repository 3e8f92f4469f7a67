import { emptyScope, type Scope } from "../../../message/scope.ts";
import { firstMessage } from "../../../rules/edits.ts";
import { insertHead } from "../../../rules/envelopeHead.ts";
import { applyEdits } from "../../../rules/fixes.ts";
import { withoutSeparators } from "./writtenRequest.ts";

/** The facts about the place where a request is inserted. */
export interface PastePlace {
  readonly scope: Scope;
  /** The preamble of its segment, as text. */
  readonly above: string;
}

/** Whether a text is an envelope without a request line and headers. */
export function isEnvelope(text: string): boolean {
  const body = withoutBlanks(text);
  const message = body.startsWith("<") ? firstMessage(body, emptyScope()) : undefined;
  return message?.isBare === true && message.envelope !== undefined;
}

/** The text of a segment with an envelope and the head that it needs at a place. */
export function fromEnvelope(text: string, lineBreak: string, { scope, above }: PastePlace): readonly string[] {
  const notes: string[] = [];
  const body = withoutSeparators(withoutBlanks(text).replace(/\r\n?|\n/g, lineBreak), notes);
  const message = firstMessage(`${above}${body}`, scope);
  const head = message && insertHead(message);
  if (!message || !head) return [];
  const request = applyEdits(message.text, [head]).slice(above.length);
  return [[...notes.map((note) => `# ${note}`), request].join(lineBreak)];
}

/** An XML declaration may not have a character before it. */
function withoutBlanks(text: string): string {
  return text.replace(/^\uFEFF/, "").trimStart();
}
