import type { OutgoingMessage, OutgoingResult, StandingProblem } from "../../../../server/src/protocol.ts";

/** What is asked before a request is sent. `request`: what the author calls it. */
export interface SendQuestions {
  /** The request has errors. `fixable`: some of them have fixes that need no decision. */
  readonly standingErrors: (
    problems: readonly StandingProblem[],
    fixable: boolean,
    request: string,
  ) => Promise<"fix" | "show" | "send" | "cancel">;
  /** The request can't be put into bytes, or has no address. */
  readonly unsendable: (
    problems: readonly StandingProblem[],
    fixable: boolean,
    request: string,
  ) => Promise<"fix" | "show" | "cancel">;
  /** Of `# @note`. True: send. */
  readonly note: (text: string, request: string) => Promise<boolean>;
  /** The body is this file, which lies outside of the open folders. `to`: where it would be sent. True: send it. */
  readonly outsideFile: (path: string, to: string, request: string) => Promise<boolean>;
}

/** What preparing needs from outside. */
export interface PrepareSteps {
  /** What the author calls the request. */
  readonly label: string;
  /** The outgoing message of the request, for the document as it is now. */
  readonly outgoing: () => Promise<Supplied>;
  /** Applies the fixes that need no decision to the request. False: there was nothing to apply, or it failed. */
  readonly fix: () => Promise<boolean>;
  /** Where the message's body file lies, if that is where no file is sent from without a question. */
  readonly outsideFile: (message: OutgoingMessage) => Promise<string | undefined>;
  readonly questions: SendQuestions;
  readonly withErrors: "ask" | "send" | "refuse";
}

export type Prepared =
  | { readonly kind: "ready"; readonly message: OutgoingMessage }
  /** No request stands there. */
  | { readonly kind: "none" }
  /** The author wants it so. */
  | { readonly kind: "cancelled" }
  /** The setting `soaphttp.send.withErrors` wants it so. */
  | { readonly kind: "refused"; readonly problems: readonly StandingProblem[] }
  /** The author wants to see what keeps the request from being sent. */
  | { readonly kind: "show"; readonly problem: StandingProblem };

/** From the editor's text to the message that will be sent, with the author's decisions. */
export async function prepare(steps: PrepareSteps): Promise<Prepared> {
  const { label, questions, withErrors } = steps;
  // Fixes are offered once: where they leave errors behind, another round would leave the same.
  let fixed = false;
  for (;;) {
    const outgoing = await steps.outgoing();
    if (outgoing === undefined) return { kind: "cancelled" };
    if (outgoing.kind === "none") return { kind: "none" };
    const problems = outgoing.kind === "unsendable" ? outgoing.problems : outgoing.message.errors;
    const fixable = !fixed && problems.some(({ automatic }) => automatic);
    let answer: "fix" | "send" | "cancel" | "show";
    if (outgoing.kind === "unsendable") {
      answer = await questions.unsendable(problems, fixable, label);
    } else if (problems.length === 0 || withErrors === "send") {
      answer = "send";
    } else if (withErrors === "refuse") {
      return { kind: "refused", problems };
    } else {
      answer = await questions.standingErrors(problems, fixable, label);
    }
    if (answer === "fix") {
      await steps.fix();
      fixed = true;
    } else if (answer === "send" && outgoing.kind === "message") {
      return confirmed(outgoing.message, steps);
    } else {
      const [first] = problems;
      return answer === "show" && first !== undefined ? { kind: "show", problem: first } : { kind: "cancelled" };
    }
  }
}

/** What is asked of a message whatever its errors are. */
async function confirmed(message: OutgoingMessage, { label, outsideFile, questions }: PrepareSteps): Promise<Prepared> {
  const path = await outsideFile(message);
  const to = `${message.scheme}://${message.host}:${message.port}`;
  const send =
    (path === undefined || (await questions.outsideFile(path, to, label))) &&
    (message.note === undefined || (await questions.note(message.note, label)));
  return send ? { kind: "ready", message } : { kind: "cancelled" };
}

/** An outgoing message, or why there is none; undefined where the author gave no value to a secret. */
export type Supplied = Exclude<OutgoingResult, { readonly kind: "secrets" }> | undefined;

/**
 * Asks the server, and gives it the secrets that it then wants. `secret`: undefined or empty where there is none,
 * and then the server is not asked again.
 */
export async function supplied(
  ask: (secrets: Readonly<Record<string, string>>) => Promise<OutgoingResult>,
  secret: (name: string) => Promise<string | undefined>,
): Promise<Supplied> {
  const given = new Map<string, string>();
  for (;;) {
    // Not assigned one by one: `__proto__` is a name as any other.
    const answer = await ask(Object.fromEntries(given));
    if (answer.kind !== "secrets") return answer;
    for (const name of answer.names) {
      const value = await secret(name);
      if (!value) return undefined;
      given.set(name, value);
    }
  }
}

/** The questions about one request that is prepared twice: what the author has agreed to is not asked again. */
export function remembered(questions: () => SendQuestions): SendQuestions {
  const accepted = new Set<string>();
  const notes = new Set<string>();
  const files = new Set<string>();
  return {
    async standingErrors(problems, fixable, request) {
      if (problems.every((problem) => accepted.has(keyOf(problem)))) return "send";
      const answer = await questions().standingErrors(problems, fixable, request);
      if (answer === "send") for (const problem of problems) accepted.add(keyOf(problem));
      return answer;
    },
    unsendable: (problems, fixable, request) => questions().unsendable(problems, fixable, request),
    async note(text, request) {
      if (notes.has(text)) return true;
      const send = await questions().note(text, request);
      if (send) notes.add(text);
      return send;
    },
    async outsideFile(path, to, request) {
      const key = JSON.stringify([path, to]);
      if (files.has(key)) return true;
      const send = await questions().outsideFile(path, to, request);
      if (send) files.add(key);
      return send;
    },
  };
}

/** Not its place: that moves with what stands above. */
function keyOf({ code, message }: StandingProblem): string {
  return JSON.stringify([code, message]);
}
