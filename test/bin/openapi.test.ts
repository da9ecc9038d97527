import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { allRoutes } from "../../shared/routes/index.ts";
import { startCommand } from "../support/command.ts";
import { startTestSystem, type TestSystem } from "../support/system.ts";

interface Operation {
  operationId: string;
  tags: string[];
  security: unknown[];
  parameters: { name: string; in: string }[];
  responses: Record<string, { content?: Record<string, { schema?: unknown }> }>;
}
interface Document {
  openapi: string;
  paths: Record<string, Record<string, Operation>>;
}

let system: TestSystem;
let printed: Document;
beforeAll(async () => {
  system = await startTestSystem();
  const { code, stdout } = await startCommand("bin/openapi.ts").ended;
  expect(code).toBe(0);
  printed = JSON.parse(stdout);
});
afterAll(() => system.close());

/** Every `$ref` in a document. */
function refsIn(node: unknown): string[] {
  if (typeof node !== "object" || node === null) return [];
  return Object.entries(node).flatMap(([key, value]) =>
    key === "$ref" && typeof value === "string" ? [value] : refsIn(value),
  );
}

describe("the OpenAPI document", () => {
  test("that is printed is the one that the service answers", async () => {
    const answered = await system.api()("GET", "/openapi.json");
    expect(answered.status).toBe(200);
    expect(answered.body).toEqual(printed);
    expect(printed.openapi).toBe("3.1.0");
  });

  test("has every route under its own id, with the parameters of its path", () => {
    const routes = allRoutes.filter(({ method }) => method !== "OPTIONS");
    for (const { id, method, path } of routes) {
      const operation = printed.paths[path]?.[method.toLowerCase()];
      expect(operation?.operationId, `${method} ${path}`).toBe(id);
      const named = [...path.matchAll(/\{([a-z_]+)\}/g)].map(([, name]) => name);
      const described = operation?.parameters.filter((parameter) => parameter.in === "path");
      expect(described?.map(({ name }) => name)).toEqual(named);
    }
    const operations = Object.values(printed.paths).flatMap((path) => Object.values(path));
    expect(new Set(operations.map(({ operationId }) => operationId)).size).toBe(routes.length);
  });

  test("asks for a token where one is needed, and names the problems that may be answered", () => {
    for (const { id, method, path, access } of allRoutes) {
      if (method === "OPTIONS") continue;
      const operation = printed.paths[path]?.[method.toLowerCase()];
      const needsToken = ["user", "org", "platform"].includes(access);
      expect(operation?.security, id).toEqual(needsToken ? [{ bearer: [] }] : []);
      if (needsToken) {
        expect(operation?.responses["403"]?.content, id).toHaveProperty("application/problem+json");
      }
    }
  });

  test("refers to nothing that it does not hold", () => {
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
