import type { ReceivedField } from "../result.ts";

/** One challenge of WWW-Authenticate (RFC 9110 section 11.6.1). */
export interface Challenge {
  /** Name of the scheme, as received. */
  readonly scheme: string;
  /** Token after a scheme such as NTLM. */
  readonly token: string | undefined;
  /** Unescaped values, by names in lower case. If a name occurs twice, the first value is kept. */
  readonly parameters: ReadonlyMap<string, string>;
}

const maxChallenges = 100;
const maxParameters = 100;

/** The challenges in all WWW-Authenticate fields, in order. Unreadable parts are skipped. */
export function readChallenges(fields: readonly ReceivedField[]): readonly Challenge[] {
  const challenges: Challenge[] = [];
  for (const { name, value } of fields) {
    if (name.toLowerCase() === "www-authenticate") readValue(value, challenges);
  }
  return challenges;
}

const space = /[ \t]*/y;
const separators = /[ \t,]*/y;
const word = /[!#$%&'*+\-.^`|~\w]+/y;
/** Matches Base64 with padding, up to the end of the challenge. */
const token68 = /[\w\-.~+/]+=*(?=[ \t]*(?:,|$))/y;
/** Matches the `=` after the name of a parameter, but not padding of Base64. */
const equals = /[ \t]*=(?!=|[ \t]*(?:,|$))/y;
const quoted = /"((?:[^"\\]|\\[\s\S])*)"?/y;
const bare = /[^\s,"]*/y;

class Reader {
  readonly text: string;
  at = 0;

  constructor(text: string) {
    this.text = text;
  }

  /** Reads a match at this position. Returns its first group or all of it; undefined: none, and nothing is read. */
  read(expression: RegExp): string | undefined {
    expression.lastIndex = this.at;
    const match = expression.exec(this.text);
    if (match === null) return undefined;
    this.at = expression.lastIndex;
    return match[1] ?? match[0];
  }
}

function readValue(value: string, challenges: Challenge[]): void {
  const reader = new Reader(value);
  reader.read(separators);
  while (reader.at < value.length && challenges.length < maxChallenges) {
    const scheme = reader.read(word);
    if (scheme === undefined) {
      // Skips an unreadable character.
      reader.at++;
    } else {
      const blanks = reader.read(space) ?? "";
      const token = blanks === "" ? undefined : reader.read(token68);
      challenges.push({ scheme, token, parameters: token === undefined ? readParameters(reader) : new Map() });
    }
    reader.read(separators);
  }
}

/** Reads parameters up to the next scheme, which is a word without `=` after it. */
function readParameters(reader: Reader): ReadonlyMap<string, string> {
  const parameters = new Map<string, string>();
  for (;;) {
    const start = reader.at;
    reader.read(separators);
    const name = reader.read(word);
    if (name === undefined || reader.read(equals) === undefined) {
      reader.at = start;
      return parameters;
    }
    reader.read(space);
    const text = reader.read(quoted)?.replace(/\\([\s\S])/g, "$1") ?? reader.read(bare) ?? "";
    const key = name.toLowerCase();
    if (!parameters.has(key) && parameters.size < maxParameters) parameters.set(key, text);
  }
}
