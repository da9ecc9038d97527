import { audienceParts } from "./wif-audience.ts";

/** What the commands on the customer's side depend on. */
export interface WifValues {
  tenantId: string;
  audience: string;
  email: string;
  projects: readonly string[];
  /** The issuer's URL, byte for byte as in the discovery document. */
  issuerUrl: string;
}

const bash = (...lines: string[]) => ({ language: "bash" as const, content: lines.join("\n") });

const ROLES = ["roles/aiplatform.viewer", "roles/notebooks.viewer", "roles/browser"];

/**
 * What a customer runs in their own cloud before they connect it by workload identity federation
 * (second seed, "Customer-side setup (required before connecting)").
 */
export function wifSteps({ tenantId, audience, email, projects, issuerUrl }: WifValues) {
  const { number, pool, provider } = audienceParts(audience);
  const [account = "", domain = ""] = email.split("@");
  const [home = ""] = domain.split(".");
  const subject = `discovery-${tenantId}`;
  const principal = `principal://iam.googleapis.com/projects/${number}/locations/global/workloadIdentityPools/${pool}/subject/${subject}`;
  return [
    {
      title: "Create pool and provider",
      text: "A workload identity pool with an OIDC provider that trusts the platform's issuer; google.subject is mapped from assertion.sub.",
      template: bash(
        `gcloud iam workload-identity-pools create ${pool} --project="${number}" --location="global"`,
        `gcloud iam workload-identity-pools providers create-oidc ${provider} --project="${number}" --location="global" --workload-identity-pool="${pool}" --issuer-uri="${issuerUrl}" --allowed-audiences="${audience}" --attribute-mapping="google.subject=assertion.sub"`,
      ),
    },
    {
      title: "Create the service account",
      text: `A service account of its own for discovery, ${email}. It holds no key. The APIs are those that federation and discovery call.`,
      template: bash(
        `gcloud services enable iamcredentials.googleapis.com sts.googleapis.com cloudresourcemanager.googleapis.com --project="${home}"`,
        `gcloud iam service-accounts create ${account} --project="${home}" --display-name="Countersign discovery (read-only)"`,
      ),
    },
    {
      title: "Let it impersonate the service account",
      text: `Only the subject ${subject} may impersonate ${email}.`,
      template: bash(
        `gcloud iam service-accounts add-iam-policy-binding ${email} --project="${home}" --role="roles/iam.workloadIdentityUser" --member="${principal}"`,
      ),
    },
    {
      title: "Grant read access",
      text: "Viewer roles for the ML platform, notebooks and project browsing on each project of this connection.",
      template: bash(
        ...projects.flatMap((project) =>
          ROLES.map(
            (role) =>
              `gcloud projects add-iam-policy-binding ${project} --member="serviceAccount:${email}" --role="${role}"`,
          ),
        ),
      ),
    },
  ];
}
