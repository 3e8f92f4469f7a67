import * as vscode from "vscode";
import {
  FixAllRequest,
  type GivenValue,
  type NeededRequest,
  type OutgoingMessage,
  type OutgoingParams,
  OutgoingRequest,
  type ResponseRows,
  type SendingTurn,
  type StandingProblem,
} from "../../../../server/src/protocol/protocol.ts";
import type { CookieJar } from "../../core/run/cookies.ts";
import type { SendingTurns } from "../../core/run/flow.ts";
import {
  type PreparationHost,
  prepareMessage,
  type Remedy,
  type SendQuestions,
  type Supplied,
} from "../../core/sending/prepare.ts";
import type { EditorParts } from "../editor/editorParts.ts";
import { applyEdits, toEditorEdits, toEditorRange } from "../editor/positions.ts";
import { showError } from "../editor/ui.ts";
import type { TestSending } from "../evaluation/evaluations.ts";
import { foldersOf, outsideOf } from "../trust/outsideFile.ts";
import type { KnownSecrets, SecretVariables } from "../trust/secretVariables.ts";
import type { Callback } from "./callbacks.ts";
import type { RunningRequest, RunningRequests } from "./runningRequests.ts";
import { sendSettings } from "./settings.ts";

export interface PreparationParts extends EditorParts {
  readonly runningRequests: RunningRequests;
  readonly secrets: SecretVariables;
}

export interface SendHow {
  /** When the response is shown: by default always; `onFailure`: only if it isn't as expected. */
  readonly show?: "never" | "onFailure";
  readonly signal?: AbortSignal;
  readonly questions?: SendQuestions;
  readonly test?: TestSending;
  /** The values of the row that the request is sent for, if no run has them. */
  readonly row?: Readonly<Record<string, GivenValue>>;
  /** The listener that receives the callbacks of the request's file. */
  readonly callback?: Callback | undefined;
  /** The addresses of callbacks, if no run has them. */
  readonly callbackValues?: OutgoingParams["callback"];
  /** The number of this sending among several; by default, the request is sent once. */
  readonly turn?: SendingTurn;
  /** Counts how often requests were sent before, for the request that needs or renews them. */
  readonly turns?: SendingTurns<string>;
  /** The values of `{{$secret name}}` that are already known. */
  readonly secrets?: KnownSecrets;
  /** Cookies that are used instead of the window's. */
  readonly cookies?: CookieJar | undefined;
}

export interface FoundRequest {
  readonly document: vscode.TextDocument;
  readonly label: string;
  readonly running: RunningRequest;
  readonly how: SendHow;
  /** Sends a request that this one needs, and resolves with why it did not succeed. */
  readonly sendNeeded: (request: NeededRequest) => Promise<string | undefined>;
}

/** The message after the user's decisions, or its rows. Undefined: it will not be sent, and the user knows why. */
export async function prepareInEditor(
  parts: PreparationParts,
  request: FoundRequest,
): Promise<OutgoingMessage | ResponseRows | undefined> {
  const { document, running } = request;
  const prepared = await prepareMessage(new Preparation(parts, request));
  if (prepared.kind === "show") await showProblem(document, prepared.problem);
  if (prepared.kind === "refused") showRefusal(document, prepared.problems);
  if (prepared.kind === "cycle") void showError(prepared.why);
  if (running.signal.aborted) return undefined;
  if (prepared.kind === "rows") return prepared;
  return prepared.kind === "ready" ? prepared.message : undefined;
}

class Preparation implements PreparationHost {
  readonly label: string;
  readonly questions: SendQuestions;
  readonly withErrors: PreparationHost["withErrors"];
  readonly #parts: PreparationParts;
  readonly #request: FoundRequest;
  /** The needed requests that were sent. */
  readonly #sent = new Set<string>();

  constructor(parts: PreparationParts, request: FoundRequest) {
    const { document, label, how } = request;
    const { withErrors } = sendSettings(document.uri);
    this.label = label;
    this.questions = how.questions ?? parts.questions();
    // The result of a test says why its request isn't sent.
    this.withErrors = how.test && withErrors === "refuse" ? "ask" : withErrors;
    this.#parts = parts;
    this.#request = request;
  }

