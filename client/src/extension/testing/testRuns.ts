import * as vscode from "vscode";
import type { PlacedResult, RunRequest } from "../../../../server/src/protocol/protocol.ts";
import type { CalledResponse } from "../../../../server/src/protocol/served.ts";
import type { Exchange } from "../../core/exchange/exchange.ts";
import type { Memory } from "../../core/memory.ts";
import { queue } from "../../core/queue.ts";
import { runFile } from "../../core/run/fileRows.ts";
import { expectationText, type FileRow, type TestResult } from "../../core/run/results.ts";
import type { RunOptions } from "../../core/run/run.ts";
import { remembered } from "../../core/sending/prepare.ts";
import { comparison, forTerminal, outputOf, redactOutput } from "../../core/testing/output.ts";
import { keepRun, type RunFigures } from "../../core/testing/runHistory.ts";
import { errorText, signalOf } from "../editor/commands.ts";
import type { EditorParts } from "../editor/editorParts.ts";
import { toEditorRange } from "../editor/positions.ts";
import type { ResultLines } from "../evaluation/resultLines.ts";
import type { FileMocks } from "../mock/fileMocks.ts";
import type { Sender } from "../send/sender.ts";
import type { Sent } from "../send/sent.ts";
import { inTurns } from "../symbols/bounded.ts";
import { ensureTrusted } from "../trust/ensureTrusted.ts";
import { ImportedRuns } from "./importedRuns.ts";
import { EditorHost, openImported, type PlacedRow, type RunParts, type SharedParts } from "./runHost.ts";
import { RunReport } from "./runReport.ts";
import { type FileSelection, isSelected, isWhole, selectionOf } from "./selection.ts";
import type { ListedTest, TestTree } from "./testTree.ts";

/** Number of files whose requests are sent side by side. The requests of one file are sent in order. */
export const filesAtOnce = 4;

export interface TestRunsParts extends EditorParts {
  readonly sender: Sender;
  readonly fileMocks: FileMocks;
  readonly lines: ResultLines;
  readonly memory: Memory;
}

interface ReportedRun {
  readonly run: vscode.TestRun;
  readonly results: RunReport;
  /** Functions that end mock services when all requests were sent. */
  readonly ends: (() => Promise<void>)[];
}

type Ran = Pick<TestResult<Sent>, "request" | "row" | "fileRow">;

export class TestRuns {
  readonly #controller: vscode.TestController;
  readonly #tree: TestTree;
  readonly #parts: TestRunsParts;
  readonly #exchanges = new WeakMap<vscode.TestItem, Exchange>();
  #count = 0;
  #last: { readonly report: RunReport; readonly at: Date; readonly runs: readonly RunFigures[] } | undefined;

  constructor(controller: vscode.TestController, tree: TestTree, parts: TestRunsParts) {
    this.#controller = controller;
    this.#tree = tree;
    this.#parts = parts;
  }

  exchangeOf(item: vscode.TestItem): Exchange | undefined {
    return this.#exchanges.get(item);
  }

  /** Returns the last run that had results, as a page of HTML. */
  lastReport(): string | undefined {
    return this.#last?.report.page(this.#last.at, this.#last.runs);
  }

  reportedFile(name: unknown): vscode.Uri | undefined {
    return this.#last?.report.fileOf(name);
  }

  /** Resolves when the tests have run. Never rejects. */
  async run(request: vscode.TestRunRequest, token: vscode.CancellationToken): Promise<void> {
    if (request.include === undefined) await this.#tree.find();
    const run = this.#controller.createTestRun(request);
    const signal = signalOf(token, run.token);
    try {
      const files = selectionOf(request, this.#tree);
      if (!vscode.workspace.isTrusted) await this.#refuse(run, files, request.continuous !== true);
      else {
        const results = new RunReport();
        await this.#runFiles(run, files, results, signal);
        this.#keep(run, results);
      }
    } finally {
      run.end();
    }
  }

  #keep(run: vscode.TestRun, results: RunReport): void {
    if (results.isEmpty) return;
    const at = new Date();
    this.#last = { report: results, at, runs: keepRun(this.#parts.memory, results.tests, at) };
    void vscode.commands.executeCommand("setContext", "soaphttp.hasTestReport", true);
    const lines = results.variantLines();
    if (lines.length > 0) run.appendOutput(forTerminal(`${lines.join("\n")}\n`));
  }

