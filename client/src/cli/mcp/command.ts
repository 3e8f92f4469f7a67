import { resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { Agent } from "../../agents/agent.ts";
import { type Conversation, Conversations } from "../../agents/conversation.ts";
import type { ToolResult } from "../../agents/results.ts";
import { instructions, tools } from "../../agents/tools.ts";
import type { Console } from "../console.ts";
import { exitCode } from "../exitCode.ts";
import { runCommand } from "../usage.ts";
import { version } from "../version.ts";
import {
  CLIENT_CAPABILITIES_META_KEY,
  inputRequired,
  ProtocolError,
  ProtocolErrorCode,
  Server,
  StdioServerTransport,
  serveStdio,
} from "./library.ts";
import { Roots, whyNoFolder } from "./roots.ts";
import { Session } from "./session.ts";
import { type McpOptions, mcpUsage } from "./usage.ts";

/** Runs `soaphttp mcp` with the arguments after its name. Resolves with the exit code when standard input ends. */
export function run(args: readonly string[], console: Console): Promise<number> {
  return runCommand(mcpUsage, start, args, console);
}

async function start(options: McpOptions, console: Console): Promise<number | string> {
  const problem = options.roots.map((root) => whyNoFolder(root, console.cwd)).find((why) => why !== undefined);
  if (problem !== undefined) return problem;
  // A client that ends closes both ends: that isn't a failure.
  process.stdout.removeAllListeners("error");
  await serve(options, console);
  // Running calls are aborted, but a connection may take long to close.
  setTimeout(() => process.exit(exitCode.good), 500).unref();
  return exitCode.good;
}

/** Maximum size of a message, in bytes. */
const maxMessage = 64 * 1024 * 1024;
/** Milliseconds that a client has to list its roots. */
const rootsTimeout = 10_000;

/** A question of a call to its client. */
type Question = { readonly kind: "confirm"; readonly text: string } | { readonly kind: "roots" };

/** Serves a client over standard input and output. Resolves when standard input has ended. */
function serve(options: McpOptions, console: Console): Promise<void> {
  return new Promise((resolve) => {
    const transport = new StdioServerTransport(process.stdin, process.stdout, { maxBufferSize: maxMessage });
    const handle = serveStdio(() => serverOf(options, console), { transport });
    const end = () => void handle.close().finally(resolve);
    for (const event of ["end", "close", "error"]) process.stdin.once(event, end);
    process.stdout.on("error", end);
  });
}

function serverOf(options: McpOptions, console: Console): Server {
  const server = new Server(
    { name: "soaphttp", title: "SOAP over HTTP", version },
    { capabilities: { tools: {} }, instructions },
  );
  const agent = new Agent();
  const session = new Session(options, console);
  const conversations = new Conversations<ToolResult | undefined, Question>();
  const clientRoots = new ClientRoots(options, console);
  server.setNotificationHandler("notifications/roots/list_changed", () => clientRoots.forget());
  server.setRequestHandler("tools/list", () => ({ tools: tools.map(toTool) }));
  server.setRequestHandler("tools/call", async ({ params }, { mcpReq }) => {
    const { name, arguments: given = {}, _meta: meta } = params;
    const { signal, envelope, inputResponses = {} } = mcpReq;
    const capabilities = envelope ? declaredIn(envelope) : server.getClientCapabilities();
    const token = meta?.progressToken;
    const progress =
      token === undefined
        ? undefined
        : (step: number, message: string) => {
            const notified = mcpReq.notify({
              method: "notifications/progress",
              params: { progressToken: token, progress: step, message },
            });
            // The client may have gone.
            notified.catch(() => {});
          };
    const call = async (conversation: Conversation<ToolResult | undefined, Question>) => {
      const list = () =>
        envelope
          ? conversation.ask({ kind: "roots" })
          : server.listRoots(undefined, { timeout: rootsTimeout, signal: conversation.signal });
      // Since 2026, clients don't notify of changes.
      const roots = await clientRoots.get(capabilities?.roots !== undefined, envelope === undefined, list);
      const confirm = async (text: string) => isConfirmed(await conversation.ask({ kind: "confirm", text }));
      const host = session.host({
        signal: conversation.signal,
        progress: conversation.progress,
        roots,
        confirm: canAsk(capabilities?.elicitation) ? confirm : undefined,
      });
      return agent.call(name, given, host);
    };
    const request = { signal, progress };
    const turn = await (conversations.resume(inputResponses, request) ?? conversations.start(request, call));
    if (turn.kind === "question") return inputRequired({ inputRequests: { [turn.key]: toRequest(turn.question) } });
    if (turn.result === undefined) {
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, `Unknown tool: ${name}`);
    }
    return toResult(turn.result);
  });
  return server;
}

