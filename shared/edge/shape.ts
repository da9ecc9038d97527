import type * as z from "zod/mini";
import { hideOf, type Onlooker } from "#shared/routes/contract/route.ts";

/** Copies the parts of a value that its schema names. */
export type Shaper = (value: unknown) => unknown;

/** The parts of a schema that determine an answer's shape. */
interface Def {
  type: string;
  shape?: Readonly<Record<string, z.ZodMiniType>>;
  catchall?: z.ZodMiniType;
  element?: z.ZodMiniType;
  innerType?: z.ZodMiniType;
  options?: readonly z.ZodMiniType[];
  keyType?: z.ZodMiniType;
  valueType?: z.ZodMiniType;
  entries?: Readonly<Record<string, unknown>>;
  values?: readonly unknown[];
}

const defOf = (schema: z.ZodMiniType | undefined): Def =>
  (schema?._zod.def ?? { type: "unknown" }) as Def;

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null;

/**
 * Returns a function that copies a value with exactly the fields that the schema names, in the schema's
 * order. A record's private fields cannot leak, and the same state always gives the same bytes. Stored
 * maps, whose keys no schema names, are sorted by key. It validates nothing: the compiler and the tests
 * do that.
 * @param onlooker who sees the value: decides which links are hidden
 */
export function shaperOf(
  schema: z.ZodMiniType | undefined,
  onlooker: Onlooker = "trusted",
): Shaper {
  const hide = hideOf(schema, onlooker);
  const shape = fullShaperOf(schema, onlooker);
  return hide === undefined ? shape : (value) => shape(hide(value));
}

function fullShaperOf(schema: z.ZodMiniType | undefined, onlooker: Onlooker): Shaper {
  const def = defOf(schema);
  const of = (part: z.ZodMiniType | undefined) => shaperOf(part, onlooker);
  switch (def.type) {
    case "object":
      return objectShaper(def, of);
    case "array":
      return listShaper(of(def.element));
    case "record":
      return mapShaper(of(def.valueType), Object.keys(defOf(def.keyType).entries ?? {}));
    case "union":
      return unionShaper(def.options ?? [], of);
    case "unknown":
    case "any":
      return canonical;
    case "nullable":
      return nullShaper(of(def.innerType));
    default:
      return def.innerType === undefined ? scalar : of(def.innerType);
  }
}

/** A text or number; a structure in its place is dropped, since no schema names its fields. */
const scalar: Shaper = (value) => (isObject(value) ? undefined : value);

type ShaperOf = (schema: z.ZodMiniType | undefined) => Shaper;

function objectShaper({ shape = {}, catchall }: Def, of: ShaperOf): Shaper {
  const fields = Object.entries(shape).map(([name, schema]) => [name, of(schema)] as const);
  const leftOut = new Set(Object.keys(shape).filter((name) => isLeftOutIfNull(shape[name])));
  const isOpen = catchall !== undefined && defOf(catchall).type !== "never";
  const restOf = isOpen ? of(catchall) : null;
  return (value) => {
    if (!isObject(value)) return value;
    // Without a prototype: among external names, `__proto__` is a key like any other.
    const copy: Record<string, unknown> = Object.create(null);
    for (const [name, shape] of fields) {
      if (value[name] === undefined || (value[name] === null && leftOut.has(name))) continue;
      copy[name] = shape(value[name]);
    }
    if (restOf !== null) {
      for (const name of Object.keys(value).sort()) {
        if (!Object.hasOwn(shape, name)) copy[name] = restOf(value[name]);
      }
    }
    return copy;
  };
}

/** An optional field that cannot be null. A stored null means that the field has no value. */
function isLeftOutIfNull(schema: z.ZodMiniType | undefined): boolean {
  const { type, innerType } = defOf(schema);
  return type === "optional" && defOf(innerType).type !== "nullable";
}

const listShaper =
  (element: Shaper): Shaper =>
  (value) =>
    Array.isArray(value) ? value.map(element) : scalar(value);

/** `named`: the keys the schema lists; if it lists none, all of the value's keys, sorted. */
const mapShaper =
  (shape: Shaper, named: readonly string[]): Shaper =>
  (value) => {
    if (!isObject(value)) return value;
    const copy: Record<string, unknown> = Object.create(null);
    for (const name of named.length > 0 ? named : Object.keys(value).sort()) {
      if (value[name] !== undefined) copy[name] = shape(value[name]);
    }
    return copy;
  };

/** For values that no schema describes further: copies everything, with all object keys sorted. */
const canonical: Shaper = (value) => {
  if (Array.isArray(value)) return value.map(canonical);
  return isObject(value) ? mapShaper(canonical, [])(value) : value;
};

const nullShaper =
  (shape: Shaper): Shaper =>
  (value) =>
    value === null ? null : shape(value);

/** Shapes a value by the first union member it matches; throws a TypeError if it matches none. */
function unionShaper(options: readonly z.ZodMiniType[], of: ShaperOf): Shaper {
  const shapers = options.map((option) => [option, of(option)] as const);
  return (value) => {
    const found = shapers.find(([option]) => canBe(defOf(option), value));
    if (found === undefined) throw new TypeError("a response that matches no member of its union");
    return found[1](value);
  };
}

/** Distinguishes members by kind of value, literal fields and fields that are present. */
function canBe(def: Def, value: unknown): boolean {
  switch (def.type) {
    case "object":
      return (
        isObject(value) &&
        !Array.isArray(value) &&
        Object.entries(def.shape ?? {}).every(([name, field]) => canBe(defOf(field), value[name]))
      );
    case "array":
      return Array.isArray(value);
    case "record":
      return isObject(value) && !Array.isArray(value);
    case "literal":
      return def.values?.includes(value) ?? false;
    case "enum":
      return Object.values(def.entries ?? {}).includes(value);
    case "nullable":
      return value === null || canBe(defOf(def.innerType), value);
    case "optional":
    case "default":
      return value === undefined || canBe(defOf(def.innerType), value);
    case "readonly":
      return canBe(defOf(def.innerType), value);
    case "union":
      return (def.options ?? []).some((option) => canBe(defOf(option), value));
    case "string":
    case "number":
    case "boolean":
      return typeof value === def.type;
    case "null":
      return value === null;
    default:
      return value !== undefined;
  }
}
