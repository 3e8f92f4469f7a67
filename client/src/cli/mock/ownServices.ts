import { memoized } from "../../../../server/src/text/memoized.ts";
import type { Console } from "../console.ts";

/** The hosts and ports of the mock services of a run, which are reached without a proxy. */
export const ownServices = memoized((_: Console) => new Set<string>());
