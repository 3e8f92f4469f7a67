import * as l10n from "@vscode/l10n";
import type { Path } from "../expectations/path.ts";
import { XSI_NAMESPACE } from "../soap/qnames.ts";
import { escapeXml } from "../text/escapes.ts";
import { withoutNamedSecrets } from "../text/redaction.ts";
import { trimTrailing } from "../text/trailing.ts";
import { namespaceOf } from "../xml/query.ts";
import type { AnyNode, AttributeLike, DocumentNode, ElementLike } from "../xpath/domNodes.ts";
import { type Evaluation, evaluateXPath } from "../xpath/xpath.ts";
import { lineDiff } from "./lineDiff.ts";
import type { ReadContent } from "./readContent.ts";

/** The differing lines of two bodies, shortened; undefined if there are none, a sentence if they can't be compared. */
export function bodyDiff(
  expected: ReadContent,
  actual: ReadContent,
  ignored: readonly Path[],
  evaluation: Evaluation,
  wildcards: boolean,
): readonly string[] | string | undefined {
  const equal = (one: string, other: string) => one === other || (wildcards && matchesWildcards(one, other));
  const tooLarge = expected.tooLarge ?? actual.tooLarge;
  if (tooLarge !== undefined) return tooLarge;
  const [first, other] = [expected.nodes, actual.nodes];
  if (!first || !other) {
    const texts = [expected, actual].map(textLines);
    const numbers = [expected, actual].map(inexactNumbers);
    const diff = lineDiff(texts[0] ?? [], texts[1] ?? [], equal) ?? lineDiff(numbers[0] ?? [], numbers[1] ?? [], equal);
    return diff?.map(shown);
  }
  if (expected.xml?.problems.length) return l10n.t("The expected file isn't well-formed XML.");
  const canonical = new CanonicalXml();
  const lines: (readonly string[])[] = [];
  for (const document of [first, other]) {
    const left = new Set<AnyNode>();
    for (const path of ignored) {
      const result = evaluateXPath(path.text, document, evaluation);
      if ("why" in result) return `${path.text}: ${result.why}`;
      for (const { node } of result.values) if (node) left.add(node);
    }
    lines.push(canonical.lines(document, left));
  }
  const diff = lineDiff(lines[0] ?? [], lines[1] ?? [], equal);
  return diff && [...canonical.namespaces.map((line) => `  ${line}`), ...diff.map(shown)];
}

/** Maximum length of a shown line in UTF-16 units. */
const longestLine = 2000;

/** A line without secrets, and short enough for a report. */
function shown(line: string): string {
  return withoutNamedSecrets(line.length > longestLine ? `${line.slice(0, longestLine)}…` : line);
}

/** The lines of a text. JSON is formatted with one value per line and sorted names. */
function textLines(content: ReadContent): readonly string[] {
  const { json, text } = content;
  const written = json && typeof json.value === "object" ? indentedJson(json.value) : undefined;
  return trimTrailing(written ?? text, "\r\n").split(/\r?\n/);
}

/** JSON in lines; `undefined` if it is nested too deeply, or too long. */
function indentedJson(value: object | null): string | undefined {
  try {
    return JSON.stringify(value, sortedKeys, 2);
  } catch {
    return undefined;
  }
}

