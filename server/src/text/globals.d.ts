/** The globals that Node and web workers have in common. Code outside of `node` and `browser` can use only these. */
interface String {
  /** ES2024: whether the string has no lone surrogate. */
  isWellFormed(): boolean;
}
declare class TextEncoder {
  encode(input?: string): Uint8Array;
  encodeInto(source: string, destination: Uint8Array): { read: number; written: number };
}
declare class TextDecoder {
  constructor(label?: string, options?: { fatal?: boolean; ignoreBOM?: boolean });
  readonly encoding: string;
  decode(input?: Uint8Array, options?: { stream?: boolean }): string;
}
interface AbortSignal {
  readonly aborted: boolean;
  readonly reason: unknown;
  addEventListener(type: "abort", listener: () => void, options?: { once?: boolean }): void;
  removeEventListener(type: "abort", listener: () => void): void;
}
declare const AbortSignal: {
  any(signals: readonly AbortSignal[]): AbortSignal;
  timeout(milliseconds: number): AbortSignal;
};
declare class AbortController {
  readonly signal: AbortSignal;
  abort(reason?: unknown): void;
}
declare class URL {
  constructor(url: string, base?: string);
  readonly href: string;
  readonly origin: string;
  readonly protocol: string;
  readonly host: string;
  readonly hostname: string;
  readonly port: string;
  readonly pathname: string;
  readonly search: string;
}
declare function setTimeout(handler: () => void, milliseconds?: number): unknown;
declare function clearTimeout(handle: unknown): void;
declare function setInterval(handler: () => void, milliseconds?: number): unknown;
declare function clearInterval(handle: unknown): void;
declare function btoa(binary: string): string;
declare function atob(base64: string): string;
declare const performance: { now(): number };
interface CryptoKey {
  readonly type: string;
}
interface JsonWebKey {
  n?: string;
  e?: string;
  x?: string;
  y?: string;
}
type CryptoUse = "encrypt" | "decrypt" | "sign" | "verify" | "deriveBits";
/** Name and parameters of an algorithm for a key, a signature, a cipher or a derivation. */
interface CryptoAlgorithm {
  readonly name: string;
  readonly hash?: string;
  readonly namedCurve?: string;
  readonly saltLength?: number;
  readonly salt?: Uint8Array<ArrayBuffer>;
  readonly iterations?: number;
  readonly iv?: Uint8Array<ArrayBuffer>;
}
/** The functions of Web Cryptography that this project uses. */
declare const crypto: {
  randomUUID(): string;
  getRandomValues(array: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer>;
  readonly subtle: {
    importKey(
      format: "raw" | "spki" | "pkcs8",
      key: Uint8Array,
      algorithm: string | CryptoAlgorithm,
      extractable: boolean,
      uses: readonly CryptoUse[],
    ): Promise<CryptoKey>;
    exportKey(format: "jwk", key: CryptoKey): Promise<JsonWebKey>;
    digest(algorithm: string, data: Uint8Array): Promise<ArrayBuffer>;
    sign(algorithm: string | CryptoAlgorithm, key: CryptoKey, data: Uint8Array): Promise<ArrayBuffer>;
    verify(
      algorithm: string | CryptoAlgorithm,
      key: CryptoKey,
      signature: Uint8Array,
      data: Uint8Array,
    ): Promise<boolean>;
    deriveBits(algorithm: CryptoAlgorithm, key: CryptoKey, length: number): Promise<ArrayBuffer>;
    encrypt(algorithm: AesGcm, key: CryptoKey, data: Uint8Array): Promise<ArrayBuffer>;
    decrypt(algorithm: AesGcm | CryptoAlgorithm, key: CryptoKey, data: Uint8Array): Promise<ArrayBuffer>;
  };
};
interface AesGcm {
  readonly name: "AES-GCM";
  readonly iv: Uint8Array;
  readonly additionalData: Uint8Array;
}
