import * as z from "zod/mini";
import { hasControl, hasHidden } from "./text.ts";

/*
 * The two classes of text that a caller may send (contract, "Text"), as checks for string fields.
 * Well-formed Unicode is checked once for the whole request, where it arrives. These checks are not in
 * text.ts, because pages load that file too, and pages have no schemas.
 */

/** One line (a name, label, e-mail or firm): no control, bidi control or invisible characters. */
export const withoutHidden = () =>
  z.refine<string>(
    (text) => !hasHidden(text),
    "must have no control, bidi control or invisible characters",
  );

/** A long text (a rule's wording, a comment, notes): no control characters but tab and newline. */
export const withoutControls = () =>
  z.refine<string>(
    (text) => !hasControl(text),
    "must have no control characters but tab and newline",
  );
