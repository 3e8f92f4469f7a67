import { isAbsolute } from "node:path";
import { pathToFileURL } from "node:url";
import type { RuleInfo, Severity } from "../../../../server/src/service/languageService.ts";
import { jsonElements, jsonText } from "../terminalText.ts";
import type { CheckedFile, FilePlace, PlacedFinding } from "./checkedFile.ts";
import type { CheckOutcome, Format } from "./formats.ts";

export interface SarifTool {
  readonly version: string;
  readonly informationUri: string;
  readonly rules: readonly RuleInfo[];
  readonly helpUri: (code: string) => string;
}

/** A log in the Static Analysis Results Interchange Format 2.1.0 (OASIS). */
export function sarifFormat(tool: SarifTool): Format {
  // The rules are in the order of their first findings, because a result refers to its rule by index.
  const rules: string[] = [];
  const element = jsonElements();
  return {
    begin: () =>
      '{"$schema":"https://json.schemastore.org/sarif-2.1.0.json","version":"2.1.0","runs":[{"columnKind":"utf16CodeUnits","results":[',
    file: (file) =>
      file.findings
        .map((finding) => {
          if (!rules.includes(finding.code)) rules.push(finding.code);
          return element(resultOf(file, finding, rules.indexOf(finding.code)));
        })
        .join(""),
    end: (outcome) =>
      `\n],"invocations":${jsonText([invocation(outcome)])},\n"tool":${jsonText(driver(tool, rules))}}]}\n`,
  };
}

const levels: Readonly<Record<Severity, "error" | "warning" | "note">> = {
  error: "error",
  warning: "warning",
  information: "note",
  hint: "note",
};

function resultOf(file: CheckedFile, { severity, code, message, related, ...place }: PlacedFinding, ruleIndex: number) {
  return {
    ruleId: code,
    ruleIndex,
    level: levels[severity],
    message: { text: message },
    locations: [locationOf(file, place)],
    relatedLocations:
      related.length === 0
        ? undefined
        : related.map((one) => ({ ...locationOf(file, one), message: { text: one.message } })),
  };
}

function locationOf({ name }: CheckedFile, { line, column, endLine, endColumn }: FilePlace) {
  const region = { startLine: line, startColumn: column, endLine, endColumn };
  return { physicalLocation: { artifactLocation: { uri: uriOf(name) }, region } };
}

function uriOf(name: string): string {
  if (isAbsolute(name)) return pathToFileURL(name).href;
  const path = process.platform === "win32" ? name.replaceAll("\\", "/") : name;
  // Windows has names with half a surrogate pair, which UTF-8 can't encode.
  return path
    .replace(/\p{Cs}/gu, "\ufffd")
    .split("/")
    .map(encodeURIComponent)
    .join("/");
}

function invocation({ unreadable }: CheckOutcome) {
  return {
    executionSuccessful: unreadable.length === 0,
    toolExecutionNotifications:
      unreadable.length === 0 ? undefined : unreadable.map((text) => ({ level: "error", message: { text } })),
  };
}

function driver({ version, informationUri, rules, helpUri }: SarifTool, codes: readonly string[]) {
  const described = codes.map((code) => {
    const rule = rules.find((one) => one.code === code);
    return {
      id: code,
      shortDescription: { text: code.replaceAll("-", " ") },
      helpUri: helpUri(code),
      defaultConfiguration: { level: rule ? levels[rule.severity] : "warning" },
      properties: rule && { source: rule.source },
    };
  });
  return { driver: { name: "soaphttp", version, informationUri, rules: described } };
}
