import * as l10n from "@vscode/l10n";
import { fromBase64 } from "../../text/base64.ts";
import { predefinedEntities } from "../../text/escapes.ts";
import { startOfTrailing } from "../../text/trailing.ts";

/** A sentence about why a step can't be applied. It doesn't contain the value. */
export class StepError extends Error {
  readonly code: StepCode;
  /** Usage of the invalid argument; `undefined` if the step itself is invalid. */
  readonly argument: string | undefined;

  constructor(why: string, code: StepCode = "step-input", argument?: string) {
    super(why);
    this.code = code;
    this.argument = argument;
  }
}

/** Codes of the rules that report problems of steps. */
export const stepCodes = ["step-unknown", "step-argument", "step-input", "signature-key", "markup-invalid"] as const;
export type StepCode = (typeof stepCodes)[number];

/** Decodes Base64, with or without padding and whitespace. Throws a `StepError` for other text. */
export function fromBase64Text(text: string, step: "decode base64" | "decode base64url"): Uint8Array {
  const [allowed, length] = step === "decode base64" ? [/[A-Za-z0-9+/\s]/, text.length] : [/[\w\s-]/, text.length];
  const end = startOfTrailing(text, /[\s=]/);
  for (let at = 0; at < end; at++) if (!allowed.test(text[at] ?? "")) throw failedAt(step, at);
  const digits = text.slice(0, end).replace(/\s+/g, "").replaceAll("-", "+").replaceAll("_", "/");
  if (digits.length % 4 === 1) throw failedAt(step, length);
  return fromBase64(digits);
}

/** Decodes hexadecimal digits, with or without whitespace. Throws a `StepError` for other text. */
export function fromHex(text: string): Uint8Array {
  const wrong = text.search(/[^0-9a-fA-F\s]/);
  if (wrong >= 0) throw failedAt("decode hex", wrong);
  const digits = text.replace(/\s+/g, "");
  if (digits.length % 2 === 1) throw failedAt("decode hex", text.length);
  return Uint8Array.from({ length: digits.length / 2 }, (_, at) =>
    Number.parseInt(digits.slice(at * 2, at * 2 + 2), 16),
  );
}

/** Decodes percent-encoded UTF-8. Throws a `StepError` for other text. */
export function fromPercent(text: string): string {
  const wrong = text.search(/%(?![0-9a-fA-F]{2})/);
  if (wrong >= 0) throw failedAt("decode url", wrong);
  try {
    return decodeURIComponent(text);
  } catch {
    throw new StepError(l10n.t("The bytes aren't text in {0}.", "utf-8"));
  }
}

/** Replaces the character references of XML. Throws a `StepError` for another reference. */
export function fromXml(text: string): string {
  return text.replace(/&(?:#(\d{1,7})|#x([\da-fA-F]{1,6})|(\w{1,9}));|&/g, (whole, decimal, hexadecimal, name, at) => {
    const code = decimal ? Number(decimal) : hexadecimal ? Number.parseInt(hexadecimal, 16) : undefined;
    const character =
      code === undefined ? predefinedEntities[name] : code <= 0x10ffff ? String.fromCodePoint(code) : undefined;
    if (character === undefined || whole === "&") throw failedAt("decode xml", Number(at));
    return character;
  });
}

/** @param at offset of the error, counted from 0 */
function failedAt(step: string, at: number): StepError {
  return new StepError(l10n.t("{0} failed at character {1}.", step, at + 1));
}
