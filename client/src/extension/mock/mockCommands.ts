import * as vscode from "vscode";
import { mockLanguageId } from "../../../../server/src/protocol/protocol.ts";
import { errorText, registerCommands, uriOrActive } from "../editor/commands.ts";
import type { EditorParts } from "../editor/editorParts.ts";
import { startOfLine } from "../editor/positions.ts";
import { createStatusItem, inform, lens, showError, showStatus, showStatusItem } from "../editor/ui.ts";
import { saveAs } from "../response/saving.ts";
import { ensureTrusted } from "../trust/ensureTrusted.ts";
import { type ExchangeParts, registerAddToMock } from "./addToMock.ts";
import { type MockController, noPort } from "./mockController.ts";
import { type MockSources, mockSources } from "./mockSources.ts";
import { registerMockView } from "./mockView.ts";

interface MockParts extends ExchangeParts, EditorParts {
  readonly mock: MockController;
}

/** Registers the mock service's commands, which explain in a browser why there is none, its lenses and its status. */
export function registerMock(parts: MockParts): vscode.Disposable {
  const { mock } = parts;
  return vscode.Disposable.from(
    registerMockView(mock),
    registerMockStatus(mock),
    registerMockLenses(mock),
    registerAddToMock(parts, mock),
    registerCommands({
      "soaphttp.startMock": (given?: unknown, selected?: unknown) => start(parts, given, selected),
      "soaphttp.stopMock": async () => {
        if (mock.address === undefined) return inform(vscode.l10n.t("No mock service is running."));
        await mock.stop();
        showStatus(vscode.l10n.t("The mock service has stopped."), 5000);
      },
      "soaphttp.mock.showLog": () => mock.log.show(),
      "soaphttp.mock.copyAddress": () => vscode.env.clipboard.writeText(mock.address ?? ""),
      "soaphttp.mock.saveRequest": (given?: unknown) => saveRequest(parts, given),
    }),
  );
}

async function start({ mock, questions, host }: MockParts, given: unknown, selected: unknown): Promise<void> {
  if (host.startMock === undefined) return inform(noPort());
  if (!(await ensureTrusted(questions(), "mock"))) return;
  const sources = await mockSources(given, selected);
  if (sources.files.length + sources.wsdls.length === 0) {
    return inform(
      vscode.l10n.t("Open a .soapmock file or a WSDL first: it defines the responses of the mock service."),
    );
  }
  await startOn(mock, sources, vscode.workspace.getConfiguration("soaphttp").get<number>("mock.port", 8080));
}

async function startOn(mock: MockController, sources: MockSources, port: number): Promise<void> {
  try {
    await mock.start(sources, port);
    await vscode.commands.executeCommand("soaphttp.mock.focus", { preserveFocus: true });
  } catch (error) {
    if (isCode(error, "EADDRINUSE")) {
      const another = vscode.l10n.t("Use Another Port");
      const text = vscode.l10n.t("The mock service did not start: port {0} is in use.", port);
      if ((await showError(text, another)) === another) await startOn(mock, sources, 0);
      return;
    }
    await showError(vscode.l10n.t("The mock service did not start: {0}", errorText(error)));
  }
}

function isCode(error: unknown, code: string): boolean {
  return error instanceof Error && "code" in error && error.code === code;
}

async function saveRequest({ mock, questions, host }: MockParts, given: unknown): Promise<unknown> {
  const uri = uriOrActive(given);
  const exchange = uri && mock.exchanges.at(uri);
  if (exchange === undefined) return inform(vscode.l10n.t("This exchange is no longer available."));
  const near = vscode.workspace.workspaceFolders?.[0]?.uri;
  const name = mock.exchanges.uriOf(exchange).path.slice(1).replaceAll(" ", "-");
  const saved = await saveAs(name, near, new TextEncoder().encode(exchange.text), questions(), host);
  return saved?.[0] && vscode.window.showTextDocument(saved[0]);
}

/** The lens at the top of a `.soapmock` file, which starts the mock service with the file, or shows that it runs. */
function registerMockLenses(mock: MockController): vscode.Disposable {
  const provideCodeLenses = ({ uri }: vscode.TextDocument): vscode.CodeLens[] => {
    const top = startOfLine(0);
    const { address } = mock;
    const start = vscode.l10n.t("Start Mock Service");
    if (address === undefined || !mock.serves(uri)) {
      return [lens(top, { icon: "broadcast", title: start, command: "soaphttp.startMock", arguments: [uri] })];
    }
    return [
      lens(top, { title: vscode.l10n.t("Listening on {0}", address), command: "soaphttp.mock.focus" }),
      lens(top, { icon: "debug-stop", title: vscode.l10n.t("Stop"), command: "soaphttp.stopMock" }),
    ];
  };
  return vscode.languages.registerCodeLensProvider(
    { language: mockLanguageId },
    { onDidChangeCodeLenses: mock.onDidChange, provideCodeLenses },
  );
}

function registerMockStatus(mock: MockController): vscode.Disposable {
  const name = vscode.l10n.t("SOAP mock service");
  const item = createStatusItem("soaphttp.mock", name, vscode.StatusBarAlignment.Left, 0);
  const show = (): void => {
    const { address } = mock;
    void vscode.commands.executeCommand("setContext", "soaphttp.mockRuns", address !== undefined);
    if (address === undefined) {
      item.hide();
      return;
    }
    const text = vscode.l10n.t("Mock {0}", new URL(address).host);
    showStatusItem(item, {
      icon: "broadcast",
      text,
      tooltip: vscode.l10n.t("The mock service at {0}. Click to show its exchanges", address),
      spoken: text,
      command: "soaphttp.mock.focus",
    });
  };
  return vscode.Disposable.from(mock.onDidChange(show), item);
}
