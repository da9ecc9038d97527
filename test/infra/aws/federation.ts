import { describe, expect, test } from "vitest";
import { readStage } from "#infra/aws/read-stage.ts";
import { switched, synthesize, textOf, variants } from "#test/support/stacks.ts";

const small = variants["a small account with what was elsewhere before, mail, and no canary"];
const [bank, acme] = small.signIn;

describe("organisations with their own sign-in", () => {
  const system = synthesize(small);

  test("are providers of the pool, found by their people's domain, and map no tenant and no right", () => {
    const providers = system.resources("AWS::Cognito::UserPoolIdentityProvider");
    expect(providers.map(({ Properties }) => Properties)).toMatchObject([
      { ProviderName: "Bank", ProviderType: "SAML", IdpIdentifiers: ["bank.example"] },
      { ProviderName: "Acme", ProviderType: "OIDC", IdpIdentifiers: ["acme.example"] },
    ]);
    for (const { Properties } of providers) {
      expect(Object.keys(Properties.AttributeMapping)).toEqual(["email", "custom:idp_groups"]);
    }
    const { client_secret } = providers[1]?.Properties.ProviderDetails ?? {};
    expect(client_secret).toBe("{{resolve:secretsmanager:acme/sign-in:SecretString}}");
  });

  test("let people sign in only on pages, with tokens that can be renewed for an hour", () => {
    const { Properties } = system.single("AWS::Cognito::UserPoolClient");
    expect(Properties).toMatchObject({
      SupportedIdentityProviders: ["COGNITO", "Bank", "Acme"],
      ExplicitAuthFlows: ["ALLOW_REFRESH_TOKEN_AUTH"],
      AllowedOAuthScopes: ["openid", "email"],
      RefreshTokenValidity: 60,
    });
  });

  test("are mapped by a function that only the pool may call", () => {
    const { resource, json } = system.functionOf("mapSignIn");
    const { LambdaConfig } = system.single("AWS::Cognito::UserPool").Properties;
    const { InboundFederation, PreTokenGeneration } = LambdaConfig;
    expect(textOf(PreTokenGeneration)).toContain(`:function:${resource.Properties.FunctionName}`);
    expect(InboundFederation).toEqual({ LambdaArn: PreTokenGeneration, LambdaVersion: "V1_0" });
    const { Variables } = resource.Properties.Environment;
    expect(JSON.parse(Variables.SIGN_IN_PROVIDERS)).toEqual(
      [bank, acme].map(({ name, domain, tenant, groups }) => ({ name, domain, tenant, groups })),
    );
    expect(resource.Properties.DeadLetterConfig).toBeUndefined();
    const asking = Object.values(json).filter(
      ({ Type, Properties }) =>
        Type === "AWS::Lambda::Permission" && Properties.Principal === "cognito-idp.amazonaws.com",
    );
    expect(asking.map(({ Properties }) => textOf(Properties.SourceArn))).toEqual([
      expect.stringMatching(/:userpool\/\*$/),
    ]);
  });

  test("change nothing in a stage that names none", () => {
    const plain = synthesize();
    expect(plain.resources("AWS::Cognito::UserPoolIdentityProvider")).toEqual([]);
    expect(plain.single("AWS::Cognito::UserPool").Properties.LambdaConfig).toBeUndefined();
    // Cognito cannot remove an attribute when the option is withdrawn or a deployment is rolled back.
    const { Schema } = plain.single("AWS::Cognito::UserPool").Properties;
    expect(Schema).toEqual(system.single("AWS::Cognito::UserPool").Properties.Schema);
    const { Environment } = plain.functionOf("mapSignIn").resource.Properties;
    expect(Environment.Variables.SIGN_IN_PROVIDERS).toBeUndefined();
  });

  const refused: readonly [string, object, RegExp][] = [
    ["no list", { signIn: {} }, /signIn/],
    ["an unknown member", { signIn: [{ ...bank, admin: true }] }, /signIn\.0/],
    [
      "a provider without its address",
      { signIn: [{ ...bank, metadataUrl: "http://a" }] },
      /metadataUrl/,
    ],
    ["a name of Cognito's own", { signIn: [{ ...bank, name: "Google" }] }, /name/],
    ["a name twice", { signIn: [bank, { ...acme, name: "BANK" }] }, /two entries have the name/],
    ["a domain twice", { signIn: [bank, { ...acme, domain: "bank.example" }] }, /domain/],
    ["no group", { signIn: [{ ...bank, groups: {} }] }, /group/],
    [
      "a group that reads as two",
      { signIn: [{ ...bank, groups: { "a, b": "reader" } }] },
      /groups/,
    ],
    ["an unknown role", { signIn: [{ ...bank, groups: { a: "root" } }] }, /groups/],
    [
      "platform rights by a tenant's provider",
      { signIn: [{ ...acme, groups: { a: "platform-admin" } }] },
      /Acme is of a tenant and can give org-admin and member only/,
    ],
    [
      "a tenant's rights by the platform's",
      { signIn: [{ ...bank, groups: { a: "org-admin" } }] },
      /Bank is of the platform/,
    ],
    ["a tenant that is no id", { signIn: [{ ...acme, tenant: "Acme" }] }, /tenant/],
    [
      "an issuer of the stage's own beside it",
      { signIn: [bank], issuer: "https://id.example.com", audience: "a" },
      /exclude each other/,
    ],
    [
      "passwords by a program beside it",
      { signIn: [bank], adminPasswordAuth: "true" },
      /exclude each other/,
    ],
  ];
  test.each(refused)("are refused at synthesis with %s", (_, given, says) => {
    const options: Record<string, unknown> = { alarmRecipients: "none", ...given };
    expect(() => readStage({ context: (name) => options[name] })).toThrow(says);
  });
});

