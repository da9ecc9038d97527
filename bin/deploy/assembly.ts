import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdtempSync, readdirSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { marshall } from "@aws-sdk/util-dynamodb";
import { type Aws, done, INPUT } from "../aws/cli.ts";
import type { AwsPlace } from "../aws/place.ts";
import { storedKeyOf, tableItem } from "../aws/table-item.ts";
import type { Addresses } from "./deployed-stage.ts";

/** A deployed assembly, as the item DEPLOYMENT / ASSEMBLY of the stage's table names it. */
export interface KeptAssembly {
  /** The bucket of assets, which contains the archive. */
  bucket: string;
  key: string;
  version: string;
  commit: string;
  /** ISO 8601 UTC. */
  deployed_at: string;
  /** The stage's addresses after the deployment. Version 1.0.0 did not keep them. */
  addresses?: Addresses | null;
}

/** The assembly that was deployed last and passed its gate; null: there is none. */
export function lastAssembly(aws: Aws, table: string): KeptAssembly | null {
  return tableItem(aws, table, "assembly") as KeptAssembly | null;
}

/** The name that the evidence log was begun with; null: it has not begun. */
export function nameOfBegunLog(aws: Aws, table: string): string | null {
  const { head } = tableItem(aws, table, "logHead") ?? {};
  return (head as { origin: string } | undefined)?.origin ?? null;
}

/** Puts the assembly's archive into the bucket of assets and names it in the table. */
export function keepAssembly(
  aws: Aws,
  place: AwsPlace,
  { stage, table, folder, now }: { stage: string; table: string; folder: string; now: string },
  built: { version: string; commit: string; addresses: Addresses | null },
): void {
  const archive = join(mkdtempSync(join(tmpdir(), "countersign-assembly-")), "assembly.tgz");
  tar(["-czf", archive, "-C", folder, "."]);
  const hash = createHash("sha256").update(readFileSync(archive)).digest("hex").slice(0, 16);
  const bucket = assetBucket(folder, place);
  const key = `countersign/${stage}/${now.slice(0, 10)}-${built.commit.slice(0, 12)}-${hash}.tgz`;
  done(aws(["s3", "cp", archive, `s3://${bucket}/${key}`, "--only-show-errors"]));
  const kept: KeptAssembly = { bucket, key, ...built, deployed_at: now };
  done(
    aws(
      ["dynamodb", "put-item", "--table-name", table, "--item", INPUT],
      JSON.stringify({ ...storedKeyOf("assembly"), ...marshall(kept) }),
    ),
  );
}

/** Unpacks a kept assembly. @returns its folder */
export function fetchAssembly(aws: Aws, { bucket, key }: KeptAssembly): string {
  const folder = mkdtempSync(join(tmpdir(), "countersign-previous-"));
  const archive = `${folder}.tgz`;
  done(aws(["s3", "cp", `s3://${bucket}/${key}`, archive, "--only-show-errors"]));
  tar(["-xzf", archive, "-C", folder]);
  return folder;
}

interface AssetManifest {
  files?: Record<string, { destinations: Record<string, { bucketName: string }> }>;
}

/** The bucket that `cdk bootstrap` created, as named in the assembly. */
function assetBucket(folder: string, { account, region }: AwsPlace): string {
  const file = readdirSync(folder).find((name) => name.endsWith(".assets.json"));
  const { files = {} } = JSON.parse(
    readFileSync(join(folder, file ?? ""), "utf8"),
  ) as AssetManifest;
  const [asset] = Object.values(files);
  const [destination] = Object.values(asset?.destinations ?? {});
  if (destination === undefined) throw new Error(`${folder} names no bucket of assets.`);
  const values: Record<string, string> = { AccountId: account, Region: region };
  return destination.bucketName.replaceAll(/\$\{AWS::(\w+)\}/g, (_, name) => values[name] ?? "");
}

function tar(args: readonly string[]): void {
  const { status, stderr, error } = spawnSync("tar", args, { encoding: "utf8" });
  if (status !== 0) throw new Error(error?.message ?? (stderr.trim() || "tar failed."));
}
