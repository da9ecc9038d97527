import { expect, test } from "vitest";
import { synthesize, textOf, variants } from "#test/support/stacks.ts";

const domain = "mail.example.com";

const textsOf = ({ templates }: ReturnType<typeof synthesize>): string =>
  [...templates.values()].map((template) => JSON.stringify(template.toJSON())).join("");

test("a mail domain gets DKIM, its own MAIL FROM, TLS, suppression and events, without tracking", () => {
  const system = synthesize(variants["all that is optional"]);
  expect(system.single("AWS::SES::EmailIdentity").Properties).toMatchObject({
    EmailIdentity: domain,
    MailFromAttributes: { MailFromDomain: `bounce.${domain}` },
  });
  const set = system.single("AWS::SES::ConfigurationSet").Properties;
  expect(set).toMatchObject({
    Name: "countersign-prod",
    DeliveryOptions: { TlsPolicy: "REQUIRE" },
    SuppressionOptions: { SuppressedReasons: ["BOUNCE", "COMPLAINT"] },
  });
  expect(set.TrackingOptions).toBeUndefined();
  const { EventDestination } = system.single(
    "AWS::SES::ConfigurationSetEventDestination",
  ).Properties;
  expect(EventDestination.MatchingEventTypes.toSorted()).toEqual([
    "bounce",
    "complaint",
    "delivery",
    "reject",
  ]);
  expect(textOf(EventDestination.EventBridgeDestination.EventBusArn)).toMatch(
    /event-bus\/default$/,
  );
});

test("only the courier may send, and only with the stage's identity, set and address", () => {
  const system = synthesize(variants["all that is optional"]);
  const { statements } = system.functionOf("runCourier");
  const send = statements.find(({ Sid }: { Sid?: string }) => Sid === "SendMail");
  expect(send?.Action).toBe("ses:SendEmail");
  expect(send?.Condition).toEqual({ StringEquals: { "ses:FromAddress": `no-reply@${domain}` } });
  expect(
    [send?.Resource]
      .flat()
      .map((one) => textOf(one).split(":").at(-1))
      .toSorted(),
  ).toEqual(["configuration-set/countersign-prod", `identity/${domain}`]);
  expect(textsOf(system).split('"ses:SendEmail"').length - 1).toBe(1);
});

test("without the option there is no identity, and nobody may send", () => {
  const system = synthesize();
  expect(system.resources("AWS::SES::EmailIdentity")).toEqual([]);
  expect(textsOf(system)).not.toContain("ses:SendEmail");
});
