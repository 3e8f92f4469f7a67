/* A service that asks for Digest authentication, and accepts only what RFC 7616 and RFC 2617 allow. */
import { createHash, randomBytes } from "node:crypto";
import { type RawConnection, type RawRequest, type RawService, startRawService } from "./rawService.ts";

export interface DigestOptions {
  readonly user?: string;
  readonly password?: string;
  readonly realm?: string;
  /** The algorithms of the challenges, in order; "" for a challenge without an algorithm. */
  readonly algorithms?: readonly string[];
  /** The qop of the challenges; "" for challenges without qop. */
  readonly qop?: string;
  readonly opaque?: string;
  readonly charset?: boolean;
  readonly userhash?: boolean;
  readonly uses?: number;
  readonly saysStale?: boolean;
  readonly alwaysStale?: boolean;
  readonly nextNonce?: string;
  /** The password with which a success proves that the service knows it; without one, it proves nothing. */
  readonly provenWith?: string;
  readonly lines?: readonly string[];
}

export interface DigestService extends RawService {
  /** The error in the credentials of each request; "" if there is none. */
  readonly verdicts: readonly string[];
  readonly requests: readonly RawRequest[];
}

interface Issued {
  uses: number;
  readonly opaque: string;
}

const nodeHash: Readonly<Record<string, string>> = { MD5: "md5", "SHA-256": "sha256", "SHA-512-256": "sha512-256" };

export async function startDigestService(options: DigestOptions = {}): Promise<DigestService> {
  const verdicts: string[] = [];
  const requests: RawRequest[] = [];
  const checker = new Checker(options);
  const service = await startRawService(async (connection: RawConnection) => {
    const request = await connection.request();
    requests.push(request);
    const verdict = checker.verdict(request);
    verdicts.push(verdict);
    if (verdict !== "") {
      const stale = verdict === "stale nonce" && (options.saysStale ?? true);
      const body = "who are you?";
      connection.end(
        [
          "HTTP/1.1 401 Unauthorized",
          ...checker.challenges(stale),
          ...(options.lines ?? []),
          `Content-Length: ${body.length}`,
          "",
          body,
        ].join("\r\n"),
      );
      return;
    }
    const info = [
      ...(options.nextNonce === undefined ? [] : [`nextnonce="${options.nextNonce}"`]),
      ...(options.provenWith === undefined ? [] : [`rspauth="${checker.proof(request, options.provenWith)}"`]),
    ];
    const fields = info.length === 0 ? [] : [`Authentication-Info: ${info.join(", ")}, qop=auth`];
    if (options.nextNonce !== undefined) checker.issue(options.nextNonce);
    connection.end(["HTTP/1.1 200 OK", ...fields, "Content-Length: 2", "", "ok"].join("\r\n"));
  });
  return { ...service, connections: service.connections, verdicts, requests };
}

class Checker {
  readonly #options: DigestOptions;
  readonly #nonces = new Map<string, Issued>();

  constructor(options: DigestOptions) {
    this.#options = options;
  }

  issue(nonce: string): void {
    this.#nonces.set(nonce, { uses: 0, opaque: this.#options.opaque ?? "" });
  }

  challenges(stale: boolean): readonly string[] {
    const { algorithms = ["MD5"], qop = "auth", opaque, charset, userhash, realm = "test" } = this.#options;
    return algorithms.map((algorithm) => {
      const nonce = randomBytes(12).toString("base64");
      this.issue(nonce);
      const parts = [
        `realm="${realm.replace(/["\\]/g, "\\$&")}"`,
        `nonce="${nonce}"`,
        ...(qop === "" ? [] : [`qop="${qop}"`]),
        ...(algorithm === "" ? [] : [`algorithm=${algorithm}`]),
        ...(opaque === undefined ? [] : [`opaque="${opaque.replace(/["\\]/g, "\\$&")}"`]),
        ...(charset ? ["charset=UTF-8"] : []),
        ...(userhash ? ["userhash=true"] : []),
        ...(stale ? ["stale=TRUE"] : []),
      ];
      return `WWW-Authenticate: Digest ${parts.join(", ")}`;
    });
  }

  verdict(request: RawRequest): string {
    const values = [...request.head.matchAll(/^authorization: ([^\r\n]*)\r$/gim)].map((match) => match[1] ?? "");
    if (values.length !== 1) return values.length === 0 ? "no credentials" : "several Authorization headers";
    const given = readCredentials(Buffer.from(values[0] ?? "", "latin1").toString("utf8"));
    return typeof given === "string" ? given : this.#problem(request, given);
  }

