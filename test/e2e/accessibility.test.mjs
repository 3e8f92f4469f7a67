import { strict as assert } from "node:assert";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import axe from "axe-core";
import { freePort } from "../hosts/web.mjs";
import { suiteWorkbench } from "./suiteWorkbench.mjs";
import { succeeds } from "./workbench.mjs";

/*
 * What axe finds in what the extension adds to VS Code's window, in four themes.
 */
const port = await freePort();

/** Rules of axe that VS Code decides alone for all extensions. */
const ofVsCode = {
  // VS Code's lists own the roles and the focus of their rows; its links without an address are buttons.
  ...disabled("aria-allowed-role", "aria-required-children", "aria-required-parent", "nested-interactive"),
  ...disabled("scrollable-region-focusable", "region"),
  // The steps of VS Code's walkthroughs are buttons that are checked.
  ...disabled("aria-allowed-attr"),
  // VS Code writes the label and the description of a row without a space between them: see `unspoken`.
  ...disabled("label-content-name-mismatch"),
};

suite("accessibility", () => {
  const workbench = suiteWorkbench({
    settings: { "editor.minimap.enabled": false, "soaphttp.mock.port": port },
    files: (host) => ({
      "calculator.soaphttp": `@a = 1
# @name add
# @expect status 200
# @expect status 500
POST {{path}} HTTP/1.1
Host: ${host}
Content-Type: application/soap+xml; charset=utf-8
Content-Length: {{$contentLength}}

<s:Envelope xmlns:s="http://www.w3.org/2003/05/soap-envelope"><s:Body><Add xmlns="http://example.org/calc"><a>{{a}}</a><b>2</b></Add></s:Body></s:Envelope>
`,
      "calculator.soapmock": readFileSync("samples/calculator.soapmock", "utf8"),
    }),
  });
  let page;
  let copy;
  suiteSetup(async () => {
    ({ page } = workbench);
    copy = await page.context().newPage();
  });

  const view = (name) => ({ selector: `.pane:has(> .pane-header[aria-label^="${name} "])` });
  const write = (name, content) => {
    const file = join(workbench.folder, name);
    mkdirSync(join(file, ".."), { recursive: true });
    writeFileSync(file, content);
  };

  /**
   * Asserts in each theme that axe finds nothing in these places, which must be there.
   * @param {{ selector: string, frame?: (name: string) => Promise<unknown>, off?: object }[]} places
   */
  async function expectAccessible(...places) {
    for await (const name of workbench.eachTheme()) {
      for (const { selector, frame = () => page, off = {} } of places) {
        const problems = async () => {
          const shown = await frame(name);
          await shown.evaluate(axe.source);
          const violations = await shown.evaluate(violationsOf, [selector, { ...ofVsCode, ...off }]);
          return [
            ...violations,
            ...(await shown.evaluate(unspoken, selector)),
            ...(await shown.evaluate(faint, selector)),
          ];
        };
        // VS Code fades from one theme into the next, and draws trees later than their views.
        let remaining = await problems();
        for (let looks = 1; remaining.length > 0 && looks < 5; looks++) {
          await page.waitForTimeout(500);
          remaining = await problems();
        }
        assert.deepEqual(remaining, [], name);
      }
    }
  }

  /**
   * A copy of the page of a webview that contains this selector, once it has the theme: the report runs no scripts, so that axe
   * can't look at itself.
   */
  function webviewWith(selector) {
    const classes = {
      vs: "vscode-light",
      "vs-dark": "vscode-dark",
      "hc-black": "vscode-high-contrast:not(.vscode-high-contrast-light)",
      "hc-light": "vscode-high-contrast-light",
    };
    const frame = async (name) => {
      let html;
      await workbench.until(`a webview with ${selector}`, async () => {
        for (const candidate of page.frames()) {
          const root = candidate.locator(`html:has(body.${classes[name]} ${selector})`);
          const isShown = (await root.count().catch(() => 0)) > 0;
          if (isShown) html = await root.evaluate((element) => element.outerHTML);
        }
        return html !== undefined;
      });
      await copy.setContent(html);
      return copy;
    };
    return { selector: "body", frame };
  }

  test("each empty view has names and contrast", async () => {
    await page.locator(".activitybar .action-label[aria-label='SOAP over HTTP']").click();
    await workbench.run("Focus on Mock View");
    for (const name of ["Services", "History"]) {
      await workbench.pane(name).locator(".welcome-view-content .monaco-button").first().waitFor();
    }
    await expectAccessible(view("Services"), view("History"), webviewWith("main button"));
  });

  test("the lenses of a request and of its response have names, and each view with content has contrast, too", async () => {
    write("http-client.env.json", JSON.stringify({ local: { path: "/calc12" }, production: { path: "/v2" } }));
    write("calculator.wsdl", readFileSync("samples/calculator.wsdl", "utf8"));
    await page.locator(".statusbar-item", { hasText: "No environment" }).waitFor();
    await workbench.run("SOAP: Select Environment");
    await page.locator(".quick-input-list .monaco-list-row", { hasText: "local" }).first().click();
    await page.locator(".statusbar-item", { hasText: "local" }).first().waitFor();
    await workbench.lenses(workbench.source, "Send Request").first().click();
    await workbench.lenses(workbench.response(), /^200 OK/).waitFor();
    const node = (name) => workbench.pane("Services").getByRole("treeitem", { name }).first();
    await workbench.expand(node("WSDL calculator.wsdl"));
    await workbench.expand(node("Port CalculatorPort12, SOAP 1.2"));
    await workbench.expand(node("Operation Add, CalculatorPort12"));
    await workbench.run("Focus on Environments View");
    for (const name of ["History", "Environments"]) {
      await workbench.pane(name).locator(".monaco-list-row").first().waitFor();
    }
    await expectAccessible(
      // The color of lenses is VS Code's, and too light in its own light theme.
      { selector: ".codelens-decoration", off: disabled("color-contrast") },
      { selector: ".statusbar-item[id*='soaphttp']" },
      ...["Services", "History", "Environments"].map(view),
    );
  });

  test("the table of the mock service has names and contrast", async () => {
    const file = await workbench.openFile("calculator.soapmock");
    const status = page.locator(".statusbar-item", { hasText: `Mock 127.0.0.1:${port}` });
    // VS Code draws lenses again after a change of the theme, and a click at that time is lost.
    await workbench.until("the mock service", async () => {
      await succeeds(workbench.lenses(file, "Start Mock Service").first().click({ timeout: 2000 }));
      return succeeds(status.waitFor({ timeout: 5000 }));
    });
    for (const body of ["<a/>", "<b/>"]) await fetch(`http://127.0.0.1:${port}/`, { method: "POST", body });
    const rows = workbench.webview().locator("main tbody tr");
    await rows.nth(1).click();
    await page.locator(".editor-instance .monaco-editor[data-uri^='soaphttp-mock:'] .view-line").first().waitFor();
    await expectAccessible(webviewWith("main tbody tr[aria-selected=true]"));
    await workbench.run("Stop Mock Service");
  });

  test("the results behind expectations have contrast, and the test report has names and contrast in a tab", async () => {
    await workbench.openFile("calculator.soaphttp");
    await workbench.run("Test: Run Tests in Current File");
    await workbench.run("Focus on Test Explorer View");
    await page.locator(".test-explorer .monaco-list-row[aria-label*='Failed']").first().waitFor();
    await page.locator(".editor-instance .view-line [class*='ced-']").first().waitFor({ state: "attached" });
    await expectAccessible(
      // Numbers and links in a line have VS Code's colors; what is said behind expectations has ours.
      {
        selector: ".editor-instance .monaco-editor[data-uri$='/calculator.soaphttp']",
        off: disabled("color-contrast"),
      },
    );
    await workbench.run("SOAP: Show Test Report");
    await expectAccessible(webviewWith("table.results"));
  });

  test("the walkthrough has names and contrast", async () => {
    await workbench.run("Welcome: Open Walkthrough...");
    await page.locator(".quick-input-list .monaco-list-row", { hasText: "SOAP" }).first().click();
    await page.locator(".gettingStartedContainer .getting-started-step").first().waitFor();
    await expectAccessible({ selector: ".gettingStartedContainer .gettingStartedDetailsContent" });
  });
});

