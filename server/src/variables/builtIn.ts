import type { Fact } from "../http/facts.ts";
import type { GeneratedValue, SecretOrigin } from "../protocol/protocol.ts";
import type { ExternalFile, Lookup, Machine, Sending, Unavailable } from "./sending.ts";
import type { ComputedValue, Found } from "./value.ts";
import type { ValueArgument } from "./valueArguments.ts";

/** A built-in variable, whose name begins with `$`. */
export interface BuiltIn extends Fact {
  readonly arguments: readonly Argument[];
  /** Kind of the value. XML is only allowed in element content, and not in another variable. */
  readonly gives: "text" | "bytes" | "xml";
  /** Source of a secret value, which is never shown or stored. `arguments`: a secret argument can be computed from the value. */
  readonly secret?: SecretOrigin | "arguments";
  /** The only place where it is allowed. `message`: anywhere in a message, but not in another variable. */
  readonly placedIn?: "UsernameToken" | "head" | "message";
  /** For a variable whose value differs each time. Returns `undefined` if the words don't match the usage. */
  readonly generated?: (words: readonly string[]) => Generated | Unavailable | undefined;
  /** For all other variables. Without `sending`, it may return a sample with the same length as the value. */
  readonly value?: (given: Given) => ComputedValue | Found | Unavailable | undefined;
}

/**
 * The kinds of arguments: - `value`: the name of a variable, or text in double quotes - `key`: the name of a key -
 * `word`: other text, which the variable reads itself - `path`: all text after a dot
 */
export interface Argument {
  readonly kind: "value" | "key" | "word" | "path";
  /** The argument's name in messages: `min`, `±n unit`. */
  readonly usage: string;
  readonly optional?: true;
  /** Text that completion inserts. By default, the usage, or nothing for an optional argument. */
  readonly example?: string;
  /** Whether the argument's value is removed from all outputs. */
  readonly secret?: true;
}

/** The character between an argument and the text before it. */
export function beforeArgument({ kind, usage }: Argument): string {
  if (kind === "path") return ".";
  return usage.startsWith("(") ? "" : " ";
}

export interface Generated {
  /** A text with the length of all values; `undefined` if their lengths differ. */
  readonly sample: string | undefined;
  readonly exported: GeneratedValue;
  text(sending: Sending): string;
}

export interface Given {
  readonly reference: string;
  readonly words: readonly string[];
  readonly values: readonly ValueArgument[];
  readonly machine: Machine;
  readonly sending: Sending | undefined;
  readonly lookup: Lookup;
  /** Reads a file that is sent. The path is relative to the document. */
  readonly file: (path: string) => ExternalFile;
}
