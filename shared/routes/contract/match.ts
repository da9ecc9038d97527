import { canaryPathOf, pathsOf, type Route } from "./route.ts";

export interface Match {
  route: Route;
  pathParameters: Record<string, string>;
  /** Whether the request matched the path that only the canary may use. */
  isCanarys: boolean;
}

/**
 * Finds the route as API Gateway does: literal segments win over parameters, and parameters over a
 * greedy `{proxy+}`, which also takes an empty rest (`/docs/`). Null: the gateway's own 404.
 * @throws URIError for invalid percent-encoding
 */
export function createMatcher(routes: readonly Route[]) {
  const compiled = routes.flatMap((route) => {
    const canarys = canaryPathOf(route);
    return [...pathsOf(route), ...(canarys === null ? [] : [canarys])].map((path) => {
      const segments = path.split("/").slice(1);
      return { route, segments, isCanarys: path === canarys, rank: rank(segments) };
    });
  });
  // Sorted once, the most specific first, because every request is looked up.
  const ordered = compiled.sort((a, b) => (a.rank < b.rank ? -1 : 1));
  const byMethod = Map.groupBy(ordered, ({ route }) => route.method as string);
  return (method: string, path: string): Match | null => {
    const given = path.split("/").slice(1).map(decodeURIComponent);
    const best = byMethod.get(method)?.find(({ segments }) => fits(segments, given));
    if (best === undefined) return null;
    const { route, segments, isCanarys } = best;
    return { route, pathParameters: parametersOf(segments, given), isCanarys };
  };
}

const isGreedy = (segment: string): boolean => segment.endsWith("+}");
const isParameter = (segment: string): boolean => segment.startsWith("{");

function fits(segments: readonly string[], given: readonly string[]): boolean {
  const last = segments.at(-1) ?? "";
  if (isGreedy(last) ? given.length < segments.length : given.length !== segments.length)
    return false;
  return segments.every((segment, i) => {
    if (isGreedy(segment)) return true;
    return isParameter(segment) ? (given[i] ?? "") !== "" : segment === given[i];
  });
}

const rank = (segments: readonly string[]): string =>
  segments.map((segment) => (isGreedy(segment) ? "2" : isParameter(segment) ? "1" : "0")).join("");

function parametersOf(segments: readonly string[], given: readonly string[]) {
  return Object.fromEntries(
    segments.flatMap((segment, i) => {
      if (isGreedy(segment)) return [[segment.slice(1, -2), given.slice(i).join("/")]];
      return isParameter(segment) ? [[segment.slice(1, -1), given[i] ?? ""]] : [];
    }),
  );
}
