import * as z from "zod/mini";
import { eachOnce, faultsAcross } from "#shared/domain/members.ts";
import { hostId } from "#shared/domain/sourcehost/host-id.ts";
import { numberOf } from "#shared/domain/text/text.ts";
import { withoutHidden } from "#shared/domain/text/text-fields.ts";
import {
  type ConnectionKind,
  type ConnectionProvider,
  providers,
  type Subtype,
  subtypes,
} from "./connection.ts";
import { MAX_DISPLAY_NAME, MAX_REFRESH_TOKEN, MAX_REGIONS, MAX_REMOTE_ID } from "./limits.ts";

const optionalFields = [
  "remote_tenant_id",
  "installation_id",
  "refresh_token",
  "regions",
  "role_arn",
] as const;
type OptionalField = (typeof optionalFields)[number];

interface Kind {
  provider: ConnectionProvider;
  subtype: Subtype | null;
  demands: readonly OptionalField[];
  /** Optional fields. */
  allows: readonly OptionalField[];
}

/** Kinds that `POST /connections` creates; `wif` has its own path. */
type Connectable = Exclude<ConnectionKind, "wif">;

/** What `POST /connections` can create (second seed; contract). */
const connectable = {
  sourcehost: {
    provider: "sourcehost",
    subtype: null,
    demands: ["installation_id"],
    allows: ["remote_tenant_id"],
  },
  eventbus: {
    provider: "cloudb",
    subtype: "eventbus",
    demands: ["remote_tenant_id"],
    allows: [],
  },
  assume_role: {
    provider: "cloudb",
    subtype: "assume_role",
    demands: ["remote_tenant_id", "regions"],
    allows: ["role_arn"],
  },
  oauth_refresh: {
    provider: "cloudc",
    subtype: "oauth_refresh",
    demands: ["refresh_token"],
    allows: ["remote_tenant_id"],
  },
} as const satisfies Record<Connectable, Kind>;

export const connectKinds: readonly Kind[] = Object.values(connectable);

/** Regions of cloud-b, without duplicates. */
const regions = () =>
  z
    .array(
      z
        .string()
        .check(
          z.regex(
            /^[a-z]{2}(?:-[a-z]{1,12}){1,3}-\d{1,2}$/,
            "must be names of regions, such as eu-west-1",
          ),
        ),
    )
    .check(
      z.minLength(1, "must name at least one region"),
      z.maxLength(MAX_REGIONS),
      eachOnce("must name each region once"),
    );

const rolePattern = /^arn:aws[a-z-]{0,10}:iam::(\d{12}):role\/[\w+=,.@/-]{1,576}$/;

/** The ARN of a role that the customer created. */
export const roleArn = () =>
  z.string().check(z.regex(rolePattern, "must look like arn:aws:iam::<account>:role/<name>"));

/** Whether the ARN names a role in that account (12 digits). */
export const isRoleOf = (arn: string, account: string): boolean =>
  rolePattern.exec(arn)?.[1] === account;

/** The refresh token of the legacy path into cloud-c. */
export const refreshToken = () =>
  z
    .string()
    .check(
      z.regex(
        new RegExp(`^[\\x21-\\x7e]{1,${MAX_REFRESH_TOKEN}}$`),
        `must have 1 to ${numberOf(MAX_REFRESH_TOKEN)} characters, without spaces or accents`,
      ),
    );

/** A connection's display name, trimmed. */
export const displayName = () => line(MAX_DISPLAY_NAME);

const line = (most: number) =>
  z.string().check(z.trim(), z.minLength(1), z.maxLength(most), withoutHidden());

/** The body of `POST /connections`. All faults are reported at once, each at its field. */
export const connectRequest = () =>
  z
    .strictObject({
      provider: z.enum(providers),
      subtype: z._default(z.nullable(z.enum(subtypes)), null),
      display_name: displayName(),
      remote_tenant_id: z.optional(z.nullable(line(MAX_REMOTE_ID))),
      installation_id: z.optional(z.nullable(hostId())),
      refresh_token: z.optional(z.nullable(refreshToken())),
      regions: z.optional(z.nullable(regions())),
      role_arn: z.optional(z.nullable(roleArn())),
    })
    .check(
      faultsAcross((body, fault) => {
        const ofProvider = connectKinds.filter(({ provider }) => provider === body.provider);
        const kind = ofProvider.find(({ subtype }) => subtype === body.subtype);
        if (kind === undefined) {
          const isKnown = body.subtype === null || subtypes.some((one) => one === body.subtype);
          const [{ provider } = {}] = ofProvider;
          if (isKnown && provider) fault(["subtype"], subtypeFault(provider, ofProvider));
          return;
        }
        const { remote_tenant_id: account, role_arn } = body;
        for (const field of optionalFields) {
          const given = body[field] != null;
          const known = kind.demands.includes(field) || kind.allows.includes(field);
          if (!given && kind.demands.includes(field))
            fault([field], "is required for this connection");
          if (given && !known) fault([field], "does not apply to this kind of connection");
        }
        if (
          kind.provider === "cloudb" &&
          typeof account === "string" &&
          !/^\d{12}$/.test(account)
        ) {
          fault(["remote_tenant_id"], "must have the 12 digits of an account number");
        }
        const owner = account ?? "";
        if (
          typeof role_arn === "string" &&
          typeof owner === "string" &&
          !isRoleOf(role_arn, owner)
        ) {
          fault(["role_arn"], "must name a role in the account that you entered");
        }
      }),
    );

/** The body of `POST /connections`, parsed. */
export type ConnectBody = z.output<ReturnType<typeof connectRequest>>;
type Demanded<F extends OptionalField> = { [K in F]: NonNullable<ConnectBody[K]> };
type Allowed<F extends OptionalField> = { [K in F]: NonNullable<ConnectBody[K]> | null };
type Request<K extends ConnectionKind, D extends OptionalField, A extends OptionalField> = {
  kind: K;
  display_name: string;
} & Demanded<D> &
  Allowed<A>;

/** The requested connection; each kind has its own fields. */
export type ConnectRequest = {
  [K in Connectable]: Request<
    K,
    (typeof connectable)[K]["demands"][number],
    (typeof connectable)[K]["allows"][number]
  >;
}[Connectable];

/** Narrows a body to its kind; it must have passed the schema, which checks the kind's fields. */
export function readConnectRequest(body: ConnectBody): ConnectRequest {
  const { provider, subtype, display_name } = body;
  const kind = connectKinds.find((one) => one.provider === provider && one.subtype === subtype);
  const fields = Object.fromEntries(
    [...(kind?.demands ?? []), ...(kind?.allows ?? [])].map((name) => [name, body[name] ?? null]),
  );
  return { kind: subtype ?? provider, display_name, ...fields } as ConnectRequest;
}

function subtypeFault(provider: ConnectionProvider, ofProvider: readonly Kind[]): string {
  const names = ofProvider.map(({ subtype }) => subtype ?? "null").join(" or ");
  const elsewhere =
    provider === "cloudc" ? "; wif connects at POST /connections/cloudc/wif/connect" : "";
  return `must be ${names} for ${provider}${elsewhere}`;
}
