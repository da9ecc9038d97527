import { CANARY_FRAMEWORK } from "./canary.ts";

/** The canary's framework, as it is imported. */
export const canaryFramework = {
  display_name: "Canary (the platform's own check)",
};

/** The one rule under the canary's reviews: the same for ever, so that its import changes nothing. */
export const canaryRule = {
  use_case_id: "canary.self_check",
  title: "Each hour a review is requested, decided and proven",
  citations: [{ label: "Countersign, self-check" }],
  customer_description_preview: "No customer is shown this rule.",
  suggested_verdict_copy: "The platform can make reviews and prove them.",
};

/** The counsel of the canary's reviews: no person, and an address that no mail can reach. */
export const canaryCounsel = {
  framework_id: CANARY_FRAMEWORK,
  display_name: "Canary (no lawyer: the platform itself)",
  email: "canary@countersign.invalid",
  notes: "Decides the reviews of the platform's own hourly check.",
};

/** What counsel says of the rule. */
export const canaryComment = "Decided by the platform's own check; no lawyer has looked at it.";
