/* A service that asks for NTLMv2 authentication of the user User with the password Password, and checks every byte. */
import { createHmac } from "node:crypto";
import { type RawConnection, type RawRequest, type RawService, startRawService } from "./rawService.ts";

export interface NtlmOptions {
  /** Whether the challenge has a time, so that a MIC is needed. */
  readonly time?: boolean;
  readonly closes?: boolean;
  readonly open?: boolean;
}

export interface NtlmService extends RawService {
  readonly requests: readonly RawRequest[];
  /** The error of each connection; "" if there is none. */
  readonly verdicts: readonly string[];
  /** The services that the client wanted: MsvAvTargetName. */
  readonly services: readonly string[];
}

/** MD4 of `Password` in UTF-16: MS-NLMP section 4.2.2.1.2. */
const passwordHash = Buffer.from("a4f49c406510bdcab6824ee7c30fd852", "hex");

export async function startNtlmService(options: NtlmOptions = {}): Promise<NtlmService> {
  const requests: RawRequest[] = [];
  const verdicts: string[] = [];
  const services: string[] = [];
  const service = await startRawService(async (connection) => {
    const next = async () => {
      const request = await connection.request();
      requests.push(request);
      return request;
    };
    const first = await next();
    const negotiate = tokenOf(first);
    if (options.open || negotiate === undefined) {
      const status = options.open ? "200 OK" : "401 No\r\nWWW-Authenticate: Negotiate\r\nWWW-Authenticate: NTLM";
      respond(connection, status);
      if (options.open && negotiate !== undefined) respond(connection, (await next()) && "200 OK");
      return;
    }
    const challenge = challengeMessage(options);
    const status = `401 No\r\nWWW-Authenticate: Negotiate\r\nWWW-Authenticate: NTLM ${challenge.toString("base64")}`;
    respond(connection, options.closes ? `${status}\r\nConnection: close` : status, "who?");
    if (options.closes) return connection.end();
    const token = tokenOf(await next());
    const verdict = token ? problemOf(negotiate, challenge, token, options.time ?? true) : "no last message";
    verdicts.push(verdict);
    if (token) services.push(serviceIn(token));
    respond(connection, verdict === "" ? "200 OK" : "401 No\r\nWWW-Authenticate: NTLM");
  });
  return { ...service, connections: service.connections, requests, verdicts, services };
}

function respond(connection: RawConnection, status: string, body = ""): void {
  connection.write(`HTTP/1.1 ${status}\r\nContent-Length: ${body.length}\r\n\r\n${body}`);
}

function tokenOf({ head }: RawRequest): Buffer | undefined {
  const value = /^Authorization: NTLM ([\w+/=]+)\r$/m.exec(head)?.[1];
  return value === undefined ? undefined : Buffer.from(value, "base64");
}

const serverChallenge = Buffer.from("0123456789abcdef", "hex");

function challengeMessage({ time = true }: NtlmOptions): Buffer {
  const pair = (id: number, value: Buffer) => {
    const head = Buffer.alloc(4);
    head.writeUInt16LE(id, 0);
    head.writeUInt16LE(value.length, 2);
    return Buffer.concat([head, value]);
  };
  const info = Buffer.concat([
    pair(2, Buffer.from("Domain", "utf16le")),
    ...(time ? [pair(7, Buffer.from("0090d336b734c301", "hex"))] : []),
    Buffer.alloc(4),
  ]);
  const message = Buffer.alloc(56 + info.length);
  message.write("NTLMSSP\0", "latin1");
  message.writeUInt32LE(2, 8);
  message.writeUInt32LE(0xa2888205, 20);
  serverChallenge.copy(message, 24);
  message.writeUInt16LE(info.length, 40);
  message.writeUInt16LE(info.length, 42);
  message.writeUInt32LE(56, 44);
  info.copy(message, 56);
  return message;
}

/** The service name in the pairs of the response (MS-NLMP sections 2.2.2.1 and 2.2.2.7). */
function serviceIn(message: Buffer): string {
  const start = message.readUInt32LE(24);
  const pairs = message.subarray(start + 44, start + message.readUInt16LE(20));
  for (let at = 0; at + 4 <= pairs.length && pairs.readUInt16LE(at) !== 0; at += 4 + pairs.readUInt16LE(at + 2))
    if (pairs.readUInt16LE(at) === 9) return pairs.toString("utf16le", at + 4, at + 4 + pairs.readUInt16LE(at + 2));
  return "";
}

function problemOf(negotiate: Buffer, challenge: Buffer, message: Buffer, hasTime: boolean): string {
  const hmac = (key: Buffer, ...parts: readonly Buffer[]) =>
    createHmac("md5", key).update(Buffer.concat(parts)).digest();
  const field = (at: number) => {
    const start = message.readUInt32LE(at + 4);
    return message.subarray(start, start + message.readUInt16LE(at));
  };
  if (negotiate.length < 32 || negotiate.readUInt32LE(8) !== 1) return "first message";
  if (message.readUInt32LE(8) !== 3) return "last message";
  const [nt, domain, user] = [field(20), field(28), field(36)];
  const name = Buffer.from(user.toString("utf16le").toUpperCase(), "utf16le");
  const key = hmac(passwordHash, name, domain);
  const proof = hmac(key, serverChallenge, nt.subarray(16));
  if (!proof.equals(nt.subarray(0, 16))) return "wrong password";
  if (user.toString("utf16le") !== "User") return `user ${user.toString("utf16le")}`;
  if (!hasTime) return "";
  const unsigned = Buffer.from(message);
  unsigned.fill(0, 72, 88);
  const mic = hmac(hmac(key, proof), negotiate, challenge, unsigned);
  return mic.equals(message.subarray(72, 88)) ? "" : "wrong MIC";
}
