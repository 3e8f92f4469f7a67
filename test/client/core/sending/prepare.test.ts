import { deepEqual, equal } from "node:assert/strict";
import {
  type PreparationHost,
  type PreparedMessage,
  prepareMessage,
  type Supplied,
} from "../../../../client/src/core/sending/prepare.ts";
import { outgoing, problem } from "../../support.ts";

/** Runs `prepare` with these successive results of the server, and logs the questions and fixes. */
async function run(
  answers: readonly Supplied[],
  author: {
    readonly errors?: readonly ("fix" | "send" | "cancel")[];
    readonly unsendable?: readonly ("fix" | "show" | "cancel" | "environment" | "define")[];
    readonly remedied?: boolean;
    readonly note?: boolean;
    readonly outside?: boolean;
    readonly needed?: boolean;
  },
  withErrors: PreparationHost["withErrors"] = "ask",
): Promise<{ readonly prepared: PreparedMessage; readonly log: readonly string[] }> {
  const log: string[] = [];
  const left = [...answers];
  const choices = [...(author.errors ?? [])];
  const decisions = [...(author.unsendable ?? [])];
  const next = <T>(list: T[], what: string): T => {
    const one = list.shift();
    if (one === undefined) throw new Error(`nobody was to ask for ${what} (after ${log.join(", ")})`);
    return one;
  };
  const prepared = await prepareMessage({
    label: "add",
    withErrors,
    outgoing: async () => next(left, "a message"),
    fix: async () => log.push("fixed") > 0,
    remedy: async (how) => log.push(how) > 0 && (author.remedied ?? true),
    outsideFiles: async ({ bodyFiles = [] }) => bodyFiles,
    sendNeeded: async (requests) => {
      log.push(`sent ${requests.map(({ name }) => name).join(", ")}`);
      return author.needed ?? true;
    },
    questions: {
      needs: async () => true,
      standingErrors: async (problems, fixable) => {
        log.push(`asked about ${problems.map(({ code }) => code).join(" and ")}${fixable ? ", fixable" : ""}`);
        return next(choices, "a decision");
      },
      unsendable: async (problems, fixable) => {
        log.push(`told of ${problems.map(({ code }) => code).join(" and ")}${fixable ? ", fixable" : ""}`);
        return decisions.shift() ?? "cancel";
      },
      outsideFile: async (path, to) => {
        log.push(`asked whether ${path} goes to ${to}`);
        return author.outside ?? false;
      },
      note: async (text) => {
        log.push(`asked “${text}”`);
        return author.note ?? false;
      },
    },
  });
  return { prepared, log };
}

const message = (...codes: readonly string[]): Supplied => ({
  kind: "message",
  message: outgoing({ errors: codes.map((code) => problem(code, code.endsWith("*"))) }),
});

