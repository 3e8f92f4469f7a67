import { strict as assert } from "node:assert";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import axe from "axe-core";
import { importBundled } from "../../scripts/importBundled.mjs";
import { install } from "../hosts/install.mjs";
import { launch } from "../hosts/page.mjs";
import { savePicture, savesPictures } from "./workbench.mjs";

/** Texts that would run or fetch something, if they were more than text. */
const hostile = [
  "<script>globalThis.ran = true</script>",
  '"><img src="http://198.51.100.1/x" onerror="globalThis.ran = true">',
  "'-alert(1)-'",
  "</pre></details><style>@import url(http://198.51.100.1/x.css)</style>",
  "javascript:alert(1)",
  "\u202Etxt.exe",
];

suite("the test report in a browser", () => {
  let browser;
  let folder;
  let reportPage;
  let count = 0;

  suiteSetup(async () => {
    folder = mkdtempSync(join(tmpdir(), "soaphttp-report-"));
    ({ reportPage } = await importBundled("client/src/core/testing/html/page.ts"));
    browser = await launch(await install("web"));
  });
  suiteTeardown(async () => {
    await browser?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const test1 = (name, outcome, more = {}) => ({
    ...{
      file: "PlaceOrder.tests.soaphttp",
      line: 7,
      name,
      outcome,
      why: undefined,
      results: [],
      duration: 12,
      attempts: 1,
    },
    exchange: undefined,
    ...more,
  });
  const failure = (name, text = "fault Client") =>
    test1(name, "failed", {
      results: [{ text, held: false, line: 5, why: text, expected: text, actual: text }],
      exchange: { request: `POST / HTTP/1.1\r\n\r\n${text}`, response: `HTTP/1.1 200 OK\r\n\r\n${text}` },
    });
  const tests = [
    test1("Order.valid.required.1", "passed"),
    failure("Order.invalid.type.1"),
    test1("Order.invalid.pattern.1", "passed"),
    test1("login", "noResponse", { why: "The connection was refused." }),
    test1("later", "skipped", { why: "not yet" }),
    ...hostile.map((text) => failure(text, text)),
  ];

  /** A service that accepts a quantity above its maximum. */
  const orders = [
    ...passed("PlaceOrder.valid", { required: 1, optional: 1, enumeration: 3, maxInclusive: 1, whitespace: 2 }),
    ...passed("PlaceOrder.invalid", { "element-missing": 4, "element-order": 2, type: 3 }),
    test1("PlaceOrder.invalid.maxInclusive.1", "failed", {
      results: [{ text: "fault Client", held: false, line: 412, why: "The response contains no Fault." }],
      exchange: {
        request: "POST /orders HTTP/1.1\r\n\r\n…\r\n      <o:quantity>101</o:quantity>\r\n…",
        response: "HTTP/1.1 200 OK\r\n\r\n…\r\n      <number>1</number>\r\n…",
      },
    }),
    ...passed("PlaceOrder.invalid", { version: 1 }),
  ];

  function passed(begin, counts) {
    return Object.entries(counts).flatMap(([kind, count]) =>
      Array.from({ length: count }, (_, at) =>
        test1(`${begin}.${kind}.${at + 1}`, "passed", { duration: 8 + ((at * 7 + kind.length * 5) % 23) }),
      ),
    );
  }

  /** What the page has in VS Code: links to lines, and the last runs. */
  const inEditor = {
    addressOf: (file, line) => `command:open?${encodeURIComponent(JSON.stringify([file, line]))}`,
    runs: Array.from({ length: 20 }, (_, at) => ({
      at: Date.UTC(2026, 4, 1, at),
      ...{ passed: 100 + at, failed: at % 4 === 3 ? 9 : 0, median: 20 + ((at * 7) % 11) },
    })),
  };

  function written(all, editor = undefined) {
    const counts = { passed: 0, failed: 0, noResponse: 0, unsent: 0, skipped: 0 };
    for (const { outcome } of all) counts[outcome]++;
    const files = [{ file: "PlaceOrder.tests.soaphttp", tests: all }];
    const html = reportPage(
      files,
      { ...counts, files: 1, duration: 1200 },
      new Date("2026-05-04T09:30:00Z"),
      "en",
      editor,
    );
    const file = join(folder, `report-${++count}.html`);
    writeFileSync(file, html);
    return { url: pathToFileURL(file).href, size: Buffer.byteLength(html) };
  }

  for (const colorScheme of ["light", "dark"]) {
    test(`the report has no problem of accessibility that axe finds, in the ${colorScheme} theme`, async () => {
      const page = await browser.newPage({ colorScheme });
      await page.goto(written(tests, inEditor).url);
      for (const details of await page.locator("details > summary").all()) {
        if (!(await details.evaluate((one) => one.parentElement.open))) await details.click();
      }
      await page.evaluate(axe.source);
      const { violations } = await page.evaluate(() => globalThis.axe.run());
      assert.deepEqual(
        violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join("\n")}`),
        [],
      );
      await page.screenshot({ path: join("out", "e2e", `report-${colorScheme}.png`), fullPage: true });
      await page.close();
    });

    test(`the report says in a table what the service did with each kind of request, in the ${colorScheme} theme`, async () => {
      const viewport = { width: 1000, height: 735 };
      const page = await browser.newPage({ colorScheme, viewport, deviceScaleFactor: savesPictures ? 2 : 1 });
      await page.goto(written(orders).url);
      const cells = await page.locator("table.matrix").last().locator("tbody td").allInnerTexts();
      assert.deepEqual(
        cells.map((text) => text.trim()),
        ["✓ 4 refused", "✓ 2 refused", "✓ 3 refused", "✗ 1 wrongly accepted", "✓ 1 refused"],
      );
      if (colorScheme === "light") await savePicture(page, "test-report");
      await page.close();
    });
  }

  test("the report has the colors of VS Code's theme in a tab, whatever they are", async () => {
    const page = await browser.newPage({ colorScheme: "light" });
    await page.goto(written(tests).url);
    const colors = (theme) =>
      page.evaluate((name) => {
        const names = { "editor-background": "#010203", "editor-foreground": "#f1f2f3", contrastBorder: "#ffff00" };
        for (const [name, color] of Object.entries(names)) {
          document.documentElement.style.setProperty(`--vscode-${name}`, color);
        }
        document.body.className = name;
        const { backgroundColor, color } = getComputedStyle(document.body);
        return [backgroundColor, color, getComputedStyle(document.querySelector("details")).borderTopColor];
      }, theme);
    assert.equal((await colors("")).at(0), "rgb(255, 255, 255)");
    for (const theme of [
      "vscode-light",
      "vscode-dark",
      "vscode-high-contrast",
      "vscode-high-contrast vscode-high-contrast-light",
    ]) {
      assert.deepEqual(await colors(theme), ["rgb(1, 2, 3)", "rgb(241, 242, 243)", "rgb(255, 255, 0)"]);
    }
    await page.close();
  });

  test("the report runs nothing and fetches nothing, whatever the texts are", async () => {
    const page = await browser.newPage();
    const { url } = written(tests);
    const requested = [];
    page.on("request", (request) => requested.push(request.url()));
    page.on("dialog", () => assert.fail("a dialog"));
    await page.goto(url);
    for (const link of await page.locator("table a").all()) await link.click();
    assert.equal(await page.evaluate(() => globalThis.ran), undefined);
    assert.deepEqual(
      requested.filter((one) => !one.startsWith(url)),
      [],
    );
    for (const text of hostile.slice(0, 5)) assert.ok((await page.locator("body").innerText()).includes(text), text);
    await page.close();
  });

  test("the report is operated by the keyboard without scripts: the failed exchanges open", async () => {
    const context = await browser.newContext({ javaScriptEnabled: false });
    const page = await context.newPage();
    await page.goto(written(tests).url);
    const details = page.locator("section details").first();
    assert.equal(await details.locator("pre").first().isVisible(), false);
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    await details.locator("pre").first().waitFor();
    await context.close();
  });

  test("the report shows 10,000 results in a page of less than 5 MB", async () => {
    const many = Array.from({ length: 10_000 }, (_, at) =>
      at % 10 === 0 ? failure(`Order.invalid.type.${at}`) : test1(`Order.valid.type.${at}`, "passed"),
    );
    const { url, size } = written(many);
    assert.ok(size < 5_000_000, `${size} bytes`);
    const page = await browser.newPage();
    const start = performance.now();
    await page.goto(url);
    console.log(`      10,000 results: ${size} bytes, loaded in ${Math.round(performance.now() - start)} ms`);
    assert.equal(await page.locator("table.results tbody tr").count(), 10_000);
    await page.close();
  });
});
