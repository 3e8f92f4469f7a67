import { TextDocument } from "vscode-languageserver-textdocument";
import type { Position, Range } from "vscode-languageserver-types";
import { languageId } from "../protocol/protocol.ts";
import { mostBlocks } from "../text/limits.ts";
import { type MarkdownBlock, markdownBlocks } from "../text/markdownBlocks.ts";

/** A code block of a Markdown document as a document of its own. Its positions are in the Markdown document. */
export class BlockDocument implements TextDocument {
  readonly uri: string;
  readonly languageId = languageId;
  readonly version: number;
  readonly block: MarkdownBlock;
  /** Identifies the block among the blocks of its document. It stays the same through edits. */
  readonly key: string;
  readonly #text: TextDocument;

  constructor({ uri, version }: TextDocument, block: MarkdownBlock, key: string) {
    this.uri = uri;
    this.version = version;
    this.block = block;
    this.key = key;
    this.#text = TextDocument.create(uri, languageId, version, block.text);
  }

  get lineCount(): number {
    return this.block.line + this.#text.lineCount;
  }

  hasLine(line: number): boolean {
    const { line: first, removed, isOpen } = this.block;
    return line >= first && (isOpen || line < first + removed.length);
  }

  /** A text that replaces a range, with the indentation of the code block added. */
  indented(text: string, { start }: Range): string {
    const { indent } = this.block;
    if (start.character === 0) return text.replaceAll(/^(?=[^\r\n])/gm, indent);
    return text.replaceAll(/\r\n|[\r\n]/g, (lineBreak) => lineBreak + indent);
  }

  getText(range?: Range): string {
    if (!range) return this.block.text;
    return this.block.text.slice(this.offsetAt(range.start), this.offsetAt(range.end));
  }

  getLineRange(line: number): Range {
    const { end } = this.#text.getLineRange(line - this.block.line);
    return { start: { line, character: 0 }, end: this.positionAt(this.#text.offsetAt(end)) };
  }

  getEOLCharacters(line: number): string {
    return this.#text.getEOLCharacters(line - this.block.line);
  }

  positionAt(offset: number): Position {
    const { line, character } = this.#text.positionAt(offset);
    return { line: line + this.block.line, character: character + (this.block.removed[line] ?? 0) };
  }

  offsetAt({ line, character }: Position): number {
    const own = line - this.block.line;
    if (own < 0) return 0;
    return this.#text.offsetAt({ line: own, character: Math.max(0, character - (this.block.removed[own] ?? 0)) });
  }
}

/** The key of a document: its URI, or the key of a block. */
export function keyOf(document: TextDocument): string {
  return document instanceof BlockDocument ? document.key : document.uri;
}

/** Creates the blocks of a new version of a document. Unchanged blocks at the beginning and at the end keep their keys. */
export function blockDocuments(
  markdown: TextDocument,
  before: readonly BlockDocument[],
  newKey: () => string,
): readonly BlockDocument[] {
  const blocks = markdownBlocks(markdown.getText()).slice(0, mostBlocks);
  const most = Math.min(blocks.length, before.length);
  const isSame = (index: number, old: number) => blocks[index]?.text === before[old]?.block.text;
  let first = 0;
  while (first < most && isSame(first, first)) first++;
  const added = blocks.length - before.length;
  let end = blocks.length;
  while (end > first && end - added > first && isSame(end - 1, end - 1 - added)) end--;
  return blocks.map((block, index) => {
    const old = index < end ? (index < end - added ? index : undefined) : index - added;
    return new BlockDocument(markdown, block, before[old ?? -1]?.key ?? newKey());
  });
}
