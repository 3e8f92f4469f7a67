import type { TextDocument } from "vscode-languageserver-textdocument";
import type { Range, TextEdit } from "vscode-languageserver-types";
import { type Analysis, analyze, type Edit, type Options, type Outside, type Span } from "../languageService.ts";

/** The analyses of the open documents, each kept for its version. */
export class Analyses {
  private readonly byUri = new Map<string, { readonly version: number; readonly analysis: Analysis }>();
  private readonly outsideOf: (uri: string) => Outside;
  private readonly encodings = new Map<string, string>();
  private options: Options;

  /** @param outsideOf gives the same object for as long as nothing around a document changes */
  constructor(options: Options, outsideOf: (uri: string) => Outside) {
    this.options = options;
    this.outsideOf = outsideOf;
  }

  of(document: TextDocument): Analysis {
    const known = this.byUri.get(document.uri);
    const outside = this.outsideOf(document.uri);
    const same = known?.analysis.options === this.options && known.analysis.outside === outside;
    if (same && known.version === document.version) return known.analysis;
    const encoding = this.encodings.get(document.uri);
    const analysis = analyze(document.getText(), this.options, known?.analysis, outside, { encoding });
    this.byUri.set(document.uri, { version: document.version, analysis });
    return analysis;
  }

  forget(uri: string): void {
    this.byUri.delete(uri);
    this.encodings.delete(uri);
  }

  /** False where it was known. */
  setEncoding(uri: string, encoding: string): boolean {
    if (this.encodings.get(uri) === encoding) return false;
    this.encodings.set(uri, encoding);
    this.byUri.delete(uri);
    return true;
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
