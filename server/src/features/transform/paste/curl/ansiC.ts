/** A `$'…'` of bash, read from behind its opening quote. Bytes of 0x80 and more are UTF-8. `end`: behind its closing quote. */
export function ansiCQuoted(text: string, from: number): { readonly value: string; readonly end: number } {
  let value = "";
  let bytes: number[] = [];
  let at = from;
  const flush = () => {
    if (bytes.length > 0) value += new TextDecoder("utf-8").decode(new Uint8Array(bytes));
    bytes = [];
  };
  while (at < text.length && text.charAt(at) !== "'") {
    const found = text.charAt(at) === "\\" ? readEscape(text.slice(at + 1, at + 10)) : undefined;
    if (found?.byte !== undefined && found.byte >= 0x80) bytes.push(found.byte);
    else {
      flush();
      value += found ? (found.text ?? String.fromCharCode(found.byte ?? 0)) : text.charAt(at);
    }
    at += 1 + (found?.length ?? 0);
  }
  flush();
  return { value, end: Math.min(at + 1, text.length) };
}

interface Escape {
  /** Behind the backslash. */
  readonly length: number;
  readonly text?: string;
  readonly byte?: number;
}

function readEscape(rest: string): Escape {
  const hex = /^x([\dA-Fa-f]{1,2})/.exec(rest);
  if (hex?.[1]) return { length: hex[0].length, byte: Number.parseInt(hex[1], 16) };
  const octal = /^[0-7]{1,3}/.exec(rest);
  if (octal) return { length: octal[0].length, byte: Number.parseInt(octal[0], 8) & 0xff };
  const unicode = /^(?:u([\dA-Fa-f]{1,4})|U([\dA-Fa-f]{1,8}))/.exec(rest);
  if (unicode) {
    const point = Number.parseInt(unicode[1] ?? unicode[2] ?? "0", 16);
    return { length: unicode[0].length, text: point <= 0x10ffff ? String.fromCodePoint(point) : "\ufffd" };
  }
  const control = /^c(.)/.exec(rest);
  if (control?.[1]) return { length: 2, text: String.fromCharCode(control[1].toUpperCase().charCodeAt(0) & 0x1f) };
  const letter = rest.charAt(0);
  const text = letters[letter];
  return { length: 1, text: text ?? `\\${letter}` };
}

const letters: Readonly<Record<string, string>> = {
  n: "\n",
  r: "\r",
  t: "\t",
  a: "\x07",
  b: "\b",
  e: "\x1b",
  E: "\x1b",
  f: "\f",
  v: "\v",
  "\\": "\\",
  "'": "'",
  '"': '"',
  "?": "?",
};
