import * as vscode from "vscode";
import {
  type DataSource,
  EndRunNotification,
  type FileData,
  type FlowState,
  type GivenValue,
  type ImportedNeed,
  OutgoingRequest,
  type OutgoingRun,
  type PlacedRequest,
  type Receiving,
  type RowSource,
  type RunRequest,
  type Saved,
  type SendingTurn,
  type StandingProblem,
  TestsRequest,
} from "../../../../server/src/protocol/protocol.ts";
import { needsValues } from "../../../../server/src/text/needsValues.ts";
import { movedLine } from "../../core/exchange/movedLine.ts";
import type { CookieJar } from "../../core/run/cookies.ts";
import { fileRows } from "../../core/run/fileRows.ts";
import { pause, rowsOf } from "../../core/run/flow.ts";
import type { Listening } from "../../core/run/listener.ts";
import type { DataRow, FileRow, RunAttempt } from "../../core/run/results.ts";
import { FileRun, type ImportedRun, type RunHost } from "../../core/run/run.ts";
import type { SendQuestions } from "../../core/sending/prepare.ts";
import { errorText } from "../editor/commands.ts";
import type { Host } from "../editor/host.ts";
import type { LanguageServer } from "../editor/languageServer.ts";
import type { FileMocks } from "../mock/fileMocks.ts";
import { type EditorListener, startListener } from "../send/callbacks.ts";
import type { SendHow } from "../send/preparation.ts";
import type { Sender } from "../send/sender.ts";
import { attemptOf, type Sent } from "../send/sent.ts";
import { readDataRows } from "./dataRows.ts";
import type { ImportedRuns } from "./importedRuns.ts";

export interface RunParts {
  readonly host: Host;
  readonly server: LanguageServer;
  readonly sender: Sender;
  readonly document: vscode.TextDocument;
  readonly requests: readonly PlacedRequest[];
  /** The id of the run of this file. */
  readonly run: string;
  /** The row or the importing file that the file is run for, besides its own tests. */
  readonly use: readonly string[];
  /** The id of the run of all files. */
  readonly listedUnder: string;
  /** The questions for all files of a run, each of which is asked once. */
  readonly questions: SendQuestions;
  readonly secrets: NonNullable<SendHow["secrets"]>;
  /** The runs of imported files, for all files of a run. */
  readonly imported: ImportedRuns;
  readonly environment?: string;
  /** Cookies that are used instead of the window's. */
  readonly cookies?: CookieJar;
  /** The numbers of the rows to send, from 1; undefined: all of them. */
  readonly rowsOf: (request: RunRequest) => ReadonlySet<number> | undefined;
}

/** A row, and its place: in its data file, or at its request. */
export interface PlacedRow {
  /** Number of the row, counted from 1. */
  readonly number: number;
  readonly place: vscode.Location;
}

interface PlacedFileRow extends FileRow {
  readonly place: vscode.Location;
}

/** Sends the requests of one file as Send Request does. */
export class EditorHost implements RunHost<Sent>, vscode.Disposable {
  readonly #parts: RunParts;
  /** The current request line of each request; undefined if it was deleted. */
  #lines: readonly (number | undefined)[];
  readonly #imports: Record<string, string> = {};
  /** The runs of files that are imported for this run alone. */
  readonly #own: ImportedRuns;
  readonly #following: vscode.Disposable;
  /** The indexes of the rows that are sent; undefined if all are. */
  readonly #numbers = new Map<number, readonly number[]>();
  /** The zero-based lines of all rows, by the ids of their requests. */
  readonly #rowLines = new Map<number, readonly number[]>();
  #listener: EditorListener | undefined;

