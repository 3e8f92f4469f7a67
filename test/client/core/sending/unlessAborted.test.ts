import { equal } from "node:assert/strict";
import { unlessAborted } from "../../../../client/src/core/sending/unlessAborted.ts";

suite("a result that is needed only until a signal aborts", () => {
  const never = () => new Promise<string>(() => {});

  test("`unlessAborted` resolves with the result", async () => {
    equal(await unlessAborted(Promise.resolve("a"), new AbortController().signal), "a");
  });

  test("`unlessAborted` resolves with undefined when the signal aborts", async () => {
    const abort = new AbortController();
    const result = unlessAborted(never(), abort.signal);
    abort.abort();
    equal(await result, undefined);
  });

  test("`unlessAborted` resolves with undefined if the signal has aborted before", async () => {
    equal(await unlessAborted(never(), AbortSignal.abort()), undefined);
  });
});
