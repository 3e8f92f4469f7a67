// Lists, writes, checks and sends the actions of a real UPnP device: Debian's minidlna, with an empty media folder.
import assert from "node:assert/strict";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { suiteServer } from "./processes.mjs";
import { folder, program, run, send } from "./soaphttp.mjs";
import { emptyFolder } from "./stacks.mjs";

/** An action with its arguments, as the device expects them. */
const browse = { ObjectID: "0", BrowseFlag: "BrowseDirectChildren", Filter: "*", SortCriteria: "" };

suite("the device description of minidlna", () => {
  let place;
  let address;
  suiteServer("minidlna", ["minidlna"], async (port) => {
    await program();
    place = emptyFolder(folder, "minidlna");
    address = `http://127.0.0.1:${port}/rootDesc.xml`;
    for (const name of ["media", "state"]) mkdirSync(join(place, name));
    const settings = [`port=${port}`, "network_interface=lo", "inotify=no", `media_dir=${place}/media`];
    settings.push(`db_dir=${place}/state`, `log_dir=${place}/state`);
    writeFileSync(join(place, "minidlna.conf"), settings.join("\n"));
    const files = ["-f", join(place, "minidlna.conf"), "-P", join(place, "minidlna.pid")];
    // -S keeps it in the foreground.
    return ["/usr/sbin/minidlnad", "-S", ...files];
  });

  test("the description lists the actions of its services", async () => {
    const { code, out, error } = await run(["new", "--list", "--format", "json", address]);
    assert.deepEqual([code, error], [0, ""]);
    const rows = JSON.parse(out);
    assert.deepEqual([...new Set(rows.map(({ port }) => port))].sort(), [
      "ConnectionManager",
      "ContentDirectory",
      "X_MS_MediaReceiverRegistrar",
    ]);
    const row = rows.find(({ operation }) => operation === "Browse");
    assert.equal(row.action, "urn:schemas-upnp-org:service:ContentDirectory:1#Browse");
    assert.equal(row.address, address.replace("rootDesc.xml", "ctl/ContentDir"));
  });

  for (const extent of ["required", "default", "optional"]) {
    test(`the device understands the requests that are written from its description: ${extent}`, async function () {
      this.timeout(120_000);
      const file = join(place, `${extent}.soaphttp`);
      const options = extent === "default" ? [] : [`--${extent}`];
      const written = await run(["new", "--all", ...options, "--out", file, address]);
      assert.deepEqual([written.code, written.error], [0, ""]);
      const checked = await run(["check", "--max-severity", "none", "--wsdl", address, file]);
      assert.deepEqual([checked.code, checked.out], [0, "1 file, no problems.\n"]);
      for (const { name, failure, response } of await send([file])) {
        assert.equal(failure, null, name);
        // Such as 701, because there is no object with the sample's identifier. 401 and 402 would be an invalid request.
        const [, code] = /<errorCode>(\d+)</.exec(Buffer.from(response.body, "base64").toString()) ?? [];
        assert.ok(response.status === 200 || Number(code) > 402, `${name}: ${code}`);
      }
    });
  }

  test("the description describes the responses of the device", async () => {
    const { out } = await run(["new", "--operation", "Browse", address]);
    const text = Object.entries(browse).reduce(
      (written, [name, value]) => written.replace(new RegExp(`<${name}>.*<`), `<${name}>${value}<`),
      out,
    );
    const file = join(place, "browse.soaphttp");
    const sent = text.replace(/^Content-Length: .*$/m, "Content-Length: {{$contentLength}}");
    writeFileSync(file, sent.replace(/^# @name .*$/m, "$&\n# @expect contract\n# @expect //NumberReturned > 0"));
    const { code, out: report, error } = await run(["test", "--wsdl", address, file]);
    assert.equal(code, 0, report + error);
  });

  test("the check finds invalid values before they are sent", async () => {
    const { out } = await run(["new", "--operation", "Browse", address]);
    const file = join(place, "wrong.soaphttp");
    writeFileSync(file, out.replace(">BrowseMetadata<", ">BrowseAnything<"));
    const { code, out: report } = await run(["check", "--wsdl", address, file]);
    assert.equal(code, 1);
    assert.match(report, /schema-value BrowseAnything .* BrowseMetadata, BrowseDirectChildren/);
  });
});
