import type { Span } from "../text/span.ts";
import { type DigestMethod, digestMethods, type SignatureMethod, signatureMethods } from "./algorithms.ts";

/** How `{{$signature …}}` refers to the certificate. */
export const keyInfos = ["BinarySecurityToken", "IssuerSerial", "SubjectKeyIdentifier", "Thumbprint"] as const;
export type KeyInfoKind = (typeof keyInfos)[number];

export const signatureOptions = ["parts", "keyInfo", "algorithm", "digest", "inclusiveNamespaces"] as const;

/** A value of an option, with its place without quotes. */
export interface OptionValue extends Span {
  readonly text: string;
}

/** What `{{$signature NAME …}}` says. Spans: in the text between the braces. */
export interface SignatureOptions {
  /** `undefined` if it is missing. */
  readonly key: OptionValue | undefined;
  /** `undefined`: the Body, and a Timestamp if there is one. */
  readonly parts: readonly OptionValue[] | undefined;
  /** `undefined` if it is unknown. */
  readonly keyInfo: KeyInfoKind | undefined;
  /** `undefined`: the usual one of the key. */
  readonly method: SignatureMethod | undefined;
  readonly digest: DigestMethod;
  /** With "" for `#default`. */
  readonly prefixes: readonly string[];
  /** The place of the option `algorithm`; of the key without it. */
  readonly algorithmAt: Span;
  readonly problems: readonly OptionProblem[];
}

export interface OptionProblem {
  readonly kind: "key" | "unreadable" | "option" | "repeated" | "parts" | "keyInfo" | "algorithm" | "digest";
  readonly at: Span;
  readonly text: string;
}

const name = /^\$signature(?=[ \t]|$)/;

/** Whether the text between the braces of a reference is `$signature …`. */
export function isSignature(reference: string): boolean {
  return name.test(reference);
}

/** The words of `$signature …`, each with the value of its option. */
export interface SignatureWord extends Span {
  /** `undefined` for the name of the key. */
  readonly option: OptionValue | undefined;
  readonly value: OptionValue;
}

/** Reads the text between the braces. Text in double quotes is one word. */
function signatureWords(reference: string): readonly (SignatureWord | (Span & { readonly option: "unreadable" }))[] {
  const words: ReturnType<typeof signatureWords>[number][] = [];
  for (let at = name.exec(reference)?.[0].length ?? 0; at < reference.length; ) {
    if (isBlank(reference, at)) at++;
    else {
      const end = endOfWord(reference, at);
      words.push(wordIn(reference, { start: at, end }));
      at = end;
    }
  }
  return words;
}

function isBlank(text: string, at: number): boolean {
  return /\s/.test(text.charAt(at));
}

/** Blanks end a word unless they are in quotes. */
function endOfWord(text: string, start: number): number {
  let quoted = false;
  let at = start;
  for (; at < text.length && (quoted || !isBlank(text, at)); at++) if (text[at] === '"') quoted = !quoted;
  return at;
}

function wordIn(reference: string, { start, end }: Span): ReturnType<typeof signatureWords>[number] {
  const word = reference.slice(start, end);
  const equals = word.indexOf("=");
  if (equals < 0) {
    if (word.includes('"')) return { option: "unreadable", start, end };
    return { option: undefined, value: { text: word, start, end }, start, end };
  }
  const option = word.slice(0, equals);
  const given = word.slice(equals + 1);
  const isQuoted = given.length >= 2 && given.startsWith('"') && given.endsWith('"');
  const text = isQuoted ? given.slice(1, -1) : given;
  if (text.includes('"') || !/^[A-Za-z]+$/.test(option)) return { option: "unreadable", start, end };
  const from = start + equals + (isQuoted ? 2 : 1);
  return {
    option: { text: option, start, end: start + equals },
    value: { text, start: from, end: from + text.length },
    start,
    end,
  };
}

/** @param reference the text between the braces */
export function readSignatureOptions(reference: string): SignatureOptions {
  const problems: OptionProblem[] = [];
  const values = new Map<string, OptionValue>();
  let key: OptionValue | undefined;
  const add = (kind: OptionProblem["kind"], { text, start, end }: OptionValue) =>
    problems.push({ kind, at: { start, end }, text });
  for (const word of signatureWords(reference)) {
    const { start, end } = word;
    const text = reference.slice(start, end);
    if (word.option === "unreadable") add("unreadable", { text, start, end });
    else if (word.option === undefined) {
      if (key) add("unreadable", word.value);
      else key = word.value;
    } else if (!signatureOptions.some((one) => one === word.option?.text)) add("option", word.option);
    else if (values.has(word.option.text)) add("repeated", word.option);
    else values.set(word.option.text, word.value);
  }
  const whole = { start: 0, end: reference.length };
  if (!key) problems.push({ kind: "key", at: whole, text: "" });
  const algorithm = values.get("algorithm");
  const method = algorithm && signatureMethods.get(algorithm.text);
  if (algorithm && !method) add("algorithm", algorithm);
  const keyInfo = values.get("keyInfo");
  const kind = keyInfo && keyInfos.find((one) => one === keyInfo.text);
  if (keyInfo && !kind) add("keyInfo", keyInfo);
  const parts = values.get("parts");
  if (parts && parts.text.trim() === "") add("parts", parts);
  return {
    key,
    parts: parts && wordsIn(parts),
    keyInfo: keyInfo ? kind : "BinarySecurityToken",
    method,
    digest: digestIn(values.get("digest"), method, add),
    prefixes: (values.get("inclusiveNamespaces")?.text ?? "")
      .split(/\s+/)
      .filter((one) => one !== "")
      .map((one) => (one === "#default" ? "" : one)),
    algorithmAt: algorithm ?? key ?? whole,
    problems,
  };
}

function digestIn(
  value: OptionValue | undefined,
  method: SignatureMethod | undefined,
  add: (kind: "digest", value: OptionValue) => void,
): DigestMethod {
  const usual: DigestMethod = { uri: "", hash: "SHA-256", bytes: 32 };
  const found = digestMethods.get(value?.text ?? (method?.hash === "SHA-1" ? "sha1" : "sha256"));
  if (value && !found) add("digest", value);
  return found ?? digestMethods.get("sha256") ?? usual;
}

function wordsIn({ text, start }: OptionValue): readonly OptionValue[] {
  return Array.from(text.matchAll(/\S+/g), (word) => {
    const from = start + word.index;
    return { text: word[0], start: from, end: from + word[0].length };
  });
}
