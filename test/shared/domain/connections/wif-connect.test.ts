import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { wifConnectSchema } from "#shared/domain/connections/wif-connect.ts";
import { anyCharacter } from "#test/support/any-character.ts";

const schema = wifConnectSchema({
  iamHost: "iam.googleapis.com",
  emailSuffix: ".iam.gserviceaccount.com",
});
const good = {
  wif_audience:
    "//iam.googleapis.com/projects/123456789/locations/global/workloadIdentityPools/countersign/providers/main-oidc",
  service_account_email: "discovery-reader@my-project.iam.gserviceaccount.com",
  project_ids: "my-project\nother-project",
};

const faultsOf = (change: Record<string, unknown>): string[] => {
  const result = schema.safeParse({ ...good, ...change });
  return result.success ? [] : result.error.issues.map((issue) => issue.path.join("."));
};

describe("connecting by workload identity federation", () => {
  test("a valid connection is kept as given, its project ids trimmed and deduplicated", () => {
    const ids = "  my-project \r\n\n other-project\nmy-project\n";
    expect(schema.parse({ ...good, project_ids: ids })).toEqual({
      ...good,
      project_ids: ["my-project", "other-project"],
    });
    expect(schema.parse({ ...good, project_ids: ["a-project", " "] }).project_ids).toEqual([
      "a-project",
    ]);
  });

  test("all faults of all fields are reported at once", () => {
    const result = schema.safeParse({
      wif_audience: "nonsense",
      service_account_email: "x@y",
      project_ids: "good-project\nBad\n-worse",
      surprise: 1,
    });
    const paths = result.error?.issues.map((issue) => issue.path.join("."));
    expect(paths?.toSorted()).toEqual([
      "",
      "project_ids.1",
      "project_ids.2",
      "service_account_email",
      "wif_audience",
    ]);
    expect(schema.safeParse({}).error?.issues.map((issue) => issue.path.join("."))).toEqual([
      "wif_audience",
      "service_account_email",
      "project_ids",
    ]);
  });

  test("an audience with https: in front gets a hint", () => {
    const result = schema.safeParse({ ...good, wif_audience: `https:${good.wif_audience}` });
    expect(result.error?.issues[0]?.message).toContain('leave out "https:"');
  });

  test.each([
    good.wif_audience.replace("iam.googleapis.com", "iam.example.com"),
    good.wif_audience.replace("iam.googleapis.com", "iamXgoogleapis.com"),
    good.wif_audience.replace("123456789", "my-project"),
    good.wif_audience.replace("123456789", "1".repeat(20)),
    good.wif_audience.replace("global", "us-central1"),
    good.wif_audience.replace("countersign", "gcp-pool"),
    good.wif_audience.replace("countersign", "abc"),
    good.wif_audience.replace("main-oidc", "gcp-provider"),
    good.wif_audience.replace("main-oidc", "Main"),
    `${good.wif_audience}/`,
    `${good.wif_audience}\n`,
    ` ${good.wif_audience}`,
    7,
    null,
    [good.wif_audience],
  ])("the audience %j is refused", (wif_audience) => {
    expect(faultsOf({ wif_audience })).toEqual(["wif_audience"]);
  });

  test.each([
    "discovery-reader@my-project.iam.example.com",
    "a@my-project.iam.gserviceaccount.com",
    "short@my-project.iam.gserviceaccount.com",
    `${"a".repeat(31)}@my-project.iam.gserviceaccount.com`,
    "Discovery@my-project.iam.gserviceaccount.com",
    "1discovery@my-project.iam.gserviceaccount.com",
    "discovery-@my-project.iam.gserviceaccount.com",
    "discovery/../x@my-project.iam.gserviceaccount.com",
    "discovery:x@my-project.iam.gserviceaccount.com",
    "discovery?x@my-project.iam.gserviceaccount.com",
    "discovery#x@my-project.iam.gserviceaccount.com",
    "discovery%2fx@my-project.iam.gserviceaccount.com",
    "discovery x@my-project.iam.gserviceaccount.com",
    "discovery-reader@my-project.iam.gserviceaccount.com\n",
    "discovery@evil@my-project.iam.gserviceaccount.com",
    "discovery-reader@.iam.gserviceaccount.com",
    "discovery-reader@a..b.iam.gserviceaccount.com",
    "discovery-reader",
    ".iam.gserviceaccount.com",
    {},
  ])("the service account %j is refused", (service_account_email) => {
    expect(faultsOf({ service_account_email })).toEqual(["service_account_email"]);
  });

  test.each([
    [["My-project"], "project_ids.0"],
    [["short"], "project_ids.0"],
    [["ends-with-"], "project_ids.0"],
    [["1-begins"], "project_ids.0"],
    [["fine-project", 7], "project_ids.1"],
    [["a".repeat(31)], "project_ids.0"],
    ["", "project_ids"],
    [[], "project_ids"],
    [{}, "project_ids"],
    [Array.from({ length: 501 }, (_, i) => `project-${i}`), "project_ids"],
  ])("the projects %j are refused", (project_ids, path) => {
    expect(faultsOf({ project_ids })).toEqual([path]);
  });

  test("an accepted address can never escape its segment of a URL path", () => {
    // Mostly characters that an address may have, or that could end its segment.
    const unit = fc.oneof(fc.constantFrom(..."/?#%\\.:@;a0-"), anyCharacter);
    let accepted = 0;
    fc.assert(
      fc.property(fc.string({ unit, maxLength: 4 }), fc.nat(), (noise, at) => {
        const email = good.service_account_email;
        const place = at % (email.length + 1);
        const service_account_email = email.slice(0, place) + noise + email.slice(place);
        const result = schema.safeParse({ ...good, service_account_email });
        if (!result.success) return;
        accepted += 1;
        const path = `/serviceAccounts/${service_account_email}:generateAccessToken`;
        expect(new URL(`https://host.example${path}`).pathname).toBe(path);
        expect(new URL(`https://host.example${path}`).search).toBe("");
      }),
      { numRuns: 500 },
    );
    expect(accepted).toBeGreaterThan(20);
  });
});
