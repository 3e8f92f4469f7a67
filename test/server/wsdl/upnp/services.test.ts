import assert from "node:assert/strict";
import { endpoints, listOperations } from "../../../../server/src/wsdl/operations.ts";
import { expectProblems, messagesOf, wsdlOf } from "../wsdls.ts";
import { action, device, scpd, service, setVolume, variable, volumes } from "./devices.ts";

const address = "http://192.0.2.1:80/desc/root.xml";

suite("a UPnP device description", () => {
  test("a description has the actions of its services as operations", () => {
    const wsdl = wsdlOf({
      [address]: device([service("RenderingControl"), service("Clock")]),
      "http://192.0.2.1/RenderingControl.xml": scpd(),
      "http://192.0.2.1/Clock.xml": scpd(action("Get") + action("Reset"), ""),
    });
    assert.deepEqual(wsdl.problems, []);
    const [first, ...others] = listOperations(wsdl);
    const type = "urn:schemas-upnp-org:service:RenderingControl:1";
    assert.deepEqual(first, {
      ...{ service: "RenderingControl", port: "RenderingControl", binding: "RenderingControl" },
      ...{ version: "1.1", style: "rpc", operation: "SetVolume", action: `${type}#SetVolume` },
      address: "http://192.0.2.1/ctl/RenderingControl?a=1&b=2",
      ...{ input: `{${type}}SetVolume`, output: `{${type}}SetVolumeResponse` },
    });
    assert.deepEqual(
      others.map(({ port, operation }) => [port, operation]),
      [
        ["Clock", "Get"],
        ["Clock", "Reset"],
      ],
    );
  });

  test("a description has the arguments in their order, separated by direction", () => {
    const [first] = endpoints(wsdlOf({ [address]: device([service("A")]), "http://192.0.2.1/A.xml": scpd() }));
    const names = (parts: readonly { readonly name: string }[] = []) => parts.map(({ name }) => name);
    assert.deepEqual(names(first?.operation.input?.parts), ["Channel", "Volume"]);
    assert.deepEqual(names(first?.operation.output?.parts), ["Mute"]);
  });

  test("a description has the services of the devices in it", () => {
    const inner = `<deviceList><device><friendlyName>Shelf</friendlyName><serviceList>${service("B")}</serviceList></device></deviceList>`;
    const { services } = wsdlOf({
      [address]: device([service("A")], "", inner),
      "http://192.0.2.1/A.xml": scpd(),
      "http://192.0.2.1/B.xml": scpd(),
    });
    assert.deepEqual(
      services.map(({ name, documentation }) => [name.local, documentation]),
      [
        ["A", "Kitchen"],
        ["B", "Shelf"],
      ],
    );
  });

  test("a description may have services of one type", () => {
    const type = "urn:schemas-upnp-org:service:SwitchPower:1";
    const wsdl = wsdlOf({
      [address]: device([
        service("Left", { type, scpd: "/p.xml" }),
        service("Right", { type, scpd: "/p.xml" }),
        service("Third", { type, scpd: "/q.xml" }),
      ]),
      "http://192.0.2.1/p.xml": scpd(action("Set", "in T"), variable("T", "boolean")),
      "http://192.0.2.1/q.xml": scpd(action("Set", "in T"), variable("T", "ui1")),
    });
    assert.deepEqual(wsdl.problems, []);
    const [left, right, third] = endpoints(wsdl);
    assert.equal(left?.operation, right?.operation);
    assert.notDeepEqual(left?.operation.input?.parts[0]?.type, third?.operation.input?.parts[0]?.type);
    assert.deepEqual(
      listOperations(wsdl).map(({ service: name, port }) => [name, port]),
      [
        ["SwitchPower", "Left"],
        ["SwitchPower", "Right"],
        ["SwitchPower", "Third"],
      ],
    );
  });

  test("a description has addresses relative to URLBase", () => {
    const [row] = listOperations(
      wsdlOf({
        [address]: device([service("A")], "<URLBase>http://192.0.2.9:8080/</URLBase>"),
        "http://192.0.2.9:8080/A.xml": scpd(),
      }),
    );
    assert.equal(row?.address, "http://192.0.2.9:8080/ctl/A?a=1&b=2");
  });

  test("a description that was saved has its SCPDs next to it, and no host", () => {
    const wsdl = expectProblems(
      device([service("A"), service("B")]).replace("<controlURL>", "<«controlURL»>"),
      ["The host of the device is unknown: add a URLBase element, or use the address of the description."],
      { "A.xml": scpd(), "B.xml": scpd() },
    );
    assert.deepEqual(
      listOperations(wsdl).map((row) => row.address),
      ["/ctl/A?a=1&b=2", "/ctl/B?a=1&b=2"],
    );
  });

  test("a description names SCPDs that are read later", () => {
    const { pending, problems } = wsdlOf({ [address]: device([service("A")]), "http://192.0.2.1/A.xml": "" });
    assert.deepEqual([pending, problems], [["http://192.0.2.1/A.xml"], []]);
  });

  test("a description is reported where an SCPD can't be read, or a service has no type", () => {
    const text = device(
      [service("A"), service("B").replace(/<serviceType>.*<\/serviceType>/, "")],
      "<URLBase>http://h/</URLBase>",
    );
    const marked = text.replace("<SCPDURL>", "<«SCPDURL»>").replace(/<service>(?=<serviceId>)/, "<«service»>");
    expectProblems(marked, ["Can't read /A.xml.", "The element serviceType is missing. The service is ignored."], {
      "http://h/B.xml": scpd(),
    });
  });
});

suite("an SCPD", () => {
  test("an SCPD alone has a type that is assumed from its name, and no address", () => {
    const wsdl = wsdlOf({ "Clock.xml": scpd() });
    assert.match(messagesOf(wsdl.problems).join("\n"), /^An SCPD contains neither the type nor the address .* use/is);
    const [row] = listOperations(wsdl);
    assert.deepEqual([row?.action, row?.address], ["urn:schemas-upnp-org:service:Clock:1#SetVolume", undefined]);
  });

  function reported(source: string, expected: readonly string[]): void {
    const text = source.replaceAll(/[«»]/g, "");
    const { problems } = wsdlOf({ [address]: device([service("A")]), "http://192.0.2.1/A.xml": text });
    assert.deepEqual(messagesOf(problems), expected);
    assert.deepEqual(
      problems.map(({ span }) => text.slice(span.start, span.end)),
      [...source.matchAll(/«([^»]*)»/g)].map(([, name]) => name),
    );
  }

  test("an SCPD is read as far as possible", () => {
    reported(scpd(setVolume.replace("<name>SetVolume</name>", "").replace("<action>", "<«action»>")), [
      "The name is missing. This action is ignored.",
    ]);
    reported(scpd(setVolume.replace("<direction>in</direction>", "").replace("<argument>", "<«argument»>")), [
      "The direction must be in or out. “in” was assumed.",
    ]);
    const missing = setVolume.replace("relatedStateVariable>Channel", "«relatedStateVariable»>Missing");
    reported(scpd(missing), ["The state variable Missing is not defined. Any content is accepted for Channel."]);
    reported(scpd(setVolume, volumes.replace("<dataType>ui2", "<«dataType»>ui3")), [
      "The data type ui3 is unknown. Any text is accepted.",
    ]);
  });
});
