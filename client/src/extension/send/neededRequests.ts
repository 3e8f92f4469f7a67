import * as vscode from "vscode";
import type { NeededRequest } from "../../../../server/src/protocol/protocol.ts";
import type { SendQuestions } from "../../core/sending/prepare.ts";
import { inform } from "../editor/ui.ts";

/** Sends the requests that one request needs, after a question. */
export class NeededRequests {
  readonly #label: string;
  readonly #questions: SendQuestions;
  readonly #send: (line: number) => Promise<boolean>;
  readonly #sent = new Set<string>();

  /** `label`: the name of the request that needs others. `send`: resolves with whether the request at a line succeeds. */
  constructor(label: string, questions: SendQuestions, send: (line: number) => Promise<boolean>) {
    this.#label = label;
    this.#questions = questions;
    this.#send = send;
  }

  /** Sends the first of them; afterwards, others may be missing. False: the user knows why it isn't possible. */
  async send(requests: readonly NeededRequest[]): Promise<boolean> {
    const [first] = requests;
    if (first === undefined) return false;
    const { name, line } = first;
    const isFirst = this.#sent.size === 0;
    if (
      isFirst &&
      !(await this.#questions.needs(
        requests.map((one) => one.name),
        this.#label,
      ))
    )
      return false;
    // After an edit, the same request may be missing again.
    const key = `${line} ${name}`;
    if (!this.#sent.has(key)) {
      this.#sent.add(key);
      if (await this.#send(line)) return true;
    }
    inform(vscode.l10n.t("{0} was not sent, because {1} did not succeed.", this.#label, name));
    return false;
  }
}
