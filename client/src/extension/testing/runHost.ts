import * as vscode from "vscode";
import type {
  GivenValue,
  PlacedRequest,
  RunRequest,
  StandingProblem,
} from "../../../../server/src/protocol/protocol.ts";
import { fromBase64 } from "../../../../server/src/text/base64.ts";
import { largestFile } from "../../../../server/src/text/limits.ts";
import { movedLine } from "../../core/exchange/movedLine.ts";
import { dataRows, rowLines } from "../../core/run/dataRows.ts";
import { receivedOf } from "../../core/run/received.ts";
import type { DataRow, RunAttempt } from "../../core/run/results.ts";
import type { RunHost } from "../../core/run/run.ts";
import { pause } from "../../core/run/run.ts";
import type { SendQuestions } from "../../core/sending/prepare.ts";
import { errorText } from "../editor/commands.ts";
import type { Host } from "../editor/host.ts";
import type { SendHow } from "../send/preparation.ts";
import type { Sender, Sent } from "../send/sender.ts";
import { foldersOf } from "../trust/outsideFile.ts";
import { readWorkspaceFile } from "../trust/readFiles.ts";

export interface RunParts {
  readonly host: Host;
  readonly sender: Sender;
  readonly document: vscode.TextDocument;
  readonly requests: readonly PlacedRequest[];
  /** The id of the run of this file. */
  readonly run: string;
  /** The id of the run of all files. */
  readonly listedUnder: string;
  /** Those of all files of a run, which ask each question once. */
  readonly questions: SendQuestions;
  readonly secrets: NonNullable<SendHow["secrets"]>;
  /** The numbers of the rows to send, from 1; undefined: all of them. */
  readonly rowsOf: (request: RunRequest) => ReadonlySet<number> | undefined;
}

/** A row of a data file, and where it is. */
export interface PlacedRow {
  /** From 1. */
  readonly number: number;
  readonly place: vscode.Location;
}

/** Sends the requests of one file as Send Request does. */
export class EditorHost implements RunHost<Sent>, vscode.Disposable {
  readonly #parts: RunParts;
  /** The current request line of each request; undefined if it was deleted. */
  #lines: readonly (number | undefined)[];
  readonly #following: vscode.Disposable;
  /** The indexes of the rows that are sent; undefined if all are. */
  readonly #numbers = new Map<number, readonly number[]>();
  /** The zero-based lines of all rows, by the ids of their requests. */
  readonly #rowLines = new Map<number, readonly number[]>();

  constructor(parts: RunParts) {
    this.#parts = parts;
    this.#lines = parts.requests.map(({ line }) => line.start.line);
    const uri = parts.document.uri.toString();
    this.#following = vscode.workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
      if (document.uri.toString() !== uri) return;
      this.#lines = this.#lines.map((line) => contentChanges.reduce(movedLine, line));
    });
  }

  now(): number {
    return performance.now();
  }

  wait(milliseconds: number, signal: AbortSignal): Promise<void> {
    return pause(milliseconds, signal);
  }

  async rows(request: RunRequest): Promise<readonly DataRow[] | string> {
    const { host, document, requests, rowsOf } = this.#parts;
    const { data = "" } = request;
    const dataUri = requests[request.id]?.dataUri;
    if (dataUri === undefined) return vscode.l10n.t("{0} doesn't exist.", data);
    const file = await readWorkspaceFile(dataUri, largestFile, host, foldersOf(document.uri));
    const read = file.kind === "bytes" ? { ...file, bytes: fromBase64(file.bytes) } : file;
    const rows = dataRows(data, read);
    if (typeof rows !== "string" && read.kind === "bytes") this.#rowLines.set(request.id, rowLines(data, read.bytes));
    const chosen = rowsOf(request);
    if (typeof rows === "string" || chosen === undefined) return rows;
    const numbers = rows.map((_, index) => index + 1).filter((number) => chosen.has(number));
    this.#numbers.set(request.id, numbers);
    return rows.filter((_, index) => chosen.has(index + 1));
  }

  /** A row in its file, for the number of the row in the run. */
  rowOf({ id }: RunRequest, row: number | undefined): PlacedRow | undefined {
    const { dataUri } = this.#parts.requests[id] ?? {};
    if (row === undefined || dataUri === undefined) return undefined;
    const number = this.#numbers.get(id)?.[row - 1] ?? row;
    const start = new vscode.Position(this.#rowLines.get(id)?.[number - 1] ?? 0, 0);
    return { number, place: new vscode.Location(vscode.Uri.parse(dataUri), start) };
  }

  async attempt(
    request: RunRequest,
    values: ReadonlyMap<string, GivenValue>,
    signal: AbortSignal,
  ): Promise<RunAttempt<Sent>> {
    const { sender, document, run, listedUnder, secrets } = this.#parts;
    const line = this.#lines[request.id];
    if (line === undefined) return { kind: "unsent", why: vscode.l10n.t("It is no longer in the file.") };
    const questions = new RunQuestions(this.#parts.questions);
    const test = { run, listedUnder, values: Object.fromEntries(values), isTest: request.isTest };
    try {
      const sent = await sender.send(document, line, { show: "never", signal, questions, secrets, test });
      if (sent && (sent.evaluation || !signal.aborted)) return this.#attempted(sent);
      if (signal.aborted) return { kind: "cancelled" };
      return { kind: "unsent", why: questions.why ?? vscode.l10n.t("It was not sent.") };
    } catch (error) {
      return { kind: "unsent", why: errorText(error) };
    }
  }

  dispose(): void {
    this.#following.dispose();
  }

  #attempted(sent: Sent): RunAttempt<Sent> {
    const { exchange, evaluation } = sent;
    const received = receivedOf(exchange.result, this.#parts.host.kind);
    if (received.kind === "cancelled") return received;
    if (received.kind === "failed") return { kind: "noResponse", exchange: sent, why: received.why };
    if (evaluation?.range === undefined) {
      const why = vscode.l10n.t("Its expectations can't be evaluated, because it is no longer in the file.");
      return { kind: "noResponse", exchange: sent, why };
    }
    const results = evaluation.results.map(({ range: _, ...one }) => ({ ...one, at: undefined }));
    const set = new Map(Object.entries(evaluation.set));
    return { kind: "complete", exchange: sent, results, set, note: received.note };
  }
}

/** Requests with errors are not sent. Other questions are asked. */
class RunQuestions implements SendQuestions {
  readonly #questions: SendQuestions;
  /** Why the request isn't sent, if it has errors. */
  why: string | undefined;

  constructor(questions: SendQuestions) {
    this.#questions = questions;
  }

  async standingErrors(problems: readonly StandingProblem[]): Promise<"cancel"> {
    return this.#refuse(problems);
  }

  async unsendable(problems: readonly StandingProblem[]): Promise<"cancel"> {
    return this.#refuse(problems);
  }

  async needs(): Promise<boolean> {
    return false;
  }

  note(text: string, request: string): Promise<boolean> {
    return this.#questions.note(text, request);
  }

  outsideFile(path: string, to: string, request: string): Promise<boolean> {
    return this.#questions.outsideFile(path, to, request);
  }

  #refuse(problems: readonly StandingProblem[]): "cancel" {
    const lines = problems.map(({ range, message }) => vscode.l10n.t("Line {0}: {1}", range.start.line + 1, message));
    this.why = [...lines, vscode.l10n.t("It was not sent, because it has errors.")].join("\n");
    return "cancel";
  }
}
