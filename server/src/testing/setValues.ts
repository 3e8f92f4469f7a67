import * as l10n from "@vscode/l10n";
import type { ReadExchange } from "../evaluation/evaluate.ts";
import { fieldValues } from "../evaluation/readContent.ts";
import type { Path } from "../expectations/path.ts";
import { matchesOf } from "../expectations/replacement.ts";
import type { SetVariable, Term } from "../expectations/setDirective.ts";
import type { Scope } from "../message/scope.ts";
import type { GivenValue, SecretSource } from "../protocol/protocol.ts";
import { resolve } from "../text/resolved.ts";
import { isSecretHeader, isSecretPath } from "../text/secretNames.ts";
import { slice } from "../text/span.ts";
import type { ReceivedValue } from "../variables/sending.ts";
import { addDecimals, type Decimal, decimalText, negated, readDecimal } from "../xsd/decimals.ts";
import { type LastExchanges, valueAt } from "./lastExchanges.ts";

interface SetPlaces {
  /** The segment's text. */
  readonly text: string;
  readonly exchange: ReadExchange;
  readonly last: LastExchanges;
  readonly scope: Scope;
  readonly afterSteps: (name: string, path: Path, value: ReceivedValue) => ReceivedValue | { readonly why: string };
  /** The values that the directives above this one have set, by name. */
  readonly set: ReadonlyMap<string, ReceivedValue>;
}

/** The value that `# @set` gives its variable after a response, or a sentence about why there is none. */
export function setValue(
  { name, source }: SetVariable,
  places: SetPlaces,
): ReceivedValue | { readonly why: string; readonly instead?: readonly string[] } {
  const { exchange, last, afterSteps } = places;
  switch (source.kind) {
    case "path": {
      const { path } = source;
      const answer = valueAt(exchange, "response", path);
      const value = "text" in answer ? afterSteps(name, path, last.receivedValue(path.text, answer)) : answer;
      if ("why" in value || value.notText === undefined) return value;
      return { why: value.notText };
    }
    case "header": {
      const [text] = fieldValues(exchange.exchange.response, source.name.toLowerCase());
      if (text === undefined) return { why: l10n.t("The response has no header {0}.", source.name) };
      const received = last.received(name, text);
      return { ...received, secret: received.secret || isSecretHeader(source.name) };
    }
    case "match": {
      const pattern = matchesOf(source.pattern);
      const body = exchange.response.text.replaceAll("\r\n", "\n");
      const match = "first" in pattern ? pattern.first(body) : undefined;
      if (match === "spent") return { why: l10n.t("The pattern takes too many steps.") };
      const [, , start, end] = match ?? [];
      if (start === undefined || end === undefined) return { why: l10n.t("The regular expression finds nothing.") };
      const isSecret = (source.pattern.match(/\w+/g) ?? []).some(isSecretPath);
      const received = last.received(name, body.slice(start, end));
      return { ...received, secret: received.secret || isSecret };
    }
    case "sum":
      return sumOf(source.terms, places);
  }
}

/** A text with its variables replaced. It is secret if one of the values is secret; `undefined` if a variable has no value. */
export function filledText(text: string, lookup: (name: string) => GivenValue | undefined): GivenValue | undefined {
  let secret = false;
  const sources: SecretSource[] = [];
  const filled = resolve(text, { start: 0, end: text.length }, (name) => {
    const value = lookup(name);
    if (!value) return undefined;
    secret ||= value.secret;
    sources.push(...(value.sources ?? []));
    return value.text;
  });
  return filled.known ? { text: filled.text, secret, sources } : undefined;
}

/** The value of a variable. It is secret if it contains a secret value; `undefined` if the variable has no value. */
export function definedValue(scope: Scope, name: string): GivenValue | undefined {
  const value = scope.lookup(name);
  if (value.kind !== "text") return undefined;
  const { text, sources, secrets = [] } = value;
  return { text, secret: value.secret || secrets.length > 0, sources };
}

/** Returns a function that replaces the variables in a text; the result is `undefined` if a variable has no value. */
export function replacing(scope: Scope): (text: string) => string | undefined {
  return (text) => filledText(text, (name) => definedValue(scope, name))?.text;
}

function sumOf(terms: readonly Term[], places: SetPlaces): ReceivedValue | { readonly why: string } {
  let sum: Decimal = zero;
  let secret = false;
  const sources: SecretSource[] = [];
  for (const term of terms) {
    const typed = slice(places.text, term);
    const value = filledText(typed, (name) => places.set.get(name) ?? definedValue(places.scope, name));
    if (!value) return { why: l10n.t("{0} has no value.", typed) };
    secret ||= value.secret;
    sources.push(...(value.sources ?? []));
    const { text } = value;
    const decimal = text.length > longestTerm ? undefined : readDecimal(text.trim());
    if (!decimal) return { why: l10n.t("The value of {0} isn't a decimal number.", typed) };
    sum = addDecimals(sum, term.negative ? negated(decimal) : decimal);
  }
  return { text: decimalText(sum), secret, sources };
}

const zero: Decimal = { negative: false, integer: "", fraction: "" };
/** Maximum length of a term, in UTF-16 units. */
const longestTerm = 1000;
