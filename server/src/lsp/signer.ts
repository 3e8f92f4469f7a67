import type { Connection } from "vscode-languageserver";
import { SignRequest } from "../protocol/protocol.ts";
import { fromBase64, type Sign, toBase64 } from "../service/languageService.ts";

/** Signs with the keys of the client, which never leave it. */
export function signer(connection: Connection): Sign {
  return async (key, algorithm, data) => {
    const result = await connection.sendRequest(SignRequest, { key, algorithm, data: toBase64(data) });
    return result.kind === "value" ? fromBase64(result.value) : { why: result.why };
  };
}
