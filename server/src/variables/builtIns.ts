import * as l10n from "@vscode/l10n";
import type { RequestPart, ResponseReference } from "../expectations/reference.ts";
import { toBase64 } from "../text/base64.ts";
import type { SlottedText } from "../text/slots.ts";
import { basicValue, type Lookup } from "./credentials.ts";
import { digestSample } from "./passwordDigest.ts";
import { timeOffset } from "./timeOffset.ts";
import { createdAt, expiresAt } from "./tokenTimes.ts";
import type { VariableValue } from "./value.ts";

export interface Sending {
  readonly now: Date;
  guid(): string;
  /** At least 0 and less than 1. */
  random(): number;
  /** Base64 of 16 bytes that can't be guessed; the same wherever it stands in one sending. */
  nonce(): string;
  /** `undefined` if it is unknown. */
  secret(name: string): string | undefined;
  /** The columns of a data row and the variables of `# @set`, which override all definitions. */
  readonly values?: ReadonlyMap<string, ReceivedValue>;
  /** The value of a reference to an exchange, or a sentence about why it has none. */
  readonly reference?: (reference: ResponseReference) => ReceivedValue | string;
  /** The part of the request that a mock service responds to; empty if it doesn't exist. */
  readonly requested?: (part: RequestPart) => string;
}

/** A value from a response or a data file. */
export interface ReceivedValue extends SlottedText {
  readonly secret: boolean;
}

export interface Machine {
  /** `undefined` if it isn't set. */
  processEnv(name: string): string | undefined | Unavailable;
  /** In DER, that of a key; `undefined` if it isn't known yet, or if no key is named. */
  certificate(name: string): { readonly der: Uint8Array } | undefined | Unavailable;
  /** The variables of the `.env` file, and its name for messages; `undefined` if there is none. */
  dotenv(): { readonly origin: string; readonly variables: ReadonlyMap<string, string> } | undefined | Unavailable;
}

/** A sentence that explains why something isn't available. */
export interface Unavailable {
  readonly unavailable: string;
}

/** `undefined` if the arguments don't match the usage. */
type Evaluate = (
  args: readonly string[],
  machine: Machine,
  sending: Sending | undefined,
  whole: { readonly reference: string; readonly lookup: Lookup },
) => VariableValue | undefined;

const builtIns: Readonly<Record<string, { readonly usage: string; readonly evaluate: Evaluate }>> = {
  $contentLength: { usage: "$contentLength", evaluate: (args) => (args.length > 0 ? undefined : atSending(undefined)) },
  $guid: {
    usage: "$guid",
    evaluate: (args, _machine, sending) => {
      if (args.length > 0) return undefined;
      return sending ? valueOfSending(sending.guid()) : atSending("00000000-0000-0000-0000-000000000000");
    },
  },
  $timestamp: {
    usage: "$timestamp [±n unit]",
    evaluate: (args, _machine, sending) => {
      const shift = timeOffset(args);
      if (!shift) return undefined;
      if (sending) return valueOfSending(String(shift.from(sending.now).unix()));
      return atSending(shift.days < staysTenDigits ? "0000000000" : undefined);
    },
  },
  $datetime: {
    usage: '$datetime iso8601|rfc1123|"format" [±n unit]',
    evaluate: ([format, ...args], _machine, sending) => {
      if (format !== undefined && format.length > longestFormat) {
        return unavailable(l10n.t("The format is longer than {0} characters.", longestFormat));
      }
      const shift = timeOffset(args);
      const pattern = format === undefined ? undefined : patternOf(format);
      if (!shift || pattern === undefined) return undefined;
      const text = (at: Date) => shift.from(at).format(pattern);
      if (sending) return valueOfSending(text(sending.now));
      return atSending(hasOneLength(pattern) ? text(new Date(0)) : undefined);
    },
  },
  $randomInt: {
    usage: "$randomInt min max",
    evaluate: (args, _machine, sending) => {
      const [min, max] = args.map(Number);
      if (args.length !== 2 || min === undefined || max === undefined) return undefined;
      if (!Number.isSafeInteger(min) || !Number.isSafeInteger(max) || min >= max) return undefined;
      if (sending) return valueOfSending(String(min + Math.floor(sending.random() * (max - min))));
      return atSending(digits(min) === digits(max - 1) && min < 0 === max - 1 < 0 ? String(min) : undefined);
    },
  },
  "$wsse.nonce": {
    usage: "$wsse.nonce",
    evaluate: (args, _machine, sending) => {
      if (args.length > 0) return undefined;
      return sending ? valueOfSending(sending.nonce()) : atSending(sampleNonce);
    },
  },
  "$wsse.created": { usage: "$wsse.created", evaluate: created },
  "$wsu.created": { usage: "$wsu.created", evaluate: created },
  "$wsu.expires": {
    usage: "$wsu.expires [±n unit]",
    evaluate: (args, _machine, sending) => {
      const lifetime = timeOffset(args.length > 0 ? args : usualLifetime);
      if (!lifetime) return undefined;
      const text = (now: Date) => expiresAt(now, lifetime);
      return sending ? valueOfSending(text(sending.now)) : atSending(text(new Date(0)));
    },
  },
  "$wsse.digest": {
    usage: "$wsse.digest password",
    evaluate: (_args, _machine, _sending, { reference, lookup }) => digestSample(reference, lookup),
  },
  $basic: {
    usage: "$basic user password",
    evaluate: (_args, _machine, _sending, { reference, lookup }) => basicValue(reference, lookup),
  },
  $certificate: {
    usage: "$certificate NAME",
    evaluate: ([name, ...more], machine) => {
      if (name === undefined || more.length > 0) return undefined;
      const found = machine.certificate(name);
      if (found === undefined) return atSending(undefined);
      if ("unavailable" in found) return unavailable(found.unavailable);
      return {
        kind: "text",
        text: toBase64(found.der),
        origin: l10n.t("the certificate of the key {0}", name),
        secret: false,
      };
    },
  },
  // What it is depends on the rest of the message.
  $signature: { usage: "$signature NAME [option=value …]", evaluate: () => atSending(undefined) },
  $processEnv: {
    usage: "$processEnv NAME",
    evaluate: ([name, ...more], machine) => {
      if (name === undefined || more.length > 0) return undefined;
      const value = machine.processEnv(name);
      if (typeof value === "object") return unavailable(value.unavailable);
      if (typeof value !== "string") return unavailable(l10n.t("The environment variable {0} isn't set.", name));
      return { kind: "text", text: value, origin: l10n.t("the process environment"), secret: true };
    },
  },
  $dotenv: {
    usage: "$dotenv NAME",
    evaluate: ([name, ...more], machine) => {
      if (name === undefined || more.length > 0) return undefined;
      const file = machine.dotenv();
      if (!file) return unavailable(l10n.t("No .env file was found in the folder of this file or its parent folders."));
      if ("unavailable" in file) return unavailable(file.unavailable);
      const value = file.variables.get(name);
      if (value === undefined) return unavailable(l10n.t("The variable {1} isn't defined in {0}.", file.origin, name));
      return { kind: "text", text: value, origin: file.origin, secret: true };
    },
  },
  $secret: {
    usage: "$secret name",
    evaluate: (args, _machine, sending) => {
      const name = args.join(" ");
      if (name === "") return undefined;
      const value = sending?.secret(name);
      if (value === undefined) return atSending(undefined);
      return { kind: "text", text: value, origin: l10n.t("the stored secrets"), secret: true };
    },
  },
};

