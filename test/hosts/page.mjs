// A page of VS Code, controlled by Playwright, in which the integration tests run.
import { createRequire } from "node:module";
import { join } from "node:path";
import { format, stripVTControlCharacters } from "node:util";
import { chromium } from "./chromium.mjs";

// Maximum milliseconds without any output. The time of all tests depends on the machine.
const limit = 5 * 60_000;

// VS Code's own messages in the same log.
const ofVsCode = new RegExp(
  [
    "^Ignoring (the error while validating|fetching additional)",
    "^Found additional builtin location",
    "^Request to '.*package\\.nls\\.json' failed",
    "^Loading development extension",
    "^Updating additional builtin",
    "^Unable to read file '[^']*/\\.vscode",
    "^(ENOPRO|CodeExpectedError|vscode-test-web-support)",
    "^(Resolving|Resolved) connection token",
    "^Creating a socket",
    "^\\[(AgentHost|AccountPolicyGate|reconnection-grace-time|Service Worker)",
    // Two native modules of VS Code server, which would need a compiler.
    "^Error: Could not locate the bindings file.*[^]*spdlog",
    "^(Error: )?Cannot find module './build/Release/watchdog'",
  ].join("|"),
);

/**
 * Launches a headless Chromium.
 * @param {string} packages a folder with `playwright-core` (test/hosts/web or node)
 */
export async function launch(packages) {
  const playwright = createRequire(join(packages, "package.json"))("playwright-core");
  return await playwright.chromium.launch({ headless: true, ...(await chromium()) });
}

/**
 * Opens a URL at which VS Code runs a test suite, and waits for the result that VS Code reports.
 * @returns {Promise<{ code: number, output: string }>} `code`: 0 if no test failed; `output`: without colors
 */
export async function runSuite({ packages, url, print = console.log }) {
  const browser = await launch(packages);
  const output = [];
  try {
    const page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
    const noise = [];
    page.on("console", (message) => noise.push(message.text()));
    const code = await new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        const last = noise.slice(-20).join("\n");
        reject(new Error(`VS Code reported nothing for ${limit / 60_000} minutes. The console's last lines:\n${last}`));
      }, limit);
      const log = (_type, args) => {
        const line = format(...(Array.isArray(args) ? args : [args]));
        if (ofVsCode.test(line)) return;
        timer.refresh();
        output.push(line);
        print(line);
      };
      page.on("crash", () => reject(new Error("The page crashed.")));
      page.exposeFunction("codeAutomationLog", log);
      page.exposeFunction("codeAutomationExit", (result) => {
        clearTimeout(timer);
        resolve(result);
      });
      page.goto(url, { waitUntil: "commit" }).catch(reject);
    });
    return { code, output: stripVTControlCharacters(output.join("\n")) };
  } finally {
    await browser.close();
  }
}
