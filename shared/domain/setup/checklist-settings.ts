import {
  neededFromOperator,
  type PlatformProvider,
  platformProviders,
} from "#shared/domain/extractors/catalog.ts";
import { type RowRule, type RowState, type SetupFacts, WHERE } from "./checklist-row.ts";
import { isCredentialName } from "./credentials.ts";

const row = (id: string, title: string, state: RowRule["state"]): RowRule => ({ id, title, state });

/** The state of a row that depends on deployment settings only: no API call changes it. */
const bySettings = (status: RowState["status"], detail: string): RowState => ({
  status,
  detail,
  actions: [],
  updated_at: null,
});

const isGiven = ({ setting, credentials }: SetupFacts, name: string): boolean =>
  isCredentialName(name) ? credentials.has(name) : setting(name) !== undefined;

/**
 * `provisioned` if every named setting and credential is set; otherwise the detail lists the
 * missing ones.
 */
function allOf(facts: SetupFacts, names: readonly string[], purpose: string): RowState {
  const missing = names.filter((name) => !isGiven(facts, name));
  if (missing.length > 0) {
    return bySettings("not_set", `Set ${missing.join(", ")} ${WHERE} ${purpose}.`);
  }
  const shown = names.map((name) =>
    isCredentialName(name) ? `${name} (its value is not read here)` : name,
  );
  const changes = names.filter(isCredentialName).map((name) => facts.credentials.get(name) ?? "");
  const updated_at = changes.toSorted().at(-1) || null;
  return { ...bySettings("provisioned", `${shown.join(", ")} set.`), updated_at };
}

const isPublic = (url: string): boolean =>
  URL.canParse(url) &&
  new URL(url).protocol === "https:" &&
  !/^(localhost|127\.|\[::1\])/.test(new URL(url).hostname);

function publicUrls({ baseUrl, appUrl, issuerUrl }: SetupFacts): RowState {
  const urls = { BASE_URL: baseUrl, APP_URL: appUrl, OIDC_ISSUER_URL: issuerUrl };
  const local = Object.entries(urls).filter(([, url]) => !isPublic(url));
  if (local.length === 0) {
    return bySettings("provisioned", `Links begin with ${appUrl}; tokens name ${issuerUrl}.`);
  }
  const named = local.map(([name, url]) => `${name} (${url})`).join(", ");
  return bySettings(
    "uses_dev_default",
    `Not reachable from the internet: ${named}. Set an https address ${WHERE} before you provision the token-issuer key pair.`,
  );
}

function idpClient(facts: SetupFacts): RowState {
  const clientId = facts.setting("IDP_CLIENT_ID");
  if (clientId === undefined || facts.tokenUrl === undefined) {
    const missing = [
      ...(clientId === undefined ? ["IDP_CLIENT_ID"] : []),
      ...(facts.tokenUrl === undefined ? ["IDP_TOKEN_URL or IDP_TENANT_ID"] : []),
    ];
    return bySettings("not_set", `Set ${missing.join(" and ")} ${WHERE}.`);
  }
  return bySettings("provisioned", `Tokens are requested at ${facts.tokenUrl}.`);
}

/** The row of each extractor that the platform can offer: id, title, and why to set it up. */
const extractors = {
  hosted_llm: ["hosted_llm", "Hosted model", "to offer it"],
  tenant_cloud_llm: ["tenant_cloud_llm", "Model in the tenant’s cloud", "to offer it"],
  local_llm: ["local_llm_tunnel", "Local model through the tunnel", "to offer it"],
} as const satisfies Record<
  PlatformProvider,
  readonly [id: string, title: string, purpose: string]
>;

/** Whether the platform can offer any extractor. */
export const hasExtractor = (facts: SetupFacts): boolean =>
  platformProviders.some((provider) =>
    neededFromOperator(provider).every((name) => isGiven(facts, name)),
  );

const extractorRow = (provider: PlatformProvider, state = allOf): RowRule => {
  const [id, title, purpose] = extractors[provider];
  return row(id, title, (facts) => state(facts, neededFromOperator(provider), purpose));
};

function hostedLlm(facts: SetupFacts, needed: readonly string[], purpose: string): RowState {
  if (facts.development && facts.setting("EXTRACTOR_PROVIDER") === "mock") {
    return bySettings(
      "uses_dev_default",
      "EXTRACTOR_PROVIDER=mock puts a mock in place of every model: unset it, it is for tests only.",
    );
  }
  const state = allOf(facts, needed, purpose);
  if (hasExtractor(facts)) return state;
  const detail = `No model is set up, so nothing that is found gets a class. ${state.detail}`;
  return { ...state, detail };
}

function mailSender(facts: SetupFacts): RowState {
  const from = facts.setting("MAIL_FROM");
  if (from !== undefined) return bySettings("provisioned", `Links can be mailed from ${from}.`);
  return bySettings(
    "not_set",
    `Set MAIL_FROM ${WHERE} to have links mailed; without it they are forwarded by hand.`,
  );
}

/** Rows whose status depends on settings and credentials only. */
export const settingRows = {
  platform_admin_sign_in: row(
    "platform_admin_sign_in",
    "Platform admin sign-in",
    ({ development }) =>
      development
        ? bySettings(
            "uses_dev_default",
            "The local sign-in provider hands out tokens to anyone; a deployed stage uses a real one.",
          )
        : bySettings("provisioned", "You are signed in as a platform admin."),
  ),
  public_urls: row("public_urls", "Public addresses", publicUrls),
  idp_client: row("idp_client", "Identity-provider app registration", idpClient),
  hosted_llm: extractorRow("hosted_llm", hostedLlm),
  tenant_cloud_llm: extractorRow("tenant_cloud_llm"),
  local_llm: extractorRow("local_llm"),
  mail_sender: row("mail_sender", "Mail to counsel (optional)", mailSender),
  cloudc_oauth_client_secret: row(
    "cloudc_oauth_client_secret",
    "Cloud-c client secret (legacy)",
    (facts) =>
      allOf(
        facts,
        ["CLOUDC_OAUTH_CLIENT_ID", "CLOUDC_OAUTH_CLIENT_SECRET"],
        "only if refresh-token connections are still in use; federated ones need none",
      ),
  ),
} satisfies Record<string, RowRule> & Record<PlatformProvider, RowRule>;
