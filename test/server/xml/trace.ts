import assert from "node:assert/strict";
import { parseXml, type XmlOptions } from "../../../server/src/xml/parser.ts";
import type { XmlReason } from "../../../server/src/xml/problems.ts";
import type { XmlDocument, XmlNode } from "../../../server/src/xml/tree.ts";
import { mark, marked } from "../../support/marked.ts";

/** Expects exactly these problems, in this order, at the marks. */
export function expectProblems(source: string, reasons: readonly XmlReason[], options: XmlOptions = {}): XmlDocument {
  const { text, spans } = marked(source);
  const document = parseXml(text, 0, text.length, options);
  const problemReasons = document.problems.map(({ reason }) => reason);
  assert.deepEqual(problemReasons, reasons, mark(text, document.problems));
  assert.equal(mark(text, document.problems), mark(text, spans));
  return document;
}

export function expectWellFormed(source: string, options: XmlOptions = {}): XmlDocument {
  return expectProblems(source, [], options);
}

/** Expects one problem, related to exactly the marked positions. */
export function expectRelated(source: string): void {
  const { text, spans } = marked(source);
  const { problems } = parseXml(text);
  assert.equal(problems.length, 1, problems.map(({ reason }) => reason).join(" "));
  assert.equal(mark(text, problems[0]?.related ?? []), mark(text, spans));
}

/**
 * A tree on one line: elements as `name(children)`, followed by `/` for an empty-element tag or `!` if the end tag is
 * missing; attributes as `@name=value`, text in quotes, other nodes by their kind.
 */
export function outline({ children, text }: XmlDocument): string {
  const parts: string[] = [];
  const pending: (XmlNode | string)[] = [...children].reverse();
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    if (typeof next === "string") parts.push(next);
    else if (next.kind === "text") parts.push(JSON.stringify(text.slice(next.start, next.end)));
    else if (next.kind !== "element") parts.push(next.kind);
    else {
      const attributes = next.attributes.map((one) => `@${one.name}=${text.slice(one.valueStart, one.valueEnd)}`);
      parts.push(`${next.name}(`, ...attributes);
      pending.push(next.selfClosing ? ")/" : next.endTag ? ")" : ")!", ...[...next.children].reverse());
    }
  }
  return parts.join(" ").replaceAll("( ", "(").replaceAll(" )", ")");
}
