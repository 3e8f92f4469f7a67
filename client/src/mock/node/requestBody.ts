import * as l10n from "@vscode/l10n";
import { decode, maxCodings, unsupported } from "../../transport/node/decoder.ts";
import type { Refusal } from "../responses.ts";

/** A bomb takes up to the limit of memory while it is decoded, so only a few are decoded at the same time. */
const maxDecoding = 4;

/** Why a body with these content codings can't be read, if it can't. */
export function undecodable(codings: readonly string[]): Refusal | undefined {
  const unknown = codings.find((coding) => unsupported(coding) !== undefined);
  if (unknown === undefined && codings.length <= maxCodings) return undefined;
  const problem =
    unknown === undefined
      ? l10n.t("The body has more than {0} content codings.", maxCodings)
      : l10n.t("Content-Encoding: {0} is unknown. Use gzip, deflate or br.", unknown);
  return { status: 415, problem };
}

/** Resolves with a body without its content codings, or with why it can't be decoded. Stops at the limit. */
export async function decoded(
  body: Uint8Array,
  codings: readonly string[],
  limit: number,
): Promise<Uint8Array | Refusal> {
  await place();
  try {
    let bytes = body;
    for (const coding of codings.toReversed()) {
      const step = await decode(bytes, coding, limit);
      if (step.problem) return { status: 400, problem: l10n.t("The body isn't valid {0}.", coding) };
      if (step.tooLarge) return { status: 413, problem: l10n.t("The decoded body is larger than {0} bytes.", limit) };
      bytes = step.bytes;
    }
    return bytes;
  } finally {
    free();
  }
}

let decoding = 0;
const waiting: (() => void)[] = [];

async function place(): Promise<void> {
  if (decoding >= maxDecoding) await new Promise<void>((resolve) => waiting.push(resolve));
  else decoding++;
}

function free(): void {
  const next = waiting.shift();
  if (next) next();
  else decoding--;
}
