import { difference } from "../../server/src/rules/fixes.ts";
import {
  analyze,
  applyEdits,
  diagnose,
  fixesOf,
  type MessageInfo,
  messagesOf,
  type Span,
} from "../../server/src/service/languageService.ts";
import { shift } from "../../server/src/text/span.ts";
import type { XmlElement, XmlNode } from "../../server/src/xml/tree.ts";
import { goodRequests } from "./goodRequests.ts";
import { type Mistake, mistakes } from "./mistakes.ts";
import { Random } from "./random.ts";

/*
 * Repairs correct requests with one mistake: applies the preferred fix of the first error until none is left, then that of
 * the first warning.
 */

/** More fixes than one mistake should require. */
const mostFixes = 8;

export type Outcome =
  /** No error or warning after the mistake: a correct request with another meaning. */
  | "unnoticed"
  /** The original text, or an equally good one. */
  | "repaired"
  /** No error or warning is left, but more than the mistake was changed. */
  | "changed"
  /** An error or a warning is left. */
  | "left";

export interface Attempt {
  readonly mistake: string;
  readonly good: string;
  readonly outcome: Outcome;
  /** The text after the mistake, and after each fix. */
  readonly texts: readonly string[];
  /** The applied fixes, and the findings that are left. */
  readonly steps: readonly string[];
}

/** Makes each mistake `times` times in random correct requests, the same for the same seed. */
export function attempts(seed: number, times: number): readonly Attempt[] {
  const random = new Random(seed);
  const names = Object.keys(goodRequests);
  return mistakes.flatMap((mistake) =>
    Array.from({ length: times }, () => attempt(mistake, random.pick(names), random) ?? []).flat(),
  );
}

function attempt(mistake: Mistake, name: string, random: Random): Attempt | undefined {
  const good = goodRequests[name] ?? "";
  const bad = mistake.make(good, random);
  if (bad === undefined || bad === good) return undefined;
  const { texts, steps, isGood } = repair(bad);
  const last = texts.at(-1) ?? bad;
  const same = isGood && isAsGood(good, bad, last);
  const outcome = isGood ? (texts.length === 1 ? "unnoticed" : same ? "repaired" : "changed") : "left";
  return { mistake: mistake.name, good: name, outcome, texts, steps };
}

function repair(bad: string): { texts: readonly string[]; steps: readonly string[]; isGood: boolean } {
  const texts = [bad];
  const steps: string[] = [];
  for (let text = bad; ; ) {
    const analysis = analyze(text);
    const wrong = diagnose(analysis).filter(({ severity }) => severity === "error" || severity === "warning");
    if (wrong.length === 0) return { texts, steps, isGood: true };
    const ordered = [
      ...wrong.filter(({ severity }) => severity === "error"),
      ...wrong.filter(({ severity }) => severity === "warning"),
    ];
    const finding = texts.length > mostFixes ? undefined : ordered.find((one) => fixesOf(analysis, one).length > 0);
    const fix = finding && fixesOf(analysis, finding)[0];
    if (!finding || !fix) {
      steps.push(`left: ${wrong.map(({ code, message }) => `${code} (${message})`).join("; ")}`);
      return { texts, steps, isGood: false };
    }
    const edited = applyEdits(text, fix.edits);
    text = fix.lineEnds ? edited.replace(/\r\n?|\n/g, fix.lineEnds) : edited;
    steps.push(`${finding.code} (${finding.message}): ${fix.title}`);
    texts.push(text);
  }
}

/** Whether `repaired` has the content of `good`, except at the place of the mistake. */
function isAsGood(good: string, bad: string, repaired: string): boolean {
  const [broken] = difference(good, bad);
  if (!broken || good.trim() === repaired.trim()) return true;
  // The mistake may equally be in the character next to it.
  const place = { start: broken.start - 1, end: broken.end + 1 };
  const before = meaningOf(good);
  const kept = common(before, meaningOf(repaired));
  return before.every((part, index) => kept.before.has(index) || isBroken(part, place)) && !kept.addedElsewhere;
}

function isBroken(part: Part, place: Span): boolean {
  return part.at.some(({ start, end }) => start <= place.end && place.start <= end);
}

/**
 * The longest common subsequence of two lists of parts. `addedElsewhere`: a part was added between two others that are
 * neighbors in both lists.
 */
