import { gzipSync, zlibSync } from "fflate";
import type { MessageHead } from "./messageHead.ts";

/** A content coding of HTTP (RFC 9110 section 8.4.1). */
export type Compression = "gzip" | "deflate";

/** How `# @compress` compresses the body. What is typed in chunks is sent as typed. */
export function compressionOf(head: MessageHead): Compression | undefined {
  const value = head.kind === "request" && !head.isInChunks ? head.directive("compress") : undefined;
  return value === "gzip" || value === "deflate" ? value : undefined;
}

/** The same bytes each time; deflate is the format of zlib. */
export function compressed(bytes: Uint8Array, compression: Compression): Uint8Array {
  return compression === "gzip" ? gzipSync(bytes, { level: 6, mtime: 0 }) : zlibSync(bytes, { level: 6 });
}