test("two people: functions that make links can only encrypt with the key, and only the courier can decrypt", () => {
  const system = synthesize(variants["all that is optional"]);
  const actionsOf = (id: string) =>
    system.functionOf(id).statements.find(({ Sid }) => Sid === "CounselLinks")?.Action;
  for (const id of [
    "createReview",
    "createPanel",
    "createReReviews",
    "renewReviewLink",
    "delegateReview",
    "inviteCounselKey",
  ]) {
    expect([id, actionsOf(id)]).toEqual([id, "kms:Encrypt"]);
  }
  expect(actionsOf("runCourier")).toBe("kms:Decrypt");
  expect(actionsOf("decideReview")).toBeUndefined();
  const { Variables } = system.functionOf("createReview").resource.Properties.Environment;
  expect(Variables.TWO_PEOPLE).toBe("true");
  expect(textOf(Variables.LINK_KEY_ARN)).toMatch(/:alias\/countersign-prod-links$/);
  expect(synthesize().resources("AWS::KMS::Alias")).toEqual([]);
});

test("two people: once it is switched off, the courier can still open the links that wait", () => {
  const system = synthesize(switched);
  const { statements, resource } = system.functionOf("runCourier");
  expect(statements.find(({ Sid }) => Sid === "CounselLinks")?.Action).toBe("kms:Decrypt");
  const { Variables } = resource.Properties.Environment;
  expect(Variables.TWO_PEOPLE).toBe("false");
  expect(textOf(Variables.LINK_KEY_ARN)).toMatch(/:alias\/countersign-prod-links$/);
  expect(system.resources("AWS::KMS::Alias")).toHaveLength(1);
});

test("two people: a stage without a mail sender is refused", () => {
  const options: Record<string, unknown> = { alarmRecipients: "none", twoPeople: "true" };
  const read = () => readStage({ context: (name) => options[name] });
  expect(read).toThrow(/twoPeople needs a mail sender/);
  options.MAIL_FROM = "Bank <reviews@bank.example>";
  expect(read().settings.TWO_PEOPLE).toBe("true");
});
