/**
 * A value as JSON in which no character can steer a terminal or a build server: beyond the controls that JSON escapes
 * anyway, DEL and C1 controls, format characters (bidirectional ones among them), line separators and what would begin
 * a command (`##[error]`, `##vso[…]`) stand as \uXXXX. A reader of JSON gets the same value.
 */
export function jsonText(value: unknown): string {
  return JSON.stringify(value).replace(unprintable, escaped);
}

/** Not `\p{Cs}`: JSON.stringify escapes lone surrogates. */
const unprintable = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]|#(?=#\w*\[)/gu;

function escaped(character: string): string {
  return Array.from({ length: character.length }, (_, at) => {
    return `\\u${character.charCodeAt(at).toString(16).padStart(4, "0")}`;
  }).join("");
}
