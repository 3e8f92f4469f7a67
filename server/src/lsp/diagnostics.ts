import * as l10n from "@vscode/l10n";
import type { TextDocument } from "vscode-languageserver-textdocument";
import { type Diagnostic, DiagnosticSeverity, DiagnosticTag } from "vscode-languageserver-types";
import { type Finding, rulesPage, type Severity } from "../languageService.ts";
import { toRange } from "./documents.ts";

/** Maximum number of diagnostics per document. The last one says that there are more. */
const maxDiagnostics = 1000;

export function toDiagnostics(document: TextDocument, findings: readonly Finding[]): Diagnostic[] {
  const diagnostics = findings.slice(0, maxDiagnostics).map((finding) => toDiagnostic(document, finding));
  const last = findings[maxDiagnostics];
  if (last) {
    diagnostics.push({
      range: toRange(document, last.at),
      severity: DiagnosticSeverity.Information,
      source: "soaphttp",
      message: l10n.t("{0} more problems after this point aren't shown.", findings.length - maxDiagnostics),
    });
  }
  return diagnostics;
}

function toDiagnostic(document: TextDocument, finding: Finding): Diagnostic {
  const { at, code, message, related, unnecessary } = finding;
  return {
    range: toRange(document, at),
    severity: severities[finding.severity],
    source: "soaphttp",
    code,
    codeDescription: { href: `${rulesPage}#${code}` },
    message,
    ...(unnecessary ? { tags: [DiagnosticTag.Unnecessary] } : {}),
    ...(related
      ? {
          relatedInformation: related.map((one) => ({
            location: { uri: document.uri, range: toRange(document, one.at) },
            message: one.message,
          })),
        }
      : {}),
  };
}

const severities: Readonly<Record<Severity, DiagnosticSeverity>> = {
  error: DiagnosticSeverity.Error,
  warning: DiagnosticSeverity.Warning,
  information: DiagnosticSeverity.Information,
  hint: DiagnosticSeverity.Hint,
};