  async #runFiles(
    run: vscode.TestRun,
    files: readonly FileSelection[],
    results: RunReport,
    signal: AbortSignal,
  ): Promise<void> {
    const questions = inOrder(remembered(this.#parts.questions));
    const { host, server, sender } = this.#parts;
    const listedUnder = `${Date.now().toString(36)}-${this.#count}`;
    const imported: ImportedRuns = new ImportedRuns((uri, use) =>
      openImported({ ...this.#parts, id: String(++this.#count) }, uri, use, shared, signal),
    );
    const shared: SharedParts = { host, server, sender, questions, secrets: new Map(), listedUnder, imported };
    const ends: (() => Promise<void>)[] = [];
    await inTurns(
      files,
      filesAtOnce,
      () => signal.aborted,
      async (file) => {
        try {
          await this.#runFile({ run, results, ends }, file, shared, signal);
        } catch (error) {
          run.errored(file.file, new vscode.TestMessage(errorText(error)));
        }
      },
    );
    await imported.end();
    for (const end of ends) await end();
  }

  async #runFile(
    { run, results, ends }: ReportedRun,
    selection: FileSelection,
    shared: SharedParts,
    signal: AbortSignal,
  ): Promise<void> {
    const { file } = selection;
    if (file.uri === undefined) return;
    const document = await vscode.workspace.openTextDocument(file.uri);
    const { requests, tests: all, data } = await this.#tree.update(file.uri);
    const tests = new Map(all.map((one) => [one.request.id, one]));
    const selected = all.filter(({ item }) => isSelected(selection, item.id));
    for (const { item } of selected) run.enqueued(item);
    if (file.error !== undefined) run.errored(file, new vscode.TestMessage(testErrorText(file.error)));
    const id = String(++this.#count);
    const { fileMocks } = this.#parts;
    const rowsOf = ({ id: request }: RunRequest) => {
      const rows = selection.all ? undefined : selection.tests.get(tests.get(request)?.item.id ?? "");
      return rows && rows.size > 0 ? rows : undefined;
    };
    const hostOf = (run: string, use: readonly string[]) =>
      new EditorHost({ ...shared, document, requests, run, use, rowsOf });
    const own = hostOf(id, []);
    const hosts = new Map<number, EditorHost>();
    const places = new Map<number, vscode.Location>();
    const shown = new Set<vscode.TestItem>();
    const placed = (test: ListedTest | undefined, { request, row, fileRow }: Ran) => {
      const place = fileRow && places.get(fileRow.number);
      const item = test && fileRow && place ? this.#tree.inFileRow(file, test.item, fileRow, place) : test?.item;
      const rowed = (hosts.get(fileRow?.number ?? 0) ?? own).rowOf(request, row);
      return { item: this.#itemOf(item, rowed), row: rowed };
    };
    const runRow = async ({ number }: FileRow, send: (host: EditorHost) => Promise<void>) => {
      const ofRow = hostOf(`${id}/${number}`, [`row-${number}`]);
      hosts.set(number, ofRow);
      try {
        await send(ofRow);
      } finally {
        hosts.delete(number);
        ofRow.dispose();
      }
    };
    const mocks = selected.length > 0 ? await fileMocks.startForRun(document).catch(errorText) : undefined;
    if (typeof mocks === "function") {
      ends.push(async () => {
        try {
          const called = await mocks();
          if (isWhole(selection) && !signal.aborted) this.#reportCalled(run, file, called, results);
        } catch (error) {
          run.errored(file, new vscode.TestMessage(errorText(error)));
        }
      });
    }
    try {
      const why = typeof mocks === "string" ? mocks : undefined;
      const read = why ?? (data && selected.length > 0 ? await own.rowsOfFile(data, data.uri) : undefined);
      if (typeof read === "string") {
        for (const { item } of selected) run.errored(item, new vscode.TestMessage(read));
        return;
      }
      const rows = read?.filter(({ number }) => selection.fileRows.size === 0 || selection.fileRows.has(number));
      for (const { number, place } of rows ?? []) places.set(number, place);
      const atOnce = data?.parallel ? filesAtOnce : 1;
      const options: RunOptions<Sent> = {
        selected: new Set(selected.map(({ request }) => request.id)),
        signal,
        onStart: (started) => {
          const { item } = placed(tests.get(started.request.id), started);
          if (item) run.started(item);
        },
        onResult: (result) => {
          const test = tests.get(result.request.id);
          const { item, row } = placed(test, result);
          const numbered = { ...result, row: row?.number };
          this.#report(run, test, item, numbered, shown);
          if (test) results.add(document.uri, test.request, numbered);
        },
      };
      await runFile(requests, own, options, rows && { rows, atOnce, run: runRow });
    } finally {
      own.dispose();
    }
  }

  /** Reports a result. `shown`: the tests whose lines show results of this run. */
  #report(
    run: vscode.TestRun,
    test: ListedTest | undefined,
    item: vscode.TestItem | undefined,
    result: TestResult<Sent>,
    shown: Set<vscode.TestItem>,
  ): void {
    // The request isn't a test itself. If it failed, the tests that need it report that.
    if (!test || !item) return;
    const { exchange } = result;
    if (exchange) {
      this.#exchanges.set(item, exchange.exchange);
      this.#exchanges.set(test.item, exchange.exchange);
      const { exchange: sent, evaluation } = exchange;
      if (evaluation) this.#parts.lines.show(sent, evaluation, result.row, shown.has(test.item));
      shown.add(test.item);
    }
    report(run, item, test.item, result);
  }

  /** Reports the results of `# @expect` in the files of mock services, as a test for each response. */
  #reportCalled(
    run: vscode.TestRun,
    file: vscode.TestItem,
    called: readonly CalledResponse[],
    report: RunReport,
  ): void {
    const items = this.#tree.ofMocks(file, called);
    for (const [index, item] of items.entries()) {
      const response = called[index];
      if (!response) continue;
      report.addCalled(response);
      const failed = response.results.filter(({ held }) => !held);
      const messages = failed.map(({ text, why = "", line }) =>
        message(item, `${text}\n${why}`, new vscode.Range(line - 1, 0, line - 1, 0)),
      );
      if (messages.length === 0) run.passed(item);
      else run.failed(item, messages);
    }
  }

  #itemOf(test: vscode.TestItem | undefined, row: PlacedRow | undefined): vscode.TestItem | undefined {
    return test && row ? this.#tree.row(test, row.place, row.number) : test;
  }

  /** Refuses to run tests in Restricted Mode. `asks`: the user has started the run, and may manage trust. */
  async #refuse(run: vscode.TestRun, files: readonly FileSelection[], asks: boolean): Promise<void> {
    const text = vscode.l10n.t(
      "Tests aren't run in Restricted Mode, because they send requests. Trust the workspace to run them.",
    );
    run.appendOutput(forTerminal(`${text}\n`));
    for (const selection of files) {
      const message = new vscode.TestMessage(text);
      for (const item of this.#tree.testsIn(selection.file))
        if (isSelected(selection, item.id)) run.errored(item, message);
    }
    if (asks) await ensureTrusted(this.#parts.questions());
  }
}

function testErrorText(error: string | vscode.MarkdownString): string {
  return typeof error === "string" ? error : error.value;
}

/** Returns questions that are asked one after the other: VS Code can't show two dialogs. */
export function inOrder(questions: RunParts["questions"]): RunParts["questions"] {
  const next = queue();
  return {
    standingErrors: (...given) => next(() => questions.standingErrors(...given)),
    unsendable: (...given) => next(() => questions.unsendable(...given)),
    needs: (...given) => next(() => questions.needs(...given)),
    note: (...given) => next(() => questions.note(...given)),
    outsideFile: (...given) => next(() => questions.outsideFile(...given)),
  };
}

/** Reports the result of a test, or of one of its rows, whose item belongs to another file. */
function report(run: vscode.TestRun, item: vscode.TestItem, test: vscode.TestItem, result: TestResult<Sent>): void {
  const { exchange, outcome, duration } = result;
  const output = outputOf({ ...result, exchange: exchange?.exchange });
  const place = test.uri && test.range && new vscode.Location(test.uri, lastLine(test.range));
  run.appendOutput(output, place, item);
  if (outcome === "passed") run.passed(item, duration);
  else if (outcome === "skipped") run.skipped(item);
  else if (outcome === "failed") run.failed(item, messagesOf(test, result), duration);
  else run.errored(item, messagesOf(test, { ...result, why: result.why ?? "" }), duration);
}

function messagesOf(item: vscode.TestItem, { why, exchange }: TestResult<Sent>): vscode.TestMessage[] {
  const failed = exchange?.evaluation?.results.filter(({ held }) => !held) ?? [];
  const redact = redactOutput(exchange?.exchange);
  return why === undefined ? failed.map((one) => failure(item, one, redact)) : [message(item, redact(why), undefined)];
}

function failure(item: vscode.TestItem, result: PlacedResult, redact: (text: string) => string): vscode.TestMessage {
  const text = redact(`${result.text}\n${expectationText(result)}`.trim());
  const testMessage = message(item, text, result.range && toEditorRange(result.range));
  const [expected, actual] = comparison(result) ?? [];
  if (expected !== undefined) testMessage.expectedOutput = redact(expected);
  if (actual !== undefined) testMessage.actualOutput = redact(actual);
  return testMessage;
}

/** The request line, or the line of a data row. */
function lastLine({ end }: vscode.Range): vscode.Range {
  return new vscode.Range(end.with({ character: 0 }), end);
}

function message({ uri, range: own }: vscode.TestItem, text: string, range = own && lastLine(own)): vscode.TestMessage {
  const message = new vscode.TestMessage(text);
  if (uri && range) message.location = new vscode.Location(uri, range);
  return message;
}
