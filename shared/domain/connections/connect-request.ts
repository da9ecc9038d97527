import * as z from "zod/mini";
import { withoutHidden } from "#shared/domain/text-fields.ts";
import { type Provider, providers, type Subtype, subtypes } from "./connection.ts";

const optionalFields = ["remote_tenant_id", "installation_id", "refresh_token"] as const;
type OptionalField = (typeof optionalFields)[number];

interface Kind {
  provider: Provider;
  subtype: Subtype | null;
  demands: readonly OptionalField[];
  /** Fields that may stand besides the demanded ones. */
  allows: readonly OptionalField[];
}

/** What `POST /connections` can create (second seed; contract). `wif` has a path of its own. */
const kinds: readonly Kind[] = [
  {
    provider: "sourcehost",
    subtype: null,
    demands: ["installation_id"],
    allows: ["remote_tenant_id"],
  },
  { provider: "cloudb", subtype: "eventbus", demands: ["remote_tenant_id"], allows: [] },
  { provider: "cloudb", subtype: "assume_role", demands: [], allows: ["remote_tenant_id"] },
  {
    provider: "cloudc",
    subtype: "oauth_refresh",
    demands: ["refresh_token"],
    allows: ["remote_tenant_id"],
  },
];

/** Digits as text; a number is taken too, as the source host's own payloads write it. */
const installationId = () =>
  z.pipe(
    z.union([z.string(), z.pipe(z.int(), z.transform(String))], { error: "must be digits" }),
    z.string().check(z.regex(/^[1-9]\d{0,18}$/, "must be digits")),
  );

/** The body of `POST /connections`; every fault at once, each at its field. */
export const connectRequest = () =>
  z
    .strictObject({
      provider: z.enum(providers),
      subtype: z._default(z.nullable(z.enum(subtypes)), null),
      display_name: z.string().check(z.trim(), z.minLength(1), z.maxLength(200), withoutHidden()),
      remote_tenant_id: z.optional(
        z.nullable(z.string().check(z.trim(), z.minLength(1), z.maxLength(200), withoutHidden())),
      ),
      installation_id: z.optional(z.nullable(installationId())),
      refresh_token: z.optional(
        z.nullable(
          z
            .string()
            .check(z.regex(/^[\x21-\x7e]{1,4096}$/, "must be 1 to 4096 visible ASCII characters")),
        ),
      ),
    })
    .check(
      z.superRefine((body, context) => {
        const fault = (path: string, message: string) =>
          context.addIssue({ code: "custom", path: [path], message });
        const ofProvider = kinds.filter(({ provider }) => provider === body.provider);
        const kind = ofProvider.find(({ subtype }) => subtype === body.subtype);
        if (kind === undefined) return fault("subtype", subtypeFault(body.provider, ofProvider));
        for (const field of optionalFields) {
          const given = body[field] != null;
          const known = kind.demands.includes(field) || kind.allows.includes(field);
          if (!given && kind.demands.includes(field))
            fault(field, "is required for this connection");
          if (given && !known) fault(field, "does not belong to this kind of connection");
        }
        if (
          kind.provider === "cloudb" &&
          !/^\d{12}$/.test(body.remote_tenant_id ?? "000000000000")
        ) {
          fault("remote_tenant_id", "must be the 12-digit account number");
        }
      }),
    );

function subtypeFault(provider: Provider, ofProvider: readonly Kind[]): string {
  const names = ofProvider.map(({ subtype }) => subtype ?? "null").join(" or ");
  const elsewhere =
    provider === "cloudc" ? "; wif connects at POST /connections/cloudc/wif/connect" : "";
  return `must be ${names} for ${provider}${elsewhere}`;
}
