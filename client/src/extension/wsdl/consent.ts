import * as vscode from "vscode";
import { isWebAddress } from "../../../../server/src/protocol/protocol.ts";
import { isWithin } from "../../../../server/src/text/paths.ts";
import type { Memory } from "../../core/memory.ts";
import { fetchableUrl } from "../../core/wsdl/fetchDocument.ts";
import type { Host } from "../editor/host.ts";
import { outsideOf, readableFolders } from "../trust/outsideFile.ts";

const key = "soaphttp.wsdl.allowed";

/** The origins and folders, outside of the open folders, whose documents of WSDLs the user allows in this workspace. */
export class Consent {
  readonly #memory: Memory;
  readonly #realPath: Host["realPath"];

  constructor(memory: Memory, { realPath }: Host) {
    this.#memory = memory;
    this.#realPath = realPath;
  }

  /** The origin or folder (URI without symbolic links) that the user must allow first; undefined: it may be read. */
  async missing(uri: string): Promise<string | undefined> {
    if (isWebAddress(uri)) {
      const url = fetchableUrl(uri);
      // An invalid address is never read, so it needs no consent.
      return typeof url === "string" || this.#allowed().includes(url.origin) ? undefined : url.origin;
    }
    const outside = await outsideOf(vscode.Uri.parse(uri), this.folders, this.#realPath);
    return outside && vscode.Uri.joinPath(outside, "..").toString();
  }

  /** The folders whose documents may be read. */
  get folders(): readonly vscode.Uri[] {
    const allowed = this.#allowed().filter((one) => !isWebAddress(one));
    return [...readableFolders(), ...allowed.map((one) => vscode.Uri.parse(one))];
  }

  /** The origins and folders of several documents that the user must allow, each once. */
  async allMissing(uris: readonly string[]): Promise<readonly string[]> {
    const origins = new Set(
      (await Promise.all(uris.map((uri) => this.missing(uri)))).filter((one) => one !== undefined),
    );
    return [...origins].filter((one) => ![...origins].some((other) => isWithin(one, other, "/")));
  }

  async allow(sources: readonly string[]): Promise<void> {
    await this.#memory.update(key, [...new Set([...this.#allowed(), ...sources])]);
  }

  #allowed(): readonly string[] {
    const stored = this.#memory.get(key);
    return Array.isArray(stored) ? stored.filter((one) => typeof one === "string") : [];
  }
}

/** The name of an origin, a folder or a document for the user. */
export function placeName(uri: string): string {
  return isWebAddress(uri) ? uri : vscode.workspace.asRelativePath(vscode.Uri.parse(uri));
}
