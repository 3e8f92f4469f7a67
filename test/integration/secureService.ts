import type { TlsOptions } from "node:tls";
import { builtin } from "./builtin.ts";
import { emptyEnvelope } from "./messages.ts";
import { listening } from "./peer.ts";

export interface SecureService {
  readonly origin: string;
  readonly port: number;
  /** The paths of PEM and PFX files. */
  readonly ca: string;
  readonly cert: string;
  readonly key: string;
  readonly pfx: string;
  /** The passphrase of `key` and `pfx`. */
  readonly passphrase: string;
  readonly requests: () => number;
  /** The common name of the last client certificate. */
  readonly client: () => string | undefined;
  readonly close: () => Promise<void>;
}

/**
 * Starts a service with a self-signed certificate that requests a client certificate. Creates both with openssl.
 * @param host a name or an IPv4 address of this machine
 */
export async function secureService(host = "localhost", options: TlsOptions = {}): Promise<SecureService> {
  const { execFileSync } = await builtin.childProcess();
  const { mkdtempSync, readFileSync, rmSync } = await builtin.fs();
  const { createServer } = await builtin.https();
  const { tmpdir } = await builtin.os();
  const { join } = await builtin.path();
  const { TLSSocket } = await builtin.tls();
  const folder = mkdtempSync(join(tmpdir(), "soaphttp-trust-"));
  const passphrase = "a passphrase";
  const selfSign = (name: string, ...more: readonly string[]) => {
    const curve = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256"];
    const files = ["-keyout", join(folder, `${name}.key`), "-out", join(folder, `${name}.pem`)];
    const options = ["req", "-x509", ...curve, ...files, "-days", "2", "-subj", `/CN=${name}`, ...more];
    execFileSync("openssl", options, { stdio: "ignore" });
  };
  selfSign("service", "-nodes", "-addext", `subjectAltName=${/^[\d.]+$/.test(host) ? "IP" : "DNS"}:${host}`);
  selfSign("client", "-passout", `pass:${passphrase}`);
  const pfx = join(folder, "client.pfx");
  const secret = ["-passin", `pass:${passphrase}`, "-passout", `pass:${passphrase}`];
  const own = ["-in", join(folder, "client.pem"), "-inkey", join(folder, "client.key")];
  execFileSync("openssl", ["pkcs12", "-export", ...own, ...secret, "-out", pfx], { stdio: "ignore" });
  let requests = 0;
  let client: string | undefined;
  const server = createServer(
    {
      cert: readFileSync(join(folder, "service.pem")),
      key: readFileSync(join(folder, "service.key")),
      requestCert: true,
      rejectUnauthorized: false,
      ...options,
    },
    (request, response) => {
      requests++;
      const certificate = request.socket instanceof TLSSocket ? request.socket.getPeerCertificate() : undefined;
      client = certificate?.subject?.CN?.toString();
      response.setHeader("Content-Type", "application/soap+xml; charset=utf-8").end(emptyEnvelope);
    },
  );
  const port = await listening(server, host === "localhost" ? "127.0.0.1" : host);
  return {
    origin: `https://${host}:${port}`,
    port,
    ca: join(folder, "service.pem"),
    cert: join(folder, "client.pem"),
    key: join(folder, "client.key"),
    pfx,
    passphrase,
    requests: () => requests,
    client: () => client,
    close: () =>
      new Promise((resolve) => {
        rmSync(folder, { recursive: true, force: true });
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}
