import { RequestType } from "vscode-languageserver-protocol";

/** Creates the type of a request that isn't in LSP. Its errors have no data. */
export function requestType<Params, Result>(method: string): RequestType<Params, Result, void> {
  return new RequestType(method);
}
