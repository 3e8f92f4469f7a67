import { builtInOf } from "../variables/builtInReferences.ts";
import { bytesProblem, computedValue, type StepHost } from "../variables/computed/compute.ts";
import { type ComputedReference, computedReference } from "../variables/computed/reader.ts";
import type { Explained } from "../variables/explained.ts";
import type { ReceivedValue } from "../variables/sending.ts";
import { atSending, bytesCode, type ComputedValue, type VariableValue } from "../variables/value.ts";
import { receivedValue } from "./exchangeValues.ts";
import type { KeptSecrets } from "./keptSecrets.ts";

/** The values that steps compute in a scope. */
export class StepValues {
  readonly #host: StepHost;
  readonly #secrets: KeptSecrets;

  constructor(host: StepHost, secrets: KeptSecrets) {
    this.#host = host;
    this.#secrets = secrets;
  }

  /** `isPlaced`: it is generated for each place or depends on it, so another place has another value. */
  valueOf(
    name: string,
    reference: ComputedReference,
    source: ComputedValue,
  ): { readonly value: ComputedValue; readonly isPlaced: boolean } {
    const builtIn = builtInOf(reference.source);
    const { sending, ...host } = this.#host;
    let isPlaced = builtIn !== undefined && (host.isForSending || builtIn.placedIn !== undefined);
    const { randomBytes } = sending;
    const counting = randomBytes && {
      randomBytes: (count: number) => {
        isPlaced = true;
        return randomBytes(count, name);
      },
    };
    const value = computedValue(name, reference, source, { ...host, sending: { ...sending, ...counting } });
    return { value: this.#secrets.keep(value), isPlaced };
  }

  /**
   * The value of `# @set` from what its path has found.
   * @param text the path with its steps
   * @param given `undefined` in a check
   */
  afterPath(name: string, text: string, given: ReceivedValue | undefined): VariableValue {
    const reference = computedReference(text, true);
    const source = given ? receivedValue(name, given) : atSending;
    if (!reference) return source;
    const value = this.#secrets.keep(computedValue(text, reference, source, this.#host));
    if (value.kind !== "bytes") return value;
    return { kind: "undefined", why: bytesProblem(value), code: bytesCode, at: { start: 0, end: text.length } };
  }

  explained(name: string, reference: ComputedReference, source: ComputedValue): Explained | undefined {
    let result: Explained | undefined;
    const sending = { ...this.#host.sending, onExplained: (explained: Explained) => (result = explained) };
    computedValue(name, reference, source, { ...this.#host, sending });
    return result;
  }
}
