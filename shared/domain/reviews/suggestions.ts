import * as z from "zod/mini";
import { holdsAcross } from "#shared/domain/members.ts";
import { charactersIn } from "#shared/domain/text/text.ts";
import { withoutControls } from "#shared/domain/text/text-fields.ts";
import { suggestedFields, suggestible } from "./limits.ts";

/* Words that counsel proposes for a rule in place of its own (reviews-that-run, "What a law firm asks"). */

const suggestion = <Text extends z.ZodMiniType>(text: Text) =>
  z.strictObject({ field: z.enum(suggestedFields), text });

/** Suggestions as stored and answered, or with commitments in place of the texts. */
export const suggestionsSchema = <Text extends z.ZodMiniType>(text: Text) =>
  z.optional(z.array(suggestion(text)));

/** Suggestions as sent; an empty list proposes nothing. */
export const sentSuggestions = () =>
  z.optional(
    z
      .array(
        suggestion(z.string().check(z.minLength(1, "must not be empty"), withoutControls())).check(
          holdsAcross(({ field, text }) => {
            const known = suggestedFields.find((one) => one === field);
            return !known || typeof text !== "string" || charactersIn(text) <= suggestible[known];
          }, "must keep to the length that the field may have"),
        ),
      )
      .check(
        holdsAcross((all) => {
          const fields = all.map((one) => (one as { field?: unknown } | null)?.field);
          return suggestedFields.every((one) => fields.indexOf(one) === fields.lastIndexOf(one));
        }, "must name each field once"),
      ),
  );
