import { lineEnd } from "../../../../text/lines.ts";

export interface ShellCommand {
  readonly words: readonly string[];
  /** The standard input: a here-document, a here-string or `< file`. */
  readonly input: ShellInput | undefined;
  /** Parts as typed that only a shell can execute, such as `| jq .`, `> out.xml` and `$(date)`. */
  readonly leftOut: readonly string[];
}

export type ShellInput =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "file"; readonly path: string };

/** The commands in a text for a POSIX shell, bash, or the Windows command prompt. Never throws. */
export function readCommands(text: string): readonly ShellCommand[] {
  return /\^[ \t]*\r?\n|\^"/.test(text) ? readCmd(text) : readShell(text);
}

/** POSIX.1-2017, Shell Command Language, section 2, and bash's `$'…'` and `<<<`. An unclosed quote ends with the text. */
function readShell(text: string): readonly ShellCommand[] {
  const reader = new ShellReader();
  for (let at = 0; at < text.length; ) {
    token.lastIndex = at;
    const [typed = "", ...groups] = token.exec(text) ?? [];
    at += typed.length;
    const [blank, lineBreak, tabs, name, quotedName, redirection, control] = groups;
    if (blank) reader.endWord();
    else if (lineBreak) {
      at += reader.readHereDocument(text.slice(at));
      // Some commands are copied without backslashes, so a line that begins with an option continues the command.
      if (!/^[ \t]*-{1,2}[A-Za-z]/.test(text.slice(at, at + 100))) reader.endCommand();
    } else if (tabs !== undefined) reader.beginHereDocument(tabs, name, quotedName);
    else if (redirection) reader.redirect(redirection);
    else if (control === "|" || (typed === "#" && reader.isBetweenWords)) {
      const end = lineEnd(text, at);
      if (control) reader.leaveOut(`| ${text.slice(at, end).trim()}`);
      at = end;
    } else if (control) reader.endCommand();
    else reader.add(typed, groups.slice(7));
  }
  return reader.commands();
}

