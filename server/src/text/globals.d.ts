/**
 * The globals that every host of ours has: Node's and the web worker's common part, and no more.
 * Code outside a `node` or `browser` folder sees these alone, so that the compiler keeps it portable.
 */
interface String {
  /** ES2024: it holds no lone surrogate. */
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
declare function btoa(binary: string): string;
declare function atob(base64: string): string;
declare const performance: { now(): number };
interface CryptoKey {
  readonly type: string;
}
/** What is used of Web Cryptography. */
declare const crypto: {
  getRandomValues(array: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer>;
  readonly subtle: {
    importKey(
      format: "raw",
      key: Uint8Array,
      algorithm: "AES-GCM",
      extractable: boolean,
      uses: readonly ("encrypt" | "decrypt")[],
    ): Promise<CryptoKey>;
    encrypt(algorithm: AesGcm, key: CryptoKey, data: Uint8Array): Promise<ArrayBuffer>;
    decrypt(algorithm: AesGcm, key: CryptoKey, data: Uint8Array): Promise<ArrayBuffer>;
  };
};
interface AesGcm {
  readonly name: "AES-GCM";
  readonly iv: Uint8Array;
  readonly additionalData: Uint8Array;
}