/**
 * @param reference the text between the braces, including arguments: `$randomInt 1 10`
 * @param lookup returns the values of variables that are arguments
 */
export function builtInValue(
  reference: string,
  machine: Machine,
  sending: Sending | undefined,
  lookup: Lookup = () => ({ kind: "undefined" }),
): VariableValue {
  const [name = "", ...args] = reference.match(/"[^"]*"|'[^']*'|\S+/g) ?? [];
  const known = Object.hasOwn(builtIns, name) ? builtIns[name] : undefined;
  if (!known) return unavailable(l10n.t("The built-in variables are {0}.", Object.keys(builtIns).join(", ")));
  const whole = { reference, lookup };
  return known.evaluate(args, machine, sending, whole) ?? unavailable(l10n.t("Use {0}.", `{{${known.usage}}}`));
}

function unavailable(why: string): VariableValue {
  return { kind: "undefined", why };
}

function atSending(sample: string | undefined): VariableValue {
  return { kind: "atSending", sample };
}

function valueOfSending(text: string): VariableValue {
  return { kind: "text", text, origin: l10n.t("the time of sending"), secret: false };
}

function created(args: readonly string[], _machine: Machine, sending: Sending | undefined): VariableValue | undefined {
  if (args.length > 0) return undefined;
  return sending ? valueOfSending(createdAt(sending.now)) : atSending(createdAt(new Date(0)));
}

const sampleNonce = `${"A".repeat(22)}==`;

const usualLifetime = ["5", "m"];

/** In days: timestamps have ten digits from 2001 to 2286. */
const staysTenDigits = 8000;

/** In characters: dayjs takes quadratic time. */
const longestFormat = 100;

/** A format of dayjs. */
function patternOf(format: string): string | undefined {
  if (format === "iso8601") return "YYYY-MM-DD[T]HH:mm:ss.SSS[Z]";
  if (format === "rfc1123") return "ddd, DD MMM YYYY HH:mm:ss [GMT]";
  const [quote = ""] = format;
  return format.length > 2 && `"'`.includes(quote) && format.endsWith(quote) ? format.slice(1, -1) : undefined;
}

/** Tokens whose values differ in length, outside of brackets. */
const varying = new Set(["M", "MMMM", "D", "dddd", "H", "h", "m", "s"]);

function hasOneLength(pattern: string): boolean {
  const tokens = pattern.match(/\[[^\]]*\]?|M{1,4}|D{1,2}|d{1,4}|H{1,2}|h{1,2}|m{1,2}|s{1,2}/g) ?? [];
  return !tokens.some((token) => varying.has(token) || (token.startsWith("[") && !token.endsWith("]")));
}

function digits(number: number): number {
  return String(Math.abs(number)).length;
}
