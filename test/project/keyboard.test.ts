import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { readSources } from "../support/modules.ts";

interface MenuItem {
  readonly command?: string;
  readonly when?: string;
}

interface Manifest {
  readonly contributes: {
    readonly commands: readonly { readonly command: string; readonly title: string }[];
    readonly menus: Readonly<Record<string, readonly MenuItem[]>>;
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

const { commandPalette: palette = [], ...menus } = contributes.menus;
const listed = palette.filter(({ when }) => when !== "false").map(({ command }) => command);

/** Ids of status bar items, which look like commands. */
const statusBarItems = new Set(["soaphttp.sending", "soaphttp.environment", "soaphttp.mock"]);

/** Commands that are only links of a page, which explains the alternatives. */
const links = new Set([
  ...["soaphttp.response.copyAsCurl", "soaphttp.response.trust", "soaphttp.openSetting"],
  ...["soaphttp.explainBrowser", "soaphttp.response.expect"],
]);

suite("keyboard access", () => {
  test("the Command Palette lists at most 44 commands, each with a condition", () => {
    assert.ok(listed.length <= 44, `${listed.length}: ${listed.join(", ")}`);
    assert.deepEqual(
      contributes.commands.filter(({ command }) => !palette.some((one) => one.command === command && one.when)),
      [],
    );
  });

  test("the Command Palette lists a command of a context menu where the menu does", () => {
    const whenIn = (items: readonly MenuItem[]) => new Map(items.map(({ command, when }) => [command, when]));
    const inPalette = whenIn(palette);
    const inMenu = whenIn([...(menus["editor/context"] ?? []), ...(menus["soaphttp.request"] ?? [])]);
    for (const name of ["updateFromWsdl", "response.expectValue", "response.expectBody"]) {
      const when = inPalette.get(`soaphttp.${name}`);
      assert.ok(when !== undefined && when !== "false", name);
      assert.equal(when, inMenu.get(`soaphttp.${name}`), name);
    }
    const wire = (menus["editor/title"] ?? []).find(({ command }) => command === "soaphttp.response.wire");
    assert.ok(wire?.when);
    assert.equal(inPalette.get("soaphttp.response.wire"), wire.when);
  });

  test("every other command is in a menu", () => {
    const inMenus = new Set(Object.values(menus).flatMap((items) => items.map(({ command }) => command)));
    const others = contributes.commands.filter(({ command }) => !listed.includes(command) && !inMenus.has(command));
    assert.deepEqual(others, []);
  });

  test("every action of a lens, a view or the status bar is a command", () => {
    const files = readSources("client/src").filter(({ path }) =>
      /(?:lenses|View|statusBar|failureActions)\.ts$/i.test(path),
    );
    assert.ok(files.length >= 5, files.map(({ path }) => path).join());
    const action = /"(soaphttp\.(?!(?:history|services|structure(?:\.focus)?)")[a-z][\w.]+)"/g;
    const used = files.flatMap(({ text }) => [...text.matchAll(action)]);
    const commands = new Set(used.map(([, command]) => command ?? "").filter((name) => !statusBarItems.has(name)));
    assert.ok(commands.has("soaphttp.response.wire"), [...commands].join());
    const settings = new Set([
      "soaphttp.environments",
      "soaphttp.tls.hosts",
      "soaphttp.timeout",
      "soaphttp.followRedirects",
    ]);
    settings.add("soaphttp.response.maxBytes");
    assert.deepEqual(
      [...commands].filter((command) => !own.has(command) && !links.has(command) && !settings.has(command)),
      [],
    );
  });

  test("docs/keyboard.md lists each command", () => {
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

  test("the walkthrough has an image with alternative text for each step", () => {
    assert.ok(steps.length >= 5);
    for (const { media } of steps) {
      assert.ok(readFileSync(media.image ?? media.svg ?? "").length > 0);
      assert.match(say(media.altText), / /);
    }
  });

  test("the walkthrough links to and waits for existing commands", () => {
    for (const { description, completionEvents } of steps) {
      const linked = [...say(description).matchAll(/\(command:([\w.]+)/g)].map(([, command]) => command ?? "");
      const awaited = completionEvents.map((event) => event.replace(/^onCommand:/, ""));
      for (const command of [...linked, ...awaited]) {
        const exists = own.has(command) || !command.startsWith("soaphttp.");
        assert.ok(exists, command);
      }
    }
  });
});
