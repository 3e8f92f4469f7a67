import * as l10n from "@vscode/l10n";
import type { MissedResponse } from "../protocol/served.ts";
import { slice } from "../text/span.ts";
import { conditionScope, type NewSending, type ServedFile, takenOf } from "./choice.ts";
import { holds } from "./conditions.ts";
import type { Condition } from "./directives/condition.ts";
import type { FileResponse } from "./mockFile.ts";
import type { ReceivedRequest } from "./receivedRequest.ts";

interface Miss {
  readonly response: FileResponse;
  /** The number of its conditions that hold. */
  readonly held: number;
  /** The conditions that don't hold. Empty if all hold, but the response reached the limit of `# @times` or has no row. */
  readonly failed: readonly Condition[];
  readonly isUsedUp: boolean;
}

/** Maximum responses whose conditions are listed. */
const maxListed = 100;

/** The first responses of the files, each with its conditions and whether they hold for a request. */
export function missedResponses(
  files: readonly ServedFile[],
  request: ReceivedRequest,
  newSending: NewSending,
): readonly MissedResponse[] {
  return missesOf(files, request, newSending)
    .slice(0, maxListed)
    .map(({ response: { name, segment, directives }, failed, isUsedUp }) => {
      const { conditions, times, data, chance } = directives;
      const isLeftOut = failed.length === 0 && !isUsedUp;
      return {
        name,
        checks: [
          ...conditions.map((one) => ({ text: `@when ${slice(segment.text, one)}`, holds: !failed.includes(one) })),
          ...(times === undefined ? [] : [{ text: `@times ${times}`, holds: !isUsedUp }]),
          ...(data && isLeftOut ? [{ text: `@data ${data.file}`, holds: false }] : []),
          ...(chance !== undefined && isLeftOut && !data ? [{ text: `@chance ${chance.text}`, holds: false }] : []),
        ],
      };
    });
}

function missesOf(files: readonly ServedFile[], request: ReceivedRequest, newSending: NewSending): readonly Miss[] {
  return files.flatMap((file) =>
    file.read.responses.map((response, index) => missOf(file, index, response, request, newSending)),
  );
}

/** Why no response matches, by the response with the most conditions that hold; undefined if there is no response. */
export function nearMiss(
  files: readonly ServedFile[],
  request: ReceivedRequest,
  newSending: NewSending,
): string | undefined {
  const misses = missesOf(files, request, newSending);
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
  return { response, held: conditions.length - failed.length, failed, isUsedUp };
}

function textOf({ response, failed: [failed], isUsedUp }: Miss, request: ReceivedRequest): string {
  const { name, segment, directives } = response;
  if (failed?.kind === "signature") {
    const why = request.signatureProblems?.join(" ") ?? "";
    const condition = slice(segment.text, failed);
    return l10n.t("No response matches. {0} is the closest, but {1} doesn't hold. {2}", name, condition, why);
  }
  if (failed) {
    const why = failed.kind === "body path" ? request.whyFailed(failed.path) : undefined;
    const condition = slice(segment.text, failed);
    return why === undefined
      ? l10n.t("No response matches. {0} is the closest, but {1} doesn't hold.", name, condition)
      : l10n.t("No response matches. {0} is the closest, but {1} can't be evaluated: {2}", name, condition, why);
  }
  if (!isUsedUp && !directives.data)
    return l10n.t("No response matches. {0} matches, but its @chance left it out.", name);
  return isUsedUp
    ? l10n.t("No response matches. {0} is the closest, but it was already sent as often as its @times allows.", name)
    : l10n.t("No response matches. {0} is the closest, but {1} has no row for it.", name, directives.data?.file ?? "");
}
