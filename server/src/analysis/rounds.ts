import { sha256 } from "@noble/hashes/sha2.js";
import * as l10n from "@vscode/l10n";
import type { KeyOperation, KeyResult } from "../protocol/protocol.ts";
import type { Compute } from "../resources/keys.ts";
import { hexOf } from "../text/bytes.ts";
import { mostRounds } from "../text/limits.ts";
import { newBytes } from "../variables/nonce.ts";
import type { Sending } from "../variables/sending.ts";
import { parseXml } from "../xml/parser.ts";
import type { XmlDocument } from "../xml/tree.ts";

interface ParsedText {
  readonly start: number | undefined;
  readonly end: number | undefined;
  readonly variables: boolean;
  readonly document: XmlDocument;
}

/**
 * The rounds of one sending. The first round renders a message without values that only the host can compute. All computations
 * that a round requests go to the host together, and the next round, rendered with their results, may request more. Generated
 * values, such as GUIDs, stay the same in each round.
 */
export class Rounds<Made> {
  readonly #sending: Sending;
  readonly #render: (sending: Sending) => Made;
  readonly #results = new Map<string, KeyResult>();
  readonly #asked = new Map<string, KeyOperation>();
  readonly #parsed: ParsedText[] = [];
  readonly #guids: string[] = [];
  readonly #numbers: number[] = [];
  /** Random bytes by their number and the reference that uses them: some references use theirs only in later rounds. */
  readonly #bytes = new Map<string, Uint8Array[]>();
  #made: Made;

  constructor(sending: Sending, render: (sending: Sending) => Made) {
    this.#sending = sending;
    this.#render = render;
    this.#made = this.#round();
  }

  get made(): Made {
    return this.#made;
  }

  /** Whether the host has no more values to compute. */
  get areDone(): boolean {
    return this.#asked.size === 0;
  }

  async finished(compute: Compute): Promise<Made> {
    for (let round = 1; !this.areDone; round++) {
      const asked = [...this.#asked];
      const why = l10n.t("The values need more than {0} rounds of signatures that depend on each other.", mostRounds);
      const results = round < mostRounds ? await compute(asked.map(([, operation]) => operation)) : [];
      for (const [index, [id]] of asked.entries()) this.#results.set(id, results[index] ?? { kind: "failed", why });
      this.#made = this.#round();
      if (round > mostRounds) break;
    }
    return this.#made;
  }

  #round(): Made {
    this.#asked.clear();
    const { guid, random, randomBytes = newBytes } = this.#sending;
    const bytes = new Map<string, typeof randomBytes>();
    return this.#render({
      ...this.#sending,
      guid: again(this.#guids, guid),
      random: again(this.#numbers, random),
      randomBytes: (count, reference = "") => {
        const place = `${count} ${reference}`;
        const kept = this.#bytes.get(place) ?? [];
        const next = bytes.get(place) ?? again(kept, randomBytes);
        this.#bytes.set(place, kept);
        bytes.set(place, next);
        return next(count);
      },
      parse: (text, start, end, options) => {
        const variables = options?.variables === true;
        const isSame = (one: ParsedText) =>
          one.start === start && one.end === end && one.variables === variables && one.document.text === text;
        const parsed = this.#parsed.find(isSame) ?? {
          start,
          end,
          variables,
          document: parseXml(text, start, end, options),
        };
        if (!this.#parsed.includes(parsed)) this.#parsed.push(parsed);
        return parsed.document;
      },
      operation: (operation) => {
        const id = [operation.kind, operation.key, JSON.stringify(operation.algorithm), hexOf(sha256(operation.data))];
        const result = this.#results.get(id.join(" "));
        if (!result) this.#asked.set(id.join(" "), operation);
        return result;
      },
    });
  }
}

/** A function that returns at its n-th call the value that the n-th call of an earlier round returned. */
function again<Value, Arguments extends readonly unknown[] = []>(
  kept: Value[],
  make: (...given: Arguments) => Value,
): (...given: Arguments) => Value {
  let next = 0;
  return (...given) => {
    const at = next++;
    const value = kept[at] ?? make(...given);
    kept[at] = value;
    return value;
  };
}
