import type { TextDocument } from "vscode-languageserver-textdocument";
import type { Position } from "vscode-languageserver-types";
import { type Analysis, type DocumentFinding, diagnoseWhileWriting, type Written } from "../analysis.ts";
import { segmentAt } from "../document.ts";
import type { CursorParams } from "../protocol.ts";
import type { RequestContext } from "./context.ts";

/**
 * Which request of a document its author is writing: the one that holds the cursor, from its first change until the
 * cursor goes to another one, the document is saved, or the request is sent. There is none where the client doesn't
 * report the cursor.
 */
export class Writing {
  readonly #cursors = new Map<string, Cursor>();
  readonly #shown = new Map<string, Shown>();

  /** The cursor is there now, or no longer in the document. */
  move(context: RequestContext, { position, byAuthor }: CursorParams): void {
    const { uri, version } = context.document;
    const before = this.#cursors.get(uri);
    if (position) {
      const stays = !byAuthor && before?.position.line === position.line && before.isTyping;
      const isTyping = before !== undefined && (before.version !== version || stays);
      this.#cursors.set(uri, { position, version, isTyping, left: before?.left });
      // The next change applies to the current text.
      if (!before?.left && context.analysis) this.#written(context.document, context.analysis);
    } else {
      this.#cursors.delete(uri);
    }
  }

  /** The document was saved, or its request sent: until the next change, the author has finished. */
  leave(uri: string): void {
    const cursor = this.#cursors.get(uri);
    if (cursor) this.#cursors.set(uri, { ...cursor, left: undefined });
  }

  forget(uri: string): void {
    this.#cursors.delete(uri);
    this.#shown.delete(uri);
  }

  /** The findings that an editor shows now. */
  findings(document: TextDocument, analysis: Analysis): readonly DocumentFinding[] {
    return diagnoseWhileWriting(analysis, this.#written(document, analysis));
  }

  /** The editor shows these findings now. */
  show({ uri, version }: TextDocument, findings: readonly DocumentFinding[]): void {
    this.#shown.set(uri, { version, findings });
  }

  /** Whether the editor shows other findings of the same version. */
  isOutdated(context: RequestContext): boolean {
    const shown = this.#shown.get(context.document.uri);
    if (shown?.version !== context.document.version) return false;
    const { findings } = context;
    return findings.length !== shown.findings.length || findings.some((one, at) => !isSame(one, shown.findings[at]));
  }

  #written(document: TextDocument, analysis: Analysis): Written | undefined {
    const cursor = this.#cursors.get(document.uri);
    if (!cursor) return undefined;
    const at = document.offsetAt(cursor.position);
    const segment = segmentAt(analysis.document, at);
    if (!segment) return undefined;
    const index = analysis.document.segments.indexOf(segment);
    const { text } = segment.segment;
    if (cursor.left?.index !== index) {
      this.#cursors.set(document.uri, { ...cursor, left: { index, text } });
      return undefined;
    }
    if (cursor.left.text === text) return undefined;
    return { segment, cursor: { at, isTyping: cursor.isTyping || cursor.version !== document.version } };
  }
}

interface Cursor {
  readonly position: Position;
  /** Of the document, when the cursor came there. */
  readonly version: number;
  readonly isTyping: boolean;
  /** The segment that the cursor is in, as it was when the cursor came or the request was left. */
  readonly left: { readonly index: number; readonly text: string } | undefined;
}

interface Shown {
  readonly version: number;
  readonly findings: readonly DocumentFinding[];
}

function isSame(one: DocumentFinding, other: DocumentFinding | undefined): boolean {
  return (
    one === other || (one.code === other?.code && one.message === other.message && one.at.start === other.at.start)
  );
}
