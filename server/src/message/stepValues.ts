import { builtInOf } from "../variables/builtInReferences.ts";
import { bytesProblem, computedValue, type StepHost } from "../variables/computed/compute.ts";
import { type ComputedReference, computedReference } from "../variables/computed/reader.ts";
import type { Explained } from "../variables/explained.ts";
import type { ReceivedValue } from "../variables/sending.ts";
import { atSending, bytesCode, type ComputedValue, type VariableValue } from "../variables/value.ts";
import type { XmlDocument } from "../xml/tree.ts";
import { receivedValue } from "./exchangeValues.ts";
import type { KeptSecrets } from "./keptSecrets.ts";

/** Returns the XML of a message as typed. Paths in its values may use its prefixes. */
export type TypedXml = () => XmlDocument | undefined;

export class StepValues {
  readonly #host: StepHost;
  readonly #secrets: KeptSecrets;

  constructor(host: StepHost, secrets: KeptSecrets) {
    this.#host = host;
    this.#secrets = secrets;
  }

  /** `isPlaced`: the value is generated for each place or depends on it, so it differs at other places. */
  valueOf(
    name: string,
    reference: ComputedReference,
    source: ComputedValue,
    typedXml: TypedXml | undefined,
  ): { readonly value: ComputedValue; readonly isPlaced: boolean } {
    const builtIn = builtInOf(reference.source);
    const { sending, find, ...host } = this.#host;
    let isPlaced = builtIn !== undefined && (host.isForSending || builtIn.placedIn !== undefined);
    const { randomBytes } = sending;
    const counting = randomBytes && {
      randomBytes: (count: number) => {
        isPlaced = true;
        return randomBytes(count, name);
      },
    };
    const inMessage: typeof find = (path, document) => {
      const typed = /[^:]:[^:]/.test(path) ? typedXml?.() : undefined;
      isPlaced ||= typed !== undefined;
      return find?.(path, document, typed) ?? [];
    };
    const own = { ...host, find: inMessage, sending: { ...sending, ...counting } };
    const value = computedValue(name, reference, source, own);
    return { value: this.#secrets.keep(value), isPlaced };
  }

  /**
   * The value of `# @set`, from the value that its path has found.
   * @param text the path with its steps
   * @param given `undefined` in a check
   */
  afterPath(name: string, text: string, given: ReceivedValue | undefined): VariableValue {
    const value = this.contentAfterPath(name, text, given);
    if (value.kind !== "bytes") return value;
    return { kind: "undefined", why: bytesProblem(value), code: bytesCode, at: { start: 0, end: text.length } };
  }

  /** The value of `# @save`, which may consist of bytes. The parameters are those of `afterPath`. */
  contentAfterPath(name: string, text: string, given: ReceivedValue | undefined): ComputedValue {
    const reference = computedReference(text, true);
    const source = given ? receivedValue(name, given) : atSending;
    return reference ? this.#secrets.keep(computedValue(text, reference, source, this.#host)) : source;
  }

  explained(name: string, reference: ComputedReference, source: ComputedValue): Explained | undefined {
    let result: Explained | undefined;
    const sending = { ...this.#host.sending, onExplained: (explained: Explained) => (result = explained) };
    computedValue(name, reference, source, { ...this.#host, sending });
    return result;
  }
}
