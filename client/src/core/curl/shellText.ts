/*
 * Text as words of a POSIX shell (POSIX.1-2017, Shell Command Language, section 2.2) that can be copied through a clipboard
 * and a terminal.
 */

/** Between apostrophes if necessary; only an apostrophe has a special meaning there. */
export function quoted(text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}

/** Between `$'` and `'`, with escaped line endings: for bash, zsh and ksh, and in POSIX since 2024. */
export function ansiCQuoted(text: string): string {
  const escaped = text
    .replace(/[\\']/g, "\\$&")
    .replaceAll("\r", "\\r")
    .replaceAll("\n", "\\n")
    .replaceAll("\t", "\\t");
  return `$'${escaped}'`;
}

/** The text of bytes; undefined if they aren't UTF-8, or a clipboard or a terminal could change them. */
export function shellSafeText(bytes: Uint8Array): string | undefined {
  const text = decoded(bytes);
  return text === undefined || fragile.test(text) ? undefined : text;
}

/** Controls except tab and LF, which terminals interpret or change, and invisible characters. */
const fragile = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]/;

/** A `printf` that writes exactly these bytes in any POSIX shell, with an escape for each byte that isn't plain text. */
export function printf(bytes: Uint8Array): string {
  const text = decoded(bytes);
  const encoder = new TextEncoder();
  const format =
    text === undefined
      ? octal(bytes)
      : Array.from(text, (one) => (fragile.test(one) ? octal(encoder.encode(one)) : escaped(one))).join("");
  // A format that begins with a hyphen would be an option.
  return `printf '${format.replace(/^-/, "\\055")}'`;
}

function decoded(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

function octal(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => {
    const isPlain = byte === 0x0a || byte === 0x09 || (byte >= 0x20 && byte < 0x7f);
    if (isPlain) return escaped(String.fromCharCode(byte));
    return byte === 0x0d ? "\\r" : `\\${byte.toString(8).padStart(3, "0")}`;
  }).join("");
}

function escaped(character: string): string {
  if (character === "%") return "%%";
  if (character === "\\") return "\\\\";
  return character === "'" ? "'\\''" : character;
}