  /** The value of rspauth for a request with credentials (RFC 7616 section 3.5). */
  proof(request: RawRequest, password: string): string {
    const value = /^authorization: ([^\r\n]*)\r$/im.exec(request.head)?.[1] ?? "";
    const given = readCredentials(value);
    if (typeof given === "string") return "";
    return this.#response(`:${request.target}`, given, given.get("algorithm") ?? "", password);
  }

  #problem(request: RawRequest, given: ReadonlyMap<string, string>): string {
    const { algorithms = ["MD5"], qop = "auth", opaque, realm = "test", uses = Infinity, alwaysStale } = this.#options;
    const algorithm = given.get("algorithm") ?? "";
    if (!algorithms.includes(algorithm)) return `algorithm ${algorithm}`;
    if (given.get("realm") !== realm) return `realm ${given.get("realm")}`;
    if (given.get("opaque") !== opaque) return `opaque ${given.get("opaque")}`;
    if (given.get("uri") !== request.target) return `uri ${given.get("uri")}`;
    const issued = this.#nonces.get(given.get("nonce") ?? "");
    if (!issued) return "unknown nonce";
    const wrongUser = this.#userProblem(given, algorithm);
    if (wrongUser !== "") return wrongUser;
    const chosen = given.get("qop") ?? "";
    if (qop === "" ? chosen !== "" || given.has("nc") : !qop.split(/, */).includes(chosen)) return `qop ${chosen}`;
    const entity = chosen === "auth-int" ? `:${this.#hash(algorithm, request.body)}` : "";
    const wanted = this.#response(`${request.method}:${request.target}${entity}`, given, algorithm);
    if (given.get("response") !== wanted) return "wrong response";
    if (issued.uses >= uses || alwaysStale) return "stale nonce";
    issued.uses++;
    if (qop !== "" && given.get("nc") !== issued.uses.toString(16).padStart(8, "0")) return `nc ${given.get("nc")}`;
    return "";
  }

  #userProblem(given: ReadonlyMap<string, string>, algorithm: string): string {
    const { user = "ann", realm = "test", charset, userhash } = this.#options;
    const [name, extended] = [given.get("username"), given.get("username*")];
    if ((name === undefined) === (extended === undefined)) return "one of username and username* is needed";
    if ((given.get("userhash") === "true") !== (userhash ?? false)) return "userhash";
    if (userhash) return name === this.#hash(algorithm, `${user}:${realm}`) ? "" : "hashed user";
    if (extended === undefined) return name === user ? "" : `user ${name}`;
    if (!charset || /^[\x20-\x7e]*$/.test(user)) return "username* where it isn't allowed";
    return extended === `UTF-8''${encodeURIComponent(user)}` ? "" : `user ${extended}`;
  }

  #response(
    about: string,
    given: ReadonlyMap<string, string>,
    algorithm: string,
    password = this.#options.password ?? "secret",
  ): string {
    const { user = "ann", realm = "test" } = this.#options;
    const hash = (value: string) => this.#hash(algorithm, value);
    const [nonce, cnonce] = [given.get("nonce"), given.get("cnonce")];
    let first = hash(`${user}:${realm}:${password}`);
    if (algorithm.endsWith("-sess")) first = hash(`${first}:${nonce}:${cnonce}`);
    const chosen = given.get("qop");
    const second = hash(about);
    const between = chosen === undefined ? nonce : `${nonce}:${given.get("nc")}:${cnonce}:${chosen}`;
    return hash(`${first}:${between}:${second}`);
  }

  #hash(algorithm: string, value: string | Buffer): string {
    const name = algorithm === "" ? "MD5" : algorithm.replace(/-sess$/, "");
    return createHash(nodeHash[name] ?? name)
      .update(value)
      .digest("hex");
  }
}

/** The parameters, or what is wrong with their syntax (RFC 7616 section 3.4). */
function readCredentials(value: string): ReadonlyMap<string, string> | string {
  if (!value.startsWith("Digest ")) return "not Digest";
  const parameters = new Map<string, string>();
  const unquoted = ["algorithm", "qop", "nc", "userhash", "username*"];
  let rest = value.slice("Digest ".length);
  while (rest !== "") {
    const [all, name = "", text, bare] = /^([a-z*]+)=(?:"((?:[^"\\]|\\.)*)"|([^\s",]+))(?:, |$)/.exec(rest) ?? [];
    if (all === undefined) return `syntax: ${rest}`;
    if (parameters.has(name)) return `${name} twice`;
    if ((bare !== undefined) !== unquoted.includes(name)) return `${name} has wrong quotes`;
    parameters.set(name, bare ?? (text ?? "").replace(/\\(.)/g, "$1"));
    rest = rest.slice(all.length);
  }
  for (const name of ["realm", "nonce", "uri", "response"]) if (!parameters.has(name)) return `${name} is missing`;
  return parameters;
}
