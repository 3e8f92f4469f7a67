import type { SecretSource } from "../protocol/sendingProtocol.ts";
import { toBinary } from "../text/base64.ts";
import type { ComputedValue } from "../variables/value.ts";

/** The secret values that a scope has looked up so far, and values that contain a secret, with their sources. */
export class KeptSecrets {
  readonly sources: ReadonlyMap<string, readonly SecretSource[]>;
  readonly #sources = new Map<string, readonly SecretSource[]>();
  readonly #onSecret: ((secret: string) => void) | undefined;

  constructor(onSecret: ((secret: string) => void) | undefined) {
    this.sources = this.#sources;
    this.#onSecret = onSecret;
  }

  keep<Value extends ComputedValue>(value: Value): Value {
    if (value.kind !== "text" && value.kind !== "bytes") return value;
    const own = () => (value.kind === "text" ? value.text : toBinary(value.bytes ?? new Uint8Array(0)));
    for (const secret of [value.secret ? own() : "", ...(value.secrets ?? [])])
      if (secret !== "") this.add(secret, value.sources ?? []);
    return value;
  }

  add(secret: string, sources: readonly SecretSource[]): void {
    this.#sources.set(secret, sources);
    this.#onSecret?.(secret);
  }
}
