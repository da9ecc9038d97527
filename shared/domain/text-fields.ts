import * as z from "zod/mini";
import { hasControl, hasHidden } from "./text.ts";

/*
 * The two classes of text that a caller may write (contract, "Text"), as checks of a string field.
 * Well-formed Unicode is checked where a request arrives, in all of it at once.
 */

/** One line: a name, label, e-mail or firm holds no control, bidi control or invisible character. */
export const withoutHidden = () =>
  z.refine<string>(
    (text) => !hasHidden(text),
    "must have no control, bidi control or invisible characters",
  );

/** A long text: a rule's wording, a comment, notes; kept as it is. */
export const withoutControls = () =>
  z.refine<string>(
    (text) => !hasControl(text),
    "must have no control characters but tab and newline",
  );
