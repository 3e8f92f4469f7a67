import * as l10n from "@vscode/l10n";
import { type Path, pathProblem, readPath } from "../expectations/path.ts";
import { parameter, parseMediaType } from "../http/mediaType.ts";
import type { ExpectationResult } from "../protocol/protocol.ts";
import { sameBytes } from "../text/bytes.ts";
import { redacted, withoutNamedSecrets, withoutSecretParameters } from "../text/redaction.ts";
import { isSecretHeader } from "../text/secretNames.ts";
import { bodyDiff } from "./bodies.ts";
import type { ReadExchange } from "./evaluate.ts";
import { fieldValues, ReadContent } from "./readContent.ts";

/** The parts of responses to compare besides status and Content-Type, and the parts of bodies to ignore. */
export interface Comparison {
  readonly headers: readonly string[];
  readonly ignored: readonly Path[];
}

/** Reads the path of `--ignore`; returns a sentence if it isn't an XPath. */
export function readIgnored(text: string): Path | string {
  const path = readPath(text, { start: 0, end: text.length });
  return pathProblem({ ...path, kind: "xpath" })?.message ?? path;
}

/** The differences between responses to the same request, as expectations that don't hold; empty if equal. */
export function responseDifferences(
  first: ReadExchange,
  other: ReadExchange,
  [firstName, otherName]: readonly [string, string],
  { headers, ignored }: Comparison,
): readonly ExpectationResult[] {
  const differs = (text: string, why: string, diff?: readonly string[]): ExpectationResult => {
    return { text, at: undefined, held: false, why, diff };
  };
  const unequal = (text: string, left: string, right: string): readonly ExpectationResult[] =>
    left === right ? [] : [differs(text, l10n.t("{0} in {1}, {2} in {3}.", left, firstName, right, otherName))];
  const [a, b] = [first.exchange.response, other.exchange.response];
  const ofHeaders = [...new Map(headers.map((name) => [name.toLowerCase(), name])).values()].flatMap((name) => {
    const values = [a, b].map((message) => fieldValues(message, name.toLowerCase()).join(", "));
    const [left = "", right = ""] = values.map((value) => (isSecretHeader(name) ? hidden(value) : shown(value)));
    if (values[0] === values[1]) return [];
    return left === right
      ? [differs(`header ${name}`, l10n.t("The values differ."))]
      : unequal(`header ${name}`, left, right);
  });
  return [
    ...unequal("status", String(a.status), String(b.status)),
    ...unequal("header Content-Type", contentType(first), contentType(other)),
    ...ofHeaders,
    ...bodies(first, other, ignored).map(({ why, diff }) =>
      differs("body", why ?? l10n.t("The body differs: - is {0}, + is {1}.", firstName, otherName), diff),
    ),
  ];
}

/** The media type and the charset. Other parameters may differ each time, such as the boundary. */
function contentType({ exchange: { response } }: ReadExchange): string {
  const [value] = fieldValues(response, "content-type");
  const type = value === undefined ? undefined : parseMediaType(value);
  const charset = parameter(type, "charset")?.value.toLowerCase();
  return shown(type ? `${type.essence}${charset === undefined ? "" : `; charset=${charset}`}` : "");
}

function hidden(value: string): string {
  return value === "" ? shown(value) : redacted;
}

/** Maximum length of a shown value in UTF-16 units. */
const longestShown = 500;

function shown(value: string): string {
  if (value === "") return l10n.t("missing");
  const text = value.length > longestShown ? `${value.slice(0, longestShown)}…` : value;
  return withoutNamedSecrets(withoutSecretParameters(text));
}

interface BodyDifference {
  readonly why?: string;
  readonly diff?: readonly string[];
}

function bodies(first: ReadExchange, other: ReadExchange, ignored: readonly Path[]): readonly BodyDifference[] {
  const [a, b] = [first.response, other.response];
  if (a.kind === "binary" || b.kind === "binary") {
    const [left, right] = [first.exchange.response.body, other.exchange.response.body];
    if (sameBytes(left, right)) return [];
    return [{ why: l10n.t("The bodies differ: {0} bytes and {1} bytes.", left.length, right.length) }];
  }
  if (a.text === b.text) return [];
  // XML that isn't well-formed is compared as text.
  const areTexts = [a, b].some((one) => one.xml && (one.xml.problems.length > 0 || !one.xml.root));
  const [left, right] = areTexts ? [asText(a), asText(b)] : [a, b];
  const diff = bodyDiff(left, right, ignored, other, false);
  if (diff === undefined) return [];
  return [typeof diff === "string" ? { why: diff } : { diff }];
}

function asText({ text }: ReadContent): ReadContent {
  const fields = [{ name: "Content-Type", value: "text/plain; charset=utf-8" }];
  return new ReadContent({ fields, body: new TextEncoder().encode(text) });
}
