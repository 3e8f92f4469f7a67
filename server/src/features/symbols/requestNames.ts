import { analyze } from "../../analysis.ts";
import { requestLabel } from "../support/label.ts";
import { LineIndex } from "../support/lineIndex.ts";
import { sectionsOfRequests } from "../support/section.ts";

/** A request of a file as a list over many files shows it. */
export interface RequestName {
  readonly name: string;
  readonly detail: string;
  /** Of the request line, or of what stands in its place. Zero-based. */
  readonly line: number;
}

/** The requests of a file's text, in their order. Only their heads are looked at. */
export function requestNames(text: string): readonly RequestName[] {
  const lines = new LineIndex(text);
  return sectionsOfRequests(analyze(text)).flatMap((section) => {
    const label = requestLabel(section);
    const first = section.line ?? section.message?.request.first;
    return label && first ? [{ ...label, line: lines.lineAt(section.start + first.start) }] : [];
  });
}
