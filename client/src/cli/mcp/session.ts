import { dirname } from "node:path";
import { pathToFileURL } from "node:url";
import type { ContractFile } from "../../../../server/src/contract/contract.ts";
import { filePath } from "../../../../server/src/node/readFile.ts";
import { isWebAddress } from "../../../../server/src/protocol/protocol.ts";
import { readQuestion } from "../../../../server/src/text/asked.ts";
import { defaultMaxBytes } from "../../../../server/src/text/limits.ts";
import { withoutSecretParameters } from "../../../../server/src/text/redaction.ts";
import { type AgentHost, type AgentRefusal, isRefusal, type Located, type Question } from "../../agents/host.ts";
import { timeoutOf } from "../../core/exchange/exchange.ts";
import { secretVariable } from "../../core/sending/secrets.ts";
import { hostNames, portOf, withBrackets } from "../../transport/authority.ts";
import { nodeTransport } from "../../transport/node/node.ts";
import { proxyEnvironment } from "../../transport/node/proxyEnvironment.ts";
import type { Transport } from "../../transport/transport.ts";
import type { Console } from "../console.ts";
import type { SourceText } from "../sourceText.ts";
import { ContractReader } from "../wsdl/contractReader.ts";
import { localLanguage } from "./language.ts";
import { type Roots, readText, uriOf } from "./roots.ts";
import type { McpOptions } from "./usage.ts";

export interface Asking {
  readonly signal: AbortSignal;
  readonly progress: AgentHost["progress"];
  readonly roots: Roots;
  /** Asks the user whether to continue; undefined if the client can't ask its user. */
  readonly confirm: ((question: string) => Promise<boolean>) | undefined;
}

export class Session {
  readonly #options: McpOptions;
  readonly #console: Pick<Console, "cwd" | "env">;
  readonly #transport: Transport;
  readonly #fetched = new Map<string, ContractFile>();
  #places = 0;

  constructor(options: McpOptions, console: Pick<Console, "cwd" | "env">) {
    this.#options = options;
    this.#console = console;
    this.#transport = nodeTransport(proxyEnvironment(console.env, () => ({})));
  }

  host({ signal, progress, roots, confirm }: Asking): AgentHost {
    const sources = new Map<string, SourceText>();
    const contracts = new ContractReader(false, this.#console, {
      folders: roots.folders,
      refusal: (uri) => notAllowed(uri),
      fetched: this.#fetched,
      signal,
    });
    const { environment, timeout } = this.#options;
    const allowHosts = () => contracts.allowWhere((uri) => this.#isAllowedAddress(uri));
    const { env } = this.#console;
    return {
      shell: "cli",
      signal,
      environmentVariables: this.#options.environmentVariables,
      progress,
      language: localLanguage({ roots, contracts, allowHosts, environment, env, sources }),
      place: async (beside) => this.#place(beside, roots),
      file: async (name) => {
        const file = roots.find(name);
        if (isRefusal(file)) return file;
        const source = readText(file, name);
        if (isRefusal(source)) return source;
        sources.set(source.text, source);
        return { uri: uriOf(file), text: source.text };
      },
      wsdl: async (name) => {
        const file = isWebAddress(name) ? await this.#address(name, confirm) : roots.find(name);
        if (isRefusal(file)) return file;
        const uri = "uri" in file ? file.uri : uriOf(file);
        contracts.allow(uri);
        return { uri };
      },
      outside: async (uri) => (roots.mayRead(uri) ? undefined : (filePath(uri) ?? uri)),
      secret: async (name) => {
        const question = readQuestion(name);
        if (question) return { refused: `The request asks a question: ${question.text} Replace it with the answer.` };
        const variable = secretVariable(name);
        const refused = `The secret ${name} has no value. Ask the user to start the server with the environment variable ${variable}.`;
        return env[variable] ?? { refused };
      },
      mayBeSent: (question) => this.#mayBeSent(question, confirm),
      send: (request, message, onProgress) =>
        this.#transport.send(request, {
          signal,
          onProgress,
          redirects: "never",
          maxBytes: defaultMaxBytes,
          timeout: timeoutOf(message, timeout),
        }),
    };
  }

  #place(beside: string | undefined, { folders }: Roots): string | AgentRefusal {
    const path = beside === undefined ? undefined : filePath(beside);
    const folder = path === undefined ? folders[0] : dirname(path);
    if (folder === undefined) return { refused: "No folder may be read. Start the server with --root FOLDER." };
    return pathToFileURL(`${folder}/agent-${++this.#places}.soaphttp`).href;
  }

  async #address(name: string, confirm: Asking["confirm"]): Promise<Located | AgentRefusal> {
    if (this.#fetched.has(name)) return { uri: name };
    if (!URL.canParse(name)) return { refused: `The address of the WSDL is not a URL: ${name}` };
    const url = new URL(name);
    const question = {
      secrets: undefined,
      method: "GET",
      url: withoutSecretParameters(`${url.origin}${url.pathname}${url.search}`),
      host: url.hostname,
      shownHost: url.hostname,
      port: portOf(url),
      body: "",
      note: undefined,
    };
    const may = await this.#mayBeSent(question, confirm);
    return may === true ? { uri: name } : may;
  }

  async #mayBeSent(question: Question, confirm: Asking["confirm"]): Promise<true | AgentRefusal> {
    const { host, port, shownHost, note } = question;
    if (note === undefined && this.#isAllowed(host, port)) return true;
    const how = `ask the user to start the server with --allow-send ${withBrackets(shownHost)}`;
    if (!confirm) {
      const why = note === undefined ? `${shownHost} is not allowed` : "the request requires confirmation (# @note)";
      return { refused: `Not sent: ${why}, and this client can't ask its user. To allow it, ${how}.` };
    }
    if (await confirm(textOf(question))) return true;
    return { refused: `Not sent: the user didn't agree. Don't repeat it unasked. To send without questions, ${how}.` };
  }

  #isAllowedAddress(uri: string): boolean {
    if (!isWebAddress(uri) || !URL.canParse(uri)) return false;
    const url = new URL(uri);
    return this.#isAllowed(url.hostname, portOf(url));
  }

  #isAllowed(host: string, port: number): boolean {
    const { allowed } = this.#options;
    return allowed.includes("*") || hostNames(host, port).some((name) => allowed.includes(name));
  }
}

function notAllowed(uri: string): string {
  return isWebAddress(uri)
    ? "It is at an address that isn't allowed. Give it as the argument wsdl, or ask the user to start the server with --allow-send HOST."
    : "It is outside of the folders that may be read. Ask the user to start the server with --root FOLDER.";
}

function textOf({ secrets, method, url, body, note }: Question): string {
  return [
    `Send this request?`,
    ...(secrets === undefined ? [] : [secrets]),
    `${method} ${url}`,
    ...(note === undefined ? [] : [note]),
    ...(body === "" ? [] : [body]),
  ]
    .join("\n\n")
    .replace(/[^\P{Cc}\t\n\r]|[\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu, "\ufffd");
}
