import { createRequire } from "node:module";
import { isAbsolute, join } from "node:path";
import type { KerberosModule } from "../authentication/kerberosAuthenticator.ts";

/** `why`: an error of Node; undefined if no folder is configured. */
export type FoundKerberos = KerberosModule | { readonly why: string | undefined };

/** The npm package kerberos in the first of these folders that has it. It runs code, so no folder may come from a workspace. */
export function kerberosModule(folders: readonly string[]): FoundKerberos {
  let why: string | undefined;
  for (const folder of folders) {
    try {
      if (!isAbsolute(folder)) throw new Error(`${folder} is not an absolute path`);
      const loaded: unknown = createRequire(join(folder, "package.json"))(folder);
      if (isKerberos(loaded)) return loaded;
      throw new Error(`${folder} is not the package kerberos`);
    } catch (error) {
      // Node lists its require stack below the first line.
      why ??= (error instanceof Error ? error.message : String(error)).split("\n")[0];
    }
  }
  return { why };
}

function isKerberos(value: unknown): value is KerberosModule {
  if (typeof value !== "object" || value === null || !("GSS_MECH_OID_SPNEGO" in value)) return false;
  return "initializeClient" in value && typeof value.initializeClient === "function";
}
