import { sha256 } from "@noble/hashes/sha2.js";
import type { Sending } from "./sending.ts";

/** The same values for the same text. They can be guessed, so bytes, which may be a nonce or a key, never use them. */
export function seeded(text: string): Pick<Sending, "guid" | "random"> {
  const random = numbersFrom(text);
  const digit = (most = 16) => Math.floor(random() * most);
  return {
    random,
    // Version 4, and one of four variants (RFC 9562 section 5.4).
    guid: () =>
      "xxxxxxxx-xxxx-4xxx-yxxx-xxxxxxxxxxxx".replace(/[xy]/g, (one) =>
        (one === "x" ? digit() : 8 + digit(4)).toString(16),
      ),
  };
}

/** Numbers from 0 to 1 (exclusive): the 32-bit words of the hashes of the text followed by 0, 1, 2 … */
function numbersFrom(text: string): () => number {
  const encoder = new TextEncoder();
  let hash = new DataView(new ArrayBuffer(0));
  let count = 0;
  return () => {
    const at = (count * 4) % 32;
    if (at === 0) hash = new DataView(sha256(encoder.encode(`${count / 8} ${text}`)).buffer);
    count++;
    return hash.getUint32(at) / 2 ** 32;
  };
}
