import { strict as assert } from "node:assert";
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { suiteWorkbench } from "./suiteWorkbench.mjs";

const secrets = ["S3cret-4711", btoa("S3cret-4711").slice(0, 12), btoa("ann:S3cret-4711").slice(0, 16)];

suite("the history view", () => {
  const workbench = suiteWorkbench({ files, alone: true, settings: { "editor.minimap.enabled": false } });
  let view;
  suiteSetup(() => {
    view = workbench.pane("History");
  });

  test("Send All Requests in File shows a summary", async () => {
    await workbench.run("SOAP: Send All Requests in File");
    const summary = workbench.page.locator(".editor-instance .monaco-editor[data-uri^='soaphttp-summary']");
    await summary.locator(".view-line", { hasText: /4\srequests:\s2\ssucceeded,\s1\sfailed,\s1\snot\ssent/ }).waitFor();
  });

  test("the view lists the requests, newest first", async () => {
    await workbench.openHistory();
    await view.locator(".monaco-list-row", { hasText: "divide" }).waitFor();
    assert.deepEqual(await names(), ["divide", "subtract", "add"]);
    await workbench.page.locator(".tab", { hasText: "summary" }).first().waitFor();
  });

  test("the history can be searched by result and by name", async () => {
    const { page } = workbench;
    const rows = page.locator(".quick-input-list .monaco-list-row");
    await view.locator(".monaco-list-row", { hasText: "200 OK – add" }).waitFor();
    await workbench.run("SOAP: Search History");
    await rows.filter({ hasText: "200 OK – add" }).waitFor();
    await page.locator(".quick-input-widget input").first().fill("500");
    await rows.nth(1).waitFor({ state: "detached" });
    await page.keyboard.press("Enter");
    await workbench.response("divide").waitFor();
    await page.locator(".tab", { hasText: "divide – 500" }).click({ button: "middle" });
  });

  test("the bodies can be searched by text and by XPath", async () => {
    const { page } = workbench;
    const rows = page.locator(".quick-input-list .monaco-list-row");
    for (const query of ["no division", "//*:Text"]) {
      await workbench.run("SOAP: Search History");
      await rows.filter({ hasText: "Search in Bodies…" }).click();
      await page.locator(".quick-input-widget:visible", { hasText: "Search in Bodies" }).waitFor();
      const input = page.locator(".quick-input-widget input[type=text]:visible");
      await input.fill(query);
      // Press the key in the input: if the editor had the focus, its text would change.
      await input.press("Enter");
      await rows.filter({ hasText: /divide.*no division by zero/ }).waitFor();
      assert.equal(await rows.count(), 1);
      await page.keyboard.press("Escape");
    }
  });

  test("clicking an entry opens its exchange and keeps the list open", async () => {
    await workbench.page.locator(".tab", { hasText: "summary" }).click({ button: "middle" });
    await view.locator(".monaco-list-row", { hasText: "add" }).click();
    const response = workbench.response();
    await response.locator(".view-line", { hasText: "<result>42</result>" }).waitFor();
    await workbench
      .lenses(response, /200 OK/)
      .first()
      .waitFor();
    await workbench.until("its colours", async () => (await workbench.colours(response)).size >= 4);
    await workbench.picture("history");
  });

  test("the history is restored after a reload with the open response, and no file contains secrets", async () => {
    await workbench.page.reload();
    await workbench.page.locator(".monaco-workbench").waitFor();
    await view.locator(".monaco-list-row", { hasText: "divide" }).waitFor();
    assert.deepEqual(await names(), ["divide", "subtract", "add"]);
    await view.locator(".monaco-list-row", { hasText: "add" }).click();
    const response = workbench.response();
    await response.locator(".view-line", { hasText: "<result>42</result>" }).waitFor();
    await response.locator(".codelens-decoration", { hasText: "from the history" }).waitFor();
    const stored = filesOfHistory(workbench);
    // For each exchange, a list entry and the exchange itself.
    assert.equal(stored.length, 6, "the history is not where it was looked for");
    for (const { parentPath, name } of stored) {
      const text = readFileSync(join(parentPath, name), "latin1");
      for (const word of ["Envelope", "calc12", "subtract"]) assert.ok(!text.includes(word), `${word} is in ${name}`);
    }
    for (const { parentPath, name } of filesOf(workbench)) {
      const text = readFileSync(join(parentPath, name), "latin1");
      for (const form of secrets) assert.ok(!text.includes(form), `${form} is in ${name}`);
    }
    // In a web page, VS Code stores its state, such as the open editors, in the browser.
    let kept = "";
    await workbench.until("VS Code's state, which it saves every few seconds", async () => {
      kept = await workbench.state();
      return kept.includes("calc.soaphttp");
    });
    for (const form of secrets) assert.ok(!kept.includes(form), `${form} is in the browser`);
  });

  test("an exchange with secrets is resent exactly", async () => {
    await view.locator(".monaco-list-row", { hasText: "add" }).hover();
    await view.locator(".monaco-list-row", { hasText: "add" }).locator("a[aria-label^='Send Again']").click();
    await workbench.until("the fourth exchange", async () => (await names()).length === 4);
    assert.equal((await names())[0], "add");
  });

  test("entries can be deleted by icon and by menu", async () => {
    await view.locator(".monaco-list-row", { hasText: "subtract" }).hover();
    await view.locator(".monaco-list-row", { hasText: "subtract" }).locator("a[aria-label^='Delete']").click();
    await workbench.until("its end", async () => !(await names()).includes("subtract"));
    await view.locator(".monaco-list-row", { hasText: "divide" }).click();
    await workbench.response("divide").locator(".view-line", { hasText: "500" }).first().waitFor();
    await workbench.menuOf(view.locator(".monaco-list-row", { hasText: "divide" }), "Delete from History");
    await workbench.until("its end", async () => (await names()).join() === "add,add");
  });

  test("the view says when the history is off, and keeps its entries", async () => {
    const off = view.locator("text=The history is turned off");
    mkdirSync(join(workbench.folder, ".vscode"));
    const file = join(workbench.folder, ".vscode", "settings.json");
    writeFileSync(file, JSON.stringify({ "soaphttp.history.enabled": false }));
    await off.waitFor();
    assert.deepEqual(await names(), ["add", "add"]);
    writeFileSync(file, "{}");
    await off.waitFor({ state: "hidden" });
  });

  test("Clear History removes all entries", async () => {
    await workbench.clickPaneIcon(view, "Clear History");
    await view.locator(".monaco-list-row").first().waitFor({ state: "detached" });
    await view.locator("text=Requests that you send in this workspace").waitFor();
    assert.doesNotMatch(await view.textContent(), /\*/);
  });

  test("the view offers to create a request while it is empty", async () => {
    await view.locator("a", { hasText: "New SOAP Request" }).click();
    const created = workbench.page.locator(".editor-instance .monaco-editor[data-uri^='untitled:']");
    await created.locator(".view-line", { hasText: /^POST\s/ }).waitFor();
  });

  async function names() {
    const rows = await view.locator(".monaco-list-row .label-name").allTextContents();
    return rows.map((row) => row.replace(/^.* – /, ""));
  }
});

