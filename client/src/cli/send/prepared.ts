import { randomUUID } from "node:crypto";
import { realpathSync } from "node:fs";
import { dirname, resolve, sep } from "node:path";
import { fileURLToPath } from "node:url";
import * as l10n from "@vscode/l10n";
import { type Finding, outgoingOf, sendingDirectives } from "../../../../server/src/languageService.ts";
import { transportRequest } from "../../core/exchange/transportRequest.ts";
import { isWithin } from "../../core/text/paths.ts";
import type { SendOptions, TransportRequest } from "../../transport/transport.ts";
import type { ChosenRequest } from "./chosen.ts";
import { type CommandSecrets, variableOf } from "./secrets.ts";
import type { SendCommand } from "./usage.ts";

/** A request with the bytes that will be sent. */
export interface PreparedRequest extends ChosenRequest {
  readonly kind: "prepared";
  readonly outgoing: TransportRequest;
  readonly soapVersion: "1.1" | "1.2" | undefined;
  /** Milliseconds. */
  readonly timeout: number;
  readonly redirects: SendOptions["redirects"];
  /** Where what is sent differs from the file, in words; the transport adds what it changes. */
  readonly changes: readonly string[];
  /** Values in it that are not to be shown in words about it. */
  readonly secrets: readonly string[];
}

/** Why a request is not sent: what is found in it, and a sentence. */
export interface Unsent {
  readonly kind: "unsent";
  readonly findings: readonly Finding[];
  readonly why: string;
  /** Values that the findings may name and that are not to be shown. */
  readonly secrets: readonly string[];
}

export async function prepare(
  chosen: ChosenRequest,
  command: SendCommand,
  secrets: CommandSecrets,
  cwd: string,
): Promise<PreparedRequest | Unsent> {
  const { request, analysis } = chosen;
  const sending = { now: new Date(), guid: () => randomUUID(), random: Math.random, secret: secrets.get };
  let made = outgoingOf(analysis, request, sending);
  if (made.kind === "secrets") {
    const missing = await secrets.ask(made.wanted);
    if (missing !== undefined) return unsent(unknownSecret(missing));
    made = outgoingOf(analysis, request, sending);
  }
  if (made.kind !== "message") {
    const { problems, secrets: values } = made.kind === "unsendable" ? made : { problems: [], secrets: [] };
    return unsent(l10n.t("it can't be sent, not even with --as-written"), problems, values);
  }
  // Before the errors, which quote the file.
  const { bodyFile } = made.outgoing;
  const outside = bodyFile === undefined ? undefined : outsideFile(bodyFile, chosen.file, cwd);
  if (outside !== undefined && !command.allowOutside) {
    return unsent(
      l10n.t(
        "its body {0} is outside of the current folder and this file's folder; use --allow-outside to send it",
        outside,
      ),
    );
  }
  const { errors } = made;
  if (errors.length > 0 && !command.asWritten) {
    return unsent(l10n.t("it has errors; use --as-written to send it anyway"), errors, made.secrets);
  }
  const { note, timeout, redirects } = sendingDirectives(request);
  if (note !== undefined && !command.yes) {
    return unsent(l10n.t("it requires confirmation: {0}. Use --yes to confirm", note));
  }
  const { address, body, changes, ...parts } = made.outgoing;
  return {
    ...chosen,
    kind: "prepared",
    outgoing: transportRequest({ ...parts, ...address }, body),
    soapVersion: made.soapVersion,
    timeout: limited(timeout ?? command.timeout * 1000),
    redirects: redirects ? followed[command.follow] : "never",
    changes,
    secrets: made.secrets,
  };
}

function unsent(why: string, findings: readonly Finding[] = [], secrets: readonly string[] = []): Unsent {
  return { kind: "unsent", findings, why, secrets };
}

const followed = { never: "never", "same-origin": "sameOrigin", always: "always" } as const;

function unknownSecret(name: string): string {
  return l10n.t("its secret {0} is missing; set the environment variable {1}", name, variableOf(name));
}

/** The longest that a timer can wait, 24 days, stands for no limit. */
function limited(milliseconds: number): number {
  const longest = 2 ** 31 - 1;
  return milliseconds > 0 && milliseconds < longest ? milliseconds : longest;
}

/**
 * Where a body file lies in truth, symbolic links resolved, that is outside of the current folder and of that of the
 * file that names it. Undefined: it lies inside.
 * @param named the file that names it, as the user has given it
 */
function outsideFile(bodyFile: string, named: string, cwd: string): string | undefined {
  const file = realPath(fileURLToPath(bodyFile));
  const folders = [cwd, dirname(resolve(cwd, named))].map(realPath);
  return folders.some((folder) => isWithin(file, folder, sep)) ? undefined : file;
}

function realPath(path: string): string {
  try {
    return realpathSync.native(path);
  } catch {
    return path;
  }
}
