import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdtempSync, readdirSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Aws, done, INPUT, read } from "../aws/cli.ts";
import type { AwsPlace } from "../aws/place.ts";

/** A deployed assembly, as the item DEPLOYMENT / ASSEMBLY of the stage's table names it. */
export interface KeptAssembly {
  /** The bucket of assets, which contains the archive. */
  bucket: string;
  key: string;
  version: string;
  commit: string;
  /** ISO 8601 UTC. */
  deployed_at: string;
}

const itemKey = JSON.stringify({ pk: { S: "DEPLOYMENT" }, sk: { S: "ASSEMBLY" } });

/** The assembly that was deployed last and passed its gate; null: there is none. */
export function lastAssembly(aws: Aws, table: string): KeptAssembly | null {
  const answer = aws([
    "dynamodb",
    "get-item",
    "--table-name",
    table,
    "--key",
    itemKey,
    "--consistent-read",
  ]);
  if (answer.outcome === "refused" && /ResourceNotFoundException/.test(answer.reason)) return null;
  const item = read<{ Item?: Record<keyof KeptAssembly, { S: string }> } | null>(answer)?.Item;
  if (item === undefined) return null;
  const { bucket, key, version, commit, deployed_at } = item;
  return {
    bucket: bucket.S,
    key: key.S,
    version: version.S,
    commit: commit.S,
    deployed_at: deployed_at.S,
  };
}

/** Puts the assembly's archive into the bucket of assets and names it in the table. */
export function keepAssembly(
  aws: Aws,
  place: AwsPlace,
  { stage, table, folder, now }: { stage: string; table: string; folder: string; now: string },
  built: { version: string; commit: string },
): void {
  const archive = join(mkdtempSync(join(tmpdir(), "countersign-assembly-")), "assembly.tgz");
  tar(["-czf", archive, "-C", folder, "."]);
  const hash = createHash("sha256").update(readFileSync(archive)).digest("hex").slice(0, 16);
  const bucket = assetBucket(folder, place);
  const key = `countersign/${stage}/${now.slice(0, 10)}-${built.commit.slice(0, 12)}-${hash}.tgz`;
  done(aws(["s3", "cp", archive, `s3://${bucket}/${key}`, "--only-show-errors"]));
  const kept: KeptAssembly = { bucket, key, ...built, deployed_at: now };
  const item = Object.fromEntries(
    Object.entries(kept).map(([name, value]) => [name, { S: value }]),
  );
  done(
    aws(
      ["dynamodb", "put-item", "--table-name", table, "--item", INPUT],
      JSON.stringify({ ...JSON.parse(itemKey), ...item }),
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
