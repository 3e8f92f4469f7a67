import { readFileSync } from "node:fs";
import { suiteWorkbench } from "./suiteWorkbench.mjs";
import { savesPictures } from "./workbench.mjs";

suite("what came, in VS Code server", () => {
  const workbench = suiteWorkbench({ settings: { "editor.minimap.enabled": false } });
  suiteSetup(async () => {
    if (!savesPictures) return;
    await workbench.page.setViewportSize({ width: 1280, height: 640 });
    await workbench.page.keyboard.press("Control+B"); // the side bar takes room
  });

  test("a Fault is decoded between the head and the body", async () => {
    await workbench.goToLine(lineOf("### 6"));
    await workbench.source.locator(".view-line", { hasText: /<Fail/ }).waitFor();
    await workbench.page.keyboard.press("Control+Alt+R");
    await workbench.seeFile("soaphttp-response");
    const response = workbench.editor(".soaphttp-response");
    for (const line of [
      /^HTTP\/1\.1\s500\s/,
      /^│\sSOAP\s1\.2\sFault$/,
      /^│\sCode\s+soap:Receiver\s—/,
      /^│\sReason\s+Nothing/,
    ]) {
      await response.locator(".view-line", { hasText: line }).waitFor();
    }
    await workbench.lenses(response, "Copy Fault").waitFor();
    await response.locator(".view-line", { hasText: /^\s*<soap:Fault>$/ }).waitFor();
    await workbench.picture("fault");
  });

  test("the wire view shows the bytes with their line ends", async () => {
    await workbench.lenses(workbench.editor(".soaphttp-response"), /^Wire$/).click();
    await workbench.seeFile("soaphttp-wire");
    const wire = workbench.editor(".soaphttp-wire");
    for (const line of [
      /^Sent:\s\d+\sbytes$/,
      /^000000\s\sPOST\s\/calc12\sHTTP\/1\.1‹CR\sLF›$/,
      /^[0-9a-f]{6}\s\s‹CR\sLF›$/,
    ]) {
      await wire.locator(".view-line", { hasText: line }).first().waitFor();
    }
    await workbench.lenses(wire, /^Hex$/).waitFor();
    await workbench.picture("wire");
  });

  /** A line of the tour's section that begins like this, in the middle of it: only rendered lines can be seen. */
  function lineOf(begin) {
    const text = readFileSync(new URL("../../samples/tour.soaphttp", import.meta.url), "utf8");
    return text.split("\n").findIndex((line) => line.startsWith(begin)) + 9;
  }
});
