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

/** The rows keys that the key service shows. */
interface RowsKeys {
  keys: DatedRowsKey[];
  /**
   * The error for whoever needs a key that it does not show, because none of `keys` certified a writer:
   * `dependency_unavailable`. null: it shows every key.
   */
  missing: DomainError | null;
}

/**
 * Every key that has certified writers, read from the key service itself. The table names the keys and
 * says until when each counted, but a function may only ask for keys of this stage's purpose. Each run of
 * the sequencer holds the table's list against the signed notes (`trustedKeys`).
 */
export async function rowsKeys(logKeys: LogKeys | null): Promise<RowsKeys> {
  const known = new Map((logKeys?.rows ?? []).map(({ key_arn, until }) => [key_arn, until]));
  const name = rowsKeyName(logOrigin());
  let missing: DomainError | null = null;
  const keys = await Promise.all(
    [...new Set([firstArn(), ...known.keys()])].map(async (arn) => {
      const until = known.get(arn);
      const bytes = await publicKeyOf(arn).catch((cause: unknown) => {
        missing = unavailable(cause);
        return null;
      });
      return (
        bytes && {
          key: verifierKey(name, bytes, ED25519),
          until: until?.size ?? null,
          isWithdrawn: until?.emergency === true,
          replacedAt: until?.at ?? null,
        }
      );
    }),
  );
  return { keys: keys.filter((key) => key !== null), missing };
}

const unavailable = (cause: unknown): DomainError =>
  new DomainError(
    "dependency_unavailable",
    "The key service does not answer. Please try again in a moment.",
    { retryAfter: 1, cause },
  );
