import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { CommandSecrets } from "../../../../client/src/cli/send/secrets.ts";
import { runSecretCommand } from "../../../../client/src/core/node/secretCommand.ts";

suite("a command that prints secrets", () => {
  test("the value is the output without its last line break, and other lines are kept", async () => {
    assert.deepEqual(await runSecretCommand("printf '%s\\n\\n' value-of-{name}", "api key"), {
      kind: "secret",
      value: "value-of-api key\n",
    });
    assert.deepEqual(await runSecretCommand("echo {name}", "a"), { kind: "secret", value: "a" });
  });

  test("the name of a secret is one argument, whatever is in it", async () => {
    for (const name of ["$(touch /tmp/soaphttp-ran)", "; touch /tmp/soaphttp-ran", `"' a`, "$&", "{name}"])
      assert.deepEqual(await runSecretCommand("echo '{name}'", name), { kind: "secret", value: name });
    assert.ok(!existsSync("/tmp/soaphttp-ran"));
    for (const name of ["-n", "a\nb", "a\0b"])
      assert.deepEqual(await runSecretCommand("echo {name}", name), { kind: "failed", why: "name" });
  });

  test("a command that can't be read, fails, prints nothing or too much, or hangs has no value", async () => {
    const why = async (command: string) => {
      const result = await runSecretCommand(command, "pin", 500);
      return result.kind === "failed" ? [result.why, result.code] : result;
    };
    for (const command of ["", "'echo", "{name} a"]) assert.deepEqual(await why(command), ["command", undefined]);
    for (const command of ["no-such-program-here {name}", "/etc/passwd/x", `echo ${"a".repeat(3_000_000)}`])
      assert.deepEqual(await why(command), ["start", undefined]);
    assert.deepEqual(await why("sh -c 'echo s3cret; exit 7'"), ["status", 7]);
    assert.deepEqual(await why("true"), ["empty", undefined]);
    assert.deepEqual(await why("sh -c 'sleep 60 & sleep 60'"), ["slow", undefined]);
    assert.deepEqual(await why("yes"), ["large", undefined]);
  });

  test("a secret comes from its variable first, and a failure names it without the output", async () => {
    const console = {
      env: { SOAPHTTP_SECRET_A: "of the environment" },
      secret: async () => "typed",
      ask: async () => "typed",
    };
    const secrets = new CommandSecrets(
      console,
      new Map(),
      "sh -c 'echo of {name} >&2; echo of {name}; test {name} = b'",
    );
    assert.equal(await secrets.ask(["a", "b"]), undefined);
    assert.deepEqual([secrets.get("a"), secrets.get("b")], ["of the environment", "of b"]);
    assert.equal(
      await secrets.ask(["c"]),
      "its secret c is missing: The command for the secret c failed with the exit code 1",
    );
  });
});