/** Returns the capabilities that the client declares in one request. They are not validated. */
function declaredIn(envelope: object): { readonly roots?: unknown; readonly elicitation?: unknown } | undefined {
  const declared = (envelope as Readonly<Record<string, unknown>>)[CLIENT_CAPABILITIES_META_KEY];
  return typeof declared === "object" && declared !== null ? declared : undefined;
}

/** The folders of `--root`, or else the client's roots, or else the current folder. */
class ClientRoots {
  readonly #fixed: Roots | undefined;
  readonly #current: Roots;
  #roots: Roots | undefined;

  constructor({ roots }: McpOptions, { cwd }: Console) {
    this.#fixed = roots.length === 0 ? undefined : new Roots(roots.map((root) => resolve(cwd, root)));
    this.#current = new Roots([cwd]);
  }

  forget(): void {
    this.#roots = undefined;
  }

  /** Resolves with the roots. `notifies`: whether the client reports when its roots change. */
  async get(hasRoots: boolean, notifies: boolean, list: () => Promise<unknown>): Promise<Roots> {
    if (this.#fixed || !hasRoots) return this.#fixed ?? this.#current;
    if (this.#roots) return this.#roots;
    const roots = new Roots(foldersIn(await list().catch(() => undefined)));
    if (notifies) this.#roots = roots;
    return roots;
  }
}

/** Returns the folders in a client's list of roots, which is not validated. */
function foldersIn(listed: unknown): readonly string[] {
  const roots = typeof listed === "object" && listed !== null && "roots" in listed ? listed.roots : undefined;
  return (Array.isArray(roots) ? roots : []).flatMap((root: unknown) => {
    const uri = typeof root === "object" && root !== null && "uri" in root ? root.uri : undefined;
    try {
      return typeof uri === "string" && uri.startsWith("file:") ? [fileURLToPath(uri)] : [];
    } catch {
      return [];
    }
  });
}

/** Whether a client can ask its user with a form. A client that lists no modes supports forms. */
function canAsk(elicitation: unknown): boolean {
  if (typeof elicitation !== "object" || elicitation === null) return false;
  return "form" in elicitation || !("url" in elicitation);
}

function toRequest(question: Question) {
  if (question.kind === "roots") return inputRequired.listRoots();
  return inputRequired.elicit({
    message: question.text,
    requestedSchema: {
      type: "object",
      properties: { confirm: { type: "boolean", title: "Send", description: "Whether to send this request." } },
      required: ["confirm"],
    },
  });
}

function isConfirmed(answer: unknown): boolean {
  if (typeof answer !== "object" || answer === null || !("action" in answer) || !("content" in answer)) return false;
  const { action, content } = answer;
  return (
    action === "accept" &&
    typeof content === "object" &&
    content !== null &&
    "confirm" in content &&
    content.confirm === true
  );
}

function toTool({ name, title, description, inputSchema, outputSchema, annotations }: (typeof tools)[number]) {
  return {
    ...{ name, title, description, annotations: { title, ...annotations } },
    inputSchema: JSON.parse(JSON.stringify(inputSchema)),
    outputSchema: JSON.parse(JSON.stringify(outputSchema)),
  };
}

function toResult({ structured, text, isError }: ToolResult) {
  return {
    content: [{ type: "text" as const, text }],
    ...(structured === undefined ? {} : { structuredContent: { ...structured } }),
    isError,
  };
}
