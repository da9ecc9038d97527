import { audienceFault } from "#shared/domain/connections/wif-audience.ts";
import { wifSteps } from "#shared/domain/connections/wif-steps.ts";
import { Pending } from "../parts/trouble.tsx";
import type { Outcome } from "../shell/client.ts";
import { useLoad } from "../shell/load.ts";
import { config } from "../shell/provider.ts";
import { session } from "../shell/session.ts";
import { Steps } from "./onboarding.tsx";
import { t } from "./texts.ts";

/** The fault of an audience, found before sending. */
export const faultOfAudience = (audience: string): string | null =>
  audienceFault(audience, config.cloudc_iam_host);

/** The issuer's address exactly as its public document gives it; null before it has a key. */
async function askIssuer(): Promise<Outcome<{ url: string | null }>> {
  const answer = await fetch("/oidc/.well-known/openid-configuration").catch(() => null);
  if (answer === null) return { kind: "unreachable" };
  return { kind: "done", body: { url: answer.ok ? (await answer.json()).issuer : null } };
}

interface Typed {
  audience: string;
  email: string;
  projects: readonly string[];
}

/** The commands that prepare the customer's cloud, once the form holds the values they need. */
export function WifFirst(typed: Typed) {
  const { audience, email, projects } = typed;
  const isComplete =
    faultOfAudience(audience) === null && /^[^\s@]+@[^\s@]+$/.test(email) && projects.length > 0;
  return (
    <section>
      <h2>{t.first}</h2>
      <p>{t.firstWords}</p>
      {isComplete && <Commands {...typed} />}
    </section>
  );
}

function Commands({ audience, email, projects }: Typed) {
  const issuer = useLoad("issuer", askIssuer);
  const tenantId = session.value?.person.tenantId ?? "";
  if (issuer.data === null) return <Pending of={issuer} />;
  const { url: issuerUrl } = issuer.data;
  if (issuerUrl === null) return <p>{t.noIssuer}</p>;
  return <Steps of={wifSteps({ tenantId, audience, email, projects, issuerUrl })} />;
}
