import type { Addresses } from "./deployed-stage.ts";

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
 * @param addresses of the stage as it was deployed last; null: it never was
 * @param isRemoved the stage was removed in the meantime; API Gateway gives no address a second time
 * @throws Error with one sentence if the address that tokens name would stop answering
 */
export function addressChange(
  addresses: Addresses | null,
  isRemoved: boolean,
  options: Options,
): AddressChange {
  if (addresses === null) return { keptIssuer: null, warnings: [] };
  const [domain, former] = [text(options.domainName), text(options.formerDomainName)];
  const before = hostOf(addresses.base_url);
  const isMoving =
    before !== null && (domain === null ? isRemoved || !isApiGateways(before) : domain !== before);
  const issuer = text(options.OIDC_ISSUER_URL) === null ? addresses.issuer : null;
  const isGone = isRemoved && isApiGateways(hostOf(issuer) ?? "");
  const keptIssuer = isGone ? null : issuer;
  const named = hostOf(keptIssuer);
  if (isMoving && named === before && !isApiGateways(before) && former !== before) {
    throw new Error(
      `Tokens name ${keptIssuer} as their issuer, and ${before} would stop answering. Put formerDomainName ` +
        "and formerCertificateArn into the options (or OIDC_ISSUER_URL, once every customer trusts another address). Nothing was deployed.",
    );
  }
  return {
    keptIssuer,
    warnings: [
      ...(isGone ? [`Tokens named the issuer ${issuer}, which is gone: ${NEW_ISSUER}`] : []),
      ...(isMoving ? warningsOf(addresses, options, keptIssuer) : []),
    ],
  };
}

const NEW_ISSUER = "every customer has to trust the new one (output OidcIssuer of the Edge stack).";

function warningsOf(
  { app_url, base_url }: Addresses,
  options: Options,
  keptIssuer: string | null,
): string[] {
  const domain = text(options.domainName);
  const pages = text(options.APP_URL) ?? (domain === null ? null : `https://${domain}`);
  return [
    `The address changes from ${base_url} to ${domain === null ? "one of API Gateway's own" : `https://${domain}`}.`,
    ...(keptIssuer === null
      ? []
      : [
          `Tokens go on naming the issuer ${keptIssuer}, which customers' clouds trust; OIDC_ISSUER_URL moves it.`,
        ]),
    ...(hostOf(pages) === hostOf(app_url)
      ? []
      : [
          `Passkeys are bound to ${hostOf(app_url)}: every counsel with a key has to enrol again, and open links lead to the old address.`,
        ]),
    "The source host's app and the sign-in provider name the old address, too: change it there.",
  ];
}
