import type { AgentChecked, AgentFinding } from "../../../server/src/protocol/agentProtocol.ts";
import { redactor } from "../../../server/src/text/redactor.ts";
import { isSecretHeader } from "../../../server/src/text/secretNames.ts";

/** The findings without the secret values that a text uses. */
export function redactedFindings({ findings, secrets }: Pick<AgentChecked, "findings" | "secrets">): AgentFinding[] {
  const hide = redactor(secrets);
  return findings.map((one) => hideIn(one, hide));
}

export function hideIn(finding: AgentFinding, hide: (text: string) => string): AgentFinding {
  const { fix } = finding;
  return { ...finding, message: hide(finding.message), ...(fix === undefined ? {} : { fix: hide(fix) }) };
}

/** A word or a number in a file may have the same text as a short value. */
const shortest = 4;
const maxSecrets = 200;

/** The values of headers, parameters, elements and JSON properties of a text whose names suggest a secret. */
export function namedSecrets(text: string): readonly string[] {
  return [...new Set(namedValues(text).filter((one) => one.length >= shortest))].slice(0, maxSecrets);
}

/** Returns the values in a text whose names suggest a secret. Values that are variables are left out. */
function namedValues(text: string): readonly string[] {
  const pairs = [
    ...text.matchAll(/^([\w!#$%&'*+.^`|~-]+):[ \t]*(\S[^\r\n]*)/gm),
    ...text.matchAll(/[?&]([\w.-]+)=([^&\s#"<]+)/g),
    ...text.matchAll(/"([^"\r\n]*)"\s*:\s*"([^"\r\n]*)"/g),
  ].map(([, name = "", value = ""]) => [name, value] as const);
  return [...pairs, ...elementsIn(text)]
    .filter(([name]) => isSecretHeader(name.replace(/^.*:/, "")))
    .map(([, value]) => value.trim())
    .filter((value) => value !== "" && !/^(?:[A-Za-z]+ )?\{\{[^{}]*\}\}$/.test(value));
}

/** Names and contents of elements without child elements. */
function* elementsIn(text: string): Generator<readonly [name: string, value: string]> {
  const cdata = "<![CDATA[";
  for (const { 0: tag, 1: name = "", index } of text.matchAll(/<([^<>\s/!?]+)(?:\s[^<>]*)?>/g)) {
    if (tag.endsWith("/>")) continue;
    const start = index + tag.length;
    const isData = text.startsWith(cdata, start);
    const from = isData ? start + cdata.length : start;
    const end = text.indexOf(isData ? "]]>" : "<", from);
    yield [name, text.slice(from, end < 0 ? text.length : end)];
    // Nothing follows. Searching again for each element would take quadratic time.
    if (end < 0) return;
  }
}

/** Whether a text shows a secret: then it must not be part of a result. */
export function showsSecrets(text: string, secrets: readonly string[]): boolean {
  return namedValues(text).length > 0 || redactor(secrets)(text) !== text;
}
