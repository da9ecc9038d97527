import type { CounselKey } from "#shared/domain/counsel/counsel-key.ts";
import { appUrl } from "#shared/platform/settings.ts";

/** The WebAuthn relying party: the configured app URL's origin and host. */
export function relyingParty(): { origin: string; rpId: string } {
  const { origin, hostname } = new URL(appUrl());
  return { origin, rpId: hostname };
}

/** Whether a key can sign now. A key that was enrolled at another host no longer can. */
export const canSign = ({ retired_at, rp_id }: Pick<CounselKey, "retired_at" | "rp_id">): boolean =>
  retired_at === null && rp_id === relyingParty().rpId;
