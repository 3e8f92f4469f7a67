import * as vscode from "vscode";
import { CompareRequest, TestsRequest } from "../../../../server/src/protocol/protocol.ts";
import { withoutNamedSecrets } from "../../../../server/src/text/redaction.ts";
import { redactor } from "../../../../server/src/text/redactor.ts";
import { type ComparedHost, ComparedResults } from "../../core/run/compared.ts";
import { CookieJar } from "../../core/run/cookies.ts";
import { runFile } from "../../core/run/fileRows.ts";
import { receivedOf } from "../../core/run/received.ts";
import { expectationText, type FileRow, isBad, type TestResult, testName } from "../../core/run/results.ts";
import { remembered } from "../../core/sending/prepare.ts";
import { comparison, secretsOf } from "../../core/testing/output.ts";
import { askForRequests, errorText, registerCommands, signalOf, uriOrActive } from "../editor/commands.ts";
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

interface CompareParts extends TestRunsParts {
  readonly environments: Environments;
}

export interface ShownDifference {
  readonly label: vscode.Uri;
  readonly left: vscode.Uri;
  readonly right: vscode.Uri;
}

/** Maximum number of files in a folder to compare, and of differences that can be opened. */
const most = 500;

/** Registers `soaphttp.compareEnvironments` for a file or a folder. Resolves with the differences that are shown. */
export function registerCompareEnvironments(parts: CompareParts): vscode.Disposable {
  const texts = new MadeTexts("soaphttp-comparison", 3 * most);
  return vscode.Disposable.from(
    texts,
    registerCommands(
      { "soaphttp.compareEnvironments": (given?: unknown) => compareEnvironments(parts, texts, uriOrActive(given)) },
      (reason) => vscode.l10n.t("The environments could not be compared: {0}", reason),
    ),
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
  const environments = new Set<string>();
  for (const file of files) for (const name of (await parts.environments.of(file)).environments) environments.add(name);
  if (environments.size < 2) return inform(vscode.l10n.t("Define two environments for {0} to compare them.", what));
  const names = await parts.questions().compareEnvironments([...environments], what);
  if (names === undefined) return undefined;
  const title = vscode.l10n.t("Comparing {0} with {1}", ...names);
  const compared = await showProgress(title, (report, token) => {
    return new Comparison(parts, names, token).compare(files, (file) => report(file, 100 / files.length));
  });
  const shown = compared.differences.slice(0, most).map(({ name, left, right }): ShownDifference => {
    const add = (title: string, content: string) => texts.add(plain(title).replaceAll("/", "∕"), content);
    return {
      label: add(name, ""),
      left: add(`${name} (${names[0]})`, left),
      right: add(`${name} (${names[1]})`, right),
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

async function filesOf(uri: vscode.Uri): Promise<readonly vscode.Uri[]> {
  const isFolder = await vscode.workspace.fs.stat(uri).then(
    ({ type }) => (type & vscode.FileType.Directory) !== 0,
    () => false,
  );
  if (!isFolder) return [uri];
  const uris = await vscode.workspace.findFiles(new vscode.RelativePattern(uri, requestFiles()), undefined, most);
  return uris.toSorted((a, b) => (a.path < b.path ? -1 : 1));
}

/** The text of a diff editor for an environment. Differences without two values are on both sides. */
function sideText({ results, why }: TestResult<Sent>, name: string, side: 0 | 1): string {
  const parts = results
    .filter(({ held }) => !held)
    .map((one) => comparison(one)?.[side] ?? `${one.text}: ${expectationText(one)}`);
  return withoutNamedSecrets([name, ...(why === undefined ? [] : [why]), ...parts].join("\n\n")).concat("\n");
}

/** A difference as texts without secrets. */
interface Difference {
  /** The name of the file and of the request. */
  readonly name: string;
  readonly left: string;
  readonly right: string;
}

interface Compared {
  readonly differences: readonly Difference[];
  readonly isStopped: boolean;
}

class Comparison {
  readonly #parts: CompareParts;
  readonly #names: readonly [string, string];
  readonly #signal: AbortSignal;
  readonly #id = `compare-${Date.now().toString(36)}`;
  #count = 0;

  constructor(parts: CompareParts, names: readonly [string, string], token: vscode.CancellationToken) {
    this.#parts = parts;
    this.#names = names;
    this.#signal = signalOf(token);
  }

  async compare(files: readonly vscode.Uri[], report: (file: string) => void): Promise<Compared> {
    const { host, server, sender } = this.#parts;
    const signal = this.#signal;
    const all = { host, server, sender, questions: inOrder(remembered(this.#parts.questions)), secrets: new Map() };
    const sides = this.#names.map((environment): SharedParts => {
      const imported: ImportedRuns = new ImportedRuns((uri, use) =>
        openImported({ ...this.#parts, id: this.#nextId() }, uri, use, shared, signal),
      );
      const cookies = new CookieJar();
      const shared: SharedParts = { ...all, listedUnder: this.#id, imported, environment, cookies };
      return shared;
    });
    const differences: Difference[] = [];
    try {
      for (const file of files) {
        if (signal.aborted) break;
        const name = vscode.workspace.asRelativePath(file);
        report(name);
        try {
          differences.push(...(await this.#compareFile(file, name, sides)));
        } catch (error) {
          const text = (environment: string) => `${environment}\n\n${errorText(error)}\n`;
          differences.push({ name, left: text(this.#names[0]), right: text(this.#names[1]) });
        }
      }
    } finally {
      for (const { imported } of sides) await imported.end();
    }
    return { differences, isStopped: signal.aborted };
  }

  async #compareFile(file: vscode.Uri, path: string, sides: readonly SharedParts[]): Promise<readonly Difference[]> {
    const { server, fileMocks } = this.#parts;
    const document = await vscode.workspace.openTextDocument(file);
    const uri = document.uri.toString();
    const { requests, data } = await server.request(TestsRequest, { uri });
    const tests = requests.map((request) => ({ ...request, isTest: true }));
    const pairs = new ComparedResults(this.#names, this.#hostOf(uri), this.#signal);
    const secrets = new Set<string>();
    const stopMocks = await fileMocks.startForRun(document);
    const runSide = async (shared: SharedParts, side: number) => {
      const id = this.#nextId();
      const withHost = async <T>(run: string, use: readonly string[], send: (host: EditorHost) => Promise<T>) => {
        const host = new EditorHost({ ...shared, document, requests: tests, run, use, rowsOf: () => undefined });
        try {
          return await send(host);
        } finally {
          host.dispose();
        }
      };
      const runRow = ({ number }: FileRow, send: (host: EditorHost) => Promise<void>) =>
        withHost(`${id}/${number}`, [`row-${number}`], send);
      await withHost(id, [], async (own) => {
        const rows = data && (await own.rowsOfFile(data, data.uri));
        if (typeof rows === "string") throw new Error(rows);
        const onResult = (result: TestResult<Sent>) => {
          for (const secret of result.exchange ? secretsOf(result.exchange.exchange) : []) secrets.add(secret);
          pairs.take(side, result);
        };
        const options = { selected: new Set(tests.map((one) => one.id)), signal: this.#signal, onResult };
        await runFile(tests, own, options, rows && { rows, atOnce: data?.parallel ? filesAtOnce : 1, run: runRow });
      });
    };
    // Both sides use the mock services, so these end after both.
    const ends = await Promise.allSettled(sides.map(runSide));
    await stopMocks();
    const failed = ends.find((end) => end.status === "rejected");
    if (failed) throw failed.reason;
    const bad = (await pairs.finish()).filter(({ outcome }) => isBad(outcome)).slice(0, most);
    if (bad.length === 0) return [];
    const redact = redactor([...secrets]);
    return bad.map((result) => {
      const text = (side: 0 | 1) => redact(sideText(result, this.#names[side], side));
      return { name: `${path} › ${testName(result)}`, left: text(0), right: text(1) };
    });
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
