import { afterBreak, isBlank, lineEnd } from "./lines.ts";

export interface MarkdownBlock {
  /** Number of the block's first line, counted from 0. */
  readonly line: number;
  /** The content without `indent`. */
  readonly text: string;
  /** The indentation of the block's fence. */
  readonly indent: string;
  /** The number of characters of indentation that were removed from each line. */
  readonly removed: readonly number[];
  readonly isOpen: boolean;
}

/** Whether a text may contain a block of this language. A fast check, because most Markdown files contain none. */
export function mayHaveBlocks(text: string): boolean {
  return /[`~][ \t]*soaphttp(?![\w-])/i.test(text);
}

/**
 * Returns the code blocks of a Markdown text with the info string `soaphttp`, in linear time. Fences are backticks or
 * tildes with any length and indentation; the end of the text closes an open fence (CommonMark section 4.5). A fence
 * inside of a longer fence, or in an HTML comment (section 4.6), is text.
 */
export function markdownBlocks(text: string): readonly MarkdownBlock[] {
  if (!mayHaveBlocks(text)) return [];
  const blocks: MarkdownBlock[] = [];
  let open: OpenFence | undefined;
  let isComment = false;
  const close = (isOpen: boolean) => {
    if (open?.isOurs) {
      const { line, indent, removed } = open;
      blocks.push({ line, text: open.lines.join(""), indent, removed, isOpen });
    }
    open = undefined;
  };
  for (let at = 0, line = 0; at < text.length; line++) {
    const end = lineEnd(text, at);
    const next = afterBreak(text, end);
    isComment ||= !open && beginsComment(text, at);
    const fence = isComment ? undefined : fenceOf(text, at, end);
    if (isComment) isComment = !text.slice(at, end).includes("-->");
    else if (!open) open = fence && { ...fence, line: line + 1, lines: [], removed: [] };
    else if (fence && fence.info === "" && fence.marks.startsWith(open.marks)) close(false);
    else if (open.isOurs) {
      let removed = 0;
      while (removed < open.indent.length && isBlank(text.charCodeAt(at + removed))) removed++;
      open.removed.push(removed);
      open.lines.push(text.slice(at + removed, next));
    }
    at = next;
  }
  close(true);
  return blocks;
}

interface Fence {
  readonly indent: string;
  /** Three or more of the same character, ` or ~. */
  readonly marks: string;
  readonly info: string;
  readonly isOurs: boolean;
}

interface OpenFence extends Fence {
  readonly line: number;
  readonly lines: string[];
  readonly removed: number[];
}

function beginsComment(text: string, start: number): boolean {
  let at = start;
  while (isBlank(text.charCodeAt(at))) at++;
  return text.startsWith("<!--", at);
}

function fenceOf(text: string, start: number, end: number): Fence | undefined {
  let at = start;
  while (isBlank(text.charCodeAt(at))) at++;
  const indent = text.slice(start, at);
  const mark = text[at];
  if (mark !== "`" && mark !== "~") return undefined;
  const from = at;
  while (at < end && text[at] === mark) at++;
  if (at - from < 3) return undefined;
  const marks = text.slice(from, at);
  const info = text.slice(at, end).trim();
  // With another backtick in the line, it is inline code.
  if (mark === "`" && info.includes("`")) return undefined;
  return { indent, marks, info, isOurs: /^soaphttp(?![\w-])/i.test(info) };
}
