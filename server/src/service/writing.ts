import type { TextDocument } from "vscode-languageserver-textdocument";
import type { Position } from "vscode-languageserver-types";
import type { Analysis } from "../analysis/analysis.ts";
import { type DocumentFinding, diagnoseWhileWriting, type EditedMessage } from "../analysis/findings.ts";
import { segmentAt } from "../format/document.ts";
import type { CursorParams } from "../protocol/protocol.ts";
import { slice } from "../text/span.ts";
import { keyOf } from "./blockDocument.ts";
import type { TypedContext } from "./context.ts";

/** Tracks the request being written: from its first change until the cursor leaves it, or it is saved or sent. */
export class Writing {
  readonly #cursors = new Map<string, Cursor>();
  readonly #shown = new Map<string, Shown>();

  move(context: TypedContext, { position, byAuthor }: CursorParams): void {
    const { version } = context.document;
    const uri = keyOf(context.document);
    const before = this.#cursors.get(uri);
    if (position) {
      const isChanged = before !== undefined && before.version !== version;
      const staysInLine = before?.position.line === position.line;
      const isTyping = isChanged || (!byAuthor && staysInLine && before.isTyping);
      const isLineTyped = isChanged || (staysInLine && before.isLineTyped);
      this.#cursors.set(uri, { position, version, isTyping, isLineTyped, left: before?.left });
      // The next change applies to the current text.
      if (!before?.left) this.#written(context.document, context.analysis);
    } else {
      this.#cursors.delete(uri);
    }
  }

  /** Must be called when the document was saved, or its request was sent. A further change starts writing again. */
  leave(document: TextDocument): void {
    const { version } = document;
    const uri = keyOf(document);
    const cursor = this.#cursors.get(uri);
    if (cursor) this.#cursors.set(uri, { ...cursor, version, isLineTyped: false, left: undefined });
  }

  /** The text of the line that the author has changed, if the cursor is still in it. */
  typedLine(document: TextDocument): string | undefined {
    const cursor = this.#cursors.get(keyOf(document));
    if (!cursor || !(cursor.isLineTyped || cursor.version !== document.version)) return undefined;
    const { line } = cursor.position;
    return document.getText({ start: { line, character: 0 }, end: { line: line + 1, character: 0 } });
  }

  isIn(uri: string): boolean {
    return this.#cursors.has(uri);
  }

  forget(uri: string): void {
    this.#cursors.delete(uri);
    this.#shown.delete(uri);
  }

  findings(document: TextDocument, analysis: Analysis): readonly DocumentFinding[] {
    return diagnoseWhileWriting(analysis, this.#written(document, analysis));
  }

  /** Must be called when the editor shows findings. */
  show(document: TextDocument, findings: readonly DocumentFinding[]): void {
    this.#shown.set(keyOf(document), { version: document.version, findings });
  }

  isOutdated(context: TypedContext): boolean {
    const shown = this.#shown.get(keyOf(context.document));
    if (shown?.version !== context.document.version) return false;
    const { findings } = context;
    return findings.length !== shown.findings.length || findings.some((one, at) => !isSame(one, shown.findings[at]));
  }

  #written(document: TextDocument, analysis: Analysis): EditedMessage | undefined {
    const cursor = this.#cursors.get(keyOf(document));
    if (!cursor) return undefined;
    const at = document.offsetAt(cursor.position);
    const segment = segmentAt(analysis.document, at);
    if (!segment) return undefined;
    const index = analysis.document.segments.indexOf(segment);
    const { text, document: ofDocument, message = ofDocument } = segment.segment;
    if (cursor.left?.index !== index) {
      const hasBody = message?.body !== undefined && slice(text, message.body).trim() !== "";
      this.#cursors.set(keyOf(document), { ...cursor, left: { index, text, hasBody } });
      return undefined;
    }
    if (cursor.left.text === text) return undefined;
    const isTyping = cursor.isTyping || cursor.version !== document.version;
    return { segment, cursor: { at, isTyping, isBodyNew: !cursor.left.hasBody } };
  }
}

interface Cursor {
  readonly position: Position;
  /** Version of the document when the cursor moved there. */
  readonly version: number;
  readonly isTyping: boolean;
  /** Whether the text was changed at the cursor, and the cursor hasn't left the line since. */
  readonly isLineTyped: boolean;
  /** The segment at the cursor when the cursor moved there, or when the request was left. */
  readonly left: { readonly index: number; readonly text: string; readonly hasBody: boolean } | undefined;
}

interface Shown {
  readonly version: number;
  readonly findings: readonly DocumentFinding[];
}

function isSame(finding: DocumentFinding, other: DocumentFinding | undefined): boolean {
  return (
    finding === other ||
    (finding.code === other?.code && finding.message === other.message && finding.at.start === other.at.start)
  );
}
