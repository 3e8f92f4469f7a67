/** SOCKS 5 (RFC 1928), with user and password (RFC 1929). */
import { lookup } from "node:dns/promises";
import { isIP, type Socket } from "node:net";
import { concatBytes } from "../bytes.ts";
import type { FailureFacts } from "../result.ts";
import type { ConnectTarget, ConnectWatch } from "./connect.ts";

interface SocksProxy {
  /** Name of the proxy for messages: `host:port`. */
  readonly name: string;
  readonly user: string;
  readonly password: string;
  /** Whether the proxy resolves the name of the host (`socks5h:`). */
  readonly resolvesNames: boolean;
}

/** Asks a proxy for a connection to the target. Undefined: the socket is that connection, and is paused. */
export async function openSocks(
  socket: Socket,
  proxy: SocksProxy,
  { host, port }: Pick<ConnectTarget, "host" | "port">,
  watch: ConnectWatch,
): Promise<FailureFacts | undefined> {
  watch.stage("proxy");
  const reader = new Reader(socket, watch.signal);
  const failed = (detail: string): FailureFacts => {
    socket.destroy();
    return { kind: "proxy", reason: "connect-refused", proxy: proxy.name, detail };
  };
  try {
    const address = await addressOf(host, proxy.resolvesNames);
    if (address === undefined) {
      socket.destroy();
      return { kind: "dns", host, code: "ENOTFOUND" };
    }
    const [user, password] = [proxy.user, proxy.password].map((text) => new TextEncoder().encode(text));
    if (!user || !password || user.length > 255 || password.length > 255)
      return failed("user or password is longer than 255 bytes");
    const hasLogin = user.length + password.length > 0;
    socket.write(Uint8Array.from(hasLogin ? [5, 2, 0, 2] : [5, 1, 0]));
    const [version, method] = await reader.read(2);
    if (version !== 5) return failed("it isn't a SOCKS 5 proxy");
    if (method === 2 && hasLogin) {
      socket.write(
        concatBytes([Uint8Array.from([1, user.length]), user, Uint8Array.from([password.length]), password]),
      );
      if ((await reader.read(2))[1] !== 0) return failed("user or password is wrong");
    } else if (method !== 0) return failed("it requires a user and a password");
    socket.write(concatBytes([Uint8Array.from([5, 1, 0]), address, Uint8Array.from([port >> 8, port & 0xff])]));
    const [, reply = 1, , kind = 0] = await reader.read(4);
    if (reply !== 0) return failed(replies[reply] ?? `reply ${reply}`);
    // Skips the address that the proxy connects from, and its port.
    const length = kind === 1 ? 4 : kind === 4 ? 16 : ((await reader.read(1))[0] ?? 0);
    await reader.read(length + 2);
    return undefined;
  } catch {
    return failed("the proxy closed the connection");
  } finally {
    reader.end();
  }
}

const replies: Readonly<Record<number, string>> = {
  1: "general failure",
  2: "connection not allowed",
  3: "network unreachable",
  4: "host unreachable",
  5: "connection refused",
  6: "TTL expired",
  7: "command not supported",
  8: "address type not supported",
};

/** Resolves with the type and the octets of an address; undefined if this machine can't resolve its name. */
async function addressOf(host: string, resolvesNames: boolean): Promise<Uint8Array | undefined> {
  const named =
    isIP(host) === 0 && !resolvesNames
      ? await lookup(host).then(
          (one) => one.address,
          () => undefined,
        )
      : host;
  if (named === undefined) return undefined;
  switch (isIP(named)) {
    case 4:
      return Uint8Array.from([1, ...named.split(".").map(Number)]);
    case 6:
      return Uint8Array.from([4, ...octetsOfIPv6(named)]);
    default: {
      const name = new TextEncoder().encode(named);
      return name.length > 255 ? undefined : concatBytes([Uint8Array.from([3, name.length]), name]);
    }
  }
}

/** The URL has groups of hexadecimal digits, even for `::ffff:1.2.3.4`. */
function octetsOfIPv6(address: string): readonly number[] {
  const text = new URL(`http://[${address.split("%", 1)[0] ?? ""}]`).hostname.slice(1, -1);
  const [before = "", after] = text.split("::");
  const groups = (part: string) => (part === "" ? [] : part.split(":")).map((group) => Number.parseInt(group, 16));
  const [first, last] = [groups(before), groups(after ?? "")];
  const zeros = Array.from({ length: after === undefined ? 0 : 8 - first.length - last.length }, () => 0);
  return [...first, ...zeros, ...last].flatMap((group) => [group >> 8, group & 0xff]);
}

/** Reads exact numbers of bytes. The bytes after them stay in the socket. */
class Reader {
  readonly #socket: Socket;
  readonly #signal: AbortSignal;
  #wake: () => void = () => {};
  #isOver = false;
  readonly #over = () => {
    this.#isOver = true;
    this.#wake();
  };
  readonly #more = () => this.#wake();

  constructor(socket: Socket, signal: AbortSignal) {
    this.#socket = socket;
    this.#signal = signal;
    socket.on("readable", this.#more).on("error", this.#over).on("end", this.#over).on("close", this.#over);
    signal.addEventListener("abort", this.#over, { once: true });
  }

  async read(count: number): Promise<Uint8Array> {
    for (;;) {
      const bytes: Uint8Array | null = this.#socket.read(count);
      if (bytes !== null && bytes.length === count) return bytes;
      if (this.#isOver || this.#signal.aborted) throw new Error("closed");
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
  }

  end(): void {
    const socket = this.#socket;
    socket.off("readable", this.#more).off("error", this.#over).off("end", this.#over).off("close", this.#over);
    this.#signal.removeEventListener("abort", this.#over);
    socket.pause();
  }
}
