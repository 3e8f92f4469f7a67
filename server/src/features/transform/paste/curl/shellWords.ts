import { afterBreak, lineEnd } from "../../../../text/lines.ts";
import { ansiCQuoted } from "./ansiC.ts";

/** A simple command as a shell would start it, as far as that can be told without running anything. */
export interface ShellCommand {
  readonly words: readonly string[];
  /** Of a here-document, a here-string or `< file`. */
  readonly input: ShellInput | undefined;
  /** What the shell would do besides: `| jq .`, `> out.xml`, `$(date)`. As typed. */
  readonly leftOut: readonly string[];
}

export type ShellInput =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "file"; readonly path: string };

/**
 * The commands of a text in the language of POSIX shells (POSIX.1-2017, Shell Command Language, section 2), with bash's
 * `$'…'` and `<<<`. A variable of the shell becomes a variable of the environment, `{{$processEnv NAME}}`. Never throws:
 * a quote without its end lasts to the end of the text.
 */
export function readShell(text: string): readonly ShellCommand[] {
  return new ShellReader(text).commands();
}

interface HereDocument {
  readonly end: string;
  readonly stripsTabs: boolean;
  readonly isLiteral: boolean;
}

class ShellReader {
  readonly #text: string;
  #at = 0;
  #words: string[] = [];
  #input: ShellInput | undefined;
  #leftOut: string[] = [];
  #hereDocuments: HereDocument[] = [];

  constructor(text: string) {
    this.#text = text;
  }

