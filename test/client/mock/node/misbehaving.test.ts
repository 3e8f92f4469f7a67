import assert from "node:assert/strict";
import type { TlsOptions } from "node:tls";
import type { Pace } from "../../../../server/src/protocol/served.ts";
import { makeCertificates } from "../../../support/transport/certificates.ts";
import type { RawConnection } from "../../../support/transport/rawService.ts";
import { ended, ok, serving } from "./served.ts";

const get = "GET / HTTP/1.1\r\nHost: h\r\n\r\n";
const hello = "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello";

for (const scheme of ["http", "https"] as const) {
  suite(`mock service: responses that misbehave over ${scheme}`, () => {
    let secure: TlsOptions | undefined;
    suiteSetup(() => {
      if (scheme === "https") secure = makeCertificates().good;
    });
    /** What a client receives, and how the connection ends; `open` if it doesn't. */
    const outcome = async (pace: Pace, closes = false): Promise<readonly [string, string]> => {
      let outcome: readonly [string, string] = ["", ""];
      await serving({ secure, respond: () => ok("hello", { pace, closes }) }, async ({ connect, exchange }) => {
        const connection = await connect();
        const [end, done] = [ended(connection), exchange()];
        connection.write(get);
        await done;
        const how = await Promise.race([end, quiet(connection)]);
        outcome = [connection.text, how];
        connection.socket.destroy();
      });
      return outcome;
    };

    test("the service sends an ordinary response, and keeps the connection open", async () => {
      assert.deepEqual(await outcome({}), [hello, "open"]);
    });

    test("the service waits before the first byte", async () => {
      const order: string[] = [];
      const respond = ({ target }: { readonly target: string }) =>
        ok("hello", target === "/late" ? { pace: { delay: { from: 150, to: 300 } } } : {});
      await serving({ secure, respond }, async ({ connect }) => {
        const late = await connect(get.replace("/", "/late"));
        const read = async (connection: RawConnection, name: string) => {
          await connection.until((text) => text === hello);
          order.push(name);
          connection.socket.destroy();
        };
        await Promise.all([read(late, "late"), read(await connect(get), "other")]);
      });
      assert.deepEqual(order, ["other", "late"]);
    });

    test("the service sends slowly, piece by piece", async () => {
      const pieces: number[] = [];
      await serving({ secure, respond: () => ok("hello", { pace: { bytesPerSecond: 200 } }) }, async (service) => {
        const connection = await service.connect(get);
        connection.socket.on("data", (piece: Buffer) => pieces.push(piece.length));
        await connection.until((text) => text === hello);
        connection.socket.destroy();
      });
      assert.ok(pieces.length >= 3, `${pieces}`);
    });

    test("the service cuts the response after some bytes, and closes the connection", async () => {
      assert.deepEqual(await outcome({ cutAfter: 40 }), [hello.slice(0, 40), "end"]);
      assert.deepEqual(await outcome({ cutAfter: 0 }), ["", "end"]);
      assert.deepEqual(await outcome({ cutAfter: 4000 }), [hello, "end"]);
      assert.deepEqual(await outcome({ cutAfter: 12, bytesPerSecond: 1000 }), [hello.slice(0, 12), "end"]);
    });

    test("the service resets the connection, before the first byte or after the cut", async () => {
      assert.deepEqual(await outcome({ end: "reset" }), ["", "ECONNRESET"]);
      assert.deepEqual(await outcome({ end: "reset", cutAfter: 40 }), [hello.slice(0, 40), "ECONNRESET"]);
    });

    test("the service stays silent, before the first byte or after the cut, until the client closes", async () => {
      assert.deepEqual(await outcome({ end: "hang" }), ["", "open"]);
      assert.deepEqual(await outcome({ end: "hang", cutAfter: 40 }), [hello.slice(0, 40), "open"]);
      await serving({ secure, timeout: 50, respond: () => ok("", { pace: { end: "hang" } }) }, async (service) => {
        const connection = await service.connect(get);
        await new Promise((resolve) => setTimeout(resolve, 200));
        const end = ended(connection);
        connection.end();
        assert.deepEqual([connection.text, await end], ["", "end"]);
      });
    });

    test("the service closes the connection after the last byte", async () => {
      assert.deepEqual(await outcome({ bytesPerSecond: 10_000 }, true), [hello, "end"]);
    });

    test("the service stops when the client has gone", async () => {
      const respond = () => ok("hello".repeat(10_000), { pace: { bytesPerSecond: 100 } });
      await serving({ secure, respond }, async ({ connect, exchange }) => {
        const connection = await connect(get);
        const done = exchange();
        connection.socket.destroy();
        await done;
      });
    });

    test("the service ends while responses are waiting", async () => {
      const respond = () => ok("hello", { pace: { delay: { from: 600_000, to: 600_000 } } });
      await serving({ secure, respond }, async ({ connect }) => void (await connect(get)));
    });
  });
}

/** Resolves after some time in which nothing was received. */
async function quiet(connection: RawConnection): Promise<"open"> {
  for (let length = -1; length !== connection.text.length; ) {
    length = connection.text.length;
    await new Promise((resolve) => setTimeout(resolve, 150));
  }
  return "open";
}