suite("preparing a request", () => {
  for (const how of ["environment", "define"] as const) {
    const unsendable = { kind: "unsendable", problems: [problem("variable-undefined", false)] } as unknown as Supplied;

    test(`preparing gets the message again after the author sets a value by ${how}`, async () => {
      const { prepared, log } = await run([unsendable, message()], { unsendable: [how] });
      deepEqual(log, ["told of variable-undefined", how]);
      equal(prepared.kind, "ready");
    });

    test(`preparing sends nothing if the author sets no value by ${how}`, async () => {
      const { prepared } = await run([unsendable], { unsendable: [how], remedied: false });
      equal(prepared.kind, "cancelled");
    });
  }

  test("a request is ready without questions if there are no errors", async () => {
    const { prepared, log } = await run([message()], {});
    equal(prepared.kind, "ready");
    deepEqual(log, []);
  });

  test("preparing does nothing if there is no request", async () => {
    equal((await run([{ kind: "none" }], {})).prepared.kind, "none");
  });

  test("Fix and Send applies the fixes and gets the message again", async () => {
    const { prepared, log } = await run([message("length*"), message()], { errors: ["fix"] });
    deepEqual(log, ["asked about length*, fixable", "fixed"]);
    deepEqual(prepared, { kind: "ready", message: outgoing() });
  });

  test("errors that remain after fixing are asked about once more, without offering to fix", async () => {
    const { prepared, log } = await run([message("length*", "xml"), message("xml", "stubborn*")], {
      errors: ["fix", "send"],
    });
    deepEqual(log, ["asked about length* and xml, fixable", "fixed", "asked about xml and stubborn*"]);
    equal(prepared.kind, "ready");
  });

  test("the question offers no fix if none can be applied automatically", async () => {
    const { log } = await run([message("xml")], { errors: ["cancel"] });
    deepEqual(log, ["asked about xml"]);
  });

  test("Send as Written sends the request with its errors", async () => {
    const { prepared } = await run([message("xml")], { errors: ["send"] });
    deepEqual(prepared, { kind: "ready", message: outgoing({ errors: [problem("xml")] }) });
  });

  test("Cancel sends nothing", async () => {
    deepEqual((await run([message("xml")], { errors: ["cancel"] })).prepared, { kind: "cancelled" });
  });

  test('the author is never asked with the setting "send", and errors are never sent with "refuse"', async () => {
    const sent = await run([message("xml")], {}, "send");
    equal(sent.prepared.kind, "ready");
    deepEqual(sent.log, []);
    const refused = await run([message("xml")], {}, "refuse");
    deepEqual(refused, { prepared: { kind: "refused", problems: [problem("xml")] }, log: [] });
    equal((await run([message()], {}, "refuse")).prepared.kind, "ready");
  });

  test("an unsendable request isn't sent with any setting, but can be shown or fixed", async () => {
    const bad: Supplied = {
      kind: "unsendable",
      request: outgoing().request,
      problems: [problem("charset*", true)],
    };
    deepEqual((await run([bad], { unsendable: ["show"] }, "send")).prepared, {
      kind: "show",
      problem: problem("charset*", true),
    });
    deepEqual((await run([bad], { unsendable: ["cancel"] })).prepared, { kind: "cancelled" });
    const { prepared, log } = await run([bad, message()], { unsendable: ["fix"] });
    deepEqual(log, ["told of charset*, fixable", "fixed"]);
    equal(prepared.kind, "ready");
  });

  test("the author is asked to confirm a note before sending, after the errors", async () => {
    const noted: Supplied = {
      kind: "message",
      message: outgoing({ note: "deletes all", errors: [problem("xml")] }),
    };
    const yes = await run([noted], { errors: ["send"], note: true });
    deepEqual(yes.log, ["asked about xml", "asked “deletes all”"]);
    equal(yes.prepared.kind, "ready");
    deepEqual((await run([noted], { errors: ["send"], note: false })).prepared, { kind: "cancelled" });
  });

  test("the author is asked about a body file outside of the open folders with any errors and settings", async () => {
    const file: Supplied = {
      kind: "message",
      message: outgoing({ bodyFiles: ["/etc/passwd"], errors: [problem("xml")] }),
    };
    const asked = "asked whether /etc/passwd goes to http://localhost:8000";
    for (const outside of [true, false]) {
      const asks = await run([file], { errors: ["send"], outside });
      deepEqual(asks.log, ["asked about xml", asked]);
      equal(asks.prepared.kind, outside ? "ready" : "cancelled");
      const set = await run([file], { outside }, "send");
      deepEqual(set.log, [asked]);
      equal(set.prepared.kind, outside ? "ready" : "cancelled");
    }
  });

  test("preparing sends what the request needs until nothing is missing", async () => {
    const needs = (...names: readonly string[]): Supplied => ({
      kind: "needs",
      requests: names.map((name, line) => ({ name, line })),
    });
    const all = await run([needs("key", "login"), needs("login"), message()], {});
    deepEqual(all.log, ["sent key, login", "sent login"]);
    equal(all.prepared.kind, "ready");
    deepEqual((await run([needs("login")], { needed: false })).prepared, { kind: "cancelled" });
  });

  test("requests that need each other aren't sent", async () => {
    const cycle: Supplied = { kind: "cycle", why: "a → b → a" };
    deepEqual((await run([cycle], {})).prepared, cycle);
  });
});
