import type { Facets, Primitive } from "./components.ts";
import {
  compareDurations,
  compareMoments,
  type Duration,
  isDateType,
  type Moment,
  readDuration,
  readMoment,
} from "./dates.ts";
import { compareDecimals, type Decimal, decimalText, readDecimal } from "./decimals.ts";
import { isNcName } from "./pattern/characterSets.ts";

/** Returns the namespace of a prefix at the place of the value ("" for the default namespace); undefined if the prefix isn't declared. */
export type Prefixes = (prefix: string) => string | undefined;

export type Value =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "boolean"; readonly value: boolean }
  | { readonly kind: "decimal"; readonly value: Decimal }
  | { readonly kind: "number"; readonly value: number }
  | { readonly kind: "moment"; readonly value: Moment }
  | { readonly kind: "duration"; readonly value: Duration }
  | { readonly kind: "bytes"; readonly text: string; readonly length: number }
  | { readonly kind: "name"; readonly namespace: string; readonly local: string };

export function normalized(text: string, whiteSpace: Facets["whiteSpace"]): string {
  if (whiteSpace === "preserve" || !/[\t\n\r]|^ | $| {2}/.test(text)) return text;
  const replaced = text.replace(/[\t\n\r]/g, " ");
  return whiteSpace === "replace" ? replaced : replaced.split(" ").filter(Boolean).join(" ");
}

/** Reads a lexical form with normalized whitespace; undefined for other text (part 2, section 3.2). */
export function readValue(text: string, primitive: Primitive, prefixes: Prefixes): Value | undefined {
  if (isDateType(primitive)) {
    const value = readMoment(primitive, text);
    return value && { kind: "moment", value };
  }
  switch (primitive) {
    case "anySimpleType":
    case "string":
      return { kind: "text", text };
    case "anyURI":
      return isUriReference(text) ? { kind: "text", text } : undefined;
    case "boolean":
      return /^(?:true|false|0|1)$/.test(text)
        ? { kind: "boolean", value: text === "true" || text === "1" }
        : undefined;
    case "decimal": {
      const value = readDecimal(text);
      return value && { kind: "decimal", value };
    }
    case "float":
    case "double":
      return readNumber(text, primitive);
    case "duration": {
      const value = readDuration(text);
      return value && { kind: "duration", value };
    }
    case "hexBinary":
      return text.length % 2 === 0 && /^[0-9A-Fa-f]*$/.test(text)
        ? { kind: "bytes", text: text.toUpperCase(), length: text.length / 2 }
        : undefined;
    case "base64Binary":
      return readBase64(text);
    case "QName":
    case "NOTATION":
      return readName(text, prefixes);
  }
}

/** Negative if `a` is less, positive if it is greater; undefined if the values have no order. */
export function compareValues(a: Value, b: Value): number | undefined {
  if (a.kind === "decimal" && b.kind === "decimal") return compareDecimals(a.value, b.value);
  if (a.kind === "moment" && b.kind === "moment") return compareMoments(a.value, b.value);
  if (a.kind === "duration" && b.kind === "duration") return compareDurations(a.value, b.value);
  if (a.kind !== "number" || b.kind !== "number") return undefined;
  if (Object.is(a.value, b.value) || a.value === b.value) return 0;
  return a.value < b.value ? -1 : a.value > b.value ? 1 : undefined;
}

/** A key of a value. Only equal values of a primitive type have the same key. */
export function keyOfValue(value: Value): string {
  switch (value.kind) {
    case "text":
    case "bytes":
      return value.text;
    case "boolean":
      return String(value.value);
    case "number":
      return String(value.value + 0);
    case "decimal":
      return decimalText(value.value);
    case "moment":
      return `${value.value.seconds}.${value.value.fraction}${value.value.zone === undefined ? "" : "Z"}`;
    case "duration":
      return `${value.value.months} ${value.value.seconds}.${value.value.fraction}`;
    case "name":
      return `{${value.namespace}}${value.local}`;
  }
}

/** The length for the length facets in characters or octets; undefined for types without a length (QName, NOTATION). */
export function lengthOf(value: Value): number | undefined {
  if (value.kind === "bytes") return value.length;
  return value.kind === "text" ? countCharacters(value.text) : undefined;
}

/** The prefix of a QName, "" for none; undefined if the text isn't a QName. */
export function prefixOfName(text: string): string | undefined {
  return isName(text) ? text.slice(0, Math.max(text.indexOf(":"), 0)) : undefined;
}

function countCharacters(text: string): number {
  let count = text.length;
  for (let at = 1; at < text.length; at++) if ((text.codePointAt(at - 1) ?? 0) > 0xffff) count--;
  return count;
}

function readNumber(text: string, primitive: "float" | "double"): Value | undefined {
  if (!/^(?:[-+]?(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)(?:[eE][-+]?[0-9]+)?|-?INF|NaN)$/.test(text)) return undefined;
  const number = Number(text.replace("INF", "Infinity"));
  return { kind: "number", value: primitive === "float" ? Math.fround(number) : number };
}

/** Reads Base64. Unused bits of the last character must be zero (section 3.2.16). */
function readBase64(text: string): Value | undefined {
  const bare = text.replaceAll(" ", "");
  if (bare.length % 4 !== 0 || !/^[A-Za-z0-9+/]*={0,2}$/.test(bare)) return undefined;
  if (!/(?:[AQgw]==|[AEIMQUYcgkosw048]=|[^=]|^)$/.test(bare.slice(-3))) return undefined;
  const padding = bare.endsWith("==") ? 2 : bare.endsWith("=") ? 1 : 0;
  return { kind: "bytes", text: bare, length: (bare.length / 4) * 3 - padding };
}

function readName(text: string, prefixes: Prefixes): Value | undefined {
  const prefix = prefixOfName(text);
  const namespace = prefix === undefined ? undefined : (prefixes(prefix) ?? (prefix === "" ? "" : undefined));
  return namespace === undefined ? undefined : { kind: "name", namespace, local: text.slice(text.indexOf(":") + 1) };
}

/** Whether the text is a QName (Namespaces in XML 1.0, production 7). */
function isName(text: string): boolean {
  const parts = text.split(":", 3);
  return parts.length <= 2 && parts.every(isNcName);
}

/** Whether a text is a URI reference (RFC 2396, RFC 2732) after characters were escaped by XLink 1.0 (section 5.4). */
function isUriReference(text: string): boolean {
  if (/%(?![0-9A-Fa-f]{2})/.test(text) || text.indexOf("#") !== text.lastIndexOf("#")) return false;
  const [reference = ""] = text.split("#", 1);
  const scheme = /^[A-Za-z][-A-Za-z0-9+.]*:/.exec(reference)?.[0] ?? "";
  const rest = reference.slice(scheme.length);
  if (scheme !== "" && !rest.startsWith("/")) return rest !== "" && !hasBracket(rest.charAt(0));
  const [hierarchy = ""] = rest.split("?", 1);
  const authority = /^\/\/[^/]*/.exec(hierarchy)?.[0] ?? "";
  const path = hierarchy.slice(authority.length);
  if (hasBracket(path) || (scheme === "" && (path.split("/", 1)[0] ?? "").includes(":"))) return false;
  return !hasBracket(authority) || /^\/\/(?:[^@[\]]*@)?\[[0-9A-Fa-f:.]+\](?::[0-9]*)?$/.test(authority);
}

function hasBracket(text: string): boolean {
  return text.includes("[") || text.includes("]");
}
