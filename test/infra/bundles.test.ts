import { execFile } from "node:child_process";
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { Script } from "node:vm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type BuildResult, builtFunctions } from "#infra/build.ts";
import { filesAtStart } from "#infra/build-in-parts.ts";
import { distFolder } from "#infra/dist-folder.ts";
import { functionUnits, settingsOf } from "#infra/functions.ts";
import { neverLoaded } from "#infra/lean-bundles.ts";
import { startDatabase } from "#infra/local/aws/dynamodb/database.ts";
import { metricFilters } from "#infra/metric-filters.ts";
import { isCredentialName } from "#shared/domain/setup/credentials.ts";
import { type SettingName, settingRows } from "#shared/routes/contract/settings.ts";
import { allRoutes } from "#shared/routes/table/all-routes.ts";
import { sizeLimitOf } from "#test/support/bundle-limits.ts";
import { deployedFunctions } from "#test/support/deployed-functions.ts";
import { sampled } from "#test/support/full-size.ts";

const folder = mkdtempSync(join(tmpdir(), "bundles-"));
let built: BuildResult;

beforeAll(async () => {
  await deployedFunctions();
  built = await builtFunctions();
});

afterAll(() => rmSync(folder, { recursive: true }));

/** Functions that need many files in every call: docs/contributing/development.md. */
const loadsMuch: readonly string[] = [
  "askFromMachine",
  "askFromPipeline",
  "askInReview",
  "askSystems",
  "askSystemsFromMachine",
  "cancelPanel",
  "cancelReview",
  "createPanel",
  "createReReviews",
  "createReview",
  "decideReview",
  "delegateReview",
  "exportRoom",
  "extendReview",
  "getCertificate",
  "getCounselCertificate",
  "getCounselRequestFile",
  "getEvidence",
  "getMachineCertificate",
  "getOverview",
  "getPanelCertificate",
  "getRoomBundle",
  "getRoomCertificate",
  "getRoomCoverage",
  "getRoomRule",
  "getSignedCertificate",
  "listRoomRules",
  "openReview",
  "renewReviewLink",
  "sequenceLog",
];

/** The source files that the function loads when it starts. */
function sourcesAtStart(id: string): string[] {
  const file = Object.keys(built.metafile.outputs).find((each) => each.endsWith(`/${id}/index.js`));
  const files = file === undefined ? [] : filesAtStart(built.metafile, file);
  return files.flatMap((each) => Object.keys(built.metafile.outputs[each]?.inputs ?? {}));
}

/** The settings that the function's scripts ask for by a name in quotes; no credentials. */
function settingsReadBy(id: string): string[] {
  const scripts = readdirSync(join(distFolder, id)).filter((file) => file.endsWith(".js"));
  const names = scripts.flatMap((file) =>
    [...readFileSync(join(distFolder, id, file), "utf8").matchAll(/\("([A-Z][A-Z\d_]+)"\)/g)].map(
      ([, name = ""]) => name,
    ),
  );
  return [...new Set(names)].filter((name) => name in settingRows && !isCredentialName(name));
}

/** Settings that a function's scripts contain a reader of, which the function never calls. */
const neverRead: Readonly<Record<string, readonly SettingName[]>> = {
  // It carries the code for every tool, but each call goes to the tool's own function.
  callMcp: [
    "EXTRACTOR_PROVIDER",
    "IDP_APP_OBJECT_ID",
    "IDP_CLIENT_ID",
    "MAIL_FROM",
    "SOURCEHOST_APP_ID",
  ],
  // They show the ids of counsel, never a name.
  askFromMachine: ["COUNSEL_NAMES_TO_TENANTS"],
  askFromPipeline: ["COUNSEL_NAMES_TO_TENANTS"],
  // Only switching federation on needs the setting.
  disableIdpFederation: ["IDP_APP_OBJECT_ID"],
  // The code that reads a room's link is in one file with the code that signs it.
  ...Object.fromEntries(
    functionUnits
      .filter(({ area, needs }) => area === "rooms" && needs.rows === undefined)
      .map(({ id }) => [id, ["EVIDENCE_ROWS_KEY_ARN"]]),
  ),
};

