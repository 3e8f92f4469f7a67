import { afterBreak, isBlank, lineEnd } from "./lines.ts";

/** The content of a fenced code block. */
export interface MarkdownBlock {
  /** Of its first line, from 0. */
  readonly line: number;
  /** Without `indent`. */
  readonly text: string;
  /** The indentation of its fence. */
  readonly indent: string;
  /** For each of its lines, the number of characters of indentation that were removed. */
  readonly removed: readonly number[];
  /** Whether it ends with the text, without a fence. */
  readonly isOpen: boolean;
}

/** Whether a text may contain a block of this language: most Markdown files need no further look. */
export function mayHaveBlocks(text: string): boolean {
  return /[`~][ \t]*soaphttp(?![\w-])/i.test(text);
}

/**
 * Returns the blocks of a Markdown text that are fenced as `soaphttp`, in linear time: fences of any length and indentation,
 * of backticks or tildes, which end with the text at the latest (CommonMark section 4.5). A fence in a longer one, or in a
 * comment (section 4.6), is text.
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
  /** Three or more of the same mark. */
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
  // Otherwise, it is code in a line.
  if (mark === "`" && info.includes("`")) return undefined;
  return { indent, marks, info, isOurs: /^soaphttp(?![\w-])/i.test(info) };
}
