import { fromBase64, toBase64 } from "../../../../server/src/text/base64.ts";
import { concatBytes } from "../../transport/bytes.ts";

/** Bytes of an AES-GCM initialization vector (NIST SP 800-38D section 8.2). */
const vectorBytes = 12;

/** Encrypts and decrypts with one key, by AES-256-GCM. */
export class Vault {
  readonly #key: CryptoKey;

  private constructor(key: CryptoKey) {
    this.#key = key;
  }

  /** A new key, as base64. */
  static newKey(): string {
    return toBase64(crypto.getRandomValues(new Uint8Array(32)));
  }

  /** Rejects if the text is not a key. */
  static async of(key: string): Promise<Vault> {
    const bytes = fromBase64(key);
    return new Vault(await crypto.subtle.importKey("raw", bytes, "AES-GCM", false, ["encrypt", "decrypt"]));
  }

  /** `name`: what the bytes are; they can only be opened with the same name. */
  async seal(bytes: Uint8Array, name: string): Promise<Uint8Array> {
    const vector = crypto.getRandomValues(new Uint8Array(vectorBytes));
    const sealed = await crypto.subtle.encrypt(algorithm(vector, name), this.#key, bytes);
    return concatBytes([vector, new Uint8Array(sealed)]);
  }

  /** Undefined if the bytes were sealed with another key or another name, or were changed. */
  async open(sealed: Uint8Array, name: string): Promise<Uint8Array | undefined> {
    const [vector, content] = [sealed.subarray(0, vectorBytes), sealed.subarray(vectorBytes)];
    try {
      return new Uint8Array(await crypto.subtle.decrypt(algorithm(vector, name), this.#key, content));
    } catch {
      return undefined;
    }
  }
}

function algorithm(iv: Uint8Array, name: string) {
  return { name: "AES-GCM" as const, iv, additionalData: new TextEncoder().encode(name) };
}
