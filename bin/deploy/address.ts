import type { DeployedStage } from "./deployed-stage.ts";

type Options = Readonly<Record<string, unknown>>;

/** The consequences of a changed address, and what the deployment does about them. */
export interface AddressChange {
  /** The issuer that tokens continue to name; null: nothing is deployed, or options name an issuer. */
  keptIssuer: string | null;
  /** Sentences for the operator. */
  warnings: string[];
}

const text = (value: unknown): string | null =>
  typeof value === "string" && value !== "" ? value : null;

const hostOf = (url: string | null): string | null =>
  url !== null && URL.canParse(url) ? new URL(url).hostname : null;

const isApiGateways = (host: string): boolean => host.includes(".execute-api.");

/**
 * Customers' clouds trust the issuer by its address, and passkeys are bound to the host of counsel's
 * page. So a new domain must not change the issuer by itself, and it inevitably changes the host.
 * @throws Error with one sentence if the address that tokens name would stop answering
 */
export function addressChange(deployed: DeployedStage | null, options: Options): AddressChange {
  if (deployed === null) return { keptIssuer: null, warnings: [] };
  const [domain, former] = [text(options.domainName), text(options.formerDomainName)];
  const before = hostOf(deployed.baseUrl);
  const isMoving =
    before !== null && (domain === null ? !isApiGateways(before) : domain !== before);
  const keptIssuer = text(options.OIDC_ISSUER_URL) === null ? deployed.issuer : null;
  const named = hostOf(keptIssuer);
  if (isMoving && named === before && !isApiGateways(before) && former !== before) {
    throw new Error(
      `Tokens name ${keptIssuer} as their issuer, and ${before} would stop answering. Put formerDomainName ` +
        "and formerCertificateArn into the options (or OIDC_ISSUER_URL, once every customer trusts another address). Nothing was deployed.",
    );
  }
  return { keptIssuer, warnings: isMoving ? warningsOf(deployed, options, keptIssuer) : [] };
}

function warningsOf(
  { appUrl, baseUrl }: DeployedStage,
  options: Options,
  keptIssuer: string | null,
): string[] {
  const domain = text(options.domainName);
  const pages = text(options.APP_URL) ?? (domain === null ? null : `https://${domain}`);
  return [
    `The address changes from ${baseUrl} to ${domain === null ? "API Gateway's own" : `https://${domain}`}.`,
    ...(keptIssuer === null
      ? []
      : [
          `Tokens go on naming the issuer ${keptIssuer}, which customers' clouds trust; OIDC_ISSUER_URL moves it.`,
        ]),
    ...(hostOf(pages) === hostOf(appUrl)
      ? []
      : [
          `Passkeys are bound to ${hostOf(appUrl)}: every counsel with a key has to enrol again, and open links lead to the old address.`,
        ]),
    "The source host's app and the sign-in provider name the old address, too: change it there.",
  ];
}
