import * as l10n from "@vscode/l10n";
import { createResolver, type ExternalFile, type HostResolver, type ResolverHost } from "../languageService.ts";
import type { Circumstances } from "../protocol.ts";
import type { ExternalFiles } from "./externalFiles.ts";

/** What is the same for all documents. */
export interface Common extends Circumstances {
  /** URIs of the open folders. */
  readonly roots: readonly string[];
  /** The setting. */
  readonly environments: unknown;
  readonly processEnv: ResolverHost["processEnv"];
}

interface Known {
  readonly resolver: HostResolver;
  readonly common: Common;
  /** The versions of the files that it was created from, or that were requested since. */
  readonly used: Map<string, number>;
}

/** What is around the open documents, each kept for as long as nothing that it is made of changes. */
export class Resolvers {
  readonly #files: ExternalFiles;
  readonly #byUri = new Map<string, Known>();
  #common: Common;
  #made = 0;

  constructor(files: ExternalFiles, common: Common) {
    this.#files = files;
    this.#common = common;
  }

  change(change: Partial<Common>): void {
    this.#common = { ...this.#common, ...change };
  }

  of(uri: string): HostResolver {
    const known = this.#byUri.get(uri);
    const common = this.#common;
    if (known?.common === common && [...known.used].every(([one, edition]) => this.#files.edition(one) === edition)) {
      return known.resolver;
    }
    const used = new Map<string, number>();
    const { trusted, environment, roots, environments, processEnv } = common;
    const resolver = createResolver({
      ...{ uri, roots, environments },
      environment: environment ?? undefined,
      processEnv: trusted ? processEnv : () => ({ unavailable: restricted() }),
      read: (file) => {
        used.set(file, this.#files.edition(file));
        return trusted ? this.#files.get(file) : ({ kind: "refused", why: restricted() } satisfies ExternalFile);
      },
      version: String(++this.#made),
    });
    this.#byUri.set(uri, { resolver, common, used });
    return resolver;
  }

  /** The files that a document used or requested. */
  filesOf(uri: string): readonly string[] {
    return [...(this.#byUri.get(uri)?.used.keys() ?? [])];
  }

  /** A document is closed. */
  forget(uri: string): void {
    this.#byUri.delete(uri);
    this.#files.keep(new Set([...this.#byUri.keys()].flatMap((open) => this.filesOf(open))));
  }
}

function restricted(): string {
  return l10n.t("Files and environment variables aren't available in Restricted Mode.");
}
