import * as vscode from "vscode";
import { OperationsRequest, type OperationsResult } from "../../../../server/src/protocol/protocol.ts";
import type { Questions } from "../editor/dialogs.ts";
import type { LanguageServer } from "../editor/languageServer.ts";
import { showError, showLateProgress } from "../editor/ui.ts";
import { ensureTrusted } from "../trust/ensureTrusted.ts";
import { type Consent, placeName } from "./consent.ts";
import type { WsdlDocuments } from "./wsdlDocuments.ts";

export interface LoadHow {
  /** The user has just entered the address, or selected the file: it is read without asking. */
  readonly chosen?: boolean;
  /** Fetches documents again that were fetched in this session. */
  readonly fresh?: boolean;
}

/** The user's answer. `load`: more documents are allowed now than before. `none`: nothing is missing. */
type Answer = "load" | "without" | "cancel" | "none";

/** Loads WSDLs for commands of the user: with questions, progress and errors. */
export class WsdlLoader {
  readonly #server: LanguageServer;
  readonly #documents: WsdlDocuments;
  readonly #consent: Consent;
  readonly #questions: () => Questions;
  readonly #loaded = new vscode.EventEmitter<void>();

  /** A WSDL was loaded, perhaps with documents that were not allowed before. */
  readonly onDidLoad = this.#loaded.event;

  constructor(server: LanguageServer, documents: WsdlDocuments, consent: Consent, questions: () => Questions) {
    this.#server = server;
    this.#documents = documents;
    this.#consent = consent;
    this.#questions = questions;
  }

  /**
   * The operations of a WSDL, with everything that it imports; undefined if it can't be read or the user cancels, and the
   * user knows why. Afterwards the diagnostics of open documents are up to date. Rejects if the server is down.
   * @param wsdl an absolute URI, not made of a `vscode.Uri` if it is an address: that changes `=` and `&` in its query
   */
  async load(wsdl: string, { chosen = false, fresh = false }: LoadHow = {}): Promise<OperationsResult | undefined> {
    if (!(await ensureTrusted(this.#questions(), "read"))) return undefined;
    if (chosen) await this.#consent.allow(await this.#consent.allMissing([wsdl]));
    if (fresh) this.#documents.forget();
    const result = await this.#documents.duringCommand(() => this.#load(wsdl));
    if (result !== undefined) this.#loaded.fire();
    return result;
  }

  async #load(wsdl: string): Promise<OperationsResult | undefined> {
    let without = false;
    for (;;) {
      this.#documents.takeUnauthorized();
      const result = await this.#operations(wsdl);
      if (result === undefined) return undefined;
      const answer: Answer = without ? "without" : await this.#allow(wsdl, result);
      if (answer === "cancel") return undefined;
      without = answer === "without";
      if (answer === "load") continue;
      const [origin] = this.#documents.takeUnauthorized();
      if (origin !== undefined && (await this.#enterCredentials(origin))) continue;
      if (result.documents.length > 0) return result;
      const [problem] = result.problems;
      if (origin === undefined && problem !== undefined) void showError(problem.message);
      return undefined;
    }
  }

  /** Resolves with the operations of a WSDL; undefined if the user cancels. */
  #operations(wsdl: string): Promise<OperationsResult | undefined> {
    return showLateProgress(vscode.l10n.t("Loading {0}", placeName(wsdl)), async (token) => {
      const cancelled = new Promise<undefined>((resolve) => {
        token.onCancellationRequested(() => {
          this.#documents.cancel();
          resolve(undefined);
        });
      });
      // `renew` also reads documents again that failed before, or weren't allowed.
      const operations = this.#server.request(OperationsRequest, { wsdl, renew: true }, token);
      return Promise.race([operations, cancelled]);
    });
  }

  async #allow(wsdl: string, { unallowed }: OperationsResult): Promise<Answer> {
    const missing = await this.#consent.allMissing(unallowed);
    if (missing.length === 0) return "none";
    const imports = !unallowed.includes(wsdl);
    const answer = await this.#questions().loadFrom(placeName(wsdl), missing.map(placeName), imports);
    if (answer === "load") await this.#consent.allow(missing);
    return answer;
  }

  /** Resolves with whether the user has entered a user name and a password. */
  async #enterCredentials(origin: string): Promise<boolean> {
    const rejected = this.#documents.hasCredentials(origin);
    const entered = await this.#questions().credentials(origin, rejected);
    if (entered !== undefined) this.#documents.setCredentials(origin, entered.user, entered.password);
    return entered !== undefined;
  }
}
