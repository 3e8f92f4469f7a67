/** What a grammar can't know of a text. The names are those that the extension's manifest contributes. */
export const tokenTypes = ["variable", "httpHeader", "httpContentLength", "soapPart", "soapPayload"] as const;

export const tokenModifiers = [
  "declaration",
  "defaultLibrary",
  /** Of a variable: no value is known. */
  "undefined",
  /** Of a header: the request needs it. */
  "required",
  /** Of a header: no standard here has it. */
  "unknown",
  /** Of a Content-Length: it isn't the body's. */
  "wrong",
] as const;

export type TokenType = (typeof tokenTypes)[number];
export type TokenModifier = (typeof tokenModifiers)[number];

/** On one line; UTF-16 offsets. */
export interface Token {
  readonly start: number;
  readonly end: number;
  readonly type: TokenType;
  readonly modifiers: readonly TokenModifier[];
}

export function token(
  { start, end }: { readonly start: number; readonly end: number },
  type: TokenType,
  ...modifiers: readonly TokenModifier[]
): Token {
  return { start, end, type, modifiers };
}