  constructor(parts: RunParts) {
    this.#parts = parts;
    this.#lines = parts.requests.map(({ line }) => line.start.line);
    this.#own = parts.imported.more();
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

  async save(_request: RunRequest, file: Saved): Promise<string | undefined> {
    // Two environments are compared, and both sides would write the same file.
    if (this.#parts.environment !== undefined) return undefined;
    return this.#parts.sender.save(this.#parts.document.uri, file);
  }

  async rows(
    request: RunRequest,
    source: RowSource,
    values: ReadonlyMap<string, GivenValue>,
  ): Promise<readonly DataRow[] | string> {
    const rows = source.kind === "file" ? await this.#fileRows(request, source) : await this.#values(request, values);
    const chosen = this.#parts.rowsOf(request);
    if (typeof rows === "string" || chosen === undefined) return rows;
    const numbers = rows.map((_, index) => index + 1).filter((number) => chosen.has(number));
    this.#numbers.set(request.id, numbers);
    return rows.filter((_, index) => chosen.has(index + 1));
  }

  /** The rows that are the values of another response of this run. */
  async #values({ id }: RunRequest, values: ReadonlyMap<string, GivenValue>): Promise<readonly DataRow[] | string> {
    const { server, document } = this.#parts;
    const line = this.#lines[id];
    if (line === undefined) return vscode.l10n.t("It is no longer in the file.");
    const params = { uri: document.uri.toString(), line, run: this.#runWith(values), row: "wanted" } as const;
    const result = await server.request(OutgoingRequest, params);
    return result.kind === "rows" ? rowsOf(result) : vscode.l10n.t("It was edited meanwhile.");
  }

  async #fileRows({ id }: RunRequest, data: DataSource): Promise<readonly DataRow[] | string> {
    const { document, requests } = this.#parts;
    const { rows, lines } = await readDataRows(data, requests[id]?.dataUri, document.uri, this.#parts);
    this.#rowLines.set(id, lines);
    return rows;
  }

  /** The rows that the whole file is run for, and the place of each; or a sentence about why they can't be read. */
  async rowsOfFile(data: FileData, uri = ""): Promise<readonly PlacedFileRow[] | string> {
    const read = await readDataRows(data, uri || undefined, this.#parts.document.uri, this.#parts);
    const { lines } = read;
    const rows = fileRows(data, read.rows);
    if (typeof rows === "string") return rows;
    const placeOf = (number: number) =>
      new vscode.Location(vscode.Uri.parse(uri), new vscode.Position(lines[number - 1] ?? 0, 0));
    return rows.map((row) => ({ ...row, place: placeOf(row.number) }));
  }

  /** A row in its file, for the number of the row in the run. */
  rowOf({ id }: RunRequest, row: number | undefined): PlacedRow | undefined {
    const { dataUri } = this.#parts.requests[id] ?? {};
    if (row === undefined) return undefined;
    const number = this.#numberOf({ id }, row);
    // The values of a response are at their request.
    const own = new vscode.Position(this.#lines[id] ?? 0, 0);
    if (dataUri === undefined) return { number, place: new vscode.Location(this.#parts.document.uri, own) };
    const start = new vscode.Position(this.#rowLines.get(id)?.[number - 1] ?? 0, 0);
    return { number, place: new vscode.Location(vscode.Uri.parse(dataUri), start) };
  }

  /** The number of a row in its file, for its number in the run. */
  #numberOf<Row extends number | undefined>({ id }: Pick<RunRequest, "id">, row: Row): number | Row {
    return this.#numbers.get(id)?.[(row ?? 0) - 1] ?? row;
  }

  async skipped({ id }: RunRequest, values: ReadonlyMap<string, GivenValue>): Promise<boolean | string> {
    const { sender, document, secrets } = this.#parts;
    const line = this.#lines[id];
    if (line === undefined) return vscode.l10n.t("It is no longer in the file.");
    return sender.skipped(document, line, this.#runWith(values), secrets);
  }

  #runWith(values: ReadonlyMap<string, GivenValue>): OutgoingRun {
    const { run: id, environment } = this.#parts;
    return { id, values: Object.fromEntries(values), imports: this.#imports, environment };
  }

  async imported(_: RunRequest, { uri, alias, name, given, each }: ImportedNeed): Promise<ImportedRun<Sent> | string> {
    if (given.length > 0) return needsValues(name);
    try {
      const { document, use } = this.#parts;
      const own = [...use, vscode.workspace.asRelativePath(document.uri)];
      const { id, run } = await (each ? this.#own.open(uri, own) : this.#parts.imported.open(uri, ["import"]));
      const share = () => {
        this.#imports[alias] = id;
      };
      return { run, share };
    } catch (error) {
      return errorText(error);
    }
  }

  async listen(): Promise<Listening | string> {
    try {
      this.#listener = await startListener(this.#parts.host.listen);
      return this.#listener;
    } catch (error) {
      return errorText(error);
    }
  }

  expect(request: RunRequest, receiving: Receiving, values: () => ReadonlyMap<string, GivenValue>): void {
    const { sender, document } = this.#parts;
    this.#listener?.expect(request.id, receiving, async () => {
      const line = this.#lines[request.id];
      const how = this.#how(request, values(), { sendings: 1, renewed: false }, { number: 1 });
      return line === undefined ? undefined : sender.message(document, line, how);
    });
  }

  #how(
    { id, isTest }: RunRequest,
    values: ReadonlyMap<string, GivenValue>,
    flow: FlowState,
    { row, number }: SendingTurn,
    refused: (why: string) => void = () => {},
  ) {
    const { run, use, listedUnder, secrets, environment, cookies } = this.#parts;
    return {
      show: "never" as const,
      secrets,
      cookies,
      callback: this.#listener && { listener: this.#listener, id },
      questions: runQuestions(this.#parts.questions, refused),
      test: { run, imports: this.#imports, listedUnder, values: Object.fromEntries(values), isTest, flow, environment },
      turn: { use, row: this.#numberOf({ id }, row), number },
    };
  }

  async attempt(
    request: RunRequest,
    values: ReadonlyMap<string, GivenValue>,
    signal: AbortSignal,
    flow: FlowState,
    turn: SendingTurn,
  ): Promise<RunAttempt<Sent>> {
    const { sender, document } = this.#parts;
    const line = this.#lines[request.id];
    if (line === undefined) return { kind: "unsent", why: vscode.l10n.t("It is no longer in the file.") };
    let why: string | undefined;
    const how = this.#how(request, values, flow, turn, (reason) => {
      why = reason;
    });
    try {
      const sent = await sender.send(document, line, { ...how, signal });
      if (sent && (sent.evaluation || !signal.aborted)) return this.#attempted(sent);
      if (signal.aborted) return { kind: "cancelled" };
      return { kind: "unsent", why: why ?? vscode.l10n.t("It was not sent.") };
    } catch (error) {
      return { kind: "unsent", why: errorText(error) };
    }
  }

  /** Ends the run of this file, also in the server. */
  dispose(): void {
    this.#following.dispose();
    void this.#listener?.close();
    void this.#own.end();
    void this.#parts.server.notify(EndRunNotification, { run: this.#parts.run });
  }

  #attempted(sent: Sent): RunAttempt<Sent> {
    const attempt = attemptOf(sent, this.#parts.host.kind);
    if (attempt.kind !== "complete" || sent.evaluation?.range !== undefined) return attempt;
    const why = vscode.l10n.t("Its expectations can't be evaluated, because it is no longer in the file.");
    return { kind: "noResponse", exchange: sent, why };
  }
}

/** The parts that the runs of all files share. */
export type SharedParts = Omit<RunParts, "document" | "requests" | "run" | "use" | "rowsOf">;

/** The run of a file, with an id of its own, for the files that import it. It reports no results. */
export async function openImported(
  { server, fileMocks, id }: Pick<RunParts, "server"> & { readonly fileMocks: FileMocks; readonly id: string },
  uri: string,
  use: readonly string[],
  shared: SharedParts,
  signal: AbortSignal,
) {
  const document = await vscode.workspace.openTextDocument(vscode.Uri.parse(uri));
  const { requests } = await server.request(TestsRequest, { uri: document.uri.toString() });
  // The requests must succeed, with or without expectations.
  const tests = requests.map((request) => ({ ...request, isTest: true }));
  const stopMocks = await fileMocks.startForRun(document);
  const own = new EditorHost({ ...shared, document, requests: tests, run: id, use, rowsOf: () => undefined });
  const run = new FileRun(tests, own, { selected: new Set(), signal, onResult: () => {} });
  const dispose = () => {
    own.dispose();
    void stopMocks();
  };
  return { id, run, dispose };
}

/** Requests with errors are not sent; other questions are asked. `refused`: called with why a request isn't sent. */
function runQuestions(questions: SendQuestions, refused: (why: string) => void): SendQuestions {
  const refuse = async (problems: readonly StandingProblem[], why: string) => {
    const lines = problems.map(({ range, message }) => vscode.l10n.t("Line {0}: {1}", range.start.line + 1, message));
    refused([...lines, why].join("\n"));
    return "cancel" as const;
  };
  return {
    ...questions,
    standingErrors: (problems) => {
      const codes = [...new Set(problems.map(({ code }) => code))].join(" ");
      return refuse(
        problems,
        vscode.l10n.t("It was not sent, because it has errors. Correct them, or add # @ignore {0} to send it.", codes),
      );
    },
    unsendable: (problems) => refuse(problems, vscode.l10n.t("It was not sent, because it has errors.")),
    needs: async () => false,
    noToken: refused,
  };
}
