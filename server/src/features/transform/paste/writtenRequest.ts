import * as l10n from "@vscode/l10n";
import { emptyScope, type Scope } from "../../../message/scope.ts";
import { contentLengthHolds, countText, firstMessage, insertHeader, replace } from "../../../rules/edits.ts";
import { textAfterFixes } from "../../../rules/fixes.ts";
import { applyEdits } from "../../../text/edits.ts";
import { parseXml } from "../../../xml/parser.ts";
import { nodeAt } from "../../../xml/query.ts";

export interface WrittenRequest {
  /** Comment lines above the request. */
  readonly notes: readonly string[];
  /** Directives, such as `timeout 30s`. */
  readonly directives: readonly string[];
  readonly method: string;
  readonly target: string;
  readonly fields: readonly WrittenField[];
  /** The body with any line endings, or `< path` for the content of a file. */
  readonly body: string | undefined;
}

export interface WrittenField {
  readonly name: string;
  readonly value: string;
}

/** The text of a segment, with Content-Length and the automatic fixes. */
export function writeRequest(request: WrittenRequest, lineBreak: string): string {
  const { directives, method, target, fields } = request;
  const { body, notes } = bodyText(request, lineBreak);
  const text = [
    ...notes.flatMap((note) => note.split(/\r\n?|\n/).map((line) => `# ${line}`.trimEnd())),
    ...directives.map((directive) => `# @${directive}`),
    `${method} ${target} HTTP/1.1`,
    ...fields.map(({ name, value }) => (value === "" ? `${name}:` : `${name}: ${value}`)),
    ...(body === undefined ? [""] : ["", body]),
  ].join(lineBreak);
  return withCount(withFixes(text));
}

export function withFixes(text: string, scope: Scope = emptyScope()): string {
  const message = firstMessage(text, scope);
  return message ? textAfterFixes(message, () => true) : text;
}

/** Adds the correct Content-Length, if there is a body or if the method usually has one. */
export function withCount(text: string, scope: Scope = emptyScope()): string {
  const message = firstMessage(text, scope);
  const count = message && countText(message);
  if (!message || count === undefined) return text;
  const field = message.field("content-length");
  if (field) {
    return contentLengthHolds(message) === true ? text : applyEdits(text, [replace(field.value.typed, count)]);
  }
  if (!message.syntax.body || (!message.hasBody && !/^(POST|PUT|PATCH)$/.test(message.method))) return text;
  return applyEdits(text, [insertHeader(message, `Content-Length: ${count}`)]);
}

function bodyText(request: WrittenRequest, lineBreak: string): Pick<WrittenRequest, "body" | "notes"> {
  if (request.body === undefined) return request;
  const notes = [...request.notes];
  const typed = request.body.replace(/\r\n?|\n/g, lineBreak);
  if (typed.replaceAll("\r\n", "\n") !== request.body && typed !== request.body) {
    notes.push(l10n.t("The line endings of the body were changed to those of this file."));
  }
  const body = withoutSeparators(typed, notes);
  return { notes, body };
}

/** A body without lines that begin with `###`. In XML text, `#` becomes a reference; other lines get a space, with a note. */
export function withoutSeparators(body: string, notes: string[]): string {
  const lines = [...body.matchAll(/^###/gm)];
  if (lines.length === 0) return body;
  const xml = parseXml(body, 0, body.length);
  const areText = lines.every(({ index }) => nodeAt(xml, index)?.kind === "text" && xml.root && index < xml.root.end);
  if (areText) return body.replace(/^###/gm, "&#35;##");
  notes.push(l10n.t("A line of the body began with ###, which separates requests. A space was inserted before it."));
  return body.replace(/^###/gm, " ###");
}
