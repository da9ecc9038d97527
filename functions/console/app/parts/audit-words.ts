import { line, titled, words } from "./format.ts";
import { providerName } from "./provider-names.ts";

const host = (thing: string) => () => `${providerName("sourcehost")} ${thing}`;
const bus = (thing: string) => () => `${providerName("cloudb")} event-bus ${thing}`;

/** Readable names for some codes of the audit trail. All other codes read well as they are. */
const things: Readonly<Record<string, () => string>> = {
  sourcehost_webhook: host("webhook"),
  sourcehost_delivery: host("delivery"),
  sourcehost_webhook_secret: host("webhook secret"),
  sourcehost_app: host("app"),
  sourcehost_app_private_key: host("app’s private key"),
  cloudb_eventbus: bus("webhook"),
  cloudb_eventbus_delivery: bus("delivery"),
  cloudb_eventbus_webhook_secret: bus("webhook secret"),
  cloudc_oauth_client_secret: () => `${providerName("cloudc")} client secret`,
  counsel_review_hmac_secret: () => "Counsel-review signing secret",
  framework: () => "Rule book",
  oidc_issuer: () => "Token issuer",
  idp_fic: () => "Identity-provider federation",
  idp_federation: () => "Identity-provider federation",
  clearance_key: () => "Key of clearance statements",
};

/** The name of a kind of resource, or of a secret: `Source host (GitHub) delivery`, `Rule book`. */
export const thingText = (code: string): string => {
  const key = code.replaceAll("-", "_");
  return Object.hasOwn(things, key) ? (things[key] as () => string)() : titled(words(code));
};

/** The name of a row of the setup checklist. Its group already says whether it is optional. */
export const setupTitle = ({ id, title }: { id: string; title: string }): string =>
  Object.hasOwn(things, id) ? thingText(id) : line(title).replace(/ \((optional|legacy)\)$/, "");

/** The parts of actions whose words differ from their codes. */
const deeds: Readonly<Record<string, string>> = {
  toggled: "switched on or off",
  keypair_provisioned: "key pair provisioned",
};

/** `rule_review.viewed_by_counsel` in words: `Rule review: viewed by counsel`. */
export const actionText = (action: string): string => {
  const parts = action.split(".");
  const [area = "", ...rest] = parts[0] === "platform" && parts.length > 2 ? parts.slice(1) : parts;
  const deed = rest.join(" ");
  if (deed === "") return thingText(area);
  return `${thingText(area)}: ${Object.hasOwn(deeds, deed) ? deeds[deed] : words(deed)}`;
};
