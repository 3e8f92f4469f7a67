import { isSimilar } from "../text/similar.ts";
import type { Builder } from "./builder.ts";
import { isDoubtful, isSpace } from "./characters.ts";
import * as char from "./codes.ts";
import { readDeclaration } from "./declaration.ts";
import type { Scanner } from "./scanner.ts";

/*
 * Comments, CDATA sections, processing instructions and document type declarations. Each function reads the markup at
 * `start` and sets `pos` to its end.
 */

/** Reads a comment (section 2.5). */
export function readComment(scanner: Scanner, builder: Builder, start: number): void {
  const from = start + "<!--".length;
  const close = scanner.find("-->", from);
  let end = close + "-->".length;
  if (close < 0 || looksUnclosed(scanner, from, close)) {
    end = probableEnd(scanner, from);
    scanner.report("comment-unclosed", start, from, [], [{ start: end, end }]);
    checkCharacters(scanner, from, end);
  } else {
    checkHyphens(scanner, from, close);
    checkCharacters(scanner, from, close);
  }
  builder.add({ kind: "comment", start, end });
  scanner.pos = end;
}

/** Whether a comment probably isn't closed: it contains the beginning of another comment, and a probable end before it. */
function looksUnclosed(scanner: Scanner, from: number, close: number): boolean {
  const hyphens = scanner.text.indexOf("--", from);
  if (hyphens >= close) return false;
  const next = scanner.find("<!--", from);
  return next >= 0 && next < close && scanner.at(probableEnd(scanner, from) - 1) === char.GREATER;
}

function checkHyphens(scanner: Scanner, from: number, close: number): void {
  let at = scanner.text.indexOf("--", from);
  // The hyphens of `-->` are valid, but not a third one (`--->`).
  while (at < close) {
    let end = at;
    while (scanner.at(end) === char.HYPHEN) end++;
    scanner.report("comment-hyphens", at, Math.min(end, close));
    at = scanner.text.indexOf("--", end);
    if (at < 0) return;
  }
}

/** Reads a CDATA section (section 2.7). */
export function readCData(scanner: Scanner, builder: Builder, start: number): void {
  const from = start + "<![CDATA[".length;
  const close = scanner.find("]]>", from);
  let end = close + "]]>".length;
  if (close < 0) {
    const parentEnd = builder.current === undefined ? -1 : scanner.find(`</${builder.current.name}`, from);
    end = parentEnd < 0 ? scanner.end : parentEnd;
    scanner.swallowedRest ||= parentEnd < 0;
    scanner.report("cdata-unclosed", start, from, [], [{ start: end, end }]);
  } else if (builder.depth === 0) {
    scanner.report("cdata-outside-root", start, end);
  }
  checkCharacters(scanner, from, close < 0 ? end : close);
  builder.add({ kind: "cdata", start, end });
  scanner.pos = end;
}

/** Reads an instruction (section 2.6) or an XML declaration. `first`: document start, after a byte order mark. */
export function readInstruction(scanner: Scanner, builder: Builder, start: number, first: number): void {
  const afterXml = start + "<?xml".length;
  const isEnded = afterXml >= scanner.end || scanner.isOneOf(" \t\r\n?>", afterXml);
  if (isEnded && scanner.has("<?xml", start)) {
    readDeclaration(scanner, builder, start, first);
    return;
  }
  scanner.pos = start + 2;
  const target = readTarget(scanner, start);
  const from = scanner.pos;
  const close = scanner.at(from) === char.GREATER ? -1 : scanner.find("?>", from);
  let end = close + "?>".length;
  if (close < 0) {
    end = probableEnd(scanner, from);
    const related = scanner.at(end - 1) === char.GREATER ? end - 1 : end;
    if (target !== "") scanner.report("pi-unclosed", start, from, [target], [{ start: related, end }]);
  }
  checkCharacters(scanner, from, close < 0 ? end : close);
  builder.add({ kind: "pi", start, end, target });
  scanner.pos = end;
}

