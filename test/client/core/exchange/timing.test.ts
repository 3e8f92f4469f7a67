import { deepEqual } from "node:assert/strict";
import type { Exchange } from "../../../../client/src/core/exchange/exchange.ts";
import { timingLines } from "../../../../client/src/core/exchange/timing.ts";

type Timings = Exchange["result"]["timings"];

function lines(timings: Partial<Timings>, durations: readonly number[] = []): readonly string[] {
  const unknown = {
    dns: undefined,
    tcp: undefined,
    tls: undefined,
    firstByte: undefined,
    download: undefined,
    total: 0,
  };
  const result = { timings: { ...unknown, ...timings } } as Exchange["result"];
  return timingLines({ result }, durations);
}

suite("the timing of an exchange", () => {
  test("each stage is a bar that begins where the one before it ends", () => {
    deepEqual(lines({ dns: 10, tcp: 10, tls: 20, firstByte: 60, download: 40 }), [
      "name lookup     ████",
      "TCP connection      ████",
      "TLS handshake           ████████",
      "waiting                         ████████",
      "download                                ████████████████",
      "",
    ]);
  });

  test("a stage that is unknown or took no time has no bar, and a short one is seen", () => {
    deepEqual(lines({ firstByte: 1000, download: 0.01 }), [
      "waiting         ████████████████████████████████████████",
      "download                                               █",
      "",
    ]);
    deepEqual(lines({ dns: 1.25, firstByte: 100 }), [
      "name lookup     ▌",
      "waiting         ████████████████████████████████████████",
      "",
    ]);
  });

  test("the last durations are columns, with their figures as text", () => {
    deepEqual(lines({}, [10, 70, 20]), ["last 3 sends    ▂█▃ 10 ms to 70 ms, median 20 ms", ""]);
  });

  test("nothing is shown where nothing can be compared", () => {
    deepEqual(lines({}), []);
    deepEqual(lines({ dns: 10, tcp: 1 }, [5]), []);
    deepEqual(lines({ firstByte: 0, download: 0 }, [0, 0]), ["last 2 sends    ▁▁ 0.0 ms to 0.0 ms, median 0.0 ms", ""]);
  });
});