/** Numbers that a double can't represent, sorted. Two may be the same double, so their texts are compared. */
function inexactNumbers({ json, text }: ReadContent): readonly string[] {
  if (!json) return [];
  const numbers: string[] = [];
  let isString = false;
  for (const [token] of text.matchAll(/\\.|"|-?\d[\d.eE+-]*/g)) {
    if (token === '"') isString = !isString;
    else if (!isString && !isExact(token)) numbers.push(token);
  }
  return numbers.sort();
}

function isExact(number: string): boolean {
  const digits = trimTrailing(
    number
      .replace(/[eE].*/, "")
      .replace(/[-.]/g, "")
      .replace(/^0+/, ""),
    "0",
  );
  const value = Number(number);
  return digits.length <= exactDigits && Number.isFinite(value) && (value !== 0 || digits === "");
}

/** Maximum digits of decimals that a double represents exactly: no two such decimals become the same number. */
const exactDigits = 15;

function sortedKeys(_: string, value: unknown): unknown {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
}

const wildcard = "{{*}}";

/** Whether a line matches a pattern in which `{{*}}` stands for any text. */
function matchesWildcards(pattern: string, line: string): boolean {
  const [first = "", ...rest] = pattern.split(wildcard);
  const last = rest.pop();
  if (last === undefined || !line.startsWith(first)) return false;
  let at = first.length;
  for (const part of rest) {
    const index = line.indexOf(part, at);
    if (index < 0) return false;
    at = index + part.length;
  }
  return line.length - last.length >= at && line.endsWith(last);
}

/** Writes documents as lines, which are equal if they differ at most in prefixes, attribute order and whitespace. */
class CanonicalXml {
  readonly #prefixes = new Map<string, string>();

  /** The lines of a document: one line for each tag, or for an element with only text. Nodes in `ignored` are omitted. */
  lines(document: DocumentNode, ignored: ReadonlySet<AnyNode>): readonly string[] {
    const lines: string[] = [];
    const open: (ElementLike | string)[] = [];
    const add = (nodes: DocumentNode["childNodes"], depth: number) => {
      for (const node of nodes.toReversed()) {
        if (ignored.has(node)) continue;
        if (node.nodeType === 1) open.push(node);
        else if (node.nodeType === 3 && node.data.trim() !== "") open.push(`${indent(depth)}${escaped(node.data)}`);
      }
    };
    add(document.childNodes, 0);
    for (let depth = 0, node = open.pop(); node !== undefined; node = open.pop()) {
      if (typeof node === "string") {
        if (node.trimStart().startsWith("</")) depth--;
        lines.push(node);
        continue;
      }
      const name = this.#name(node.namespaceURI, node.localName, node.prefix);
      const start = `${indent(depth)}<${name}${this.#attributes(node, document, ignored)}>`;
      const children = node.childNodes.filter((child) => child.nodeType === 1);
      if (children.some((child) => !ignored.has(child))) {
        lines.push(start);
        open.push(`${indent(depth)}</${name}>`);
        depth++;
        add(node.childNodes, depth);
      } else {
        const text = node.childNodes
          .map((child) => (child.nodeType === 3 && !ignored.has(child) ? child.data : ""))
          .join("");
        // Whitespace between ignored elements is also ignored.
        const isSpace = children.length > 0 && text.trim() === "";
        lines.push(`${start}${isSpace ? "" : escaped(text)}</${name}>`);
      }
    }
    return lines;
  }

  #attributes({ attributes, source }: ElementLike, document: DocumentNode, ignored: ReadonlySet<AnyNode>): string {
    const value = (attribute: AttributeLike): string => {
      const isType = attribute.namespaceURI === XSI_NAMESPACE && attribute.localName === "type";
      const [, prefix = "", local = ""] = (isType && /^\s*(?:([^:\s]+):)?([^:\s]+)\s*$/.exec(attribute.value)) || [];
      const namespace = local === "" ? undefined : namespaceOf(document.source, source, prefix);
      return namespace === undefined ? attribute.value : this.#name(namespace, local, prefix);
    };
    const texts = attributes.flatMap((attribute) =>
      ignored.has(attribute)
        ? []
        : [
            ` ${this.#name(attribute.namespaceURI, attribute.localName, attribute.prefix)}="${escaped(value(attribute))}"`,
          ],
    );
    return texts.sort().join("");
  }

  /** The name with a prefix that stands for its namespace in all documents of this object. */
  #name(namespace: string | null, local: string, prefix: string): string {
    if (!namespace) return local;
    let declaredPrefix = this.#prefixes.get(namespace);
    if (declaredPrefix === undefined) {
      const taken = new Set(this.#prefixes.values());
      declaredPrefix = prefix === "" ? "ns" : prefix;
      for (let count = 2; taken.has(declaredPrefix); count++)
        declaredPrefix = `${prefix === "" ? "ns" : prefix}${count}`;
      this.#prefixes.set(namespace, declaredPrefix);
    }
    return `${declaredPrefix}:${local}`;
  }

  get namespaces(): readonly string[] {
    return [...this.#prefixes].map(([namespace, prefix]) => `${prefix} = ${namespace}`);
  }
}

/** The indentation at a depth, which is limited because documents may be nested very deep. */
function indent(depth: number): string {
  return "  ".repeat(Math.min(depth, 20));
}

function escaped(text: string): string {
  return escapeXml(text, /[&<"\r\n]/g);
}
