import { stackName } from "#infra/aws/naming.ts";
import type { ClearanceKey } from "#shared/store/clearance-keys.ts";
import type { LogKeys } from "#shared/store/log-keys.ts";
import { read } from "../aws/cli.ts";
import { tableItem } from "../aws/table-item.ts";
import { tableIn } from "../deploy/options.ts";
import { act, ageText, type Finding, ok, secondsBetween } from "./finding.ts";
import type { Subject } from "./subject.ts";

/* Checks the table and the keys without which it is worthless. */

export function table({ aws, stage, options }: Subject): Finding[] {
  const name = tableIn(stage, options);
  const { ContinuousBackupsDescription: backups } = read<{
    ContinuousBackupsDescription: {
      PointInTimeRecoveryDescription?: {
        PointInTimeRecoveryStatus: string;
        RecoveryPeriodInDays?: number;
      };
    };
  }>(aws(["dynamodb", "describe-continuous-backups", "--table-name", name]));
  const { Table } = read<{
    Table: { DeletionProtectionEnabled?: boolean; ItemCount?: number; TableStatus: string };
  }>(aws(["dynamodb", "describe-table", "--table-name", name]));
  const recovery = backups.PointInTimeRecoveryDescription;
  return [
    recovery?.PointInTimeRecoveryStatus === "ENABLED"
      ? ok(
          "recovery",
          `${name} can be restored to any second of ${recovery.RecoveryPeriodInDays ?? 35} days.`,
        )
      : act("recovery", `${name} has no point-in-time recovery.`),
    Table.DeletionProtectionEnabled
      ? ok(
          "table",
          `${name} is ${Table.TableStatus}, protected, about ${Table.ItemCount ?? 0} items.`,
        )
      : act("table", `${name} is not protected against deletion.`),
  ];
}

interface Key {
  KeyState: string;
  KeySpec?: string;
  Description?: string;
  CreationDate: string | number;
}

export function keys(subject: Subject): Finding[] {
  const { aws, stage, now } = subject;
  const { StackResourceSummaries: resources } = read<{
    StackResourceSummaries: {
      ResourceType: string;
      LogicalResourceId: string;
      PhysicalResourceId: string;
    }[];
  }>(aws(["cloudformation", "list-stack-resources", "--stack-name", stackName(stage, "State")]));
  const made = resources
    .filter(({ ResourceType }) => ResourceType === "AWS::KMS::Key")
    .map(({ PhysicalResourceId: id, LogicalResourceId: logical }) => ({
      id,
      what: `key ${logical.replace(/[0-9A-F]{8}$/, "")}`,
    }));
  // A rotation makes a key that is in no stack.
  const rotated = keysInTable(subject).filter(
    ({ id }) => !made.some((one) => id === one.id || id.endsWith(`/${one.id}`)),
  );
  return [...made, ...rotated].map(({ id, what }) => {
    const answer = aws(["kms", "describe-key", "--key-id", id]);
    if (answer.outcome === "refused" && /NotFoundException/.test(answer.reason))
      return act(what, "does not exist any more.");
    const { KeyMetadata: key } = read<{ KeyMetadata: Key }>(answer);
    if (key.KeyState !== "Enabled")
      return act(what, `is ${key.KeyState}: docs/alarms.md, KeysEnding.`);
    const created =
      typeof key.CreationDate === "number" ? key.CreationDate * 1000 : key.CreationDate;
    const age = ageText(secondsBetween(new Date(created).toISOString(), now));
    const isSymmetric = (key.KeySpec ?? "SYMMETRIC_DEFAULT") === "SYMMETRIC_DEFAULT";
    if (!isSymmetric) return ok(what, `enabled, made ${age} ago; rotated by you, never by AWS.`);
    const { KeyRotationEnabled } = read<{ KeyRotationEnabled: boolean }>(
      aws(["kms", "get-key-rotation-status", "--key-id", id]),
    );
    return KeyRotationEnabled
      ? ok(what, `enabled, made ${age} ago, rotated by AWS every year.`)
      : act(what, "is not rotated by AWS any more.");
  });
}

/** The keys that sign now, and earlier keys of clearance statements, which have to stay enabled. */
function keysInTable({ aws, stage, options }: Subject): { id: string; what: string }[] {
  const table = tableIn(stage, options);
  const log = tableItem(aws, table, "logKeys")?.keys as LogKeys | undefined;
  const clearance = (tableItem(aws, table, "clearanceKeys")?.keys ?? []) as ClearanceKey[];
  return [
    ...(log?.sets[0] ?? []).map(({ key_arn: id }) => ({ id, what: "key of the evidence log" })),
    ...(log?.rows.slice(0, 1) ?? []).map(({ key_arn: id }) => ({ id, what: "key of writers" })),
    ...clearance.map(({ key_arn: id }) => ({ id, what: "key of clearance statements" })),
  ];
}
