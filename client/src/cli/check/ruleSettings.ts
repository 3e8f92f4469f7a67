import { allRules, type Severity, withProfile } from "../../../../server/src/service/languageService.ts";
import { type Arguments, suggesting } from "../arguments.ts";
import { fileEncodingCode, type RuleSettings } from "./checkedFile.ts";

/** In ascending order. */
export const severities: readonly Severity[] = ["hint", "information", "warning", "error"];

/** The most severe finding that is tolerated, or `none`. */
export type Tolerated = Severity | "none";

export function exceeds(severity: Severity, tolerated: Tolerated): boolean {
  return tolerated === "none" || severities.indexOf(severity) > severities.indexOf(tolerated);
}

/** The values of `--rule`, each `code=severity`: the same as the setting `soaphttp.rules`. */
export function readRuleSettings(given: Arguments): RuleSettings {
  const settings: Record<string, Severity | "off"> = {};
  for (const typed of given.all("rule")) {
    const [, code = "", value = ""] = /^([^=]*)=(.*)$/s.exec(typed) ?? [];
    const severity = (["off", ...severities] as const).find((one) => one === value);
    if (code === "" || severity === undefined) {
      given.refuse(`Invalid value for --rule: ${typed}. Use CODE=SEVERITY, such as soapaction-missing=error.`);
      continue;
    }
    const codes = [...allRules().map((rule) => rule.code), fileEncodingCode];
    if (!codes.includes(code)) given.refuse(suggesting(`Unknown rule: ${code}.`, code, codes));
    settings[code] = severity;
  }
  return withProfile(given.oneOf("profile", profiles, "none"), settings);
}

/** The values of `--profile`: the same as the setting `soaphttp.profile`. */
const profiles = ["none", "ws-i-bp-1.1"] as const;
