import { rulesOf } from "../rules/registry.ts";
import { childElements, type Envelope, inNamespaceOf, isFault } from "../soap/envelope.ts";
import { type Span, shift } from "../text/span.ts";
import { elementsIn, nameSpan } from "../xml/query.ts";
import type { XmlElement } from "../xml/tree.ts";
import type { Section } from "./support/section.ts";
import { matchingTagNames } from "./support/xmlNames.ts";

const maxTokens = 10_000;

/** Tokens that a grammar can't recognize, in the order of the text, without overlaps. They touch `within`. */
export function semanticTokens(
  sections: readonly Section[],
  within?: Span,
  limit: number = maxTokens,
): readonly Token[] {
  const tokens: Token[] = [];
  for (const section of sections) {
    if (tokens.length >= limit) break;
    const { start, text } = section;
    if (within && (start > within.end || start + text.length < within.start)) continue;
    const all = [...countTokens(section), ...variableTokens(section), ...xmlTokens(section)]
      .map((one) => shift(one, start))
      .filter((one) => !within || (one.start <= within.end && within.start <= one.end));
    tokens.push(...inOrder(all).slice(0, limit - tokens.length));
  }
  return tokens;
}

function inOrder(tokens: readonly Token[]): Token[] {
  let end = 0;
  return tokens
    .toSorted((a, b) => a.start - b.start || a.end - b.end)
    .filter((token) => {
      const free = token.start >= end && token.start < token.end;
      if (free) end = token.end;
      return free;
    });
}

/** The tokens for a wrong Content-Length. The whole number is marked, even if only some digits are wrong. */
function* countTokens({ message }: Section): Generator<Token, void, void> {
  if (!message) return;
  const rules = rulesOf[message.kind].message;
  const rule = rules.find(({ code }) => code.endsWith("content-length-mismatch"));
  const [report] = rule?.check(message) ?? [];
  const value = message.field("content-length")?.value;
  if (report && !report.severity && value) yield token(value.typed, "httpContentLength", "wrong");
}

function* variableTokens(section: Section): Generator<Token, void, void> {
  const { text, preamble, references } = section;
  const scope = section.kind === "message" ? section.analysis.scope : undefined;
  for (const item of preamble) if (item.kind === "variable") yield token(item.name, "variable", "declaration");
  for (const { start, name } of references) {
    const from = text.indexOf(name, start);
    const kind = scope?.lookup(name).kind ?? "undefined";
    if (kind === "undefined" || kind === "broken" || kind === "cycle") {
      yield token({ start: from, end: from + name.length }, "variable", "undefined");
      continue;
    }
    // The grammar recognizes the arguments of a built-in variable, so only its name is marked.
    const at = { start: from, end: from + name.search(/[ \t]|$/) };
    yield token(at, "variable", ...(name.startsWith("$") ? (["defaultLibrary"] as const) : []));
  }
}

function* xmlTokens({ envelope, text }: Section): Generator<Token, void, void> {
  if (!envelope?.version) return;
  for (const element of partsOf(envelope)) {
    for (const name of matchingTagNames(text, element)) yield token(name, "soapPart");
  }
  for (const { mustUnderstand, role, relay } of envelope.headerBlocks) {
    for (const attribute of [mustUnderstand, role, relay]) if (attribute) yield token(nameSpan(attribute), "soapPart");
  }
  for (const element of envelope.body ? childElements(envelope.body) : []) {
    if (isFault(element)) continue;
    for (const name of matchingTagNames(text, element)) yield token(name, "soapPayload");
  }
}

function* partsOf({ element, header, body, fault }: Envelope): Generator<XmlElement, void, void> {
  for (const part of [element, header, body]) if (part) yield part;
  if (!fault) return;
  // The content of the detail belongs to the service. In SOAP 1.1, the parts of a Fault are in no namespace (section 4.4).
  const detail = childElements(fault).find(({ local }) => local === "Detail" || local === "detail");
  for (const node of elementsIn([fault])) {
    const ownPart = node.parent === fault || inNamespaceOf(node, fault);
    if (ownPart && !(detail && node !== detail && node.start > detail.start && node.end <= detail.end)) yield node;
  }
}

/** Token types with their names in the extension's manifest. */
export const tokenTypes = ["variable", "httpContentLength", "soapPart", "soapPayload"] as const;

export const tokenModifiers = ["declaration", "defaultLibrary", "undefined", "wrong"] as const;

type TokenType = (typeof tokenTypes)[number];
type TokenModifier = (typeof tokenModifiers)[number];

/** A token on a single line. Its span contains UTF-16 offsets. */
export interface Token extends Span {
  readonly type: TokenType;
  readonly modifiers: readonly TokenModifier[];
}

function token({ start, end }: Span, type: TokenType, ...modifiers: readonly TokenModifier[]): Token {
  return { start, end, type, modifiers };
}
