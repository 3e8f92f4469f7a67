import assert from "node:assert/strict";
import { envelope12, request } from "../../../support/findings.ts";
import { type RawService, startResponding } from "../../../support/transport/rawService.ts";
import { soaphttp } from "../built.ts";

suite("soaphttp send with a response that ends in its header section", () => {
  let service: RawService | undefined;
  test("the command shows the received bytes", async () => {
    service = await startResponding("HTTP/1.1 200 OK\r\nContent-Ty");
    const input = request({ Host: `127.0.0.1:${service.port}` }, envelope12);
    const ran = await soaphttp(["send", "-"], { input });
    assert.equal(ran.code, 3);
    assert.match(ran.out, /Received, from byte 0\n000000 {2}48 54 54 50 .*\n000010 {2}0a .* {2}\.Content-Ty\n/);
  });
});
