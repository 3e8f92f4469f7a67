import type { Settings } from "../protocol/protocol.ts";
import { notSendable } from "./check.ts";
import { ignoreUnused } from "./ignoreUnused.ts";
import { lineEndsMixed } from "./lineEnds.ts";
import { documentTextRules, rulesOf } from "./registry.ts";
import { responseRules } from "./response.ts";
import type { RuleInfo } from "./rule.ts";
import { separatorInBody } from "./separator.ts";
import { requestUnfinished } from "./whileWriting.ts";
import { wsiResponseRules } from "./wsi.ts";

/** URL of the documentation of the rules. A rule's code is the fragment of its section. */
export const rulesPage = "https://github.com/soaphttp/vscode-soaphttp/blob/main/docs/rules.md";

export function allRules(): readonly RuleInfo[] {
  const others = [ignoreUnused, notSendable, separatorInBody, lineEndsMixed, requestUnfinished];
  const rules: readonly RuleInfo[] = [
    ...rulesOf.request.message,
    ...documentTextRules,
    ...rulesOf.request.document,
    ...others,
    ...responseRules,
    ...wsiResponseRules,
    ...rulesOf.response.message,
    ...rulesOf.response.document,
  ];
  return rules.filter(({ code }, index) => rules.findIndex((one) => one.code === code) === index);
}

/** The severities of a profile's rules, overridden by the severities in the settings. */
export function withProfile(profile: string | undefined, rules: Settings["rules"]): Settings["rules"] {
  if (profile !== "ws-i-bp-1.1") return rules;
  const ofProfile = allRules().filter(({ code }) => code.startsWith("wsi-"));
  return { ...Object.fromEntries(ofProfile.map(({ code, severity }) => [code, severity])), ...rules };
}
