type Resources = Readonly<Record<string, unknown>>;

export interface Template {
  Resources: Resources;
  Outputs?: Resources;
}

/**
 * A template with one resource of each shape (its type and the paths of its properties) and what they
 * refer to: nearly two hundred functions, roles, routes and alarms are alike except for names.
 */
export function oneOfEachShape<T extends Template>(template: T): T {
  const { Resources, Outputs = {} } = template;
  const shapes = new Map(
    Object.entries(Resources).map(([id, one]) => [shapeOf(one).join("\n"), id] as const),
  );
  const kept = new Set<string>();
  const keep = (id: string): void => {
    if (kept.has(id)) return;
    kept.add(id);
    for (const name of namesIn(Resources[id])) if (name in Resources) keep(name);
  };
  for (const id of shapes.values()) keep(id);
  const refersTo = (one: unknown): boolean =>
    namesIn(one).every((name) => !(name in Resources) || kept.has(name));
  const only = (all: Resources, test: (id: string, one: unknown) => boolean): Resources =>
    Object.fromEntries(Object.entries(all).filter(([id, one]) => test(id, one)));
  return {
    ...template,
    Resources: only(Resources, (id) => kept.has(id)),
    Outputs: only(Outputs, (_, one) => refersTo(one)),
  };
}

/** Sorted paths of everything in a resource, its type's value included; a list is as its members. */
function shapeOf(resource: unknown): string[] {
  const paths = new Set<string>();
  const walk = (value: unknown, path: string): void => {
    if (Array.isArray(value)) for (const entry of value) walk(entry, `${path}[]`);
    else if (typeof value === "object" && value !== null) {
      for (const [key, inner] of Object.entries(value)) walk(inner, `${path}.${key}`);
    } else paths.add(path === ".Type" ? `${path}=${value}` : path);
  };
  walk(resource, "");
  // What a function is told differs with its work; no rule reads it.
  return [...paths].filter((path) => !path.startsWith(".Properties.Environment")).toSorted();
}

/** Every text that may name a resource: of `Ref`, `Fn::GetAtt`, `Fn::Sub` and `DependsOn`. */
function namesIn(value: unknown): string[] {
  if (typeof value === "string") return [value, ...(value.match(/(?<=\$\{)[A-Za-z0-9]+/g) ?? [])];
  if (typeof value !== "object" || value === null) return [];
  return Object.values(value).flatMap(namesIn);
}
