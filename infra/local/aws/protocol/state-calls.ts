import type * as z from "zod";
import { type AwsAction, type AwsCall, AwsError } from "./aws-json-server.ts";
import type { StateFile } from "./state-file.ts";

type Input = Record<string, unknown>;

/** A call on a service's entries, with the other facts that it depends on. @throws AwsError */
export type StateCall<Entry, Circumstances> = (
  entries: Map<string, Entry>,
  input: Input,
  circumstances: Circumstances,
) => unknown;

type Calls<Entry, Circumstances> = Readonly<Record<string, StateCall<Entry, Circumstances>>>;

/**
 * The calls of a service. Calls that only read get a copy that is then discarded.
 * @param settle applies the passing of time to the entries, before each call
 */
export function actionsOn<Entry, Circumstances>(
  store: StateFile<Entry>,
  { reads, writes }: Record<"reads" | "writes", Calls<Entry, Circumstances>>,
  circumstancesOf: (call: AwsCall) => Circumstances,
  settle: (entries: Map<string, Entry>, at: number) => void = () => {},
): Record<string, AwsAction> {
  const action = ([name, run]: [string, StateCall<Entry, Circumstances>]): [string, AwsAction] => [
    name,
    (call) => {
      const work = (entries: Map<string, Entry>) => {
        settle(entries, call.at);
        return run(entries, call.input, circumstancesOf(call));
      };
      return name in writes ? store.change(work) : work(new Map(store.read()));
    },
  ];
  return Object.fromEntries(Object.entries({ ...reads, ...writes }).map(action));
}

/**
 * The parsed request (null members count as absent).
 * @throws AwsError `ValidationException`, which never quotes values
 */
export function parse<T extends z.ZodType>(schema: T, input: Input): z.output<T> {
  const given = Object.fromEntries(Object.entries(input).filter(([, value]) => value !== null));
  const result = schema.safeParse(given);
  if (result.success) return result.data;
  const issue = result.error.issues[0];
  throw new AwsError(
    "ValidationException",
    `1 validation error detected: Value at '${issue?.path.join(".")}' ` +
      `failed to satisfy constraint: ${issue?.message}`,
  );
}
