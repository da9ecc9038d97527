import * as z from "zod/mini";
import { inForceStates } from "#shared/domain/frameworks/in-force.ts";

export const reviewStatus = () =>
  z.enum(["approved_live", "approved_then_changed", "never_approved", "pending", "never_reviewed"]);

/** Whether the law behind a rule applies at the instant of the answer. */
export const inForce = () => z.enum(inForceStates);
