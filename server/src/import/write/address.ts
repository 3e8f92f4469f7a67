import { percentDecoded } from "../../text/escapes.ts";
import type { CollectionRequest, Text } from "../collection.ts";
import { basicHeader } from "../common/auth.ts";
import { markedText } from "./secretPlaces.ts";
import { merged } from "./texts.ts";

export interface Address {
  /** The target with a scheme, which may be a variable. */
  readonly target: Text;
  readonly host: Text;
}

/** Returns the value of a variable in the source; undefined if it has none. */
type Lookup = (name: string) => Text | undefined;

/** The target and the host. An address without a scheme uses `http`, as in the tools whose projects are imported. */
export function addressOf(address: Text, lookup: Lookup): Address {
  const parts = merged(trimmedStart(address));
  const [first = "", second = ""] = parts;
  if (typeof first !== "string" && first.kind === "variable") {
    const next = typeof second === "string" ? second : "";
    if (next.startsWith("://")) return { target: parts, host: authorityOf([next.slice(3), ...parts.slice(2)]) };
    if (isComplete(first.name, lookup)) {
      return { target: parts, host: next.startsWith(":") ? [] : [{ kind: "host", name: first.name }] };
    }
  }
  if (typeof first === "string") {
    const scheme = /^[A-Za-z][A-Za-z0-9+.-]*:\/\//.exec(first)?.[0];
    if (scheme !== undefined) {
      return { target: parts, host: authorityOf([first.slice(scheme.length), ...parts.slice(1)]) };
    }
    if (first.startsWith("/") || first === "") return { target: parts.length === 0 ? ["/"] : parts, host: [] };
  }
  const isWhole = typeof second === "string" && !second.startsWith(":");
  if (typeof first !== "string" && first.kind === "variable" && isWhole && hasPath(first.name, lookup)) {
    return { target: ["http://", ...parts], host: [{ kind: "host", name: first.name }] };
  }
  return { target: ["http://", ...parts], host: authorityOf(parts) };
}

/** The host and port in the value of a variable `x`, for the variable `x.host`; empty if the value contains none. */
export function hostOf(value: Text, lookup: Lookup): Text {
  return addressOf(value, lookup).host;
}

/** Whether the value of a variable is an address with a scheme. A variable without a value is assumed to be one. */
function isComplete(name: string, lookup: Lookup, depth = 0): boolean {
  const value = lookup(name);
  const [first = "", second = ""] = merged(trimmedStart(value ?? []));
  if (value === undefined || depth > deepest || (first === "" && second === "")) return true;
  if (typeof first === "string") return /^[A-Za-z][A-Za-z0-9+.-]*:\/\//.test(first);
  if (typeof second === "string" && second.startsWith("://")) return true;
  return first.kind === "variable" && isComplete(first.name, lookup, depth + 1);
}

const deepest = 20;

/** Whether the value of a variable without a scheme contains more than a host. */
function hasPath(name: string, lookup: Lookup): boolean {
  return (lookup(name) ?? []).some((part) => typeof part !== "string" || /[/?#@]/.test(part));
}

/** The authority at the beginning of a text, without user and password. */
function authorityOf(rest: Text): Text {
  const authority: Text[number][] = [];
  for (const part of rest) {
    const end = typeof part === "string" ? part.search(/[/?#\\]/) : -1;
    authority.push(typeof part === "string" && end >= 0 ? part.slice(0, end) : part);
    if (end >= 0) break;
  }
  const user = authority.findLastIndex((part) => typeof part === "string" && part.includes("@"));
  const withUser = authority[user];
  const own =
    typeof withUser === "string"
      ? [withUser.slice(withUser.lastIndexOf("@") + 1), ...authority.slice(user + 1)]
      : authority;
  return merged(own);
}

function trimmedStart(text: Text): Text {
  const [first, ...rest] = text;
  return typeof first === "string" ? [first.trimStart(), ...rest] : text;
}

/** Moves `user:password@` from the target, where it isn't allowed, to a header. */
export function withoutUserInformation(request: CollectionRequest): CollectionRequest {
  const { target, headers, preamble } = request;
  const plain = markedText(target);
  const [whole, scheme = "", user, password = ""] =
    /^([^\s/?#@:]{1,50}:\/\/)?([^\s/?#@:]*)(?::([^\s/?#]*))?@/.exec(plain) ?? [];
  if (whole === undefined || user === undefined) return request;
  const isAuthorized =
    preamble.some(({ kind }) => kind === "auth") ||
    headers.some(({ name, isDisabled }) => name.toLowerCase() === "authorization" && !isDisabled);
  const part = (start: number, length: number) =>
    sliced(target, start, start + length).map((one) => (typeof one === "string" ? percentDecoded(one) : one));
  const header = basicHeader(
    part(scheme.length, user.length),
    part(whole.length - 1 - password.length, password.length),
  );
  return {
    ...request,
    target: [...sliced(target, 0, scheme.length), ...sliced(target, whole.length, plain.length)],
    headers: isAuthorized ? headers : [...headers, header],
  };
}

/** A part of a text. In offsets, an insertion counts as one character. */
function sliced(text: Text, start: number, end: number): Text {
  let offset = 0;
  return text.flatMap((part): Text => {
    const length = typeof part === "string" ? part.length : 1;
    const [from, to] = [Math.max(0, start - offset), Math.min(length, end - offset)];
    offset += length;
    if (from >= to) return [];
    return [typeof part === "string" ? part.slice(from, to) : part];
  });
}
