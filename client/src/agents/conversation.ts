/** A question of a call, and how the call gets the user's answer. */
interface Pending<Question> {
  readonly key: string;
  readonly question: Question;
}

type Turn<Result, Question> =
  | { readonly kind: "result"; readonly result: Result }
  | ({ readonly kind: "question" } & Pending<Question>);

let questions = 0;

/** Milliseconds that a call waits for an answer, which a person gives. */
const patience = 600_000;
const maxWaiting = 50;

/**
 * Calls that ask their client questions. A question ends a request of the protocol: the client sends the request again, with
 * the answer, and the call goes on where it was. So it uses exactly what the user has seen.
 */
export class Conversations<Result, Question> {
  readonly #waiting = new Map<string, Conversation<Result, Question>>();

  start(request: Requesting, run: (conversation: Conversation<Result, Question>) => Promise<Result>) {
    return this.#next(new Conversation<Result, Question>(request, run));
  }

  /** Continues the call that waits for one of the answers. Undefined if none does. */
  resume(answers: Readonly<Record<string, unknown>>, request: Requesting): Promise<Turn<Result, Question>> | undefined {
    const key = Object.keys(answers).find((one) => this.#waiting.has(one));
    const conversation = key === undefined ? undefined : this.#waiting.get(key);
    if (key === undefined || !conversation) return undefined;
    this.#waiting.delete(key);
    conversation.follow(request);
    conversation.answer(answers[key]);
    return this.#next(conversation);
  }

  async #next(conversation: Conversation<Result, Question>): Promise<Turn<Result, Question>> {
    const turn = await conversation.turn();
    if (turn.kind === "question") {
      this.#waiting.set(turn.key, conversation);
      const [oldest] = this.#waiting.keys();
      if (this.#waiting.size > maxWaiting && oldest !== undefined) this.#forget(oldest);
      setTimeout(() => this.#forget(turn.key), patience);
    }
    return turn;
  }

  #forget(key: string): void {
    this.#waiting.get(key)?.abort();
    this.#waiting.delete(key);
  }
}

export interface Requesting {
  readonly signal: AbortSignal;
  readonly progress: ((step: number, message: string) => void) | undefined;
}

export class Conversation<Result, Question> {
  readonly #controller = new AbortController();
  readonly #result: Promise<Result>;
  #asked: ((turn: Turn<Result, Question>) => void) | undefined;
  #question: Pending<Question> | undefined;
  #answer: ((answer: unknown) => void) | undefined;
  #request: Requesting;
  #unfollow: () => void = () => {};

  constructor(request: Requesting, run: (conversation: Conversation<Result, Question>) => Promise<Result>) {
    this.#request = request;
    this.follow(request);
    this.#result = run(this);
    // Handles the rejection even if no call waits for the result anymore.
    this.#result.catch(() => {});
  }

  /** Aborts when the request that the call now belongs to is cancelled. */
  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** Asks the client. Resolves with undefined if no answer comes. */
  ask(question: Question): Promise<unknown> {
    const pending = { key: `question-${++questions}`, question };
    return new Promise((resolve) => {
      this.#answer = resolve;
      this.signal.addEventListener("abort", () => resolve(undefined), { once: true });
      if (this.#asked) this.#asked({ kind: "question", ...pending });
      else this.#question = pending;
    });
  }

  answer(answer: unknown): void {
    this.#answer?.(answer);
  }

  /** Resolves with the result of the call, or with its next question. */
  turn(): Promise<Turn<Result, Question>> {
    const question = this.#question;
    this.#question = undefined;
    if (question) return Promise.resolve({ kind: "question", ...question });
    const asked = new Promise<Turn<Result, Question>>((resolve) => {
      this.#asked = resolve;
    });
    return Promise.race([asked, this.#result.then((result) => ({ kind: "result", result }) as const)]).finally(() => {
      this.#asked = undefined;
    });
  }

  /** Reports progress to the request that it now belongs to, if that request asks for it. */
  readonly progress = (step: number, message: string): void => this.#request.progress?.(step, message);

  follow(request: Requesting): void {
    this.#unfollow();
    this.#request = request;
    const { signal } = request;
    const abort = () => this.abort();
    if (signal.aborted) abort();
    signal.addEventListener("abort", abort);
    this.#unfollow = () => signal.removeEventListener("abort", abort);
  }

  abort(): void {
    this.#controller.abort();
  }
}
