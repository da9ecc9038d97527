import type { Invocation } from "../../shared/platform/invocation.ts";
import type { Classifier } from "./settle-artifacts.ts";
import type { StepContext } from "./step.ts";

export const classifier =
  (_context: StepContext, _invocation: Invocation): Classifier =>
  async () => ({ classifications: [], error: null });
