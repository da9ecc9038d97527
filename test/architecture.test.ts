import { existsSync, globSync, readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import { describe, expect, test } from "vitest";
import { areaOf } from "#functions/console/app/shell/areas.ts";
import { functionUnits } from "#infra/functions.ts";
import { allRoutes } from "#shared/routes/table/all-routes.ts";
import { sharedUseCases, withoutUseCase } from "#test/support/shared-use-cases.ts";

/** What a page's script is made of: pure rules, and the route table's types. */
const SCRIPT = ["functions/SAME/", "shared/html/", "shared/domain/", "shared/routes/", "zod"];
/** What the server adds to a page. */
const PAGE = [...SCRIPT, "shared/use-cases/", "virtual:", "node:"];

/** What each folder may import: folder → path prefixes or package names. */
const allowed: Record<string, readonly string[]> = {
  "shared/domain": ["shared/domain/", "zod", "jose", "canonicalize", "node:crypto"],
  "shared/routes": ["shared/routes/", "shared/domain/", "zod"],
  "shared/store": [
    "shared/store/",
    "shared/domain/",
    "shared/platform/",
    "@aws-sdk/",
    "node:crypto",
  ],
  "shared/platform": [
    "shared/platform/",
    "shared/domain/",
    "shared/routes/contract/route.ts",
    "shared/routes/contract/settings.ts",
    "@aws-sdk/",
    "@smithy/signature-v4",
    "node:",
    "zod",
    "jose",
    "@microsoft/antissrf",
    "pdfkit",
    "uqr",
  ],
  "shared/use-cases": [
    "shared/use-cases/",
    "shared/domain/",
    "shared/store/",
    "shared/platform/",
    "shared/routes/contract/route.ts",
    "shared/routes/contract/settings.ts",
    "virtual:verifier",
    "virtual:verifier-digest",
    "virtual:docs",
    "zod",
    "node:",
    "jose",
    "standardwebhooks",
    "@simplewebauthn/server",
  ],
  "shared/edge": ["shared/", "@middy/", "aws-lambda", "zod", "node:"],
  "shared/html": ["shared/html/", "shared/domain/", "node:crypto", "node:zlib", "preact"],
  "functions/console/app": [
    "functions/console/app/",
    "shared/html/browser/",
    "shared/domain/",
    "shared/routes/",
    "virtual:",
    "zod",
    "preact",
    "@preact/signals",
    "wouter-preact",
    "oauth4webapi",
    "uqr",
  ],
  // A self-contained program that is handed out as a file.
  "functions/evidence/verifier": ["functions/SAME/", "shared/domain/", "node:"],
  "functions/clearance/check": ["functions/SAME/", "shared/domain/", "node:"],
  "functions/reviews/page/script": [...SCRIPT, "functions/reviews/page/"],
  "functions/reviews/page": [...PAGE, "functions/reviews/page/"],
  "functions/rooms/page/script": [...SCRIPT, "functions/rooms/page/", "preact"],
  "functions/rooms/page": [...PAGE, "functions/rooms/page/"],
  "functions/service/page": PAGE,
  "functions/console/page": PAGE,
  "functions/courier/mail": [...PAGE, "functions/courier/mail/"],
  // A door binds, calls one use case and answers.
  functions: ["shared/edge/", "shared/routes/", "shared/use-cases/", "functions/SAME/", "virtual:"],
  "infra/aws": [
    "infra/aws/",
    "infra/functions.ts",
    "infra/dist-folder.ts",
    "infra/metric-filters.ts",
    "infra/options/",
    "infra/policies/",
    "shared/routes/",
    "shared/store/table-schema.ts",
    "aws-cdk-lib",
    "constructs",
    "cdk-nag",
    "node:",
  ],
};

const folders = Object.keys(allowed);
const files = globSync(folders.map((folder) => `${folder}/**/*.{ts,tsx}`)).map((file) =>
  file.replaceAll("\\", "/"),
);
const folderOf = (file: string) =>
  folders.find((folder) => file.startsWith(`${folder}/`)) as string;

function importsOf(file: string): string[] {
  const source = readFileSync(file, "utf8");
  const found = source.matchAll(/(?:from\s+|import\s*\(\s*|import\s+)"([^"]+)"/g);
  return [...found].map(([, name = ""]) =>
    name.startsWith(".")
      ? normalize(join(dirname(file), name)).replaceAll("\\", "/")
      : name.replace(/^#/, ""),
  );
}

const isEndpoint = (file: string) => functionUnits.some(({ entry }) => entry.endsWith(`/${file}`));

function mayImport(file: string, imported: string): boolean {
  const own = dirname(file);
  return (allowed[folderOf(file)] ?? []).some((prefix) =>
    prefix === "functions/SAME/"
      ? imported.startsWith(`${own}/`) && !isEndpoint(imported)
      : prefix.endsWith("/") || prefix.endsWith(":")
        ? imported.startsWith(prefix)
        : imported === prefix || imported.startsWith(`${prefix}/`),
  );
}

/** DynamoDB terms (commands, keys, conditions) that no code above the store may use. */
const tableWords =
  /ConditionExpression|UpdateExpression|ExpressionAttribute|ConditionCheck|TransactItems|ExclusiveStartKey|IndexName|attribute_(?:not_)?exists|begins_with|\b[ps]k:|\bgsi\d/;

/** The store's own tools, on which its named reads and writes are built. */
const storeTools = /^shared\/store\/(?:read|update|item|table-schema)\.ts$/;

/** Import cycles, type imports included, each as the chain of files that closes it. */
function circles(): string[] {
  const found: string[] = [];
  const done = new Set<string>();
  const way: string[] = [];
  const visit = (file: string): void => {
    if (way.includes(file)) found.push([...way.slice(way.indexOf(file)), file].join(" → "));
    if (done.has(file) || way.includes(file) || !existsSync(file)) return;
    way.push(file);
    for (const imported of importsOf(file)) visit(imported);
    way.pop();
    done.add(file);
  };
  for (const file of files) visit(file);
  return found;
}

/** The floors (layers), top first; a file imports only from its own floor or a lower one. */
const floors = ["functions", "shared/edge", "shared/use-cases", "shared/store", "shared/platform"];
/** The ground below all floors: rules and tables, which import from none of them. */
const ground = ["shared/routes", "shared/domain", "shared/html"];

const floorOf = (file: string): number => {
  const floor = floors.findIndex((folder) => file.startsWith(`${folder}/`));
  return floor >= 0 ? floor : floors.length + ground.findIndex((one) => file.startsWith(`${one}/`));
};

/** Every file that a door loads, and the imports among them that go up a floor. */
function descent(door: string): { reached: ReadonlySet<string>; climbs: string[] } {
  const reached = new Set<string>();
  const climbs: string[] = [];
  const follow = (file: string): void => {
    if (reached.has(file) || !existsSync(file)) return;
    reached.add(file);
    for (const imported of importsOf(file)) {
      if (existsSync(imported) && floorOf(imported) < floorOf(file)) {
        climbs.push(`${file} → ${imported}`);
      }
      follow(imported);
    }
  };
  follow(door);
  return { reached, climbs };
}

describe("the architecture", () => {
  test("no import cycles, type imports included", () => {
    expect(circles()).toEqual([]);
  });

  test("only the store speaks DynamoDB: the layers above it use its named reads and writes", () => {
    const above = files.filter((file) => /^(shared|functions)\/(?!store\/)/.test(file));
    const wrong = above.filter(
      (file) =>
        importsOf(file).some((imported) => storeTools.test(imported)) ||
        /\b(?:Listing|readPage|pageOf)\b[^;]*"#shared\/store\/page\.ts"/.test(
          readFileSync(file, "utf8"),
        ) ||
        tableWords.test(readFileSync(file, "utf8")),
    );
    expect(wrong).toEqual([]);
  });

  test("no command writes an audit row itself: only the service's functions are certified for that", () => {
    const commands = globSync("bin/**/*.ts");
    const writes = /\b(?:putLoggedRow|putAuditRow|auditRow|storedRow|signTexts|prepareWriter)\b/;
    expect(commands.filter((file) => writes.test(readFileSync(file, "utf8")))).toEqual([]);
    // These use cases read, and one of them computes anew what is derived from rows. An export or a
    // removal tells a function on the stage's bus what to record.
    const used = commands.flatMap((file) =>
      [...readFileSync(file, "utf8").matchAll(/"#shared\/use-cases\/([^"]+)\.ts"/g)].map(
        ([, name = ""]) => name,
      ),
    );
    expect([...new Set(used)].toSorted()).toEqual([
      "evidence/get-bundle",
      "evidence/load-evidence",
      "evidence/load-log-parts",
      "evidence/load-writers",
      "panels/get-panel-bundle",
      "service/run-canary",
      "standing/rebuild-standing",
    ]);
  });

  test("no command recognises items by the text of their keys: the registry says what an item is", () => {
    const literal = /["'`^(|][A-Z][A-Z_-]+(?:#| \/ )|" ?\/ META/;
    const wrong = globSync("bin/**/*.ts").filter((file) =>
      literal.test(readFileSync(file, "utf8")),
    );
    expect(wrong).toEqual([]);
  });

  test("every import points in the allowed direction", () => {
    const wrong = files.flatMap((file) =>
      importsOf(file)
        .filter((imported) => !mayImport(file, imported))
        .map((imported) => `${file} → ${imported}`),
    );
    expect(wrong).toEqual([]);
  });

  test("a decision, a webhook and a classification pass from handler to table without going back up", () => {
    const ways = {
      "functions/reviews/decide-review.ts": "shared/store/decisions.ts",
      "functions/sourcehost/receive-sourcehost-webhook.ts": "shared/store/deliveries.ts",
      "functions/eventbus/receive-eventbus-webhook.ts": "shared/store/deliveries.ts",
      "functions/discovery/discovery-worker.ts": "shared/store/artifacts.ts",
    };
    for (const [door, table] of Object.entries(ways)) {
      const { reached, climbs } = descent(door);
      expect([door, climbs]).toEqual([door, []]);
      expect([...reached]).toEqual(expect.arrayContaining([table, "shared/store/read.ts"]));
    }
  });

  test("the console imports only types from the route table: no schema reaches the browser", () => {
    const wrong = files.filter(
      (file) =>
        file.startsWith("functions/console/app/") &&
        /import (?!type)[^;]*"(#shared\/routes|zod)/.test(readFileSync(file, "utf8")),
    );
    expect(wrong).toEqual([]);
  });

  test("every screen of the console has its own key, and an entry in the list of examined screens", () => {
    const navigation = readFileSync("functions/console/app/shell/navigation.ts", "utf8");
    const keys = [...navigation.matchAll(/\bkey: "(.)"/g)].map(([, key]) => key);
    expect(keys.length).toBeGreaterThan(Object.keys(areaOf).length);
    expect(keys.toSorted()).toEqual([...new Set(keys)].toSorted());
    const screens = readFileSync("test/support/console-screens.ts", "utf8");
    const unseen = Object.keys(areaOf).filter(
      (word) => !new RegExp(`["\`]/${word}\\b`).test(screens),
    );
    expect(unseen).toEqual([]);
  });

  test("the AWS emulators implement only calls that the product makes", () => {
    const users = globSync("{shared,functions,infra,bin}/**/*.ts")
      .map((file) => readFileSync(file, "utf8"))
      .join("\n");
    const tables = ["eventbridge/eventbridge", "kms/kms", "secrets-manager/{reads,writes}"];
    const known = globSync(tables.map((file) => `infra/local/aws/${file}.ts`)).flatMap((file) =>
      [
        ...readFileSync(file, "utf8").matchAll(
          /^ {2}(?: {4})?([A-Z]\w+): (?:[a-z]\w+,$|async \(|\(\{|\(call\) =>)/gm,
        ),
      ].map(([, action = ""]) => action),
    );
    expect(known).toEqual(expect.arrayContaining(["PutEvents", "PutSecretValue", "Sign"]));
    const isMade = (action: string) =>
      users.includes(`new ${action}Command(`) || users.includes(`paginate${action}(`);
    expect(known.filter((action) => !isMade(action))).toEqual([]);
  });

  test("no promise is passed to code that ignores it: timers, events and props call plain functions", () => {
    const handed =
      /\bset(?:Timeout|Interval|Immediate)\(\s*async\b|\.(?:on|once|addListener|addEventListener)\(\s*[^(),]+,\s*async\b|\bon[A-Z]\w*=\{\s*async\b/;
    const known = [
      // Reading a chosen file does not reject, and four more lines would exceed the page's limit.
      "functions/reviews/page/script/form.ts",
      // A rejection there ends the thread, and whoever started the thread reports it.
      "infra/local/runtime/worker.ts",
      "infra/local/sign-in/provider-worker.ts",
    ];
    const wrong = globSync("{bin,functions,infra,shared}/**/*.{ts,tsx}").filter((file) =>
      handed.test(readFileSync(file, "utf8")),
    );
    expect(wrong.sort()).toEqual(known);
  });

  test("the docs have at most 20 pictures, and tests take other pictures only on request", () => {
    expect(globSync("docs/**/*.{png,jpg,svg,gif}").length).toBeLessThanOrEqual(20);
  });

  test("the table schema imports nothing", () => {
    expect(importsOf("shared/store/table-schema.ts")).toEqual([]);
  });

  test("the domain reads neither the clock nor the environment", () => {
    const reading = /new Date\(\)|Date\.now\(|process\.env|Math\.random\(/;
    const wrong = files.filter(
      (file) => file.startsWith("shared/domain/") && reading.test(readFileSync(file, "utf8")),
    );
    expect(wrong).toEqual([]);
  });

  test("secrets of any length are compared in one place only", () => {
    const comparing = globSync("{bin,functions,infra,shared}/**/*.{ts,tsx}").filter((file) =>
      readFileSync(file, "utf8").includes("timingSafeEqual("),
    );
    expect(comparing).toEqual(["shared/domain/equal-secrets.ts"]);
  });

  test("the evidence procedure compares a keyed hash in constant time: nothing else can compute one", () => {
    const file = "shared/domain/evidence/hashes.ts";
    const computing = globSync("{bin,functions,infra,shared}/**/*.{ts,tsx}").filter((each) =>
      /\bhmacHash\b/.test(readFileSync(each, "utf8")),
    );
    expect(computing).toEqual([file]);
    const text = readFileSync(file, "utf8");
    expect(text.match(/.*\bhmacHash\(.*/g)).toEqual([
      expect.stringMatching(/^function /),
      expect.stringMatching(/\bsameBytes\(/),
    ]);
    const [comparing] =
      /sameBytes = [^;]+;/.exec(readFileSync("shared/domain/bytes.ts", "utf8")) ?? [];
    expect(comparing).not.toMatch(/\b(?:every|some|find\w*)\b/);
  });

  test("a limit is called MAX_ and what it limits", () => {
    const named = globSync("{bin,functions,infra,shared,test}/**/*.{ts,tsx}").filter((file) =>
      /\bconst MOST_/.test(readFileSync(file, "utf8")),
    );
    expect(named).toEqual([]);
  });

  test("zod is imported as a namespace, and bundled code uses zod/mini", () => {
    const wrong = files.filter((file) => {
      const source = readFileSync(file, "utf8");
      const isBundled = /^(shared|functions)\//.test(file);
      return (
        /import \{[^}]*\bz\b[^}]*\} from "zod/.test(source) ||
        (isBundled && /from "zod"/.test(source))
      );
    });
    expect(wrong).toEqual([]);
  });

  test("every operation and job has its own file, and every function file is or belongs to one of them", () => {
    expect(functionUnits.filter(({ entry }) => !existsSync(entry))).toEqual([]);
    expect(functionUnits.every(({ entry }) => existsSync(entry))).toBe(true);
    // Each function serves the entry of the route table with its own name, and no other.
    const operations = new Set<string>(allRoutes.map(({ id }) => id));
    const misbound = functionUnits.flatMap(({ id, entry }) => {
      const text = readFileSync(entry, "utf8");
      const bound = [...text.matchAll(/Routes\.(\w+)/g)].map(([, name]) => name);
      const expected = operations.has(id) ? [id] : [];
      return bound.join() === expected.join() ? [] : [`${id}: ${bound.join()}`];
    });
    expect(misbound).toEqual([]);
    // Entry points of the pages' scripts, which the build bundles by path.
    const imported = new Set([
      ...files.flatMap(importsOf),
      "functions/reviews/page/script/main.ts",
      "functions/reviews/page/script/key.ts",
      "functions/reviews/page/script/stop.ts",
      "functions/reviews/page/script/says.d.ts",
      "functions/rooms/page/script/main.tsx",
      "functions/rooms/page/script/verifier/verifier.ts",
      "functions/console/app/main.tsx",
      "functions/console/app/start.ts",
      // The offline verifiers, which infra/verifier.ts builds.
      "functions/evidence/verifier/main.ts",
      "functions/evidence/verifier/export-main.ts",
      // The check for release pipelines, which infra/clearance-check.ts builds.
      "functions/clearance/check/main.ts",
    ]);
    const stray = files.filter(
      (file) => file.startsWith("functions/") && !isEndpoint(file) && !imported.has(file),
    );
    expect(stray).toEqual([]);
  });

  test("an operation calls the use case and file with its own name, or one that serves several operations", () => {
    const kebab = (name: string) => name.replace(/[A-Z]/g, (one) => `-${one.toLowerCase()}`);
    const calls = (entry: string): string[] =>
      [...readFileSync(entry, "utf8").matchAll(/#shared\/use-cases\/[a-z]+\/([a-z-]+)\.ts"/g)].map(
        ([, file = ""]) => file,
      );
    const sharedBy = new Map(
      Object.entries(sharedUseCases).flatMap(([name, { serves }]) =>
        serves.map((id) => [id, name] as const),
      ),
    );
    const wrong = functionUnits.filter(({ id, entry }) => {
      const body = readFileSync(entry, "utf8").replaceAll(/^import [^;]+;$/gm, "");
      const called = calls(entry);
      if (withoutUseCase.includes(id)) return called.length > 0;
      const name = sharedBy.get(id) ?? id;
      const isCalled = new RegExp(`(?<!\\w\\.)\\b${name}\\b`).test(body);
      // Two channels' secrets share a file; every other use case has its own.
      const isItsFile = called.includes(kebab(name)) || name.endsWith("ChannelSecret");
      return !(isCalled && isItsFile);
    });
    expect(wrong.map(({ id }) => id)).toEqual([]);
    const ids = new Set<string>(functionUnits.map(({ id }) => id));
    expect([...sharedBy.keys(), ...withoutUseCase].filter((id) => !ids.has(id))).toEqual([]);
  });
});
