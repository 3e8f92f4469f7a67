import type {
  Asked,
  NeededRequest,
  OutgoingMessage,
  OutgoingResult,
  ResponseRows,
  StandingProblem,
} from "../../../../server/src/protocol/protocol.ts";
import { nameOfAsked } from "../../../../server/src/text/asked.ts";

/** A question about problems of a request. `fixable`: some can be fixed automatically. `request`: its name for the user. */
type ProblemQuestion<Answer> = (
  problems: readonly StandingProblem[],
  fixable: boolean,
  request: string,
) => Promise<Answer>;

export type Remedy = "environment" | "define";

export interface SendQuestions {
  readonly standingErrors: ProblemQuestion<"fix" | "show" | "send" | "cancel">;
  /** Asks what to do about a request that can't be encoded, or has no address. */
  readonly unsendable: ProblemQuestion<"fix" | "show" | "cancel" | Remedy>;
  /** Shows the text of `# @note`. True: send. */
  readonly note: (text: string, request: string) => Promise<boolean>;
  /** Asks about a body file outside of the open folders, which would be sent to `to`. True: send it. */
  readonly outsideFile: (path: string, to: string, request: string) => Promise<boolean>;
  /** Asks whether to send the requests with these names first, whose responses are needed. True: send them. */
  readonly needs: (names: readonly string[], request: string) => Promise<boolean>;
  /** Called with the reason if there is no token. Without this function, a message shows the reason. */
  readonly noToken?: (why: string) => void;
}

export interface PreparationHost {
  readonly label: string;
  readonly questions: SendQuestions;
  readonly withErrors: "ask" | "send" | "refuse";
  outgoing(): Promise<Supplied>;
  fix(): Promise<unknown>;
  /** Asks for values of variables that are undefined. False: the user has given none. */
  remedy(how: Remedy, problems: readonly StandingProblem[]): Promise<boolean>;
  /** Sends the requests that this request needs. False: it will not be sent, and the user knows why. */
  sendNeeded(requests: readonly NeededRequest[]): Promise<boolean>;
  /** The paths of the files in the message's body that are outside the open folders. */
  outsideFiles(message: OutgoingMessage): Promise<readonly string[]>;
}

export type PreparedMessage =
  | { readonly kind: "ready"; readonly message: OutgoingMessage }
  | { readonly kind: "none" | "cancelled" }
  /** The request is prepared again for one row at a time. */
  | ResponseRows
  /** The needed requests need each other. */
  | { readonly kind: "cycle"; readonly why: string }
  /** The setting `soaphttp.send.withErrors` forbids sending the request. */
  | { readonly kind: "refused"; readonly problems: readonly StandingProblem[] }
  | { readonly kind: "show"; readonly problem: StandingProblem };

export async function prepareMessage(host: PreparationHost): Promise<PreparedMessage> {
  const { label, questions, withErrors } = host;
  // Fixes are offered once: errors that they leave, they would leave again.
  for (let fixed = false; ; fixed = true) {
    let outgoing = await host.outgoing();
    while (outgoing?.kind === "needs") {
      if (!(await host.sendNeeded(outgoing.requests))) return { kind: "cancelled" };
      outgoing = await host.outgoing();
    }
    if (outgoing === undefined) return { kind: "cancelled" };
    if (outgoing.kind === "none" || outgoing.kind === "cycle" || outgoing.kind === "rows") return outgoing;
    const problems = outgoing.kind === "unsendable" ? outgoing.problems : outgoing.message.errors;
    const fixable = !fixed && problems.some(({ automatic }) => automatic);
    let choice: "fix" | "send" | "cancel" | "show" | Remedy;
    if (outgoing.kind === "unsendable") {
      choice = await questions.unsendable(problems, fixable, label);
    } else if (problems.length === 0 || withErrors === "send") {
      choice = "send";
    } else if (withErrors === "refuse") {
      return { kind: "refused", problems };
    } else {
      choice = await questions.standingErrors(problems, fixable, label);
    }
    if (choice === "fix") {
      await host.fix();
    } else if (choice === "environment" || choice === "define") {
      if (!(await host.remedy(choice, problems))) return { kind: "cancelled" };
    } else if (choice === "send" && outgoing.kind === "message") {
      return confirmed(outgoing.message, host);
    } else {
      const [first] = problems;
      return choice === "show" && first !== undefined ? { kind: "show", problem: first } : { kind: "cancelled" };
    }
  }
}

/** Asks the questions that don't depend on errors. */
async function confirmed(message: OutgoingMessage, host: PreparationHost): Promise<PreparedMessage> {
  const { label, questions } = host;
  const to = `${message.scheme}://${message.host}:${message.port}`;
  for (const path of await host.outsideFiles(message)) {
    if (!(await questions.outsideFile(path, to, label))) return { kind: "cancelled" };
  }
  const send = message.note === undefined || (await questions.note(message.note, label));
  return send ? { kind: "ready", message } : { kind: "cancelled" };
}

/** An outgoing message, or why there is none; undefined if the user entered no value for a secret. */
export type Supplied = SuppliedResult<OutgoingResult>;

export type SuppliedResult<Result> = Exclude<Result, SecretsNeeded> | undefined;

interface SecretsNeeded {
  readonly kind: "secrets";
  readonly names: readonly Asked[];
}

/** `secret`: returns a value, or why there is none, which is then the result. */
export async function supplied<Result extends object, Refusal>(
  ask: (secrets: Readonly<Record<string, string>>) => Promise<Result>,
  secret: (asked: Asked) => Promise<string | Refusal>,
): Promise<Exclude<Result, SecretsNeeded> | Refusal> {
  const given = new Map<string, string>();
  for (;;) {
    // An assignment to a property `__proto__` would not create it.
    const result: Result | SecretsNeeded = await ask(Object.fromEntries(given));
    if (!needsSecrets(result)) return result as Exclude<Result, SecretsNeeded>;
    for (const asked of result.names) {
      const value = await secret(asked);
      if (typeof value !== "string") return value;
      given.set(nameOfAsked(asked), value);
    }
  }
}

function needsSecrets(result: object): result is SecretsNeeded {
  return "kind" in result && result.kind === "secrets";
}

/** For a request that is prepared twice: the user isn't asked again about accepted problems. */
export function remembered(questions: () => SendQuestions): SendQuestions {
  const accepted = new Set<string>();
  const once = async (key: readonly string[], ask: () => Promise<boolean>): Promise<boolean> => {
    const text = JSON.stringify(key);
    if (accepted.has(text)) return true;
    const isAccepted = await ask();
    if (isAccepted) accepted.add(text);
    return isAccepted;
  };
  return {
    async standingErrors(problems, fixable, request) {
      // The keys contain no positions, because other edits may change them.
      const keys = problems.map(({ code, message }) => JSON.stringify(["error", code, message]));
      if (keys.every((key) => accepted.has(key))) return "send";
      const choice = await questions().standingErrors(problems, fixable, request);
      if (choice === "send") for (const key of keys) accepted.add(key);
      return choice;
    },
    unsendable: (problems, fixable, request) => questions().unsendable(problems, fixable, request),
    note: (text, request) => once(["note", text], () => questions().note(text, request)),
    needs: (names, request) => once(["needs", ...names], () => questions().needs(names, request)),
    outsideFile: (path, to, request) => once(["file", path, to], () => questions().outsideFile(path, to, request)),
  };
}
