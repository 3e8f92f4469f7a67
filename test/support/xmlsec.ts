import { execFileSync, spawnSync } from "node:child_process";
import { folderOf } from "./folders.ts";
import { keyFile } from "./keyFiles.ts";

/**
 * Whether xmlsec1 accepts a signature of a text by the key `me.pem`.
 * @param ids attributes that are ids, each with its element: `Id Receipt`
 */
export function acceptedByXmlsec(text: string, ids: readonly string[] = [], signature = 1): boolean {
  const cwd = folderOf({ "sent.xml": text, "me.pem": keyFile("me.pem") });
  execFileSync("openssl", ["x509", "-in", "me.pem", "-out", "me.crt"], { cwd });
  const node = ["--node-xpath", `(//*[local-name()='Signature'])[${signature}]`, "--pubkey-cert-pem", "me.crt"];
  const options = ids
    .map((one) => one.split(" "))
    .flatMap(([name = "", element = ""]) => [`--id-attr:${name}`, element]);
  return spawnSync("xmlsec1", ["--verify", "--insecure", ...options, ...node, "sent.xml"], { cwd }).status === 0;
}

/** The text of a file of a zip archive, as Python reads it. */
export function unzippedByPython(zip: Uint8Array, name: string): string {
  const script =
    "import sys,zipfile,io;sys.stdout.buffer.write(zipfile.ZipFile(io.BytesIO(sys.stdin.buffer.read())).read(sys.argv[1]))";
  return execFileSync("python3", ["-c", script, name], { input: zip }).toString("utf8");
}
