import * as l10n from "@vscode/l10n";
import { allRules, type Severity } from "../../../../server/src/languageService.ts";
import { nearest, type WrongUsage, wrong } from "../arguments.ts";
import { fileEncodingCode, type RuleSettings } from "./checkedFile.ts";

/** From the mildest on. */
export const severities: readonly Severity[] = ["hint", "information", "warning", "error"];

/** The most severe finding that is tolerated. `none`: not one is. */
export type Tolerated = Severity | "none";

export function exceeds(severity: Severity, tolerated: Tolerated): boolean {
  return tolerated === "none" || severities.indexOf(severity) > severities.indexOf(tolerated);
}

/** The values of `--rule`, each `code=severity`: the same as the setting `soaphttp.rules`. */
export function readRuleSettings(given: readonly string[]): { readonly settings: RuleSettings } | WrongUsage {
  if (given.length === 0) return { settings: {} };
  const codes = [...allRules().map(({ code }) => code), fileEncodingCode];
  const settings: Record<string, Severity | "off"> = {};
  for (const one of given) {
    const [, code = "", value = ""] = /^([^=]*)=(.*)$/s.exec(one) ?? [];
    const severity = (["off", ...severities] as const).find((each) => each === value);
    if (code === "" || severity === undefined) {
      return wrong(
        l10n.t("Invalid value for --rule: {0}. Use CODE=SEVERITY, such as {1}.", one, "soapaction-missing=error"),
      );
    }
    if (!codes.includes(code)) return wrong(unknownRule(code, codes));
    settings[code] = severity;
  }
  return { settings };
}

function unknownRule(code: string, codes: readonly string[]): string {
  const near = nearest(code, codes);
  return near === undefined
    ? l10n.t("Unknown rule: {0}.", code)
    : l10n.t("Unknown rule: {0}. Did you mean {1}?", code, near);
}
