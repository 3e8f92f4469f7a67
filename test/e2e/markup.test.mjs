import { strict as assert } from "node:assert";
import { createServer } from "node:http";
import { suiteWorkbench } from "./suiteWorkbench.mjs";

/** A link and an icon, as VS Code renders them in notifications, lists and the status bar. */
const hostile = "[Run](command:workbench.action.toggleZenMode)$(shield)";
const shown = "[Run] (command:workbench.action.toggleZenMode)$ (shield)";

suite("text of files is never rendered as markup", () => {
  const workbench = suiteWorkbench({
    files,
    settings: { "soaphttp.send.withErrors": "refuse", "soaphttp.sendAll.onFailure": "continue" },
    // The service never responds.
    service: createServer(() => {}),
  });
  let page;
  suiteSetup(() => {
    ({ page } = workbench);
  });

  const notification = (text) => page.locator(".notification-list-item", { hasText: text });
  const isText = async (locator) => {
    await locator.filter({ hasText: shown }).first().waitFor();
    assert.equal(await locator.locator(".notification-list-item-message a, .codicon-shield").count(), 0);
  };

  test("the name of a request is plain text in the progress and in the status bar", async () => {
    await workbench.run("SOAP: Send All Requests in File");
    await isText(notification("Sending all requests"));
    await isText(page.locator(".statusbar-item[id='soaphttp.soaphttp.soaphttp.sending']"));
    await notification("Sending all requests").getByText("Cancel").click();
    await notification("Sending all requests").waitFor({ state: "detached" });
  });

  test("the error of a request is plain text in a notification", async () => {
    await workbench.lenses(workbench.source, "Send Request").last().click();
    await isText(notification("Not sent"));
  });

  test("the name of an environment is plain text in a list and in the status bar", async () => {
    await page.locator(".statusbar-item[id='soaphttp.soaphttp.soaphttp.environment']").click();
    const row = page.locator(".quick-input-list .monaco-list-row", { hasText: "command:" });
    await isText(row);
    await row.click();
    await isText(page.locator(".statusbar-item[id='soaphttp.soaphttp.soaphttp.environment']"));
  });
});

function files(host) {
  return {
    "a.soaphttp": [
      `# @name ${hostile}\nGET / HTTP/1.1\nHost: ${host}\n`,
      `###\nPOST / HTTP/1.1\nHost: ${host}\nContent-Type: application/soap+xml; charset=utf-8\nContent-Length: ${hostile}\n`,
      `<Envelope xmlns="http://www.w3.org/2003/05/soap-envelope"><Body/></Envelope>\n`,
    ].join("\n"),
    "http-client.env.json": { [hostile]: { host } },
  };
}
