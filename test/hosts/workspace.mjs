import { cpSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { startService } from "../../samples/service/service.mjs";

const template = fileURLToPath(new URL("../integration/workspace", import.meta.url));

/**
 * Runs an action with a copy of the integration suite's workspace and with the sample service, whose address is in the
 * copy's `service.json`: `{ "origin": "http://localhost:PORT" }`. Both are gone afterwards.
 * @template T
 * @param {(folder: string) => Promise<T>} action
 */
export async function withWorkspace(action) {
  const service = await startService({ port: 0 });
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "soaphttp-workspace-")));
  try {
    cpSync(template, folder, { recursive: true });
    writeFileSync(join(folder, "service.json"), JSON.stringify({ origin: service.origin }));
    return await action(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
    await service.close();
  }
}
