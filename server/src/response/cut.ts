import type { ResponseFacts } from "../protocol.ts";

/** The document doesn't hold all of the body: not all came, could be decoded, or is shown. */
export function isCut({ truncated, leftOut, contentCoding }: ResponseFacts): boolean {
  const outcome = contentCoding?.outcome;
  return truncated || leftOut > 0 || outcome === "cut" || outcome === "damaged";
}