function disabled(...rules) {
  return Object.fromEntries(rules.map((rule) => [rule, { enabled: false }]));
}

/** Runs in the page: returns what axe finds. */
async function violationsOf([include, rules]) {
  const { body } = document;
  // A view of a web page is transparent, and the side bar is behind it.
  if (body.matches("[class*=vscode-]") && getComputedStyle(body).backgroundColor === "rgba(0, 0, 0, 0)") {
    document.documentElement.style.background = "var(--vscode-sideBar-background)";
  }
  if (document.querySelector(include) === null) return [`nothing matches ${include}`];
  const { violations } = await globalThis.axe.run({ include: [include] }, { rules, resultTypes: ["violations"] });
  return violations.flatMap(({ id, nodes }) => nodes.map(({ html, any }) => `${id}: ${html} ${any[0]?.message ?? ""}`));
}

/** Runs in the page: returns the texts of rows that their names, which screen readers speak, don't contain. */
function unspoken(selector) {
  return [...document.querySelectorAll(`${selector} [role=treeitem]`)].flatMap((row) => {
    const name = row.getAttribute("aria-label") ?? "";
    const texts = [...row.querySelectorAll(".label-name, .label-description")].map(({ textContent }) => textContent);
    const parts = texts.flatMap((text) => text.replaceAll("\u00a0", " ").split(/ [·–] /));
    return parts.filter((part) => !name.includes(part)).map((part) => `“${name}” doesn't say “${part}”`);
  });
}

/** Runs in the page: returns what decorations say behind lines with less contrast than WCAG 2.2 requires. axe doesn't see it. */
function faint(selector) {
  const luminance = (color) => {
    const [r, g, b] = color.match(/[\d.]+/g).map((value) => {
      const part = Number(value) / 255;
      return part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  return [...document.querySelectorAll(`${selector} .view-line [class*="ced-"]`)].flatMap((part) => {
    const { content, color } = getComputedStyle(part, "::after");
    if (!/[✓✗]/.test(content)) return [];
    const behind = getComputedStyle(part.closest(".monaco-editor")).backgroundColor;
    const [low, high] = [luminance(color), luminance(behind)].sort((a, b) => a - b);
    return (high + 0.05) / (low + 0.05) < 4.5 ? [`${content} has the color ${color} on ${behind}`] : [];
  });
}
