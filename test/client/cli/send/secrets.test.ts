import assert from "node:assert/strict";
import { CommandSecrets } from "../../../../client/src/cli/send/secrets.ts";

suite("secrets of the command line", () => {
  /** Returns secrets for a user who types these answers, and the prompts that were shown. */
  function typing(...answers: readonly (string | undefined)[]) {
    const prompts: string[] = [];
    const secret = async (prompt: string) => {
      prompts.push(prompt);
      return answers[prompts.length - 1];
    };
    return { prompts, secrets: new CommandSecrets({ env: { SOAPHTTP_SECRET_B: "of the environment" }, secret }) };
  }

  test("secrets come from the environment, or are typed once and kept", async () => {
    const { secrets, prompts } = typing("typed");
    assert.deepEqual([secrets.get("a"), secrets.get("b")], [undefined, "of the environment"]);
    assert.equal(await secrets.ask(["a"]), undefined);
    assert.deepEqual([secrets.get("a"), prompts], ["typed", ["Secret a: "]]);
  });

  test("the first missing one is returned, and no others are asked for", async () => {
    const { secrets, prompts } = typing("1", undefined);
    assert.equal(await secrets.ask(["a", "c", "d"]), "c");
    assert.equal(prompts.length, 2);
  });
});
