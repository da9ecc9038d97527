import * as z from "zod/mini";

/*
 * Checks across the members of an object or a list. Zod leaves an ordinary one out as soon as one member
 * is missing or of the wrong type. These always run, so that a response reports every fault at once
 * (contract, "Conventions").
 */

/** An object or a list as sent: any member may be missing, or have another type than it should. */
type Sent<T> = T extends readonly unknown[]
  ? readonly unknown[]
  : { readonly [K in keyof T]?: unknown };

type Fault = (path: readonly PropertyKey[], message: string) => void;

/** Whether the value is an object or a list at all, as its schema demands. */
const isOfItsKind = ({ issues }: Pick<z.core.ParsePayload, "issues">): boolean =>
  !issues.some(({ code, path }) => code === "invalid_type" && (path ?? []).length === 0);

/** @param find reports the faults that it finds, each with its path below the value */
export const faultsAcross = <T>(find: (sent: Sent<NoInfer<T>>, fault: Fault) => void) =>
  z.check<T>(
    ({ value, issues }) =>
      find(value as Sent<T>, (path, message) =>
        issues.push({ code: "custom", input: value, path: [...path], message, continue: true }),
      ),
    { when: isOfItsKind },
  );

/** @param path where the fault is reported; the value itself if left out */
export const holdsAcross = <T>(
  holds: (sent: Sent<NoInfer<T>>) => boolean,
  message: string,
  ...path: readonly PropertyKey[]
) =>
  faultsAcross<T>((sent, fault) => {
    if (!holds(sent)) fault(path, message);
  });

/** Refuses a list that names something twice. */
export const eachOnce = <T extends readonly unknown[]>(message: string) =>
  holdsAcross<T>((all) => new Set(all).size === all.length, message);

/** Refuses a list of objects two of which have the same text as this member. */
export const eachNamedOnce = <K extends string, T extends Record<K, string>>(name: K) =>
  faultsAcross<T[]>((all, fault) => {
    const seen = new Set<string>();
    for (const [index, one] of all.entries()) {
      const id = (one as Partial<Record<string, unknown>> | null)?.[name];
      if (typeof id !== "string") continue;
      if (seen.has(id)) fault([index, name], `${id} appears more than once`);
      seen.add(id);
    }
  });
