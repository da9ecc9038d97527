import { beforeAll, describe, expect, test } from "vitest";
import { statusOf } from "#shared/domain/errors.ts";
import type { Route } from "#shared/routes/contract/route.ts";
import { errorsOf } from "#shared/routes/contract/route-errors.ts";
import { allRoutes } from "#shared/routes/table/all-routes.ts";
import { startCommand } from "#test/support/command.ts";
import { suiteSystem } from "#test/support/suite-system.ts";

interface Operation {
  operationId: string;
  tags: string[];
  security: unknown[];
  parameters: { name: string; in: string }[];
  responses: Record<string, Response | { $ref: string }>;
}
interface Response {
  description: string;
  content?: Record<string, { schema?: unknown }>;
}
interface Document {
  openapi: string;
  paths: Record<string, Record<string, Operation>>;
  components: { responses: Record<string, Response> };
}

const system = suiteSystem();
let printed: Document;
beforeAll(async () => {
  const { code, stdout } = await startCommand("bin/openapi.ts").ended;
  expect(code).toBe(0);
  printed = JSON.parse(stdout);
});

const documented = allRoutes.filter(({ method }) => method !== "OPTIONS");
const operationOf = ({ path, method }: Route) =>
  printed.paths[path.replace("+}", "}")]?.[method.toLowerCase()];

/** One response of an operation, with its `$ref` resolved. */
function answerOf(route: Route, status: number): Response | undefined {
  const found = operationOf(route)?.responses[status];
  if (found === undefined || !("$ref" in found)) return found;
  return printed.components.responses[found.$ref.replace("#/components/responses/", "")];
}

/** Every `$ref` in a document. */
function refsIn(node: unknown): string[] {
  if (typeof node !== "object" || node === null) return [];
  return Object.entries(node).flatMap(([key, value]) =>
    key === "$ref" && typeof value === "string" ? [value] : refsIn(value),
  );
}

describe("the OpenAPI document", () => {
  test("as printed is the one that the service serves", async () => {
    const answered = await system.api()("GET", "/openapi.json");
    expect(answered.status).toBe(200);
    expect(answered.body).toEqual(printed);
    expect(printed.openapi).toBe("3.1.0");
  });

  test("has every route under its own id, with the parameters of its path", () => {
    for (const route of documented) {
      const operation = operationOf(route);
      expect(operation?.operationId, `${route.method} ${route.path}`).toBe(route.id);
      const named = [...route.path.matchAll(/\{([a-z0-9_]+)\+?\}/g)].map(([, name]) => name);
      const described = operation?.parameters.filter((parameter) => parameter.in === "path");
      expect(described?.map(({ name }) => name)).toEqual(named);
    }
    const operations = Object.values(printed.paths).flatMap((path) => Object.values(path));
    expect(new Set(operations.map(({ operationId }) => operationId)).size).toBe(documented.length);
  });

  test("declares which operations need a token, and the answer when it is missing", () => {
    for (const route of documented) {
      const needsToken = ["user", "org", "platform", "signed_in"].includes(route.access);
      expect(operationOf(route)?.security, route.id).toEqual(needsToken ? [{ bearer: [] }] : []);
      if (!needsToken) continue;
      expect(Object.keys(answerOf(route, 401)?.content ?? {}), route.id).toEqual([
        "application/json",
      ]);
      expect(answerOf(route, 403)?.content, route.id).toHaveProperty("application/problem+json");
    }
  });

  test("lists every problem of an operation under its status", () => {
    for (const route of documented) {
      for (const code of errorsOf(route)) {
        const answer = answerOf(route, statusOf(code, route.access));
        expect(answer?.description, route.id).toContain(`\`${code}\``);
        expect(answer?.content, route.id).toHaveProperty("application/problem+json");
      }
    }
  });

  test("has no dangling references", () => {
    const refs = new Set(refsIn(printed));
    expect(refs.size).toBeGreaterThan(0);
    for (const ref of refs) {
      const target = ref
        .replace("#/", "")
        .split("/")
        .reduce<unknown>((node, key) => (node as Record<string, unknown>)[key], printed);
      expect(target, ref).toBeDefined();
    }
  });
});