  async outgoing(): Promise<Supplied> {
    const { secrets, server } = this.#parts;
    const { signal, isResponse } = this.#request.running;
    const { test, row = "wanted", turn, callbackValues: callback, secrets: knownSecrets } = this.#request.how;
    // After canceling, the user is asked nothing.
    if (signal.aborted) return undefined;
    return secrets.supply(
      async (given) => {
        const place = this.#place();
        if (place === undefined) return { kind: "none" };
        const { run: id = "", values = {}, imports = {}, environment } = test ?? {};
        const run = test && { id, values, imports, environment };
        const wanted = run ? undefined : row;
        const result = await server.request(OutgoingRequest, {
          ...place,
          secrets: given,
          run,
          row: wanted,
          callback,
          isResponse,
          turn,
        });
        return signal.aborted ? { kind: "none" } : result;
      },
      knownSecrets,
      this.questions.noToken,
    );
  }

  async fix(): Promise<void> {
    const document = this.#request.document;
    const place = this.#place();
    if (place === undefined) return;
    const { version, edits } = await this.#parts.server.request(FixAllRequest, place);
    if (version !== document.version || edits.length === 0) return;
    await applyEdits(document.uri, toEditorEdits(edits));
  }

  async remedy(how: Remedy, problems: readonly StandingProblem[]): Promise<boolean> {
    const document = this.#request.document;
    if (how === "environment") {
      await vscode.window.showTextDocument(document);
      return (await vscode.commands.executeCommand<boolean | undefined>("soaphttp.chooseEnvironment")) === true;
    }
    const name = problems.find(({ undefinedName }) => undefinedName !== undefined)?.undefinedName;
    const value = name && (await this.#parts.questions().variable(name));
    const place = this.#place();
    if (name === undefined || value === undefined || place === undefined) return false;
    const text = value === "" ? `{{$secret ${name}}}` : value;
    const lineBreak = document.eol === vscode.EndOfLine.CRLF ? "\r\n" : "\n";
    const definition = `@${name} = ${text}${lineBreak}`;
    return applyEdits(document.uri, [vscode.TextEdit.insert(new vscode.Position(place.line, 0), definition)]);
  }

  /** Sends the first of the needed requests. Afterwards, others may be missing. */
  async sendNeeded(requests: readonly NeededRequest[]): Promise<boolean> {
    const [first] = requests;
    if (first === undefined) return false;
    const names = requests.map(({ name }) => name);
    if (this.#sent.size === 0 && !(await this.questions.needs(names, this.label))) return false;
    const { name, line, uri = "" } = first;
    // After an edit, a request that was just sent may be missing again.
    const key = `${uri} ${line} ${name}`;
    const why = this.#sent.has(key) ? vscode.l10n.t("it was edited meanwhile") : await this.#request.sendNeeded(first);
    this.#sent.add(key);
    if (why === undefined) return true;
    void showError(
      vscode.l10n.t(
        "{0} was not sent, because {1} did not succeed ({2}). Correct {1}, or add # @expect for the response that it should get.",
        ...[this.label, name, why],
      ),
    );
    return false;
  }

  async outsideFiles({ bodyFiles = [] }: OutgoingMessage): Promise<readonly string[]> {
    const { uri: document } = this.#request.document;
    const { realPath } = this.#parts.host;
    const real = (uri: string) => outsideOf(vscode.Uri.parse(uri), foldersOf(document), realPath);
    const outside = await Promise.all(bodyFiles.map(real));
    return [...new Set(outside.flatMap((file) => file?.fsPath ?? []))];
  }

  /** Returns the current place of the request; undefined if it was deleted or canceled. */
  #place(): { readonly uri: string; readonly line: number } | undefined {
    const { id, uri } = this.#request.running;
    const line = this.#parts.runningRequests.lineOf(id);
    return line === undefined ? undefined : { uri, line };
  }
}

async function showProblem(document: vscode.TextDocument, { range }: StandingProblem): Promise<void> {
  await vscode.window.showTextDocument(document, { selection: toEditorRange(range) });
}

/** Shows why a request with errors isn't sent, without waiting until the notification is closed. */
function showRefusal(document: vscode.TextDocument, [first]: readonly StandingProblem[]): void {
  if (first === undefined) return;
  const show = vscode.l10n.t("Show");
  const text = vscode.l10n.t(
    "Not sent, because the request has errors (setting soaphttp.send.withErrors). Line {0}: {1}",
    first.range.start.line + 1,
    first.message,
  );
  void showError(text, show).then((chosen) => (chosen === show ? showProblem(document, first) : undefined));
}
