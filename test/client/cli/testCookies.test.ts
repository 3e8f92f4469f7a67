import assert from "node:assert/strict";
import { startRawService } from "../../support/transport/rawService.ts";
import { folderOf, soaphttp } from "./built.ts";

suite("# @cookies", () => {
  for (const command of ["test", "send"] as const) {
    test(`soaphttp ${command} sends the cookies of the service only where the directive asks for them`, async () => {
      const heads: string[] = [];
      const service = await startRawService(async (connection) => {
        const request = await connection.request();
        heads.push(request.head);
        connection.end("HTTP/1.1 200 OK\r\nSet-Cookie: id=a1; Path=/; HttpOnly\r\nContent-Length: 0\r\n\r\n");
      });
      const request = (name: string, directives = "") =>
        `# @name ${name}\n# @expect status 200\n${directives}GET /${name} HTTP/1.1\nHost: 127.0.0.1:${service.port}\n`;
      const file = [request("a"), request("b", "# @cookies\n"), request("c")].join("\n###\n");
      const { code, out } = await soaphttp([command, "a.soaphttp"], { cwd: folderOf({ "a.soaphttp": file }) });
      assert.equal(code, 0, out);
      assert.deepEqual(
        heads.map((head) => /^Cookie: .*$/m.exec(head)?.[0]),
        [undefined, "Cookie: id=a1", undefined],
      );
    });
  }
});
