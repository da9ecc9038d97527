import * as z from "zod/mini";
import { cut } from "#shared/domain/text/text.ts";
import { MAX_PROJECTS } from "./limits.ts";
import { audienceFault } from "./wif-audience.ts";

/**
 * What this deployment accepts: the host in audiences and the suffix of service account addresses.
 */
export interface WifRules {
  /** CLOUDC_IAM_HOST, e.g. `iam.googleapis.com`. */
  iamHost: string;
  /** CLOUDC_SA_EMAIL_SUFFIX, e.g. `.iam.gserviceaccount.com`. */
  emailSuffix: string;
}

const projectIdPattern = /^[a-z][a-z0-9-]{4,28}[a-z0-9]$/;
const accountPattern = /^[a-z](?:[-a-z0-9]*[a-z0-9])$/;
const domainPattern = /^[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?$/;

/**
 * The body of `POST /connections/cloudc/wif/connect` (second seed, "Cloud-c workload identity
 * federation"). All faults of all fields are reported at once. Only project ids are normalised
 * (trimmed, deduplicated, blank lines dropped).
 */
export const wifConnectSchema = (rules: WifRules) =>
  z.strictObject({
    wif_audience: faultless((value) => audienceFault(value, rules.iamHost)),
    service_account_email: faultless((value) => emailFault(value, rules.emailSuffix)),
    project_ids: projectIds(),
  });

const faultless = (faultOf: (value: unknown) => string | null) =>
  z.pipe(
    z.unknown(),
    z.transform((value, context): string => {
      const fault = faultOf(value);
      if (fault !== null) context.issues.push({ code: "custom", message: fault, input: value });
      return typeof value === "string" ? value : "";
    }),
  );

/** Project ids as text, one per line, or as a list; trimmed, deduplicated, blank lines dropped. */
export const projectIds = () =>
  z.pipe(
    z.unknown(),
    z.transform((value, context): string[] => {
      const { ids, faults } = readProjectIds(value);
      for (const { path, message } of faults) {
        context.issues.push({ code: "custom", path, message, input: value });
      }
      return ids;
    }),
  );

export type WifRequest = z.output<ReturnType<typeof wifConnectSchema>>;

/** The address becomes part of a URL path, so it must not contain URL syntax. */
function emailFault(value: unknown, suffix: string): string | null {
  if (typeof value !== "string" || value === "") return "must not be empty";
  if (/[\s/:?#%]/.test(value)) return "must not contain white space or any of / : ? # %";
  const [account = "", domain = "", ...more] = value.split("@");
  if (more.length > 0 || domain === "") return "must contain exactly one @";
  if (!value.endsWith(suffix) || value.length === suffix.length) return `must end with ${suffix}`;
  if (account.length < 6 || account.length > 30 || !accountPattern.test(account)) {
    return "must begin with an account name of 6 to 30 characters: a lower-case letter, then lower-case letters, digits and hyphens, not ending with a hyphen";
  }
  return domain.length <= 253 && domainPattern.test(domain) && !domain.includes("..")
    ? null
    : "must have a domain of lower-case letters, digits, hyphens and dots";
}

interface ReadIds {
  ids: string[];
  faults: { path: number[]; message: string }[];
}

function readProjectIds(value: unknown): ReadIds {
  const lines = typeof value === "string" ? value.split(/\r\n|\r|\n/) : value;
  if (!Array.isArray(lines)) {
    return { ids: [], faults: [{ path: [], message: "is required: text with one id per line" }] };
  }
  const faults: ReadIds["faults"] = [];
  const ids = new Set<string>();
  for (const [index, line] of lines.entries()) {
    const id = typeof line === "string" ? line.trim() : line;
    if (id === "") continue;
    if (typeof id === "string" && projectIdPattern.test(id)) ids.add(id);
    else faults.push({ path: [index], message: projectFault(id) });
  }
  if (ids.size === 0 && faults.length === 0) {
    faults.push({ path: [], message: "must name at least one project" });
  }
  if (ids.size > MAX_PROJECTS) {
    faults.push({ path: [], message: `must name at most ${MAX_PROJECTS} projects` });
  }
  return { ids: [...ids], faults: faults.slice(0, 100) };
}

const projectFault = (id: unknown): string =>
  typeof id === "string"
    ? `${JSON.stringify(cut(id, 40))} is not a project id: 6 to 30 lower-case letters, digits and hyphens, beginning with a letter, not ending with a hyphen`
    : "must be text";
