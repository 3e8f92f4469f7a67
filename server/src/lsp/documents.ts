import type { TextDocument } from "vscode-languageserver-textdocument";
import type { Range, TextEdit } from "vscode-languageserver-types";
import { type Analysis, analyze, type Edit, type Options, type Span } from "../languageService.ts";

/** The analyses of the open documents, each kept for its version. */
export class Analyses {
  private readonly byUri = new Map<string, { readonly version: number; readonly analysis: Analysis }>();
  private options: Options;

  constructor(options: Options) {
    this.options = options;
  }

  of(document: TextDocument): Analysis {
    const known = this.byUri.get(document.uri);
    if (known?.version === document.version && known.analysis.options === this.options) return known.analysis;
    const analysis = analyze(document.getText(), this.options, known?.analysis);
    this.byUri.set(document.uri, { version: document.version, analysis });
    return analysis;
  }

  forget(uri: string): void {
    this.byUri.delete(uri);
  }

  setOptions(options: Options): void {
    this.options = options;
  }
}

export function toRange(document: TextDocument, { start, end }: Span): Range {
  return { start: document.positionAt(start), end: document.positionAt(end) };
}

export function toTextEdit(document: TextDocument, edit: Edit): TextEdit {
  return { range: toRange(document, edit), newText: edit.newText };
}
