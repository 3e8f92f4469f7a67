import { TextDocument } from "vscode-languageserver-textdocument";
import { longestMarkdown } from "../../../server/src/text/limits.ts";
import { firstBreak } from "../../../server/src/text/lines.ts";
import { markdownBlocks } from "../../../server/src/text/markdownBlocks.ts";
import { readBytes } from "./files.ts";
import { decodeFile } from "./sourceText.ts";

/** A block of a Markdown file, which is a file of its own. */
export interface FileBlock {
  /** Number of the block, counted from 1. */
  readonly number: number;
  readonly document: TextDocument;
  /** Number of the block's first line in the Markdown file, counted from 1. */
  readonly line: number;
  /** In UTF-8, below a line break for each line of the Markdown file above it, so that line numbers are the same. */
  readonly bytes: Uint8Array;
  /** For each of its lines, the number of characters of indentation that `bytes` lacks. */
  readonly removed: readonly number[];
}

export interface MarkdownFile {
  readonly document: TextDocument;
  readonly blocks: readonly FileBlock[];
}

/** Returns the blocks of a Markdown file, or why it can't be read; undefined for another file. */
export function readMarkdown(name: string, cwd: string): MarkdownFile | string | undefined {
  if (!/\.(?:md|markdown)$/i.test(name)) return undefined;
  const bytes = readBytes(name, cwd);
  if (typeof bytes === "string") return bytes;
  const source = decodeFile(bytes);
  if (typeof source === "string") return `${name}: ${source}.`;
  const { text, encoding } = source;
  if (encoding === undefined) return `${name}: the file is not valid UTF-8. Save it as UTF-8.`;
  const blocks = markdownBlocks(text);
  const length = blocks.reduce((sum, block) => sum + block.line + block.text.length, 0);
  if (length > longestMarkdown) return `${name}: the file has too many soaphttp blocks. Divide it.`;
  const lineBreak = firstBreak(text);
  const document = TextDocument.create("", "", 0, text);
  return {
    document,
    blocks: blocks.map(({ line, text: own, removed }, index) => {
      const bytes = Buffer.from(lineBreak.repeat(line) + own);
      return { number: index + 1, document, line: line + 1, bytes, removed };
    }),
  };
}
