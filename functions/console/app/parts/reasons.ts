import { line, words } from "./format.ts";

/** Why a delivery was refused or not acted on, or why a run has nothing to show. */
const reasons: ReadonlyMap<string, string> = new Map([
  ["missing_signature", "It was not signed"],
  ["malformed_signature", "Its signature cannot be read"],
  ["no_match", "It is signed with another secret than ours"],
  ["malformed_payload", "Its content cannot be read"],
  ["missing_delivery_id", "It has no delivery id"],
  ["missing_account", "It names no account"],
  ["account_mismatch", "It comes from another account"],
  ["tenant_mismatch", "It names another organisation"],
  ["connection_not_found", "No connection fits it"],
  ["ping", "A test message of the provider"],
  ["event_not_dispatchable", "Nothing to look at in such an event"],
  ["non_default_branch", "Not about the default branch"],
  ["action_closed", "About something that was closed"],
  ["unknown_event", "Not an event about AI systems"],
  ["call_failed", "The call that it tells of had failed"],
  ["no_extractor", "Nothing could be classified: no extractor is chosen"],
  ["recorded_from_pushes", "Only what was pushed is known: the app’s key is not set"],
  ["recorded_from_events", "Only what events told is known: there is no role to list with"],
  ["installation_unconfirmed", "The installation has not confirmed itself by a delivery yet"],
  ["oidc_issuer_not_provisioned", "The platform’s issuer has no key yet"],
]);

/** A code of ours or of a provider as a reason in words; empty if there is no code. */
export const reasonText = (code: string | null | undefined): string =>
  code ? (reasons.get(code) ?? words(line(code))) : "";

const SIGN =
  "At the sender, set the webhook secret that Setup tells of; a platform admin can read it in the secret store, or rotate it. Deliveries after that are accepted.";
const RESEND = "Have the sender deliver it again; if that fails as well, tell a platform admin.";

/** What to do about a refused delivery, and who can. */
const remedies: ReadonlyMap<string, string> = new Map([
  ["missing_signature", SIGN],
  ["no_match", SIGN],
  ["malformed_signature", RESEND],
  ["malformed_payload", RESEND],
  ["missing_delivery_id", RESEND],
  ["missing_account", RESEND],
  [
    "account_mismatch",
    "An organisation admin connects that account, or stops it from sending to this address.",
  ],
  ["tenant_mismatch", "At the sender, enter the address that this connection’s onboarding shows."],
  ["connection_not_found", "An organisation admin connects the environment that sent it."],
]);

/** What to do about a reason, and who can do it; null if there is nothing to do. */
export const reasonRemedy = (code: string | null | undefined): string | null =>
  remedies.get(code ?? "") ?? null;
