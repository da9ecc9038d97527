import { DomainError } from "#shared/domain/errors.ts";
import type { DatedRowsKey } from "#shared/domain/log/key-change.ts";
import { ED25519, rowsKeyName, verifierKey } from "#shared/domain/log/verifier-key.ts";
import { publicKeyFromKms } from "#shared/platform/aws/kms-request.ts";
import { logOrigin, requiredSetting } from "#shared/platform/settings.ts";
import type { LogKeys } from "#shared/store/log-keys.ts";

/** The key service's answer about each key, once per instance. */
const known = new Map<string, Promise<Uint8Array>>();

/** A request that an earlier call left running may have failed while the process slept: ask again. */
function publicKeyOf(arn: string): Promise<Uint8Array> {
  return known.get(arn)?.catch(() => known.get(arn) ?? ask(arn)) ?? ask(arn);
}

function ask(arn: string): Promise<Uint8Array> {
  const asked = publicKeyFromKms(arn);
  known.set(arn, asked);
  asked.catch(() => known.delete(arn));
  return asked;
}

const firstArn = (): string => requiredSetting("EVIDENCE_ROWS_KEY_ARN");

/** Starts to fetch the first key, so that nobody waits for it later. */
export function prepareRowsKeys(): void {
  publicKeyOf(firstArn()).catch(() => {});
}

/**
 * Every key that has certified writers, read from the key service itself. The table names the keys and
 * says until when each counted, but a function may only ask for keys of this stage's purpose. Each run of
 * the sequencer holds the table's list against the signed notes (`trustedKeys`).
 * @throws DomainError `dependency_unavailable`
 */
export async function rowsKeys(logKeys: LogKeys | null): Promise<DatedRowsKey[]> {
  const known = new Map((logKeys?.rows ?? []).map(({ key_arn, until }) => [key_arn, until]));
  const arns = new Set([firstArn(), ...known.keys()]);
  const name = rowsKeyName(logOrigin());
  try {
    return await Promise.all(
      [...arns].map(async (arn) => {
        const until = known.get(arn);
        return {
          key: verifierKey(name, await publicKeyOf(arn), ED25519),
          until: until?.size ?? null,
          isWithdrawn: until?.emergency === true,
          replacedAt: until?.at ?? null,
        };
      }),
    );
  } catch (cause) {
    throw new DomainError(
      "dependency_unavailable",
      "The key service does not answer. Please try again in a moment.",
      { retryAfter: 1, cause },
    );
  }
}
