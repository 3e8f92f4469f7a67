import * as l10n from "@vscode/l10n";
import type { Failure } from "../../transport/result.ts";
import { hexLines } from "../text/hex.ts";

/** As many as are shown of what is no response. */
const shownBytes = 1024;

/** What came where it is no response, or not yet one, byte by byte under a heading. Offsets count from the first that came. */
export function evidenceLines(failure: Failure): readonly string[] {
  const { bytes, at } = evidenceOf(failure);
  return bytes.length === 0 ? [] : [l10n.t("Received, from byte {0}", at), ...hexLines(bytes, at)];
}

function evidenceOf(failure: Failure): { readonly bytes: Uint8Array; readonly at: number } {
  if (failure.kind === "protocol") return failure;
  const received = failure.partial === undefined ? failure.wire?.received.subarray(0, shownBytes) : undefined;
  const bytes = failure.kind === "truncated" ? (failure.bytes ?? received) : received;
  return { bytes: bytes ?? new Uint8Array(0), at: 0 };
}
