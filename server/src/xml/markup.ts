import type { Builder } from "./builder.ts";
import {
  APOSTROPHE,
  CR,
  GREATER,
  HYPHEN,
  isDoubtful,
  isSpace,
  LEFT_BRACKET,
  LESS,
  LF,
  QUESTION,
  QUOTE,
  RIGHT_BRACKET,
} from "./characters.ts";
import { readDeclaration } from "./declaration.ts";
import type { Scanner } from "./scanner.ts";
import { isSimilar } from "./similarNames.ts";

/*
 * Comments, CDATA sections, processing instructions and document type declarations. Each function reads what begins
 * at `start` and leaves `pos` after it.
 */

/** Searches for ends. One that failed is not made again, so that many unclosed sections cost no more than one. */
export class Ends {
  readonly #absentFrom = new Map<string, number>();

  find(scanner: Scanner, wanted: string, from: number): number {
    const absent = this.#absentFrom.get(wanted);
    if (absent !== undefined && from >= absent) return -1;
    const found = scanner.find(wanted, from);
    if (found < 0) this.#absentFrom.set(wanted, from);
    return found;
  }
}

/** Section 2.5. */
export function readComment(scanner: Scanner, builder: Builder, ends: Ends, start: number): void {
  const from = start + "<!--".length;
  const close = ends.find(scanner, "-->", from);
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

/** Whether a wrong comment would swallow the beginning of another one, and has what may have been meant as its end. */
function looksUnclosed(scanner: Scanner, from: number, close: number): boolean {
  const hyphens = scanner.text.indexOf("--", from);
  if (hyphens >= close) return false;
  const next = scanner.find("<!--", from);
  return next >= 0 && next < close && scanner.at(probableEnd(scanner, from) - 1) === GREATER;
}

function checkHyphens(scanner: Scanner, from: number, close: number): void {
  let at = scanner.text.indexOf("--", from);
  // The hyphens of `-->` are right, but for one more before them (`--->`).
  while (at < close) {
    let end = at;
    while (scanner.at(end) === HYPHEN) end++;
    scanner.report("comment-hyphens", at, Math.min(end, close));
    at = scanner.text.indexOf("--", end);
    if (at < 0) return;
  }
}

/** Section 2.7. */
export function readCData(scanner: Scanner, builder: Builder, ends: Ends, start: number): void {
  const from = start + "<![CDATA[".length;
  const close = ends.find(scanner, "]]>", from);
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

/**
 * Section 2.6, and the XML declaration (section 2.8), also where it may not stand. `first` is where the document
 * begins, after a byte order mark.
 */
export function readInstruction(scanner: Scanner, builder: Builder, ends: Ends, start: number, first: number): void {
  const afterXml = start + "<?xml".length;
  const next = scanner.at(afterXml);
  const ended = afterXml >= scanner.end || isSpace(next) || next === QUESTION || next === GREATER;
  if (ended && scanner.has("<?xml", start)) {
    readDeclaration(scanner, builder, start, first);
    return;
  }
  scanner.pos = start + 2;
  const target = readTarget(scanner, start);
  const from = scanner.pos;
  const close = scanner.at(from) === GREATER ? -1 : ends.find(scanner, "?>", from);
  let end = close + "?>".length;
  if (close < 0) {
    end = probableEnd(scanner, from);
    const wanted = scanner.at(end - 1) === GREATER ? end - 1 : end;
    if (target !== "") scanner.report("pi-unclosed", start, from, [target], [{ start: wanted, end }]);
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
  else if (!isSpace(next) && next !== GREATER && !scanner.has("?>", end) && end < scanner.end) {
    scanner.report("pi-target-invalid", end, end + 1, [target]);
  } else if (colon >= 0 && (name.wrongColon >= 0 || name.prefix.text !== "")) {
    // Namespaces in XML 1.0, section 7: a target holds no colon.
    scanner.report("pi-target-invalid", start + 2 + colon, start + 3 + colon, [target]);
  }
  return target;
}

/** The document type declaration (section 2.8), its internal subset included: passed over, never read. */
export function skipDoctype(scanner: Scanner, builder: Builder, ends: Ends, start: number): void {
  const from = start + "<!DOCTYPE".length;
  const end = ends.find(scanner, ">", from) < 0 ? -1 : doctypeEnd(scanner, ends, from);
  const doctype = { kind: "doctype", start, end: end < 0 ? probableEnd(scanner, from) : end } as const;
  builder.doctype ??= doctype;
  builder.add(doctype);
  scanner.entitiesUnknown = true;
  scanner.pos = doctype.end;
}

/** Quotes, comments and instructions hide a `>` and a `]`; inside `[ ]` a `>` ends only a declaration. -1 for no end. */
function doctypeEnd(scanner: Scanner, ends: Ends, from: number): number {
  let inSubset = false;
  for (let i = from; i >= 0 && i < scanner.end; i++) {
    const code = scanner.at(i);
    if (code === GREATER && !inSubset) return i + 1;
    if (code === LEFT_BRACKET) inSubset = true;
    else if (code === RIGHT_BRACKET) inSubset = false;
    else if (code === QUOTE || code === APOSTROPHE) i = after(scanner, ends, String.fromCharCode(code), i + 1);
    else if (code === LESS && scanner.has("<!--", i)) i = after(scanner, ends, "-->", i + 4);
    else if (code === LESS && scanner.has("<?", i)) i = after(scanner, ends, "?>", i + 2);
  }
  return -1;
}

/** The last offset of `wanted`; past every end where there is none. */
function after(scanner: Scanner, ends: Ends, wanted: string, from: number): number {
  const found = ends.find(scanner, wanted, from);
  return found < 0 ? scanner.end : found + wanted.length - 1;
}

/** `<!` that begins nothing: a CDATA section that was meant, or text that is passed over up to its probable end. */
export function readUnknownMarkup(scanner: Scanner, builder: Builder, ends: Ends, start: number): void {
  const word = /^(?:!-|[![]*\w*\[?)/.exec(scanner.slice(start + 1, start + 40))?.[0] ?? "";
  const letters = word.replace(/\W/g, "");
  const wordEnd = start + 1 + word.length;
  scanner.report("markup-unknown", start, wordEnd, [word]);
  const meant = isSimilar(letters, "CDATA") || letters.startsWith("CDATA");
  const close = meant ? ends.find(scanner, "]]>", wordEnd) : -1;
  const end = close < 0 ? probableEnd(scanner, wordEnd) : close + "]]>".length;
  checkCharacters(scanner, wordEnd, end);
  builder.add({ kind: close < 0 ? "text" : "cdata", start, end });
  scanner.pos = end;
}

/** Where something without its end was meant to end: after a `>`, before a `<`, at the end of the line. */
function probableEnd(scanner: Scanner, from: number): number {
  let i = from;
  for (; i < scanner.end; i++) {
    const code = scanner.at(i);
    if (code === LESS || code === LF || code === CR || code === GREATER) break;
  }
  return scanner.at(i) === GREATER ? i + 1 : i;
}

/** Reports the characters that XML allows nowhere. */
function checkCharacters(scanner: Scanner, start: number, end: number): void {
  const { text } = scanner;
  for (let i = start; i < end; ) {
    const code = text.charCodeAt(i);
    i = isDoubtful(code) ? scanner.character(i) : i + 1;
  }
}
