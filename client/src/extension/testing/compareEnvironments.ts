import * as vscode from "vscode";
import { CompareRequest, EndRunNotification, TestsRequest } from "../../../../server/src/protocol/protocol.ts";
import { withoutNamedSecrets } from "../../../../server/src/text/redaction.ts";
import type { Exchange } from "../../core/exchange/exchange.ts";
import { type ComparedHost, ComparedResults } from "../../core/run/compared.ts";
import { runFile } from "../../core/run/fileRows.ts";
import { receivedOf } from "../../core/run/received.ts";
import { expectationText, type FileRow, isBad, type TestResult, testName } from "../../core/run/results.ts";
import { remembered } from "../../core/sending/prepare.ts";
import { comparison, redactOutput } from "../../core/testing/output.ts";
import { askForRequests, orShowError, registerCommands, uriOf } from "../editor/commands.ts";
import { MadeTexts } from "../editor/madeTexts.ts";
import { plain } from "../editor/plain.ts";
import { inform, showProgress } from "../editor/ui.ts";
import type { Environments } from "../environments/environments.ts";
import { receivedExchange } from "../evaluation/evaluations.ts";
import { requestFiles } from "../languages/httpFiles.ts";
import type { Sent } from "../send/sent.ts";
import { ensureTrusted } from "../trust/ensureTrusted.ts";
import { ImportedRuns } from "./importedRuns.ts";
import { EditorHost, openImported, type SharedParts } from "./runHost.ts";
import { filesAtOnce, inOrder, type TestRunsParts } from "./testRuns.ts";

export interface CompareParts extends TestRunsParts {
  readonly environments: Environments;
}

/** The texts of a difference, for a diff editor. */
export interface ShownDifference {
  readonly label: vscode.Uri;
  readonly left: vscode.Uri;
  readonly right: vscode.Uri;
}

/** Files of a folder that are compared, and differences that can be opened. */
const most = 500;

/** `soaphttp.compareEnvironments`: of a file or a folder. Resolves with the differences that are shown. */
export function registerCompareEnvironments(parts: CompareParts): vscode.Disposable {
  const texts = new MadeTexts("soaphttp-comparison", 3 * most);
  return vscode.Disposable.from(
    texts,
    registerCommands({
      "soaphttp.compareEnvironments": (given?: unknown) =>
        orShowError(
          () => compareEnvironments(parts, texts, uriOf(given) ?? vscode.window.activeTextEditor?.document.uri),
          (reason) => vscode.l10n.t("The environments could not be compared: {0}", reason),
        ),
    }),
  );
}

async function compareEnvironments(
  parts: CompareParts,
  texts: MadeTexts,
  uri: vscode.Uri | undefined,
): Promise<readonly ShownDifference[] | undefined> {
  if (uri === undefined) return askForRequests();
  if (!(await ensureTrusted(parts.questions()))) return undefined;
  const files = await filesOf(uri);
  const what = vscode.workspace.asRelativePath(uri);
  const known = new Set<string>();
  for (const file of files) for (const name of (await parts.environments.of(file)).environments) known.add(name);
  if (known.size < 2) return inform(vscode.l10n.t("Define two environments for {0} to compare them.", what));
  const names = await parts.questions().compareEnvironments([...known], what);
  if (names === undefined) return undefined;
  const title = vscode.l10n.t("Comparing {0} with {1}", ...names);
  const compared = await showProgress(title, (report, token) => {
    return new Comparison(parts, names, token).compare(files, (file) => report(file, 100 / files.length));
  });
  const bad = compared.results.filter(({ result }) => isBad(result.outcome)).slice(0, most);
  const redact = redactOutput(...compared.exchanges);
  const shown = bad.map(({ file, result }): ShownDifference => {
    const name = `${vscode.workspace.asRelativePath(file)} › ${testName(result)}`;
    const text = (side: 0 | 1) => redact(sideText(result, names[side], side));
    const add = (title: string, content: string) => texts.add(plain(title).replaceAll("/", "∕"), content);
    return {
      label: add(name, ""),
      left: add(`${name} (${names[0]})`, text(0)),
      right: add(`${name} (${names[1]})`, text(1)),
    };
  });
  if (shown.length > 0) {
    const resources = shown.map(({ label, left, right }) => [label, left, right]);
    await vscode.commands.executeCommand("vscode.changes", plain(`${what}: ${names[0]} ↔ ${names[1]}`), resources);
  } else if (!compared.isStopped) {
    void inform(vscode.l10n.t("The responses of {0} and {1} are equal: {2}.", ...names, what));
  }
  return shown;
}

/** A file, or those of a folder. */
async function filesOf(uri: vscode.Uri): Promise<readonly vscode.Uri[]> {
  const isFolder = await vscode.workspace.fs.stat(uri).then(
    ({ type }) => (type & vscode.FileType.Directory) !== 0,
    () => false,
  );
  if (!isFolder) return [uri];
  const found = await vscode.workspace.findFiles(new vscode.RelativePattern(uri, requestFiles()), undefined, most);
  return found.toSorted((a, b) => (a.path < b.path ? -1 : 1));
}