describe("the document as a product", () => {
  // biome-ignore lint/suspicious/noExplicitAny: a document of every shape
  const document = () => printed as any;
  const operations = () =>
    // biome-ignore lint/suspicious/noExplicitAny: likewise
    Object.values<any>(document().paths).flatMap((path) => Object.values<any>(path));
  // biome-ignore lint/suspicious/noExplicitAny: likewise
  const parameter = (id: string, name: string): any =>
    operations()
      .find(({ operationId }) => operationId === id)
      .parameters.find((each: { name: string }) => each.name === name);
  const byId = (id: string) => operations().find(({ operationId }) => operationId === id);

  test("every JSON request and answer has a schema with a name, and an example", () => {
    for (const { operationId, requestBody, responses } of operations()) {
      const answers = Object.entries<Record<string, unknown>>(responses)
        .filter(([, answer]) => !("$ref" in answer))
        .map(([, { content }]) => content);
      // biome-ignore lint/suspicious/noExplicitAny: likewise
      for (const content of [requestBody?.content, ...answers] as any[]) {
        const media = content?.["application/json"];
        if (media === undefined || operationId === "getOpenapi") continue;
        expect(media.schema.$ref, operationId).toMatch(/^#\/components\/schemas\/[A-Z]/);
        expect(media.example, operationId).toBeDefined();
      }
    }
  });

  test("every text answer of the evidence log has an example", () => {
    const texts = documented.flatMap((route) =>
      Object.entries(operationOf(route)?.responses ?? {}).flatMap(([status, found]) => {
        const media = (found as { content?: Record<string, { example?: string }> }).content;
        const text = status === "200" && route.area === "log" ? media?.["text/plain"] : undefined;
        return text === undefined ? [] : [[route.id, text.example] as const];
      }),
    );
    expect(texts).toHaveLength(5);
    for (const [id, example] of texts) expect([id, typeof example]).toEqual([id, "string"]);
  });

  test("every example request is accepted by the service", () => {
    for (const route of documented.filter(({ body, access }) => body && access !== "signed")) {
      const { example } = byId(route.id).requestBody.content["application/json"];
      const result = route.body?.().safeParse(example);
      expect([route.id, result?.error?.issues ?? []]).toEqual([route.id, []]);
    }
  });

  test("describes the format of numbers, flags, lists, files, headers and several media types", () => {
    expect(parameter("listAudit", "limit").schema).toMatchObject({ type: "integer", maximum: 200 });
    expect(parameter("listCounsel", "active").schema).toEqual({ type: "boolean" });
    expect(parameter("searchEvidence", "status")).toMatchObject({
      explode: false,
      schema: { type: "array", items: { enum: expect.arrayContaining(["approved"]) } },
    });
    const parts = byId("decideReview").requestBody.content["multipart/form-data"];
    expect(parts.schema.properties.supplementary_pdf).toEqual({ type: "string", format: "binary" });
    expect(parameter("receiveSourcehostWebhook", "x-hub-signature-256").in).toBe("header");
    expect(parameter("receiveEventbusWebhook", "webhook-signature").in).toBe("header");
    expect(Object.keys(byId("openReview").responses[200].content)).toContain("text/html");
    expect(byId("getJwks").responses[200].headers).toHaveProperty("etag");
    expect(byId("createReview").requestBody).toBeDefined();
    const { Connection, CreateReviewRequest } = document().components.schemas;
    expect(Connection.properties.created_at.format).toBe("date-time");
    expect(CreateReviewRequest.properties.rule_use_case_ids.uniqueItems).toBe(true);
  });

  test("every response has its request id, every 503 and 429 a Retry-After, every operation a 500", () => {
    for (const operation of operations()) {
      expect(Object.keys(operation.responses), operation.operationId).toContain("500");
      for (const [status, answer] of Object.entries<Record<string, unknown>>(operation.responses)) {
        const name = String(answer.$ref ?? "").replace("#/components/responses/", "");
        // The gateway's own answers have none of the service's headers.
        if (name.startsWith("gateway_")) continue;
        const { headers } = "$ref" in answer ? document().components.responses[name] : answer;
        const expected = ["x-request-id", ...(/429|503/.test(status) ? ["retry-after"] : [])];
        const told = Object.keys(headers ?? {}).filter((header) => expected.includes(header));
        expect([operation.operationId, status, told.toSorted()]).toEqual([
          operation.operationId,
          status,
          expected.toSorted(),
        ]);
      }
    }
  });

  test("declares its tags and its server, and explains how lists are paged", () => {
    const declared = document().tags.map(({ name }: { name: string }) => name);
    expect(new Set(operations().flatMap(({ tags }) => tags))).toEqual(new Set(declared));
    expect(document().servers).toEqual([expect.objectContaining({ url: "/" })]);
    expect(document().info.description).toContain("next_cursor");
  });

  test("distinguishes the kinds of connection", () => {
    const { oneOf } = document().components.schemas.CreateConnectionRequest;
    expect(oneOf.length).toBeGreaterThan(3);
    for (const kind of oneOf) expect(kind.properties.provider.const).toEqual(expect.any(String));
  });
});
