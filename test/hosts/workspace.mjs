import { cpSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { importBundled } from "../../scripts/importBundled.mjs";
import { startService } from "../support/calculator/service.mjs";
import { startWsdlServices } from "./wsdlService.mjs";

const template = fileURLToPath(new URL("../integration/workspace", import.meta.url));

/**
 * Runs an action with a temporary copy of the integration tests' workspace, the sample service, the misbehaving service of
 * the transport contract, and services of WSDLs. The copy's `service.json` contains their addresses:
 * `{ "origin": "http://localhost:PORT", "misbehaving": PORT, "wsdls": [PORT, …] }`.
 * @template T
 * @param {(folder: string) => Promise<T>} action
 */
export async function withWorkspace(action) {
  const service = await startService({ port: 0 });
  const { startMisbehavingService } = await importBundled("test/support/transport/misbehavingService.ts");
  const odd = await startMisbehavingService();
  const wsdls = await startWsdlServices();
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "soaphttp-workspace-")));
  try {
    cpSync(template, folder, { recursive: true });
    const addresses = { origin: service.origin, misbehaving: odd.port, wsdls: wsdls.ports };
    writeFileSync(join(folder, "service.json"), JSON.stringify(addresses));
    return await action(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
    await wsdls.close();
    await odd.close();
    await service.close();
  }
}
