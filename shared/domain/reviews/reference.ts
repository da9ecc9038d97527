import * as z from "zod/mini";
import { withoutHidden } from "#shared/domain/text/text-fields.ts";
import { MAX_REFERENCE } from "./limits.ts";

/** The name that somebody uses for a matter in their own files. */
export const referenceSchema = () =>
  z
    .string()
    .check(z.minLength(1, "must not be empty"), z.maxLength(MAX_REFERENCE), withoutHidden());

interface Referred {
  matter_reference?: string | null;
  counsel_reference?: string | null;
}

/** The reference members of an answer; a reference that does not exist is left out. */
export const referencesOf = ({ matter_reference = null, counsel_reference = null }: Referred) => ({
  ...(matter_reference === null ? {} : { matter_reference }),
  ...(counsel_reference === null ? {} : { counsel_reference }),
});
