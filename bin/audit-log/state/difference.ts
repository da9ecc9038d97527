import { sameJson } from "#shared/domain/canonical-json.ts";

/** An answer of the service, or an item of one. */
export type Members = Readonly<Record<string, unknown>>;

/** A contradiction between the service's answer and the rows. */
export interface Difference {
  /** `<kind> <id>` */
  resource: string;
  /** null: the whole resource. */
  member: string | null;
  /** A sentence. */
  detail: string;
}

/** The service refuses to answer although it should. */
export class RefusedAnswer extends Error {
  readonly path: string;
  readonly status: number;
  constructor(path: string, status: number) {
    super(`${path} answered ${status}.`);
    this.path = path;
    this.status = status;
  }
}

/** A comparison's findings. A refused answer is a finding, too, and hides no others. */
export async function unlessRefused(compare: () => Promise<Difference[]>): Promise<Difference[]> {
  try {
    return await compare();
  } catch (error) {
    if (!(error instanceof RefusedAnswer)) throw error;
    const resource = `answer ${error.path.split("?")[0]}`;
    return [{ resource, member: null, detail: `the service answers ${error.status}.` }];
  }
}

const MAX_SHOWN = 80;

function shown(value: unknown): string {
  const text = JSON.stringify(value ?? null);
  return text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}…` : text;
}

/** The members in which one resource differs; null: it does not exist. */
function differences(resource: string, said: Members | null, meant: Members | null): Difference[] {
  if (said === null && meant === null) return [];
  if (said === null)
    return [{ resource, member: null, detail: "the service does not list it; its rows do." }];
  if (meant === null)
    return [
      { resource, member: null, detail: "the service lists it; no row says that it is there." },
    ];
  return Object.keys(meant)
    .filter((name) => !sameJson(said[name], meant[name]))
    .map((member) => ({
      resource,
      member,
      detail: `the service says ${shown(said[member])}, its rows come to ${shown(meant[member])}.`,
    }));
}

/** The differences of all resources of a kind, by id. */
export function compared(
  kind: string,
  said: ReadonlyMap<string, Members>,
  meant: ReadonlyMap<string, Members>,
): Difference[] {
  const ids = new Set([...said.keys(), ...meant.keys()]);
  return [...ids].flatMap((id) =>
    differences(`${kind} ${id}`, said.get(id) ?? null, meant.get(id) ?? null),
  );
}

/** Items of a list by one of their members. */
export const byId = (items: readonly Members[], name = "id"): Map<string, Members> =>
  new Map(items.map((item) => [String(item[name]), item]));

/** How far a time may differ from the time of the row that was written with it. */
const APART_MS = 120_000;

/** Puts the row's own time in place of an equal or close one. A retry gets a time of its own. */
export function dated(said: Members, member: string, meant: object | undefined): Members {
  const time = meant === undefined ? undefined : (meant as Members)[member];
  const apart = Math.abs(Date.parse(String(said[member])) - Date.parse(String(time)));
  return apart <= APART_MS ? { ...said, [member]: time } : said;
}

/** Some members of a thing; null for a member that it lacks. */
export const only = <K extends string>(
  thing: Readonly<Partial<Record<K, unknown>>>,
  names: readonly K[],
): Members => Object.fromEntries(names.map((name) => [name, thing[name] ?? null]));