describe("the bundles", () => {
  test("none but those that judge rows loads more than 352,000 bytes at start", () => {
    const above = Object.entries(built.sizes).filter(([id, bytes]) => bytes > sizeLimitOf(id));
    expect(Object.keys(built.sizes).toSorted()).toEqual(
      functionUnits.map(({ id }) => id).toSorted(),
    );
    expect(Math.min(...Object.values(built.sizes))).toBeGreaterThan(0);
    expect(above).toEqual([]);
  });

  test("the median function loads at most 47 of our files, and only the known ones more than 90", () => {
    const { outputs } = built.metafile;
    const counts = functionUnits.map(({ id }) => {
      const file = Object.keys(outputs).find((each) => each.endsWith(`/${id}/index.js`)) ?? "";
      const inputs = filesAtStart(built.metafile, file).flatMap((each) =>
        Object.entries(outputs[each]?.inputs ?? {}),
      );
      const own = inputs.filter(
        ([source, { bytesInOutput }]) =>
          bytesInOutput > 0 && /^(?:functions|shared)\//.test(source),
      );
      return [id, own.length] as const;
    });
    const ordered = counts.map(([, count]) => count).toSorted((a, b) => a - b);
    expect(Math.min(...ordered)).toBeGreaterThan(5);
    expect(ordered[Math.floor(ordered.length / 2)]).toBeLessThanOrEqual(47);
    const large = counts.filter(([, count]) => count > 90).map(([id]) => id);
    expect(large.filter((id) => !loadsMuch.includes(id))).toEqual([]);
    expect(ordered.at(-1)).toBeLessThanOrEqual(165);
  });

  test("a function that uses no AWS service carries no SDK", () => {
    const plain = functionUnits.filter(({ needs }) => Object.keys(needs).length === 0);
    expect(plain.map(({ id }) => id)).toContain("getHealth");
    for (const { id } of plain) {
      const sources = sourcesAtStart(id);
      expect(sources, id).not.toEqual([]);
      expect(
        sources.filter((file) => /@(aws-sdk|smithy)\//.test(file)),
        id,
      ).toEqual([]);
    }
  });

  test("a function carries only its own entry of the route table, except for the one whose tools are all of them", () => {
    const entries = new Set(allRoutes.map(({ id }) => id));
    expect(entries.delete("callMcp")).toBe(true);
    for (const id of entries) {
      const code = readFileSync(join(distFolder, id, "index.js"), "utf8");
      const named = [...code.matchAll(/(?:id:|\()"(\w+)"/g)].map(([, name = ""]) => name);
      expect([...new Set(named)].filter((name) => entries.has(name))).toEqual([id]);
    }
  });

  test("a function is given every setting that its scripts read", () => {
    const missing = functionUnits.flatMap((unit) => {
      const given = new Set<string>([...settingsOf(unit), ...(neverRead[unit.id] ?? [])]);
      return settingsReadBy(unit.id)
        .filter((name) => !given.has(name))
        .map((name) => `${unit.id}: ${name}`);
    });
    expect(missing).toEqual([]);
    expect(settingsReadBy("reauthorizeConnection")).toContain("OIDC_ISSUER_URL");
  });

  test.each([
    ["StateDiffers", "evidence.state_differs"],
    ["LinkNotGenuine", "review.link_not_genuine"],
  ])(
    "the alarm %s counts the line in the log of every function that can write it",
    (name, event) => {
      const writing = functionUnits.filter(({ id }) =>
        readdirSync(join(distFolder, id))
          .filter((file) => file.endsWith(".js"))
          .some((file) => readFileSync(join(distFolder, id, file), "utf8").includes(event)),
      );
      const counted = metricFilters.find(({ metricName }) => metricName === name)?.operations;
      expect(counted?.toSorted()).toEqual(writing.map(({ id }) => id).toSorted());
    },
  );

  test("a function that only reads tenants carries none of the code that writes their audit rows", () => {
    const sources = sourcesAtStart("getTenant");
    expect(sources).toContain("shared/store/tenants.ts");
    expect(sources.filter((file) => file.startsWith("shared/domain/audit/"))).toEqual([]);
  });

  test("a function that writes audit rows carries only its own area's contexts, and the list of rows that are logged", () => {
    const sources = sourcesAtStart("updateTenant");
    expect(sources.filter((file) => file.startsWith("shared/domain/audit/")).toSorted()).toEqual([
      "shared/domain/audit/row.ts",
      "shared/domain/audit/tenants.ts",
      "shared/domain/audit/writers.ts",
    ]);
  });

  test("each sampled script (a tenth, or all with the bench) can be loaded by Node", () => {
    const scripts = readdirSync(distFolder, { recursive: true, encoding: "utf8" }).filter((file) =>
      /^[A-Za-z]+\/[^/]+\.js$/.test(file),
    );
    expect(scripts.length).toBeGreaterThan(functionUnits.length);
    // Functions share parts, so each distinct script is tried once.
    const codes = new Map(
      sampled(scripts, 10).map((file) => [readFileSync(join(distFolder, file), "utf8"), file]),
    );
    for (const [code, file] of codes) {
      expect(() => new Script(`(function () {${code}\n})`), file).not.toThrow();
    }
  });

  test("starting the worker loads no provider's step and no extractor", () => {
    const sources = sourcesAtStart("discoveryWorker");
    expect(sources).toContain("shared/use-cases/discovery/steps.ts");
    expect(
      sources.filter((file) => /-full\.ts$|extractors\/providers|@microsoft\//.test(file)),
    ).toEqual([]);
  });

  test("starting the agents' function does not load the route table, which its tools come from", () => {
    const tables = sourcesAtStart("callMcp").filter((file) =>
      file.startsWith("shared/routes/table/"),
    );
    expect(tables).toEqual(["shared/routes/table/mcp.ts"]);
  });

  test.for(neverLoaded)("none holds %s, which libraries still ask for by that name", (name) => {
    const imported = Object.values(built.metafile.outputs).flatMap(({ imports }) => imports);
    expect(imported).toContainEqual(expect.objectContaining({ path: name, external: true }));
    expect(
      Object.keys(built.metafile.inputs).filter((file) => file.includes(`node_modules/${name}/`)),
    ).toEqual([]);
  });
});

describe("a first answer with a read of the table", () => {
  // Copies the bundles to a folder where no package is installed.
  beforeAll(() => {
    for (const id of ["getTenant", "openReview"]) {
      cpSync(join(distFolder, id), join(folder, id), { recursive: true });
    }
  });

  /**
   * Answers one request without installed packages, and reports which parts of Node were loaded for
   * files that are read with promises, as all of ours and the SDK's are, and for the web's streams.
   */
  const script = `
    require("node:https").request = () => {
      throw new Error("There is no network.");
    };
    const { write } = process.stdout;
    process.stdout.write = () => true;
    const before = new Set(process.moduleLoadList);
    const { handler } = require(process.argv[2]);
    const claims = { sub: "someone", is_platform_admin: "true" };
    const event = {
      headers: {},
      pathParameters: { tenant_id: "00000000-0000-4000-8000-000000000001" },
      requestContext: { requestId: "r", authorizer: { jwt: { claims } } },
    };
    handler(event, { getRemainingTimeInMillis: () => 10_000 }).then(({ statusCode }) => {
      const loaded = process.moduleLoadList.filter((part) => !before.has(part));
      const parts = loaded.filter((part) => /internal\\/(?:webstreams|fs\\/promises)/.test(part));
      const said = JSON.stringify({ statusCode, parts });
      write.call(process.stdout, said, () => process.exit(0));
    });
  `;

  async function answered(environment: Record<string, string>) {
    const file = join(folder, "answer.cjs");
    writeFileSync(file, script);
    const { stdout } = await promisify(execFile)(
      process.execPath,
      [file, join(folder, "getTenant/index.js")],
      {
        env: {
          TABLE_NAME: "bundles",
          STAGE: "test",
          BASE_URL: "https://app.example",
          AWS_LAMBDA_FUNCTION_NAME: "getTenant",
          AWS_REGION: "us-east-1",
          AWS_ACCESS_KEY_ID: "test",
          AWS_SECRET_ACCESS_KEY: "test",
          ...environment,
        },
      },
    );
    return JSON.parse(stdout) as { statusCode: number; parts: string[] };
  }

  test("needs only the bundle, looks for no file, and loads nothing for the web's streams", async () => {
    const database = await startDatabase(null, "bundles");
    try {
      const answer = await answered({ AWS_ENDPOINT_URL_DYNAMODB: database.endpoint });
      expect(answer).toEqual({ statusCode: 404, parts: [] });
    } finally {
      await database.close();
    }
  });

  test("the page of a link is made without locale data", async () => {
    const file = join(folder, "page.cjs");
    writeFileSync(
      file,
      `for (const name of ["NumberFormat", "DateTimeFormat", "Segmenter", "Collator"]) {
        Intl[name] = undefined;
      }
      Number.prototype.toLocaleString = undefined;
      require(process.argv[2]);
      process.stdout.write("loaded");`,
    );
    const { stdout } = await promisify(execFile)(
      process.execPath,
      [file, join(folder, "openReview/index.js")],
      { env: { STAGE: "test", TABLE_NAME: "bundles", AWS_REGION: "us-east-1" } },
    );
    expect(stdout).toBe("loaded");
  });

  test("looks for no file in Lambda either, without an endpoint setting", async () => {
    const { statusCode, parts } = await answered({});
    expect(statusCode).toBeGreaterThanOrEqual(500);
    expect(parts).not.toContain("NativeModule internal/fs/promises");
  });
});