/** What a diff editor shows for an environment. What has no difference in place is on both sides. */
function sideText({ results, why }: TestResult<Sent>, name: string, side: 0 | 1): string {
  const parts = results
    .filter(({ held }) => !held)
    .map((one) => comparison(one)?.[side] ?? `${one.text}: ${expectationText(one)}`);
  return withoutNamedSecrets([name, ...(why === undefined ? [] : [why]), ...parts].join("\n\n")).concat("\n");
}

interface Compared {
  readonly results: readonly { readonly file: vscode.Uri; readonly result: TestResult<Sent> }[];
  /** All of them, whose secrets aren't shown. */
  readonly exchanges: readonly Exchange[];
  readonly isStopped: boolean;
}

/** Runs of files in two environments. */
class Comparison {
  readonly #parts: CompareParts;
  readonly #names: readonly [string, string];
  readonly #abort = new AbortController();
  readonly #exchanges: Exchange[] = [];
  readonly #id = `compare-${Date.now().toString(36)}`;
  #count = 0;

  constructor(parts: CompareParts, names: readonly [string, string], token: vscode.CancellationToken) {
    this.#parts = parts;
    this.#names = names;
    token.onCancellationRequested(() => this.#abort.abort());
  }

  /** @param report is called with the name of each file */
  async compare(files: readonly vscode.Uri[], report: (file: string) => void): Promise<Compared> {
    const { host, server, sender } = this.#parts;
    const { signal } = this.#abort;
    const all = { host, server, sender, questions: inOrder(remembered(this.#parts.questions)), secrets: new Map() };
    const sides = this.#names.map((environment): SharedParts => {
      const imported: ImportedRuns = new ImportedRuns((uri, use) =>
        openImported({ ...this.#parts, id: this.#nextId() }, uri, use, shared, signal),
      );
      const shared: SharedParts = { ...all, listedUnder: this.#id, imported, environment };
      return shared;
    });
    const results: Compared["results"][number][] = [];
    try {
      for (const file of files) {
        if (signal.aborted) break;
        report(vscode.workspace.asRelativePath(file));
        for (const result of await this.#compareFile(file, sides)) results.push({ file, result });
      }
    } finally {
      for (const { imported } of sides) await imported.end();
    }
    return { results, exchanges: this.#exchanges, isStopped: signal.aborted };
  }

  async #compareFile(file: vscode.Uri, sides: readonly SharedParts[]): Promise<readonly TestResult<Sent>[]> {
    const { server, fileMocks } = this.#parts;
    const document = await vscode.workspace.openTextDocument(file);
    const uri = document.uri.toString();
    const { requests, data } = await server.request(TestsRequest, { uri });
    const tests = requests.map((request) => ({ ...request, isTest: true }));
    const pairs = new ComparedResults(this.#names, this.#hostOf(uri), this.#abort.signal);
    const stopMocks = await fileMocks.startForRun(document);
    const runSide = async (shared: SharedParts, side: number) => {
      const id = this.#nextId();
      const withHost = async <T>(run: string, use: readonly string[], send: (host: EditorHost) => Promise<T>) => {
        const host = new EditorHost({ ...shared, document, requests: tests, run, use, rowsOf: () => undefined });
        try {
          return await send(host);
        } finally {
          host.dispose();
          void server.notify(EndRunNotification, { run });
        }
      };
      const runRow = ({ number }: FileRow, send: (host: EditorHost) => Promise<void>) =>
        withHost(`${id}/${number}`, [`row-${number}`], send);
      await withHost(id, [], async (own) => {
        const rows = data && (await own.rowsOfFile(data, data.uri));
        if (typeof rows === "string") throw new Error(rows);
        const onResult = (result: TestResult<Sent>) => {
          if (result.exchange) this.#exchanges.push(result.exchange.exchange);
          pairs.take(side, result);
        };
        const options = { selected: new Set(tests.map((one) => one.id)), signal: this.#abort.signal, onResult };
        await runFile(tests, own, options, rows && { rows, atOnce: data?.parallel ? filesAtOnce : 1, run: runRow });
      });
    };
    try {
      await Promise.all(sides.map(runSide));
    } finally {
      await stopMocks();
    }
    return pairs.finish();
  }

  #hostOf(uri: string): ComparedHost<Sent> {
    const { host, server } = this.#parts;
    const received = (sent: Sent | undefined) => {
      const result = sent && receivedOf(sent.exchange.result, host.kind);
      return result?.kind === "response" ? result : undefined;
    };
    return {
      statusOf: (sent) => received(sent)?.status,
      differences: async (first, other) => {
        const [a, b] = [received(first), received(other)];
        if (!a || !b) return [];
        const exchanges = [receivedExchange(first.exchange, a), receivedExchange(other.exchange, b)] as const;
        return (await server.request(CompareRequest, { uri, names: this.#names, exchanges })).differences;
      },
    };
  }

  #nextId(): string {
    return `${this.#id}-${++this.#count}`;
  }
}
