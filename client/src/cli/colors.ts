import type { Severity } from "../../../server/src/service/languageService.ts";

export type PaintStyle = "strong" | "faint" | "success" | Severity;

export type Paint = (style: PaintStyle, text: string) => string;

export interface Terminal {
  readonly isTerminal: boolean;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** `FORCE_COLOR` decides, then `NO_COLOR` (no-color.org), then whether there is a terminal with colors. */
export function wantsColors({ isTerminal, env }: Terminal): boolean {
  const forced = env["FORCE_COLOR"];
  if (forced !== undefined) return forced !== "0" && forced !== "false";
  if (env["NO_COLOR"]) return false;
  return isTerminal && env["TERM"] !== "dumb";
}

export function painter(colors: boolean): Paint {
  return colors ? (style, text) => (text === "" ? "" : `\x1b[${codes[style]}m${text}\x1b[0m`) : (_, text) => text;
}

/** Select Graphic Rendition (ECMA-48), with colors of the terminal's palette. */
const codes: Readonly<Record<PaintStyle, string>> = {
  strong: "1",
  faint: "2",
  success: "1;32",
  error: "1;31",
  warning: "1;33",
  information: "1;34",
  hint: "1;36",
};

/** Matches the escape sequences that a painter writes, and no others. */
export const ownColor = new RegExp(`\\x1b\\[(?:0|${Object.values(codes).join("|")})m`);
