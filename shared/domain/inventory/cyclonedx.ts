import { canonicalHash, uuidOf } from "#shared/domain/canonical.ts";
import type { Artifact } from "#shared/domain/discovery/artifact.ts";
import { declarationsOf } from "./cyclonedx-declarations.ts";
import type { ExportedBook, ExportedInventory } from "./exported-inventory.ts";

const refOf = ({ id }: Pick<Artifact, "id">): string => `artifact:${id}`;
const tenantRef = (id: string): string => `tenant:${id}`;
const serviceRef = (host: string): string => `service:${host}`;

const byRef =
  <T>(of: (one: T) => string): ((a: T, b: T) => number) =>
  (a, b) =>
    of(a) < of(b) ? -1 : of(a) > of(b) ? 1 : 0;

/**
 * A tenant's inventory as CycloneDX 1.7 JSON. It lists components and services, rule books as
 * standards, classifications as claims with proofs of the log as evidence, and confirmations and
 * counsel's approvals as attestations. The serial number is a hash of the content.
 */
export function cyclonedxOf(given: ExportedInventory): Record<string, unknown> {
  const artifacts = given.artifacts.toSorted(byRef(refOf));
  const document = {
    bomFormat: "CycloneDX",
    specVersion: "1.7",
    version: 1,
    metadata: {
      lifecycles: [{ phase: "discovery" }],
      component: {
        type: "application",
        "bom-ref": tenantRef(given.tenant.id),
        name: given.tenant.name,
      },
    },
    components: artifacts.map(componentOf),
    services: hostsIn(artifacts).map((host) => ({
      "bom-ref": serviceRef(host),
      name: host,
      endpoints: [`https://${host}`],
    })),
    dependencies: artifacts.flatMap((artifact) => {
      const dependsOn = endpointsOf(artifact).map(serviceRef);
      return dependsOn.length === 0 ? [] : [{ ref: refOf(artifact), dependsOn }];
    }),
    compositions: compositionsOf(given, artifacts),
    definitions: { standards: given.books.map(standardOf) },
    declarations: declarationsOf(given, artifacts),
  };
  return { ...document, serialNumber: `urn:uuid:${uuidOf(canonicalHash(document))}` };
}

/** The kinds of artifact that are models; everything else is an application. */
const modelKinds = new Set(["model", "model_file", "custom_model", "foundation_model"]);

function componentOf(artifact: Artifact): Record<string, unknown> {
  const { kind, name, provider_ref, location, classification } = artifact;
  const purpose = classification?.facts.purpose.value;
  const isModel = modelKinds.has(kind);
  const useCases = isModel && typeof purpose === "string" ? [purpose] : [];
  return {
    type: isModel ? "machine-learning-model" : "application",
    "bom-ref": refOf(artifact),
    name: name === "" ? provider_ref : name,
    evidence: {
      identity: [
        {
          field: "name",
          confidence: 1,
          concludedValue: provider_ref,
          methods: [{ technique: "other", confidence: 1, value: provider_ref }],
        },
      ],
    },
    ...(useCases.length === 0 ? {} : { modelCard: { considerations: { useCases } } }),
    properties: [
      { name: "countersign:kind", value: kind },
      { name: "countersign:provider_ref", value: provider_ref },
      ...(location === null ? [] : [{ name: "countersign:location", value: location }]),
      { name: "countersign:connection_id", value: artifact.connection_id },
      { name: "countersign:class", value: classification?.class ?? "unclassified" },
      { name: "countersign:state", value: classification?.state ?? "unclassified" },
      { name: "countersign:first_seen_at", value: artifact.first_seen_at },
    ],
  };
}

/** The hosted endpoints that a repository's files name. */
const endpointsOf = ({ details }: Artifact): string[] =>
  Array.isArray(details.hosted_endpoints)
    ? [...new Set(details.hosted_endpoints.map(String))].sort()
    : [];

const hostsIn = (artifacts: readonly Artifact[]): string[] =>
  [...new Set(artifacts.flatMap(endpointsOf))].sort();

const standardOf = (book: ExportedBook) => ({
  "bom-ref": `standard:${book.id}`,
  name: book.display_name,
  ...(book.jurisdiction === null ? {} : { owner: book.jurisdiction }),
  requirements: book.rules
    .toSorted(byRef(({ use_case_id }) => use_case_id))
    .map(({ use_case_id, title, text }) => ({
      "bom-ref": `requirement:${book.id}/${use_case_id}`,
      identifier: use_case_id,
      title,
      text,
    })),
  ...(book.source_url === null
    ? {}
    : { externalReferences: [{ type: "documentation", url: book.source_url }] }),
});

/** One composition per connection: `incomplete` if its last full run was partial. */
function compositionsOf(
  { connections, tenant }: ExportedInventory,
  artifacts: readonly Artifact[],
): Record<string, unknown>[] {
  const groups = Map.groupBy(artifacts, ({ connection_id }) => connection_id);
  return connections.toSorted(byRef(({ id }) => id)).map(({ id, isComplete }) => ({
    "bom-ref": `composition:${id}`,
    aggregate: isComplete ? "complete" : "incomplete",
    assemblies: groups.get(id)?.map(refOf) ?? [tenantRef(tenant.id)],
  }));
}
