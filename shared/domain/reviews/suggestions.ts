import * as z from "zod/mini";
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
          z.refine(
            ({ field, text }) => charactersIn(text) <= suggestible[field],
            "must keep to the length that the field may have",
          ),
        ),
      )
      .check(
        z.refine(
          (all) => new Set(all.map(({ field }) => field)).size === all.length,
          "must name each field once",
        ),
      ),
  );
