import type { Severity } from "../../../../server/src/languageService.ts";

/** From the mildest on. */
export const severities: readonly Severity[] = ["hint", "information", "warning", "error"];

/** The most severe finding that is tolerated. `none`: not one is. */
export type Tolerated = Severity | "none";

export function exceeds(severity: Severity, tolerated: Tolerated): boolean {
  return tolerated === "none" || severities.indexOf(severity) > severities.indexOf(tolerated);
}
