import assert from "node:assert/strict";
import type { Message } from "../../server/src/message/message.ts";
import { type Analysis, analyze, messageOf } from "../../server/src/service/languageService.ts";
import { withCursor } from "./marked.ts";

export interface AtCursor {
  readonly text: string;
  readonly offset: number;
  readonly analysis: Analysis;
  readonly message: Message;
  readonly start: number;
}

export function atCursor(source: string): AtCursor {
  const { text, offset } = withCursor(source);
  const analysis = analyze(text);
  const placed = analysis.document.segments.findLast(({ start }) => start <= offset);
  const message = placed && messageOf(analysis, placed.segment);
  assert.ok(placed && message, "the cursor is in no request");
  return { text, offset, analysis, message, start: placed.start };
}

export function withBody(body: string): string {
  return `POST /s HTTP/1.1\nHost: h\n\n${body}`;
}

export function bodyOf(text: string): string {
  return text.slice(text.indexOf("\n\n") + 2);
}