  commands(): ShellCommand[] {
    const commands: ShellCommand[] = [];
    const end = () => {
      if (this.#words.length > 0) {
        commands.push({ words: this.#words, input: this.#input, leftOut: this.#leftOut });
      }
      this.#words = [];
      this.#input = undefined;
      this.#leftOut = [];
    };
    while (this.#at < this.#text.length) {
      if (this.#skipBlanks()) continue;
      const character = this.#character();
      if (character === "\n" || character === "\r") {
        this.#at = afterBreak(this.#text, this.#at);
        this.#readHereDocuments();
        // A command that was copied without its backslashes goes on with an option.
        if (!/^[ \t]*-{1,2}[A-Za-z]/.test(this.#text.slice(this.#at, this.#at + 100))) end();
      } else if (character === "#") this.#at = lineEnd(this.#text, this.#at);
      else if (!this.#readOperator(end)) this.#words.push(this.#word());
    }
    this.#readHereDocuments();
    end();
    return commands;
  }

  #character(offset = 0): string {
    return this.#text.charAt(this.#at + offset);
  }

  /** Blanks and continued lines. */
  #skipBlanks(): boolean {
    const match = /^(?:[ \t]+|\\(?:\r\n|\n|\r))/.exec(this.#text.slice(this.#at, this.#at + 200));
    this.#at += match?.[0].length ?? 0;
    return match !== null;
  }

  /** True where one was read. `end`: ends the command. */
  #readOperator(end: () => void): boolean {
    const rest = this.#text.slice(this.#at, this.#at + 200);
    const here = /^<<(-?)[ \t]*(?:'([^'\r\n]*)'|"([^"\r\n]*)"|\\?([^\s'"<>|;&]+))/.exec(rest);
    if (here && !rest.startsWith("<<<")) {
      const [all, dash, single, double, bare = ""] = here;
      this.#hereDocuments.push({
        end: single ?? double ?? bare,
        stripsTabs: dash === "-",
        isLiteral: bare === "" || all.includes("\\"),
      });
      this.#at += all.length;
      return true;
    }
    const redirection = /^(?:<<<|\d?>{1,2}&?|&>|<)[ \t]*/.exec(rest)?.[0];
    if (redirection !== undefined) {
      this.#at += redirection.length;
      const word = this.#word();
      const operator = redirection.trim();
      if (operator === "<<<") this.#input = { kind: "text", text: `${word}\n` };
      else if (operator === "<") this.#input = { kind: "file", path: word };
      else this.#leftOut.push(`${operator} ${word}`);
      return true;
    }
    // An & inside of a word is a URL's that should stand in quotes.
    const control = /^(?:;|\|\|?|&&|&(?=\s|$))/.exec(rest)?.[0];
    if (control === undefined) return false;
    this.#at += control.length;
    if (control === "|") {
      const stop = lineEnd(this.#text, this.#at);
      this.#leftOut.push(`| ${this.#text.slice(this.#at, stop).trim()}`);
      this.#at = stop;
    } else end();
    return true;
  }

  #readHereDocuments(): void {
    for (const { end, stripsTabs, isLiteral } of this.#hereDocuments.splice(0)) {
      let content = "";
      while (this.#at < this.#text.length) {
        const stop = lineEnd(this.#text, this.#at);
        const typed = this.#text.slice(this.#at, stop);
        const line = stripsTabs ? typed.replace(/^\t+/, "") : typed;
        this.#at = afterBreak(this.#text, stop);
        if (line === end) break;
        content += `${line}\n`;
      }
      this.#input = { kind: "text", text: isLiteral ? content : this.#expandedText(content) };
    }
  }

  #expandedText(content: string): string {
    const inner = new ShellReader(content);
    const expanded = inner.#quoted("");
    this.#leftOut.push(...inner.#leftOut);
    return expanded;
  }

  #word(): string {
    let word = "";
    while (this.#at < this.#text.length) {
      const character = this.#character();
      if (
        /[\s;|<>]/.test(character) ||
        (character === "&" && /^&(\s|&|$)/.test(this.#text.slice(this.#at, this.#at + 2)))
      )
        break;
      word += this.#piece(character);
    }
    return word;
  }

  #piece(character: string): string {
    this.#at++;
    if (character === "'") return this.#literal();
    if (character === '"') return this.#quoted('"');
    if (character === "$" && this.#character() === "'") {
      const { value, end } = ansiCQuoted(this.#text, this.#at + 1);
      this.#at = end;
      return value;
    }
    if (character === "$" && this.#character() === '"') {
      this.#at++;
      return this.#quoted('"');
    }
    if (character === "$" || character === "`") return this.#expansion(character);
    if (character !== "\\") return character;
    const escaped = this.#character();
    this.#at = /[\r\n]/.test(escaped) ? afterBreak(this.#text, this.#at) : this.#at + 1;
    return /[\r\n]/.test(escaped) ? "" : escaped;
  }

  #literal(): string {
    const close = this.#text.indexOf("'", this.#at);
    const end = close < 0 ? this.#text.length : close;
    const value = this.#text.slice(this.#at, end);
    this.#at = end + 1;
    return value;
  }

  /** Up to `close`; the backslash escapes only what means something there (POSIX section 2.2.3). */
  #quoted(close: string): string {
    let value = "";
    while (this.#at < this.#text.length) {
      const character = this.#character();
      this.#at++;
      if (character === close) return value;
      if (character === "\\" && /[$`"\\]/.test(this.#character())) {
        value += this.#character();
        this.#at++;
      } else if (character === "\\" && /[\r\n]/.test(this.#character())) {
        this.#at = afterBreak(this.#text, this.#at);
      } else if (character === "$" || character === "`") value += this.#expansion(character);
      else value += character;
    }
    return value;
  }

  /** After the `$` or the backquote. */
  #expansion(sign: string): string {
    const rest = this.#text.slice(this.#at, this.#at + 200);
    const name = sign === "$" ? (/^(?:\{([A-Za-z_]\w*)\}|([A-Za-z_]\w*))/.exec(rest) ?? undefined) : undefined;
    if (name) {
      this.#at += name[0].length;
      return `{{$processEnv ${name[1] ?? name[2] ?? ""}}}`;
    }
    const close = sign === "`" ? this.#text.indexOf("`", this.#at) : rest.startsWith("(") ? this.#closing() : -1;
    if (close < 0) return sign;
    const typed = sign + this.#text.slice(this.#at, close + 1);
    this.#at = close + 1;
    this.#leftOut.push(typed);
    return typed;
  }

  /** The parenthesis that ends the one at the place, if it isn't far. */
  #closing(): number {
    let depth = 0;
    const end = Math.min(this.#text.length, this.#at + 1000);
    for (let at = this.#at; at < end; at++) {
      const character = this.#text.charAt(at);
      if (character === "(") depth++;
      else if (character === ")" && --depth === 0) return at;
    }
    return -1;
  }
}
