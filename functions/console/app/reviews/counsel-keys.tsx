import { Badge, Time } from "../parts/basics.tsx";
import { line } from "../parts/format.ts";
import type { Answer } from "../shell/client.ts";
import { t } from "./texts.ts";

type Evidence = Answer<"getEvidence">;

/** The credential that signed the decision, according to its audit row; null if none did. */
function signedWith({ audit }: Evidence): string | null {
  for (const { context } of audit) {
    const assertion = context["assertion"] as { credential_id?: unknown } | null | undefined;
    if (typeof assertion?.credential_id === "string") return assertion.credential_id;
  }
  return null;
}

/** The fingerprints of counsel's passkeys in words, to compare with what counsel reads out. */
export function CounselKeys({ found }: { found: Evidence }) {
  const { counsel_keys } = found;
  if (counsel_keys === undefined) return null;
  const signer = signedWith(found);
  return (
    <section>
      <h2>{t.keys.title}</h2>
      <p class="hint">{t.keys.hint}</p>
      <p>
        {counsel_keys.signing_policy === "key_required" ? t.keys.required : t.keys.notRequired}
        {counsel_keys.keys.length === 0 && ` ${t.keys.none}`}
      </p>
      <ul>
        {counsel_keys.keys.map((key) => (
          <li key={key.credential_id}>
            <code>{line(key.fingerprint)}</code>, {t.keys.enrolled} <Time iso={key.enrolled_at} />
            {key.retired_at !== null && (
              <>
                , {t.keys.retired} <Time iso={key.retired_at} />
              </>
            )}
            {key.credential_id === signer && (
              <>
                {" "}
                <Badge tone="sound">{t.keys.signed}</Badge>
              </>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
