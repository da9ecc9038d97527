import * as z from "zod";

/** The parts of a JSON Schema that answers are checked against. */
interface Node {
  type?: string | readonly string[];
  const?: unknown;
  enum?: readonly unknown[];
  anyOf?: readonly Node[];
  properties?: Readonly<Record<string, Node>>;
  additionalProperties?: Node | false;
  propertyNames?: Node;
  items?: Node;
}

const schemas = new WeakMap<() => z.core.$ZodType, Node>();

/**
 * Lists where an answer has a field that its schema does not name, or fields in the wrong order. The
 * right order is the schema's where it names the fields, and sorted order where it leaves them open.
 * Works on the JSON Schema of the document, so it shares no code with the edge's serialisation of
 * answers.
 * @param isCanonical the fields are in the order of RFC 8785 instead, which is not checked
 */
export function straysIn(
  schema: () => z.core.$ZodType,
  body: unknown,
  isCanonical = false,
): string[] {
  let node = schemas.get(schema);
  if (node === undefined) {
    node = z.toJSONSchema(schema(), { io: "input", unrepresentable: "any" }) as Node;
    schemas.set(schema, node);
  }
  return strays(node, body, "$", !isCanonical);
}

function strays(node: Node, value: unknown, path: string, ordered: boolean): string[] {
  if (node.anyOf !== undefined) {
    const all = node.anyOf.map((member) => strays(member, value, path, ordered));
    return all.find((found) => found.length === 0) ?? all.flat();
  }
  if (node.const !== undefined && node.const !== value) return [`${path}: is another member`];
  if (node.enum !== undefined && !node.enum.includes(value)) return [`${path}: is another member`];
  if (Array.isArray(value)) {
    if (!canBe(node, "array")) return [`${path}: is an array`];
    return value.flatMap((entry, i) => strays(node.items ?? {}, entry, `${path}[${i}]`, ordered));
  }
  if (typeof value === "object" && value !== null)
    return inObject(node, { ...value }, path, ordered);
  const kind = value === null ? "null" : typeof value;
  const isKind = canBe(node, kind) || (kind === "number" && canBe(node, "integer"));
  return isKind ? [] : [`${path}: is a ${kind}`];
}

/** Whether a schema allows a value of that type. */
const canBe = ({ type }: Node, kind: string): boolean =>
  type === undefined || [type].flat().includes(kind);

function inObject(
  node: Node,
  value: Record<string, unknown>,
  path: string,
  ordered: boolean,
): string[] {
  if (!canBe(node, "object")) return [`${path}: is an object`];
  const { properties = {}, additionalProperties, propertyNames } = node;
  const isOpen = node.type === undefined || typeof additionalProperties === "object";
  const named = [...Object.keys(properties), ...((propertyNames?.enum ?? []) as string[])];
  const keys = Object.keys(value);
  const others = keys.filter((key) => !named.includes(key));
  const expected = asKeys([...named.filter((key) => keys.includes(key)), ...others.sort()]);
  return [
    ...(isOpen ? [] : others.map((key) => `${path}.${key}: is not named by the schema`)),
    ...(!ordered || keys.join() === expected.join()
      ? []
      : [`${path}: has its fields in the order ${keys}`]),
    ...keys.flatMap((key) => {
      const open = typeof additionalProperties === "object" ? additionalProperties : {};
      return strays(properties[key] ?? open, value[key], `${path}.${key}`, ordered);
    }),
  ];
}

/** The names in JavaScript's property order: integer keys first, in whatever order they came. */
const asKeys = (names: readonly string[]): string[] =>
  Object.keys(Object.fromEntries(names.map((name) => [name, null])));
