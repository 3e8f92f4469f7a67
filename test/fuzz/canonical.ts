import { ParseOption, XmlC14NMode, XmlDocument, XmlElement, XmlParseError } from "libxml2-wasm";
import { c14nMethods } from "../../server/src/security/algorithms.ts";
import { type C14nMethod, canonicalBytes } from "../../server/src/security/c14n.ts";
import { parseXml } from "../../server/src/xml/parser.ts";
import { elements } from "../../server/src/xml/query.ts";
import { message } from "./documents.ts";
import { Random } from "./random.ts";

/*
 * Compares our canonical forms of generated documents and their elements with the forms that libxml2 writes.
 */

export interface CanonicalDifference {
  readonly seed: number;
  readonly text: string;
  readonly method: C14nMethod;
  /** The index of the element among all elements; undefined for the whole document. */
  readonly apex: number | undefined;
  readonly ours: string;
  readonly theirs: string;
}

export interface CanonicalComparison {
  readonly compared: number;
  /** The number of documents that each known fault of libxml2 explains. */
  readonly known: ReadonlyMap<string, number>;
  readonly differences: readonly CanonicalDifference[];
}

const modes = {
  inclusive: XmlC14NMode.XML_C14N_1_0,
  inclusive11: XmlC14NMode.XML_C14N_1_1,
  exclusive: XmlC14NMode.XML_C14N_EXCLUSIVE_1_0,
};

/** Compares well-formed documents, each made from its own seed (`seed`, `seed` + 1 …), until `count` are compared. */
export function compareCanonicalForms(count: number, seed: number): CanonicalComparison {
  const faults = new Map<string, number>();
  const differences: CanonicalDifference[] = [];
  let compared = 0;
  for (let i = 0; compared < count && i < count * 4; i++) {
    const result = compareOne(seed + i);
    if (result === undefined) continue;
    if (typeof result !== "string") compared++;
    if (typeof result === "string") faults.set(result, (faults.get(result) ?? 0) + 1);
    else if (result.ours !== result.theirs) differences.push(result);
  }
  return { compared, known: faults, differences };
}

/** Simple base URIs only: libxml2 joins others in another way than the standard, such as those with `..`. */
const bases = ["http://h/a/b", "http://h", "/r/s", "c/d", "e/", "i?r"];

/** Compares one document. Returns undefined if it isn't well-formed, and a sentence if a fault of libxml2 explains the difference. */
function compareOne(seed: number): CanonicalDifference | string | undefined {
  const random = new Random(seed);
  const text = message(random)
    .replaceAll("urn:b", random.pick(["urn:b", "urn:b", "urn:\u{10000}b", "urn:\ue000b"]))
    .replaceAll("urn:a", random.chance(90) ? "urn:a" : random.pick(["urn:a&amp;b", "relative"]))
    .replaceAll(/<[a-zA-Zé][^\s/>]*/g, (name) =>
      random.chance(25) ? `${name} xml:base="${random.pick(bases)}"` : name,
    )
    .replaceAll(/\bxml:[^\s=]+(\s*=\s*)(["']).*?\2/gs, (_, equals, quote) => {
      const name = random.pick(["base", "base", "lang", "space", "id"]);
      return `xml:${name}${equals}${quote}${name === "base" ? random.pick(bases) : name}${quote}`;
    });
  const document = parseXml(text);
  if (document.problems.length > 0 || !document.root) return undefined;
  const all = [...elements(document)];
  const apex = random.chance(70) ? random.below(all.length) : undefined;
  const prefixes = random.chance(40) ? ["a", "b", "xsi", "s", ""].filter(() => random.chance(40)) : [];
  const method = { ...random.pick([...c14nMethods.values()]), prefixes };
  const theirs = libxmlForm(text, apex, method);
  if (typeof theirs !== "string") return theirs.why;
  const bytes = canonicalBytes(document, apex === undefined ? undefined : all[apex], method);
  const ours = new TextDecoder().decode(bytes);
  if (ours !== theirs && ours.replaceAll(/(xmlns(?::\S+?)?="[^"]*)/g, (one) => one.replaceAll("&amp;", "&")) === theirs)
    return "libxml2 doesn't escape & in a namespace name";
  return { seed, text, method, apex, ours, theirs };
}

function libxmlForm(
  text: string,
  apex: number | undefined,
  { kind, comments, prefixes }: C14nMethod,
): string | { readonly why: string | undefined } {
  const parsed = parsedByLibxml(text);
  if (!parsed) return { why: undefined };
  try {
    const node = apex === undefined ? parsed : parsed.find("//*")[apex];
    if (!(node instanceof XmlDocument) && !(node instanceof XmlElement)) return { why: undefined };
    return node.canonicalizeToString({
      mode: modes[kind],
      withComments: comments,
      inclusiveNamespacePrefixes: prefixes.map((prefix) => prefix || "#default"),
    });
  } catch (error) {
    // libxml2 doesn't canonicalize a document with a relative namespace name.
    if (text.includes("relative")) return { why: "libxml2 refuses relative namespace names" };
    throw error;
  } finally {
    parsed.dispose();
  }
}

function parsedByLibxml(text: string): XmlDocument | undefined {
  try {
    return XmlDocument.fromString(text, { option: ParseOption.XML_PARSE_IGNORE_ENC | ParseOption.XML_PARSE_NONET });
  } catch (error) {
    if (error instanceof XmlParseError) return undefined;
    throw error;
  }
}