suite("the history without lasting secret storage", () => {
  const workbench = suiteWorkbench({ files, alone: true, keepsSecrets: false });

  test("the history is kept until the window is closed, says so, and writes no file", async () => {
    await workbench.lenses(workbench.source, "Send Request").first().click();
    await workbench.response("add").waitFor();
    await workbench.until("the first window's files", () => filesOfHistory(workbench).length === 2);
    await workbench.until("VS Code's state, which it saves every few seconds", async () =>
      (await workbench.state()).includes("soaphttp.history.key"),
    );
    await workbench.page.reload();
    await workbench.lenses(workbench.source, "Send Request").first().waitFor();
    const view = await workbench.openHistory();
    await view.locator("text=/The history is kept until you close the window/").waitFor();
    assert.deepEqual(filesOfHistory(workbench), []);
    await workbench.page.keyboard.press("Control+1");
    await workbench.goToLine(12);
    await workbench.page.keyboard.press("Control+Alt+R");
    await view.locator(".monaco-list-row", { hasText: "subtract" }).waitFor();
    assert.equal(await view.locator(".monaco-list-row").count(), 1);
    assert.deepEqual(filesOfHistory(workbench), []);
  });
});

/** Returns all files that VS Code server has written. */
function filesOf({ server }) {
  return readdirSync(server.data, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
}

function filesOfHistory(workbench) {
  return filesOf(workbench).filter(({ parentPath }) => /soaphttp\.soaphttp.history$/.test(parentPath));
}

function files(host) {
  return { "calc.soaphttp": requests(host) };
}

function requests(host) {
  const post = (name, body, head = "") => {
    const envelope = `<s:Envelope xmlns:s="http://www.w3.org/2003/05/soap-envelope">${body}</s:Envelope>`;
    return [
      `# @name ${name}`,
      "POST /calc12 HTTP/1.1",
      `Host: ${host}`,
      ...(head === "" ? [] : [head]),
      "Content-Type: application/soap+xml; charset=utf-8",
      `Content-Length: ${envelope.length}`,
      "",
      envelope,
    ].join("\n");
  };
  const call = (content) => `<s:Body><${content}</s:Body>`;
  const security =
    '<s:Header><w:Security xmlns:w="http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-wssecurity-secext-1.0.xsd"><w:UsernameToken><w:Username>ann</w:Username><w:Password>S3cret-4711</w:Password></w:UsernameToken></w:Security></s:Header>';
  const add = 'Add xmlns="http://example.org/calc"><a>40</a><b>2</b></Add>';
  const fail = 'Fail xmlns="http://example.org/calc"><message>no division by zero</message></Fail>';
  return [
    post("add", security + call(add), `Authorization: Basic ${btoa("ann:S3cret-4711")}`),
    post("subtract", call(add)),
    post("divide", call(fail)),
    post("multiply", call(add)),
  ].join("\n\n###\n");
}
