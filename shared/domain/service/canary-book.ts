import { CANARY_FRAMEWORK } from "./canary.ts";

/** The canary's framework, as imported. */
export const canaryFramework = {
  display_name: "Canary (the platform's own check)",
};

/** The one rule in the canary's reviews. It never changes, so importing it again is a no-op. */
export const canaryRule = {
  use_case_id: "canary.self_check",
  title: "Each hour a review is requested, decided and proven",
  citations: [{ label: "Countersign, self-check" }],
  customer_description_preview: "No customer is shown this rule.",
  suggested_verdict_copy: "The platform can make reviews and prove them.",
};

/** The counsel for the canary's reviews: not a person, with an undeliverable address. */
export const canaryCounsel = {
  framework_id: CANARY_FRAMEWORK,
  display_name: "Canary (no lawyer: the platform itself)",
  email: "canary@countersign.invalid",
  notes: "Decides the reviews of the platform's own hourly check.",
};

/** Counsel's comment on the rule. */
export const canaryComment = "Decided by the platform's own check; no lawyer has looked at it.";
