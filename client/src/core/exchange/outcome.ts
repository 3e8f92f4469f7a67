import * as l10n from "@vscode/l10n";
import type { SendResult } from "../../transport/result.ts";
import { failureLabel } from "../failures/failures.ts";
import { isDamaged } from "./contentCoding.ts";
import { statusOf } from "./details.ts";
import { responseOf } from "./exchange.ts";

export interface ShortResult {
  readonly kind: SendResult["kind"];
  /** Status such as `200 OK`; undefined if no header section was received. */
  readonly status: string | undefined;
  readonly damaged: boolean;
}

export type Grade = "good" | "warning" | "error" | "cancelled";

export function shortResult(result: SendResult): ShortResult {
  const response = responseOf(result);
  const status = response === undefined || response.status === 0 ? undefined : statusOf(response);
  return { kind: result.kind, status, damaged: isDamaged(result) };
}

/** Returns the outcome as text, such as `200 OK`, `Connection Refused`, or `200 OK, Cut Off`. */
export function outcomeText({ kind, status, damaged }: ShortResult): string {
  const failed = kind !== "response" ? failureLabel(kind) : damaged ? l10n.t("Not Decoded") : "";
  return [status ?? "", failed].filter((part) => part !== "").join(", ") || l10n.t("Response");
}

/** `error`: no complete response, or a status of 400 or more; `warning`: a redirect, or a body that couldn't be decoded. */
export function gradeOf({ kind, status, damaged }: ShortResult): Grade {
  if (kind === "cancelled") return "cancelled";
  if (kind !== "response") return kind === "redirect" || kind === "redirect-hidden" ? "warning" : "error";
  const code = Number.parseInt(status ?? "200", 10);
  if (code >= 400) return "error";
  return damaged || code >= 300 ? "warning" : "good";
}
