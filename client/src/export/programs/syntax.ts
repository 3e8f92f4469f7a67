import { toBase64 } from "../../../../server/src/text/base64.ts";
import type { PlannedText, PlannedValue } from "../plannedValues.ts";
import type { Filled, ProgramParts, ProgramText } from "./parts.ts";

/** The helper functions of programs. A program contains the ones that it uses. */
export const helpers = ["secret", "base64", "digest", "xmlText", "xmlAttribute"] as const;
type Helper = (typeof helpers)[number];

interface Syntax {
  /** Returns a literal in ASCII: nothing in the text ends it, whatever charset the file is read in. */
  readonly literal: (text: string) => string;
  readonly call: (helper: Helper, given: readonly string[]) => string;
  /** The number of bytes of the body, as a text. */
  readonly length: string;
}

/** The expressions of a program, and the helpers that they call. */
export class Expressions {
  readonly used = new Set<Helper>();
  readonly #syntax: Syntax;

  constructor(syntax: Syntax) {
    this.#syntax = syntax;
  }

  text(text: ProgramText): string {
    return this.#joined(text, (piece) => this.filled(piece));
  }

  filled({ value, escape: written }: Filled): string {
    const expression = this.#value(value);
    if (written === "none") return expression;
    return this.#call(written === "text" ? "xmlText" : "xmlAttribute", expression);
  }

  /** Returns the literals of the body and its values. `encoding`: the charset of a text; `base64` for bytes. */
  body({ body, charset }: ProgramParts): readonly BodyPiece[] {
    return body.map((piece) => {
      if (typeof piece === "string") return { encoding: "utf8", expression: this.#literal(piece) };
      if (piece instanceof Uint8Array) return { encoding: "base64", expression: this.#literal(toBase64(piece)) };
      return { encoding: charset, expression: this.filled(piece) };
    });
  }

  #value(value: PlannedValue): string {
    switch (value.kind) {
      case "environment":
        return this.#call("secret", this.#literal(value.name));
      case "basic":
        return this.#call("base64", this.#planned([...value.user, ":", ...value.password]));
      case "digest": {
        const { nonce = [], created = [], password } = value;
        return this.#call("digest", this.#planned(nonce), this.#planned([...created, ...password]));
      }
      case "contentLength":
        return this.#syntax.length;
      default:
        return this.#literal("");
    }
  }

  #planned(text: PlannedText): string {
    return this.#joined(text, (part) => this.#value(part));
  }

  /** Joins adjacent texts to one literal. */
  #joined<Other extends object>(pieces: readonly (string | Other)[], written: (piece: Other) => string): string {
    const merged: (string | Other)[] = [];
    for (const piece of pieces) {
      const last = merged.at(-1);
      if (typeof piece === "string" && typeof last === "string") merged[merged.length - 1] = last + piece;
      else merged.push(piece);
    }
    const expressions = merged.map((piece) => (typeof piece === "string" ? this.#literal(piece) : written(piece)));
    return expressions.length === 0 ? this.#literal("") : expressions.join(" + ");
  }

  #literal(text: string): string {
    return this.#syntax.literal(text);
  }

  #call(helper: Helper, ...given: readonly string[]): string {
    this.used.add(helper);
    return this.#syntax.call(helper, given);
  }
}

export interface BodyPiece {
  readonly encoding: "utf8" | "latin1" | "base64";
  readonly expression: string;
}

/** A program in pieces: literals and expressions of its language. */
interface ProgramPieces {
  /** Comment lines in ASCII without backslashes. */
  readonly comments: readonly string[];
  readonly scheme: "http" | "https";
  readonly host: string;
  readonly port: number;
  readonly method: string;
  readonly target: string;
  readonly url: string;
  readonly fields: readonly { readonly name: string; readonly value: string }[];
  readonly body: readonly BodyPiece[];
  /** Timeout in seconds. */
  readonly timeout: number;
  readonly uses: (helper: Helper) => boolean;
  readonly functions: readonly string[];
}

export interface ProgramLanguage extends Syntax {
  readonly name: string;
  readonly file: string;
  /** Sentences in ASCII about how the program is run, and what its HTTP client does differently. */
  readonly about: readonly string[];
  /** Whether the client writes a field with this value, which may have CRLF before continuation lines. */
  readonly canSend: (value: string) => boolean;
  /** The characters of a target that the client sends unchanged. */
  readonly targets: RegExp;
  /** Whether the client sends a body in the chunks that are typed. */
  readonly keepsChunks: boolean;
  readonly functions: Readonly<Record<Helper, string>>;
  readonly write: (pieces: ProgramPieces) => string;
}

/** Escapes each character that a pattern matches: with four hexadecimal digits, or as the table defines. */
export function escapedIn(
  text: string,
  pattern: RegExp,
  escapes: Readonly<Record<string, string>>,
  other: (code: number) => string,
): string {
  return text.replace(pattern, (character) => escapes[character] ?? other(character.codePointAt(0) ?? 0));
}

export function unicodeEscape(code: number): string {
  return `\\u${code.toString(16).padStart(4, "0")}`;
}

export function linesOf(begin: string, lines: readonly string[]): string {
  return lines.map((line) => `${begin}${line}\n`).join("");
}
