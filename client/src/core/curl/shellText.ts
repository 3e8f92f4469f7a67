/*
 * Text as words of a POSIX shell (POSIX.1-2017, Shell Command Language, section 2.2), which may go through a clipboard and
 * a terminal on their way.
 */

/** Between apostrophes, where that is needed; nothing but an apostrophe means something there. */
export function quoted(text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}

/** Between `$'` and `'`, with the line ends of HTTP as escapes: of bash, zsh and ksh, and of POSIX since 2024. */
export function ansiCQuoted(text: string): string {
  const escaped = text
    .replace(/[\\']/g, "\\$&")
    .replaceAll("\r", "\\r")
    .replaceAll("\n", "\\n")
    .replaceAll("\t", "\\t");
  return `$'${escaped}'`;
}

/** Whether bytes are a text that comes out of the clipboard as it went in: `undefined` where they aren't. */
export function plainText(bytes: Uint8Array): string | undefined {
  try {
    const text = utf8.decode(bytes);
    return fragile.test(text) ? undefined : text;
  } catch {
    return undefined;
  }
}

const utf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/** Controls but tab and LF, which terminals act on or change, and characters without a shape. */
const fragile = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]/;

/**
 * A `printf` that writes exactly these bytes, in any POSIX shell: its format has an escape for each byte that isn't
 * plain text.
 */
export function printf(bytes: Uint8Array): string {
  const asUtf8 = decoded(bytes);
  const body = asUtf8 === undefined ? octal(bytes) : format(asUtf8);
  // A format that begins with a hyphen would be an option.
  return `printf '${body.replace(/^-/, "\\055")}'`;
}

function decoded(bytes: Uint8Array): string | undefined {
  try {
    return utf8.decode(bytes);
  } catch {
    return undefined;
  }
}

function format(text: string): string {
  let result = "";
  for (const character of text)
    result += fragile.test(character) ? octal(encoder.encode(character)) : formatted(character);
  return result;
}

const encoder = new TextEncoder();

function octal(bytes: Uint8Array): string {
  let result = "";
  for (const byte of bytes) {
    const isPlain = byte === 0x0a || byte === 0x09 || (byte >= 0x20 && byte < 0x7f);
    if (isPlain) result += formatted(String.fromCharCode(byte));
    else if (byte === 0x0d) result += "\\r";
    else result += `\\${byte.toString(8).padStart(3, "0")}`;
  }
  return result;
}

function formatted(character: string): string {
  if (character === "%") return "%%";
  if (character === "\\") return "\\\\";
  return character === "'" ? "'\\''" : character;
}
