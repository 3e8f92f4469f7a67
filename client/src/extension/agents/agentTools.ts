import * as vscode from "vscode";
import { Agent } from "../../agents/agent.ts";
import { type Conversation, Conversations } from "../../agents/conversation.ts";
import type { Question } from "../../agents/host.ts";
import { failed, type ToolResult } from "../../agents/results.ts";
import { type ToolName, tools } from "../../agents/tools.ts";
import { signalOf } from "../editor/commands.ts";
import { codeBlock } from "../editor/ui.ts";
import { type AgentParts, agentHost } from "./agentHost.ts";

/** Registers the tools of language models; nothing happens before VS Code 1.95. */
export function registerAgentTools(parts: AgentParts): vscode.Disposable {
  const api = toolApi();
  if (api === undefined) return new vscode.Disposable(() => {});
  const calls = new AgentCalls(parts);
  return vscode.Disposable.from(
    ...tools.map(({ name }) => {
      const invoke: LanguageModelTool["invoke"] = async (options, token) => {
        const { text, isError } = await calls.invoke(name, options, token);
        if (isError) throw new Error(text);
        return api.result(text);
      };
      // The other tools send nothing.
      const asks = name === "send_request";
      return api.registerTool(`soaphttp_${name}`, {
        invoke,
        ...(asks ? { prepareInvocation: (options, token) => calls.prepare(name, options, token) } : {}),
      });
    }),
  );
}

interface Pending {
  readonly key: string;
}

/** Sends exactly what the user was asked about: a call waits from the question until VS Code invokes the tool. */
class AgentCalls {
  readonly #parts: AgentParts;
  readonly #agent = new Agent();
  readonly #conversations = new Conversations<ToolResult, Question>();
  /** The calls that the user was asked about, by their arguments. */
  readonly #asked = new Map<string, Pending>();

  constructor(parts: AgentParts) {
    this.#parts = parts;
  }

  /** The question that VS Code asks the user. */
  async prepare(name: ToolName, { input }: ToolOptions, token: vscode.CancellationToken): Promise<PreparedTool> {
    const invocationMessage = vscode.l10n.t("Sending a SOAP request");
    const turn = await this.#start(name, input, token);
    // When the tool is invoked, its result tells why nothing is sent.
    if (turn.kind === "result") return { invocationMessage };
    this.#asked.set(JSON.stringify(input), { key: turn.key });
    const { question } = turn;
    const title = vscode.l10n.t("Send a SOAP request to {0}?", question.shownHost);
    return { invocationMessage, confirmationMessages: { title, message: codeBlock(questionText(question), "xml") } };
  }

  async invoke(name: ToolName, { input }: ToolOptions, token: vscode.CancellationToken): Promise<ToolResult> {
    const request = { signal: signalOf(token), progress: undefined };
    const key = JSON.stringify(input);
    const asked = this.#asked.get(key);
    this.#asked.delete(key);
    const turn = await ((asked && this.#conversations.resume({ [asked.key]: true }, request)) ??
      this.#start(name, input, token));
    if (turn.kind === "result") return turn.result;
    // VS Code hasn't asked the user.
    const { question } = turn;
    const agrees = await this.#parts.questions().agentSend(question.shownHost, questionText(question));
    const answered = await this.#conversations.resume({ [turn.key]: agrees }, request);
    return answered?.kind === "result" ? answered.result : failed("Not sent: the user wasn't asked in time.");
  }

  #start(name: ToolName, input: unknown, token: vscode.CancellationToken) {
    const request = { signal: signalOf(token), progress: undefined };
    return this.#conversations.start(request, async (conversation: Conversation<ToolResult, Question>) => {
      if (typeof input !== "object" || input === null || Array.isArray(input)) {
        return failed("The arguments must be an object.");
      }
      const confirm = async (question: Question) => (await conversation.ask(question)) === true;
      const host = agentHost(this.#parts, conversation.signal, confirm);
      const given = { ...input } as Readonly<Record<string, unknown>>;
      return (await this.#agent.call(name, given, host)) ?? failed(`Unknown tool: ${name}`);
    });
  }
}

function questionText({ secrets, method, url, body, note }: Question): string {
  return [
    ...(secrets === undefined ? [] : [secrets]),
    ...(note === undefined ? [] : [note]),
    `${method} ${url}`,
    ...(body === "" ? [] : [body]),
  ].join("\n\n");
}

/* The API for tools of language models, which VS Code has since 1.95: newer than the oldest supported version. */

interface ToolOptions {
  /** The arguments. VS Code doesn't check them by the schema. */
  readonly input: unknown;
}

interface PreparedTool {
  readonly invocationMessage: string;
  readonly confirmationMessages?: { readonly title: string; readonly message: vscode.MarkdownString };
}

interface LanguageModelTool {
  prepareInvocation?(options: ToolOptions, token: vscode.CancellationToken): Promise<PreparedTool>;
  /** Runs a tool. Rejects with a message about what the model can do. */
  invoke(options: ToolOptions, token: vscode.CancellationToken): Promise<unknown>;
}

interface ToolApi {
  registerTool(name: string, tool: LanguageModelTool): vscode.Disposable;
  result(text: string): unknown;
}

interface NewerVscode {
  readonly lm?: { readonly registerTool?: ToolApi["registerTool"] };
  readonly LanguageModelTextPart?: new (text: string) => object;
  readonly LanguageModelToolResult?: new (parts: readonly object[]) => object;
}

/** VS Code's functions for tools. Undefined before VS Code 1.95, whose proposed API throws. */
function toolApi(api: NewerVscode = vscode as object, version = vscode.version): ToolApi | undefined {
  const [major = 0, minor = 0] = version.split(".").map(Number);
  if (major < 1 || (major === 1 && minor < 95)) return undefined;
  const { lm, LanguageModelTextPart: Part, LanguageModelToolResult: Result } = api;
  const registerTool = lm?.registerTool;
  if (typeof registerTool !== "function" || Part === undefined || Result === undefined) return undefined;
  return {
    registerTool: (name, tool) => registerTool.call(lm, name, tool),
    result: (text) => new Result([new Part(text)]),
  };
}
