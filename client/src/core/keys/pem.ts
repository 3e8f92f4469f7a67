import { toBinary } from "../../../../server/src/text/base64.ts";

/** A block of a PEM file (RFC 7468): `-----BEGIN CERTIFICATE-----`. */
export interface PemBlock {
  /** `CERTIFICATE` */
  readonly label: string;
  /** The header lines of OpenSSL's traditional encryption, such as `DEK-Info`, by name. */
  readonly headers: ReadonlyMap<string, string>;
  readonly bytes: Uint8Array;
}

const begin = "-----BEGIN ";
const maxBlocks = 200;

/** The blocks of a file, in order. Text around them is allowed; blocks that aren't complete or not Base64 are left out. */
export function pemBlocks(file: Uint8Array): readonly PemBlock[] {
  const text = toBinary(file);
  const blocks: PemBlock[] = [];
  for (let at = text.indexOf(begin); at >= 0 && blocks.length < maxBlocks; ) {
    const from = at + begin.length;
    const next = text.indexOf(begin, from);
    const block = readBlock(text.slice(from, next < 0 ? undefined : next));
    if (block) blocks.push(block);
    at = next;
  }
  return blocks;
}

/** `text`: what follows BEGIN, up to the next one. */
function readBlock(text: string): PemBlock | undefined {
  const [, label = ""] = /^([A-Z0-9 ]{1,50})-----\s/.exec(text) ?? [];
  const end = text.indexOf(`-----END ${label}-----`);
  if (label === "" || end < 0) return undefined;
  const headers = new Map<string, string>();
  const data: string[] = [];
  for (const line of text.slice(label.length + 5, end).split(/\r\n|[\r\n]/)) {
    const colon = line.indexOf(":");
    if (colon > 0) headers.set(line.slice(0, colon).trim(), line.slice(colon + 1).trim());
    else data.push(line);
  }
  const bytes = base64(data.join("").replace(/[ \t]/g, ""));
  return bytes && { label, headers, bytes };
}

function base64(text: string): Uint8Array | undefined {
  try {
    const binary = atob(text);
    return Uint8Array.from(binary, (character) => character.charCodeAt(0));
  } catch {
    return undefined;
  }
}
