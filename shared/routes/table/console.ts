import * as z from "zod/mini";
import { languages } from "#shared/domain/language.ts";
import { entriesOf, ok } from "#shared/routes/contract/route.ts";

const entry = /* @__PURE__ */ entriesOf({ area: "console", access: "public" });

/** The sign-in provider, and which of its tokens the API is called with. */
const signInSettings = [
  "SIGN_IN_ISSUER_URL",
  "SIGN_IN_CLIENT_ID",
  "SIGN_IN_SCOPE",
  "SIGN_IN_BEARER",
  "SIGN_IN_ORIGINS",
] as const;

/** The names that people here use for the providers of connections. */
const nameSettings = [
  "SOURCEHOST_DISPLAY_NAME",
  "CLOUDB_DISPLAY_NAME",
  "CLOUDC_DISPLAY_NAME",
] as const;
const consoleSettings = [
  ...signInSettings,
  ...nameSettings,
  "COUNSEL_LANGUAGES",
  "CLOUDC_IAM_HOST",
] as const;

export const openConsole = /* @__PURE__ */ entry("openConsole", {
  on: "GET /admin/console",
  cacheable: true,
  summary: "The console: its page under every address, its script and style sheet under assets/",
  params: () => z.object({ proxy: z.optional(z.string()) }),
  /** A screen's filters, or the sign-in provider's parameters. The page reads them itself. */
  query: () => z.looseObject({}),
  responses: { 200: { description: "The page, or one of its files", contentType: "text/html" } },
  errors: ["not_found"],
  needs: { settings: consoleSettings },
  servesBelow: true,
});

export const getConsoleConfig = /* @__PURE__ */ entry("getConsoleConfig", {
  on: "GET /admin/console/config.json",
  summary: "How the console signs users in; other clients can do the same",
  responses: /* @__PURE__ */ ok("The sign-in provider and the console's client", () =>
    z.object({
      issuer: z.string(),
      client_id: z.string(),
      scope: z.string(),
      redirect_uri: z.string(),
      /** Which of the provider's tokens the API accepts. */
      bearer: z.enum(["id_token", "access_token"]),
      /** Set where a second person confirms counsel, and links are sent only by mail. */
      two_people: z.optional(z.literal(true)),
      /** The names people here use for connections' providers, if a setting gives any. */
      provider_names: z.optional(
        z.object({
          sourcehost: z.optional(z.string()),
          cloudb: z.optional(z.string()),
          cloudc: z.optional(z.string()),
        }),
      ),
      /** The languages in which counsel can be served; the first is the default. */
      counsel_languages: z.array(z.enum(languages)),
      /** The host that an audience of cloud-c's workload identity federation must name. */
      cloudc_iam_host: z.string(),
    }),
  ),
  needs: { settings: consoleSettings },
});

/** The answer of pages that only lead to the console. */
const leadsOn = {
  303: { description: "The console's address", headers: { location: "A path of this API" } },
} as const;

export const redirectToConsole = /* @__PURE__ */ entry("redirectToConsole", {
  on: "GET /",
  alsoAt: ["/admin"],
  summary: "Leads to the console, as does /admin: where people begin",
  /** People open it by hand, so any query is accepted. */
  query: () => z.looseObject({}),
  responses: leadsOn,
  needs: {},
});

export const redirectToSetup = /* @__PURE__ */ entry("redirectToSetup", {
  on: "GET /admin/setup",
  summary: "Leads to the console's setup checklist",
  query: () => z.looseObject({}),
  responses: leadsOn,
  needs: {},
});
