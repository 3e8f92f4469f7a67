import type { Span } from "../text/span.ts";

const reference = "&(?:amp|lt|gt|quot|apos|#[1-9]\\d{1,3}|#x[1-9a-fA-F][\\da-fA-F]{0,3});";
const name = "[A-Za-z_][\\w:.-]*";
const space = "[ \\t\\r\\n]";
const value = ['"', "'"].map((quote) => `${quote}[^${quote}<&]*(?:${reference}[^${quote}<&]*)*${quote}`).join("|");
const text = `[^<&]*(?:${reference}[^<&]*)*`;
/** Text, then a start tag or an end tag. */
const markup = new RegExp(
  `${text}<(?:${name}(?:${space}+${name}${space}*=${space}*(?:${value}))*${space}*/?|/${name}${space}*)>`,
  "y",
);
/** Text, then the beginning of a comment or a CDATA section. */
const section = new RegExp(`${text}<!(?:--|\\[CDATA\\[)`, "y");
const nameAt = new RegExp(name, "y");

/** The start tags with a local name, of elements that have content. Some may be in comments and the like. */
export function* startTags(source: string, local: string): Generator<Span> {
  const start = new RegExp(`<(?:[A-Za-z_][\\w.-]*:)?${local}(?=[\\s>])`, "g");
  for (const { index } of source.matchAll(start)) {
    const end = endOf(markup, source, index);
    if (end !== undefined && source.charAt(end - 2) !== "/") yield { start: index, end };
  }
}

/**
 * The contents of the children of an element, in document order; children without content are left out. Undefined where the
 * element isn't surely well-formed: it must have names in ASCII, and no entities but those of XML.
 */
export function contentsOfChildren(source: string, startTag: Span): readonly Span[] | undefined {
  const contents: Span[] = [];
  const open: string[] = [];
  let at = startTag.start;
  let start = at;
  do {
    const end = endOf(markup, source, at);
    const next = end ?? afterSection(source, at);
    if (next === undefined) return undefined;
    at = next;
    if (end === undefined || source.charAt(end - 2) === "/") continue;
    // Values don't contain this character.
    const tag = source.lastIndexOf("<", end - 1);
    if (source.charAt(tag + 1) !== "/") {
      open.push(source.slice(tag + 1, endOf(nameAt, source, tag + 1)));
      if (open.length === 2) start = end;
    } else {
      if (open.pop() !== source.slice(tag + 2, endOf(nameAt, source, tag + 2))) return undefined;
      if (open.length === 1) contents.push({ start, end: tag });
    }
  } while (open.length > 0);
  return contents;
}

/** The end of a comment or a CDATA section; undefined where there is none, or a comment contains two hyphens. */
function afterSection(source: string, at: number): number | undefined {
  const begun = endOf(section, source, at);
  if (begun === undefined) return undefined;
  const isComment = source.charAt(begun - 1) === "-";
  const end = source.indexOf(isComment ? "--" : "]]>", begun);
  return end < 0 || (isComment && source.charAt(end + 2) !== ">") ? undefined : end + 3;
}

function endOf(sticky: RegExp, source: string, at: number): number | undefined {
  sticky.lastIndex = at;
  return sticky.test(source) ? sticky.lastIndex : undefined;
}
