import { ParseOption, XmlDocument, XmlParseError } from "libxml2-wasm";
import { parseXml } from "../../server/src/xml/parser.ts";
import { damage, message } from "./documents.ts";
import { Random } from "./random.ts";

/*
 * Compares our parser and libxml2: is a document well-formed?
 */

export interface Difference {
  readonly seed: number;
  readonly text: string;
  readonly ours: readonly string[];
  readonly theirs: readonly string[];
}

export interface Comparison {
  readonly wellFormed: number;
  readonly illFormed: number;
  /** The number of documents that each known difference explains. */
  readonly known: ReadonlyMap<string, number>;
  readonly differences: readonly Difference[];
}

/** libxml2's level of messages about well-formed documents. */
const WARNING = 1;

interface KnownDifference {
  readonly reason: string;
  readonly explains: (difference: Difference) => boolean;
}

const knownDifferences: readonly KnownDifference[] = [
  {
    // Namespaces in XML 1.0 section 2.1: relative URIs are deprecated and other names undefined, but not an error.
    reason: "libxml2 wants a namespace name to be a URI",
    explains: ({ ours, theirs }) => ours.length === 0 && theirs.every((error) => /is not a valid URI\s*$/.test(error)),
  },
  {
    // Production 26: VersionNum ::= '1.' [0-9]+
    reason: "libxml2 takes `1.` for a version",
    explains: ({ ours, theirs }) =>
      theirs.length === 0 && ours.every((reason) => reason === "declaration-version-invalid"),
  },
];

/** Compares `count` documents, each made from its own seed (`seed`, `seed` + 1 …). */
export function compareMany(count: number, seed: number): Comparison {
  const explained = new Map<string, number>();
  const differences: Difference[] = [];
  let wellFormed = 0;
  for (let i = 0; i < count; i++) {
    const text = documentOf(seed + i);
    const ours = ourVerdict(text);
    const theirs = libxmlVerdict(text);
    if (ours.length === 0) wellFormed++;
    if ((ours.length === 0) === (theirs.length === 0)) continue;
    const difference = { seed: seed + i, text, ours, theirs };
    const reason = knownDifferences.find(({ explains }) => explains(difference))?.reason;
    if (reason === undefined) differences.push(difference);
    else explained.set(reason, (explained.get(reason) ?? 0) + 1);
  }
  return { wellFormed, illFormed: count - wellFormed, known: explained, differences };
}

/** A random document: one in five isn't changed, most others are changed in one place. Without DOCTYPE and lone surrogates. */
export function documentOf(seed: number): string {
  const random = new Random(seed);
  const whole = message(random);
  const text = random.chance(20) ? whole : damage(random, whole, random.pick([1, 1, 1, 2, 2, 4]));
  return text.replace(/<!DOCTYPE/gi, "<!DOC").replace(/\p{Surrogate}/gu, "\ufffd");
}

function ourVerdict(text: string): readonly string[] {
  const { problems, root } = parseXml(text);
  return root === undefined ? ["no root"] : problems.map(({ reason }) => reason);
}

function libxmlVerdict(text: string): readonly string[] {
  try {
    // libxml2 gets the text as UTF-8, even if its declaration names another encoding.
    const option = ParseOption.XML_PARSE_IGNORE_ENC | ParseOption.XML_PARSE_NONET;
    XmlDocument.fromString(text, { option }).dispose();
    return [];
  } catch (error) {
    if (!(error instanceof XmlParseError)) throw error;
    const errors = error.details.filter(({ level }) => level > WARNING).map(({ message }) => message.trim());
    return errors.length > 0 ? errors : [error.message];
  }
}