/** A token: the end of a word, a variable, a substitution, or any other character. */
const token =
  /([ \t]+)|(\r\n?|\n)|<<(-?)[ \t]*(?:([\w.-]+)|['"\\]([\w.-]+)['"]?)|(<<<|\d?>{1,2}&?|&>|<)|(;|\|\|?|&&|&(?=\s|$))|'([^']*)'?|\$'((?:[^'\\]|\\[\s\S])*)'?|\$?"((?:[^"\\]|\\[\s\S])*)"?|\\(\r\n|[\s\S])|\$\w+|\$\{\w+\}|\$\((?:[^()]|\([^()]*\))*\)|`[^`]*`|[^\s'"\\$`;|<>&#]+|[\s\S]/y;

class ShellReader {
  readonly #commands: ShellCommand[] = [];
  #words: string[] = [];
  #word: string | undefined;
  #input: ShellInput | undefined;
  #leftOut: string[] = [];
  #redirection: string | undefined;
  #hereDocument: { readonly end: RegExp; readonly tabs: string; readonly isLiteral: boolean } | undefined;

  commands(): readonly ShellCommand[] {
    this.endCommand();
    return this.#commands;
  }

  get isBetweenWords(): boolean {
    return this.#word === undefined;
  }

  /** Adds a token to the current word. The second argument contains the text of the token for each kind of quotes. */
  add(typed: string, [literal, ansiC, quoted, escaped]: readonly (string | undefined)[]): void {
    if (escaped !== undefined && /[\r\n]/.test(escaped)) return;
    const text = literal ?? escaped ?? (ansiC === undefined ? this.#expanded(quoted ?? typed) : ansiCText(ansiC));
    this.#word = (this.#word ?? "") + text;
  }

  leaveOut(text: string): void {
    this.endWord();
    this.#leftOut.push(text);
  }

  redirect(operator: string): void {
    this.endWord();
    this.#redirection = operator;
  }

  endWord(): void {
    const [word, redirection] = [this.#word, this.#redirection];
    if (word === undefined) return;
    this.#word = this.#redirection = undefined;
    if (redirection === undefined) this.#words.push(word);
    else if (redirection === "<<<") this.#input = { kind: "text", text: `${word}\n` };
    else if (redirection === "<") this.#input = { kind: "file", path: word };
    else this.#leftOut.push(`${redirection} ${word}`);
  }

  endCommand(): void {
    this.endWord();
    if (this.#words.length > 0) {
      this.#commands.push({ words: this.#words, input: this.#input, leftOut: this.#leftOut });
    }
    this.#words = [];
    this.#leftOut = [];
    this.#input = this.#redirection = undefined;
  }

  beginHereDocument(tabs: string, name: string | undefined, quotedName: string | undefined): void {
    this.endWord();
    const end = (name ?? quotedName ?? "").replaceAll(".", "\\.");
    this.#hereDocument = { end: new RegExp(`^${tabs && "\\t*"}${end}$`, "m"), tabs, isLiteral: name === undefined };
  }

  /** Reads a here-document at the beginning of `rest`, and returns its length, or 0 if there is none. */
  readHereDocument(rest: string): number {
    this.endWord();
    if (!this.#hereDocument) return 0;
    const { end, tabs, isLiteral } = this.#hereDocument;
    this.#hereDocument = undefined;
    const match = end.exec(rest);
    const typed = rest.slice(0, match?.index);
    const text = (tabs ? typed.replace(/^\t+/gm, "") : typed).replaceAll("\r\n", "\n");
    this.#input = { kind: "text", text: isLiteral ? text : this.#expanded(text) };
    return typed.length + (match?.[0].length ?? 0);
  }

  /** Expands a text in double quotes, in which the backslash escapes only special characters (POSIX section 2.2.3). */
  #expanded(typed: string): string {
    return typed.replace(
      /\\([$`"\\])|(\\(?:\r\n?|\n))|\$(?:\{([A-Za-z_]\w*)\}|([A-Za-z_]\w*))|\$\((?:[^()]|\([^()]*\))*\)|`[^`]*`/g,
      (matched, escaped?: string, continued?: string, braced?: string, bare?: string) => {
        const name = braced ?? bare;
        if (name !== undefined) return `{{$processEnv ${name}}}`;
        if (escaped === undefined && continued === undefined) this.#leftOut.push(matched);
        return escaped ?? (continued === undefined ? matched : "");
      },
    );
  }
}

/** The value of `$'…'` in bash. Bytes are decoded as UTF-8. */
function ansiCText(typed: string): string {
  return typed.replace(
    /((?:\\(?:x[\dA-Fa-f]{1,2}|[0-7]{1,3}))+)|\\(?:u([\dA-Fa-f]{1,4})|U([\dA-Fa-f]{1,8})|c([\s\S])|([\s\S]))/g,
    (matched, bytes?: string, unit?: string, point?: string, control?: string, letter?: string) => {
      if (bytes) {
        const numbers = bytes
          .split("\\")
          .slice(1)
          .map((digits) => Number(digits.replace(/^x?/, (x) => (x ? "0x" : "0o"))));
        return new TextDecoder().decode(Uint8Array.from(numbers));
      }
      if (unit ?? point) return String.fromCodePoint(Math.min(Number.parseInt(unit ?? point ?? "", 16), 0x10ffff));
      if (control) return String.fromCharCode(control.toUpperCase().charCodeAt(0) & 0x1f);
      return ansiCLetters.get(letter ?? "") ?? (/['"\\?]/.test(letter ?? "") ? (letter ?? "") : matched);
    },
  );
}

const ansiCLetters: ReadonlyMap<string, string> = new Map(
  Object.entries({ n: "\n", r: "\r", t: "\t", a: "\x07", b: "\b", e: "\x1b", E: "\x1b", f: "\f", v: "\v" }),
);

/**
 * Parses commands for the Windows command prompt, as browsers copy them. First cmd.exe removes its carets (a caret and two line
 * breaks are one line break), then the program splits its line into arguments (Microsoft C runtime, "Parsing C command-line
 * arguments").
 */
function readCmd(text: string): readonly ShellCommand[] {
  const lineBreakInArgument = "\0";
  const lines = text
    .replace(/("(?:\\[\s\S]|[^"\\])*"?)|\^[ \t]*(?:\r\n|\n)(\r\n|\n)?|\^([\s\S])/g, (_, quoted, second, character) => {
      return quoted ?? character ?? (second ? lineBreakInArgument : "");
    })
    .split(/\r\n?|\n/);
  return lines.flatMap((line) => {
    const words = line.match(/(?:[^\s"\\]|\\[\s\S]?|"(?:\\[\s\S]|[^"\\])*"?)+/g) ?? [];
    return words.length === 0 ? [] : { words: words.map(unquoted), input: undefined, leftOut: [] };
  });

  function unquoted(word: string): string {
    return word
      .replace(/\\+"?|"/g, (run) => {
        if (!run.endsWith('"')) return run;
        return "\\".repeat((run.length - 1) >> 1) + (run.length % 2 === 0 ? '"' : "");
      })
      .replaceAll(lineBreakInArgument, "\n");
  }
}
