import { ReadContent } from "../evaluation/readContent.ts";
import type { ServedRequest } from "../protocol/served.ts";

const contents = new WeakMap<ServedRequest, ReadContent>();

/** The body of a request, whose forms are read at first use and once. */
export function contentOf(request: ServedRequest): ReadContent {
  const content = contents.get(request) ?? new ReadContent(request);
  contents.set(request, content);
  return content;
}
