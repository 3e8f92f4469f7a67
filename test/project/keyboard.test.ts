import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";

interface Manifest {
  readonly contributes: {
    readonly commands: readonly { readonly command: string; readonly title: string }[];
    readonly menus: { readonly commandPalette: readonly { readonly command: string; readonly when: string }[] };
    readonly walkthroughs: readonly { readonly steps: readonly Step[] }[];
  };
}

interface Step {
  readonly description: string;
  readonly media: { readonly image?: string; readonly svg?: string; readonly altText: string };
  readonly completionEvents: readonly string[];
}

const { contributes }: Manifest = JSON.parse(readFileSync("package.json", "utf8"));
const strings: Readonly<Record<string, string>> = JSON.parse(readFileSync("package.nls.json", "utf8"));
const own = new Set(contributes.commands.map(({ command }) => command));
const say = (key: string) => strings[key.replaceAll("%", "")] ?? key;

/** Ids of status bar items, which look like commands. */
const statusBarItems = new Set(["soaphttp.sending", "soaphttp.environment"]);

suite("with the keyboard alone", () => {
  test("whatever a lens, a view or the status bar does, the palette does too", () => {
    const files = readdirSync("client/src", { recursive: true, encoding: "utf8" }).filter((file) =>
      /(?:lenses|View|statusBar)\.ts$/i.test(file),
    );
    assert.ok(files.length >= 4, files.join());
    const used = files.flatMap((file) => [
      ...readFileSync(`client/src/${file}`, "utf8").matchAll(/"(soaphttp\.(?!history")[\w.]+)"/g),
    ]);
    const commands = new Set(used.map(([, command]) => command ?? "").filter((name) => !statusBarItems.has(name)));
    assert.ok(commands.has("soaphttp.response.wire"), [...commands].join());
    assert.deepEqual(
      [...commands].filter((command) => !own.has(command)),
      [],
    );
    const hidden = contributes.menus.commandPalette.filter(({ when }) => when === "false");
    assert.deepEqual(hidden, []);
  });

  test("docs/keyboard.md names each command", () => {
    const text = readFileSync("docs/keyboard.md", "utf8");
    const titles = contributes.commands.map(({ title }) => say(title));
    assert.deepEqual(
      titles.filter((title) => !text.includes(`**${title}**`)),
      [],
    );
  });
});

suite("the walkthrough", () => {
  const steps = contributes.walkthroughs.flatMap((one) => one.steps);

  test("has a picture with a text in its place at each step", () => {
    assert.ok(steps.length >= 5);
    for (const { media } of steps) {
      assert.ok(readFileSync(media.image ?? media.svg ?? "").length > 0);
      assert.match(say(media.altText), / /);
    }
  });

  test("waits for commands, and links to commands, that are there", () => {
    for (const { description, completionEvents } of steps) {
      const linked = [...say(description).matchAll(/\(command:([\w.]+)/g)].map(([, command]) => command ?? "");
      const awaited = completionEvents.map((event) => event.replace(/^onCommand:/, ""));
      for (const command of [...linked, ...awaited]) {
        const known = own.has(command) || command === "soaphttp.history.focus" || !command.startsWith("soaphttp.");
        assert.ok(known, command);
      }
    }
  });
});