function readTarget(scanner: Scanner, start: number): string {
  const name = scanner.name();
  const end = scanner.pos;
  const next = scanner.at(end);
  if (name === undefined) {
    scanner.report("pi-target-missing", start, end);
    return "";
  }
  const target = name.text;
  const colon = target.indexOf(":");
  if (target.toLowerCase() === "xml") scanner.report("pi-target-reserved", start + 2, end, [target]);
  else if (!isSpace(next) && next !== char.GREATER && !scanner.has("?>", end) && end < scanner.end) {
    scanner.report("pi-target-invalid", end, end + 1, [target]);
  } else if (colon >= 0 && (name.wrongColon >= 0 || name.prefix.text !== "")) {
    // A target can't contain a colon (Namespaces in XML 1.0, section 7).
    scanner.report("pi-target-invalid", start + 2 + colon, start + 3 + colon, [target]);
  }
  return target;
}

/** Skips the document type declaration (section 2.8) with its internal subset. */
export function skipDoctype(scanner: Scanner, builder: Builder, start: number): void {
  const from = start + "<!DOCTYPE".length;
  const end = scanner.find(">", from) < 0 ? -1 : doctypeEnd(scanner, from);
  const doctype = { kind: "doctype", start, end: end < 0 ? probableEnd(scanner, from) : end } as const;
  builder.doctype ??= doctype;
  builder.add(doctype);
  scanner.entitiesUnknown = true;
  scanner.isResumable = false;
  scanner.pos = doctype.end;
}

/** The offset after the `>` that isn't in quotes, comments, instructions or `[ ]`; -1 if there is none. */
function doctypeEnd(scanner: Scanner, from: number): number {
  let inSubset = false;
  for (let i = from; i >= 0 && i < scanner.end; i++) {
    const code = scanner.at(i);
    if (code === char.GREATER && !inSubset) return i + 1;
    if (code === char.LEFT_BRACKET) inSubset = true;
    else if (code === char.RIGHT_BRACKET) inSubset = false;
    else if (code === char.QUOTE || code === char.APOSTROPHE) i = after(scanner, String.fromCharCode(code), i + 1);
    else if (code === char.LESS && scanner.has("<!--", i)) i = after(scanner, "-->", i + 4);
    else if (code === char.LESS && scanner.has("<?", i)) i = after(scanner, "?>", i + 2);
  }
  return -1;
}

/** The offset of the last character of the next `expected`, or the end of the document. */
function after(scanner: Scanner, expected: string, from: number): number {
  const end = scanner.find(expected, from);
  return end < 0 ? scanner.end : end + expected.length - 1;
}

/** Reads an unknown `<!`: a misspelled CDATA section, or text up to its probable end. */
export function readUnknownMarkup(scanner: Scanner, builder: Builder, start: number): void {
  const word = /^(?:!-|[![]*\w*\[?)/.exec(scanner.slice(start + 1, start + 40))?.[0] ?? "";
  const letters = word.replace(/\W/g, "");
  const wordEnd = start + 1 + word.length;
  scanner.report("markup-unknown", start, wordEnd, [word]);
  const meant = isSimilar(letters, "CDATA") || letters.startsWith("CDATA");
  const close = meant ? scanner.find("]]>", wordEnd) : -1;
  const end = close < 0 ? probableEnd(scanner, wordEnd) : close + "]]>".length;
  checkCharacters(scanner, wordEnd, end);
  builder.add({ kind: close < 0 ? "text" : "cdata", start, end });
  scanner.pos = end;
}

/** The probable end of unclosed markup: after a `>`, before a `<`, or at the end of the line. */
function probableEnd(scanner: Scanner, from: number): number {
  let i = from;
  while (i < scanner.end && !scanner.isOneOf("<>\r\n", i)) i++;
  return scanner.at(i) === char.GREATER ? i + 1 : i;
}

function checkCharacters(scanner: Scanner, start: number, end: number): void {
  const { text } = scanner;
  for (let i = start; i < end; ) {
    const code = text.charCodeAt(i);
    i = isDoubtful(code) ? scanner.character(i) : i + 1;
  }
}