function common(before: readonly Part[], after: readonly Part[]) {
  const lengths = Array.from({ length: before.length + 1 }, () => new Array<number>(after.length + 1).fill(0));
  const at = (i: number, j: number) => lengths[i]?.[j] ?? 0;
  for (let i = before.length - 1; i >= 0; i--) {
    for (let j = after.length - 1; j >= 0; j--) {
      const row = lengths[i];
      const same = before[i]?.text === after[j]?.text;
      if (row) row[j] = same ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
    }
  }
  const kept = new Set<number>();
  let added = 0;
  for (let i = 0, j = 0; i < before.length && j < after.length; ) {
    if (before[i]?.text === after[j]?.text) {
      kept.add(i);
      i++;
      j++;
    } else if (at(i + 1, j) >= at(i, j + 1)) i++;
    else {
      j++;
      added++;
    }
  }
  return { before: kept, addedElsewhere: added > before.length - kept.size + 3 };
}

/** The number of reported mistakes, and the share of them that was repaired. */
export function total(made: readonly Attempt[]): { readonly share: number; readonly of: number } {
  const noticed = made.filter(({ outcome }) => outcome !== "unnoticed");
  const repaired = noticed.filter(({ outcome }) => outcome === "repaired");
  return { share: noticed.length === 0 ? 1 : repaired.length / noticed.length, of: noticed.length };
}

/** A line with the share for each kind of mistake that isn't always repaired, the worst first. */
export function table(made: readonly Attempt[]): string {
  return mistakes
    .map(({ name }) => ({ name, ...total(made.filter(({ mistake }) => mistake === name)) }))
    .filter(({ share }) => share < 1)
    .sort((a, b) => a.share - b.share)
    .map(({ name, share, of }) => `${(share * 100).toFixed(0).padStart(4)} % of ${of}: ${name}`)
    .join("\n");
}

interface Part {
  readonly text: string;
  /** The ranges of the part; an element has two. */
  readonly at: readonly Span[];
}

/**
 * Returns the content of requests as a list of parts: request line, header values, and the elements, attributes and texts of the body
 * in order. Content-Length, which depends on the body, and whitespace around texts are left out.
 */
function meaningOf(text: string): readonly Part[] {
  return messagesOf(analyze(text)).flatMap((request) =>
    partsOf(request).map((part) => ({ ...part, at: part.at.map((span) => shift(span, request.segment.start)) })),
  );
}

function partsOf({ message }: MessageInfo): readonly Part[] {
  const { requestLine } = message.syntax;
  const fields = message.fields.filter(({ name }) => name.toLowerCase() !== "content-length");
  const attached = message.multipart?.parts.filter((part) => part !== message.multipart?.root) ?? [];
  const bodies = [
    ...attached.flatMap(({ body }) => body ?? []),
    ...(message.xml ? [] : [message.syntax.body ?? []].flat()),
  ];
  return [
    ...(requestLine ? [{ text: message.slice(requestLine), at: [requestLine] }] : []),
    ...fields.map((field) => ({ text: `${field.name.toLowerCase()}: ${field.value.text}`, at: [field.line] })),
    ...(message.xml?.children ?? []).flatMap((node) => partsOfNode(message.text, node)),
    ...bodies.map((body) => ({ text: message.slice(body).trim(), at: [body] })).filter((part) => part.text !== ""),
  ];
}

function partsOfNode(text: string, node: XmlNode): readonly Part[] {
  if (node.kind === "element") return partsOfElement(text, node);
  const typed = text.slice(node.start, node.end).trim();
  return typed === "" ? [] : [{ text: typed, at: [node] }];
}

function partsOfElement(text: string, element: XmlElement): readonly Part[] {
  const { name, start, startTagEnd, endTag, attributes, children } = element;
  const tags = [{ start, end: startTagEnd }, ...(endTag ? [endTag] : [])];
  return [
    { text: `<${name}>`, at: tags },
    ...attributes.map((one) => ({ text: `${one.name}=${text.slice(one.valueStart, one.valueEnd)}`, at: [one] })),
    ...children.flatMap((child) => partsOfNode(text, child)),
    { text: `</${name}>`, at: tags },
  ];
}
