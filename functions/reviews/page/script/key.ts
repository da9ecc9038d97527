import { type Enrolment, enrolKey, openInvitation, type Problem } from "./api.ts";
import { wireCopying } from "./copy.ts";
import { byId, fill } from "./dom.ts";
import { inUtc } from "./format.ts";
import { wireLanguages } from "./language.ts";
import { canUsePasskeys, makePasskey } from "./passkey.ts";
import { numberOf, reasonOf } from "./reason.ts";
import { says } from "./says.ts";
import { byCode, type Step, show } from "./steps.ts";

/** The script of the page on which counsel creates a passkey. */
let invitation: Enrolment | null = null;

const ended = byCode({
  invalid_token: "invalid",
  invitation_ended: "ended",
  key_exists: "exists",
});

async function open(): Promise<void> {
  if (!canUsePasskeys()) return show("unsupported");
  show("loading");
  const outcome = await openInvitation();
  if (outcome.kind !== "done") return stop(outcome.kind === "problem" ? outcome : null, "failed");
  invitation = outcome.body;
  const { counsel, expires_at, credential_ids } = invitation;
  fill("name", counsel.display_name);
  fill("email", counsel.email);
  fill("firm", counsel.firm ?? says.noneGiven);
  fill("expires", inUtc(expires_at));
  byId("several").hidden = credential_ids.length === 0;
  show("ready");
}

async function make(): Promise<void> {
  if (invitation === null) return;
  show("working");
  const made = await makePasskey(invitation);
  if (made === null) return show("declined");
  if (made === "exists") return show("exists");
  const outcome = await enrolKey(made);
  if (outcome.kind !== "done") return stop(outcome.kind === "problem" ? outcome : null, "refused");
  fill("words", outcome.body.fingerprint);
  fill("enrolled-at", outcome.body.enrolled_at);
  fill("kind", outcome.body.algorithm);
  show("enrolled");
}

function stop(problem: Problem | null, otherwise: Step): void {
  const next = ended[problem?.code ?? ""] ?? otherwise;
  fill("reason", `${problem === null ? "" : reasonOf(problem)} ${numberOf(problem)}`.trim());
  show(next);
  byId("reason").hidden ||= problem === null;
}

byId("open").addEventListener("click", open);
byId("again").addEventListener("click", open);
byId("make").addEventListener("click", make);
wireCopying();
wireLanguages();
