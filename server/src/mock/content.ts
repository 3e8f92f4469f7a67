import { ReadContent } from "../evaluation/readContent.ts";
import type { ServedRequest } from "../protocol/served.ts";
import { memoized } from "../text/memoized.ts";

/** The body of a request, whose forms are read at first use and once. */
export const contentOf = memoized((request: ServedRequest) => new ReadContent(request));
