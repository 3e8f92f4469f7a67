import { suiteWorkbench } from "./suiteWorkbench.mjs";

suite("the Testing view", () => {
  const workbench = suiteWorkbench({
    settings: { "editor.minimap.enabled": false, "testing.automaticallyOpenPeekView": "never" },
  });
  let page;
  suiteSetup(() => {
    ({ page } = workbench);
  });

  const row = (name) => page.locator(".test-explorer .monaco-list-row", { hasText: name }).first();
  const runAll = () =>
    page.locator(".pane-header a[aria-label^='Run Tests'], .composite.title a[aria-label^='Run Tests']").first();
  const suite = () => workbench.editor("/tests/calculator.soaphttp");
  /** The results at the lines, which are generated content. */
  const results = () =>
    suite()
      .locator(".view-line span")
      .evaluateAll((spans) =>
        spans.map((span) => getComputedStyle(span, "::after").content).filter((content) => /[✓✗]/.test(content)),
      );

  test("the view runs the samples with one click, and shows at each expectation that it holds", async () => {
    await workbench.run("Focus on Test Explorer View");
    await row("tests").waitFor();
    await runAll().click();
    await page.locator(".test-explorer .monaco-list-row[aria-label*='Passed']", { hasText: "tests" }).waitFor();
    await page.keyboard.press("Control+P");
    await page.keyboard.type("calculator.soaphttp");
    await page.locator(".quick-input-list .monaco-list-row", { hasText: "calculator.soaphttp" }).first().waitFor();
    await page.keyboard.press("Enter");
    await suite().locator(".view-line").first().waitFor();
    await workbench.until("the results", async () => {
      const shown = await results();
      return shown.length > 3 && shown.every((content) => content.includes("✓"));
    });
  });

  test("the view runs again what was edited, and shows which test fails", async () => {
    await workbench.focus(suite());
    await workbench.goToLine(10);
    await page.keyboard.press("End");
    await page.keyboard.press("Backspace");
    await page.keyboard.type("1");
    await workbench.until("the old results to go", async () => (await results()).length === 0);
    await runAll().click();
    await page.locator(".test-explorer .monaco-list-row[aria-label*='Failed']", { hasText: "tests" }).waitFor();
    await workbench.until("the new results", async () => (await results()).length > 3);
    await runAll().waitFor();
    await page.mouse.move(100, 5);
    await workbench.until("no tooltip", async () => (await page.locator(".hover-contents:visible").count()) === 0);
    await workbench.picture("test-failure");
  });

  test("the view shows the report by an icon in its title, whose links open the line of a test", async () => {
    const icon = page.locator("a[aria-label^='Show Test Report']").first();
    await row("tests").hover();
    await icon.click();
    await page.locator(".tab.active", { hasText: "Test Report" }).waitFor();
    const report = () =>
      page.frames().map((frame) => frame.locator("a[aria-label^='Open tests/calculator.soaphttp:']").first());
    let link;
    await workbench.until("the links of the report", async () => {
      const counts = await Promise.all(report().map((one) => one.count().catch(() => 0)));
      link = report()[counts.findIndex((count) => count > 0)];
      return link !== undefined;
    });
    await page.screenshot({ path: "out/e2e/report-in-editor.png" });
    const [, line] = /:(\d+)$/.exec(await link.textContent());
    await link.click();
    await page.locator(".tab.active", { hasText: "calculator.soaphttp" }).waitFor();
    await page.locator(".statusbar-item", { hasText: `Ln ${line}, Col 1` }).waitFor();
  });
});
