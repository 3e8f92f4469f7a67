import * as l10n from "@vscode/l10n";
import { nearest } from "../../text/similar.ts";

/** The directives of responses in `.soapmock` files. */
export const knownMockDirectives: readonly string[] = [
  ...["when", "otherwise", "set", "times", "data", "delay", "slow", "cut", "reset", "hang", "raw"],
  ...["name", "title", "ignore", "wsdl", "no-wsdl"],
];

/** A sentence about an unknown directive, and the most similar known one. */
export function unknownMockDirective(typed: string): { readonly message: string; readonly instead?: string } {
  const near = nearest(typed, knownMockDirectives);
  if (near !== undefined) {
    return { message: l10n.t("Unknown directive @{0}. Did you mean @{1}?", typed, near), instead: near };
  }
  const all = knownMockDirectives.map((one) => `@${one}`).join(", ");
  return { message: l10n.t("Unknown directive @{0}. Use one of {1}.", typed, all) };
}
