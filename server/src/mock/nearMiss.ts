import * as l10n from "@vscode/l10n";
import { slice } from "../text/span.ts";
import { conditionScope, type NewSending, type ServedFile, takenOf } from "./choice.ts";
import { holds } from "./conditions.ts";
import type { Condition } from "./directives/condition.ts";
import type { FileResponse } from "./mockFile.ts";
import type { ReceivedRequest } from "./receivedRequest.ts";

/** A response that doesn't match. */
interface Miss {
  readonly response: FileResponse;
  /** The number of its conditions that hold. */
  readonly held: number;
  /** The first that doesn't hold; undefined if all hold, but it was sent as often as `# @times` allows, or has no row. */
  readonly failed: Condition | undefined;
  readonly isUsedUp: boolean;
}

/** A sentence about why no response matches, with the one with the most conditions that hold; undefined if there is no response. */
export function nearMiss(
  files: readonly ServedFile[],
  request: ReceivedRequest,
  newSending: NewSending,
): string | undefined {
  const misses = files.flatMap((file) =>
    file.read.responses.map((response, index) => missOf(file, index, response, request, newSending)),
  );
  const most = misses.reduce((best, { held }) => Math.max(best, held), 0);
  if (most === 0 && misses.length > 1) return l10n.t("No response matches: no condition of any response holds.");
  const closest = misses.find(({ held }) => held === most);
  return closest && textOf(closest, request);
}

function missOf(
  file: ServedFile,
  index: number,
  response: FileResponse,
  request: ReceivedRequest,
  newSending: NewSending,
): Miss {
  const { conditions, times } = response.directives;
  const scope = conditionScope(file, response, request, newSending);
  const failed = conditions.filter((one) => !holds(one, request, scope));
  const isUsedUp = times !== undefined && takenOf(file, index) >= times;
  return { response, held: conditions.length - failed.length, failed: failed[0], isUsedUp };
}

function textOf({ response, failed, isUsedUp }: Miss, request: ReceivedRequest): string {
  const { name, segment, directives } = response;
  if (failed) {
    const why = failed.kind === "body path" ? request.whyFailed(failed.path) : undefined;
    const condition = slice(segment.text, failed);
    return why === undefined
      ? l10n.t("No response matches. {0} is the closest, but {1} doesn't hold.", name, condition)
      : l10n.t("No response matches. {0} is the closest, but {1} can't be evaluated: {2}", name, condition, why);
  }
  return isUsedUp
    ? l10n.t("No response matches. {0} is the closest, but it was already sent as often as its @times allows.", name)
    : l10n.t("No response matches. {0} is the closest, but {1} has no row for it.", name, directives.data?.file ?? "");
}
