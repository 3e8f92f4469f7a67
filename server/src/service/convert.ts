import * as l10n from "@vscode/l10n";
import type { TextDocument } from "vscode-languageserver-textdocument";
import * as lsp from "vscode-languageserver-types";
import type { Completion } from "../features/completion/completion.ts";
import { type Token, tokenModifiers, tokenTypes } from "../features/semanticTokens.ts";
import type { OutlineSymbol } from "../features/symbols.ts";
import { changeLineEndsCommand } from "../protocol/names.ts";
import type { EditsResult, Severity } from "../protocol/protocol.ts";
import type { Finding } from "../rules/check.ts";
import type { Edit } from "../rules/rule.ts";
import { rulesPage } from "../rules/ruleList.ts";
import { plainText, snippetSyntax } from "../text/snippet.ts";
import { type Span, shift } from "../text/span.ts";
import { BlockDocument } from "./blockDocument.ts";
import type { DocumentContext } from "./context.ts";

export function toRange(document: TextDocument, { start, end }: Span): lsp.Range {
  return { start: document.positionAt(start), end: document.positionAt(end) };
}

export function toSpan(document: TextDocument, { start, end }: lsp.Range): Span {
  return { start: document.offsetAt(start), end: document.offsetAt(end) };
}

/** @param start offset in the document of the text that the edits change */
export function toTextEdits(document: TextDocument, edits: readonly Edit[], start = 0): lsp.TextEdit[] {
  return edits.map((edit) => {
    const range = toRange(document, shift(edit, start));
    const newText = document instanceof BlockDocument ? document.indented(edit.newText, range) : edit.newText;
    return { range, newText };
  });
}

export function toEditsResult({ document }: DocumentContext, edits: readonly Edit[], start = 0): EditsResult {
  return { version: document.version, edits: toTextEdits(document, edits, start) };
}

export function toWorkspaceEdit(document: TextDocument, edits: readonly Edit[], start = 0): lsp.WorkspaceEdit {
  return { changes: { [document.uri]: toTextEdits(document, edits, start) } };
}

export function markdown(value: string): lsp.MarkupContent {
  return { kind: "markdown", value };
}

/** Maximum number of diagnostics per document. The last one tells that there are more. */
const maxDiagnostics = 1000;

export function toDiagnostics(document: TextDocument, findings: readonly Finding[]): lsp.Diagnostic[] {
  const diagnostics = findings.slice(0, maxDiagnostics).map((finding) => toDiagnostic(document, finding));
  const last = findings[maxDiagnostics];
  if (last) {
    diagnostics.push({
      range: toRange(document, last.at),
      severity: lsp.DiagnosticSeverity.Information,
      source: "soaphttp",
      message: l10n.t("{0} more problems after this point aren't shown.", findings.length - maxDiagnostics),
    });
  }
  return diagnostics;
}

function toDiagnostic(document: TextDocument, finding: Finding): lsp.Diagnostic {
  const { at, code, message, related, unnecessary } = finding;
  const relatedInformation = related?.map((place) => ({
    location: { uri: document.uri, range: toRange(document, place.at) },
    message: place.message,
  }));
  return {
    range: toRange(document, at),
    severity: severityOf(finding.severity),
    source: "soaphttp",
    code,
    codeDescription: { href: `${rulesPage}#${code}` },
    message,
    ...(unnecessary ? { tags: [lsp.DiagnosticTag.Unnecessary] } : {}),
    ...(relatedInformation ? { relatedInformation } : {}),
  };
}

function severityOf(severity: Severity): lsp.DiagnosticSeverity {
  switch (severity) {
    case "error":
      return lsp.DiagnosticSeverity.Error;
    case "warning":
      return lsp.DiagnosticSeverity.Warning;
    case "information":
      return lsp.DiagnosticSeverity.Information;
    case "hint":
      return lsp.DiagnosticSeverity.Hint;
  }
}

/** @param start offset of the section that the completion's span is in */
export function toCompletionItem(
  { document, client, loadsWsdls }: DocumentContext,
  completion: Completion,
  start: number,
  index: number,
): lsp.CompletionItem {
  const { label, kind, insert, replace, note, documentation, filter, order, lineEnds, asIs } = completion;
  const { besides = [], suggestsNext } = completion;
  const abilities = client.textDocument?.completion?.completionItem;
  const isSnippet = typeof insert !== "string";
  const asSnippet = isSnippet && abilities?.snippetSupport === true;
  const newText = isSnippet ? (asSnippet ? snippetSyntax(insert) : plainText(insert)) : insert;
  const description = abilities?.labelDetailsSupport
    ? { labelDetails: { description: note ?? "" } }
    : { detail: note ?? "" };
  return {
    label,
    kind,
    sortText: `${String(order).padStart(3, "0")}${String(index).padStart(4, "0")}`,
    ...(filter === undefined ? {} : { filterText: filter }),
    ...(note === undefined ? {} : description),
    ...(documentation ? { documentation: markdown(documentation) } : {}),
    ...(asSnippet ? { insertTextFormat: lsp.InsertTextFormat.Snippet } : {}),
    ...(asIs && abilities?.insertTextModeSupport ? { insertTextMode: lsp.InsertTextMode.asIs } : {}),
    textEdit: { range: toRange(document, shift(replace, start)), newText },
    ...(besides.length > 0 ? { additionalTextEdits: toTextEdits(document, besides, start) } : {}),
    ...(lineEnds ? { command: changeLineEnds(document, lineEnds) } : {}),
    ...(suggestsNext && loadsWsdls ? { command: { title: "", command: "editor.action.triggerSuggest" } } : {}),
  };
}

export function changeLineEnds({ uri }: TextDocument, lineEnds: string, title = "") {
  return { title, command: changeLineEndsCommand, arguments: [uri, lineEnds] };
}

export function toSymbol(document: TextDocument, symbol: OutlineSymbol): lsp.DocumentSymbol {
  const { name, detail, kind, range, selection, children } = symbol;
  return {
    name,
    ...(detail === "" ? {} : { detail }),
    kind,
    range: toRange(document, range),
    selectionRange: toRange(document, selection),
    children: children.map((child) => toSymbol(document, child)),
  };
}

/** Encodes each token as five numbers, relative to the previous one. */
export function toSemanticTokens(document: TextDocument, tokens: readonly Token[]): lsp.SemanticTokens {
  let last = { line: 0, character: 0 };
  const data = tokens.flatMap(({ start, end, type, modifiers }) => {
    const at = document.positionAt(start);
    const character = at.line === last.line ? at.character - last.character : at.character;
    const bits = modifiers.reduce((sum, one) => sum | (1 << tokenModifiers.indexOf(one)), 0);
    const encoded = [at.line - last.line, character, end - start, tokenTypes.indexOf(type), bits];
    last = at;
    return encoded;
  });
  return { data };
}
