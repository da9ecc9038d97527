import { describe, expect, test } from "vitest";
import { createMatcher } from "#shared/routes/contract/match.ts";
import type { Route } from "#shared/routes/contract/route.ts";

const entry = (method: Route["method"], path: `/${string}`): Route => ({
  id: `${method} ${path}`,
  area: "service",
  method,
  path,
  access: "public",
  summary: "",
  responses: {},
  errors: [],
  needs: {},
});

const match = createMatcher([
  entry("GET", "/{proxy+}"),
  entry("GET", "/a/{proxy+}"),
  entry("GET", "/a/{x}"),
  entry("GET", "/a/b"),
  entry("GET", "/a/{x}/c"),
  entry("GET", "/{y}/b/c"),
  entry("POST", "/a/{x}"),
]);

const found = (path: string, method = "GET") => {
  const result = match(method, path);
  return result && [result.route.path, result.pathParameters];
};

describe("the route of a request", () => {
  test("is the most specific: a literal before a parameter before a greedy one", () => {
    expect(found("/a/b")).toEqual(["/a/b", {}]);
    expect(found("/a/z")).toEqual(["/a/{x}", { x: "z" }]);
    expect(found("/a/b/c")).toEqual(["/a/{x}/c", { x: "b" }]);
    expect(found("/a/b/d")).toEqual(["/a/{proxy+}", { proxy: "b/d" }]);
    expect(found("/q/b/c")).toEqual(["/{y}/b/c", { y: "q" }]);
    expect(found("/q/r")).toEqual(["/{proxy+}", { proxy: "q/r" }]);
  });

  test("depends on the method, which is case-sensitive", () => {
    expect(found("/a/b", "POST")).toEqual(["/a/{x}", { x: "b" }]);
    expect(found("/q", "POST")).toBeNull();
    expect(found("/a/b", "get")).toBeNull();
  });

  test("decodes parameters, including an encoded slash", () => {
    expect(found("/a/x%2Fy%20z")).toEqual(["/a/{x}", { x: "x/y z" }]);
    expect(found("/a/%61b")).toEqual(["/a/{x}", { x: "ab" }]);
  });

  test("is none for an empty parameter", () => {
    expect(found("/a/", "POST")).toBeNull();
  });

  test("is a greedy one for an empty rest", () => {
    expect(found("/a/")).toEqual(["/a/{proxy+}", { proxy: "" }]);
    expect(found("/")).toEqual(["/{proxy+}", { proxy: "" }]);
    expect(found("/a")).toEqual(["/{proxy+}", { proxy: "a" }]);
  });

  test("a bad percent code is a URIError", () => {
    expect(() => found("/a/%")).toThrow(URIError);
  });
});
