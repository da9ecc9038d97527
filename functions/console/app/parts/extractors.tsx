import { t } from "../extractors/texts.ts";
import type { Answer } from "../shell/client.ts";
import { Badge, type Tone } from "./basics.tsx";

type Tenant = Answer<"getExtractorStatus">["tenants"][number];

const tones: Readonly<Record<Tenant["health"], Tone>> = {
  green: "sound",
  amber: "warn",
  red: "bad",
  gray: "quiet",
};

export const HealthBadge = ({ health }: Pick<Tenant, "health">) => (
  <Badge tone={tones[health]}>{t.healths[health]}</Badge>
);

/** The providers of a chain, in order; an empty chain means the platform's default. */
export const chainText = (chain: Tenant["chain"]): string =>
  chain.map(({ provider }) => t.providers[provider]).join(", ") || t.default;
