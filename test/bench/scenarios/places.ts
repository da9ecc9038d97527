import type { Names, World } from "./world.ts";

/**
 * What a request's path needs, under the names for it in paths, queries and bodies. The first match
 * counts.
 */
const places: readonly (readonly [RegExp, (world: World, path: string) => Promise<Names>])[] = [
  [/webhook-endpoints\/.*\/deliveries/, (world, path) => world.delivered(path)],
  [/POST .*webhook-endpoints$/, (world) => world.hook()],
  [/webhook-endpoints/, (world, path) => world.endpoint(path)],
  [/counsel\/.*\/keys/, (world) => world.passkey()],
  [/ \/counsel\/key/, (world) => world.invitation()],
  [/ \/counsel\/reminders/, (world) => world.mailOut()],
  [/counsel\/review\/.*\/questions|rule-reviews\/.*\/questions/, (world) => world.asked()],
  [/rooms\/.*\/questions\/|room-questions/, (world) => world.question()],
  [/ \/room\/.*\/reviews\//, (world) => world.visit()],
  [/POST \/admin\/rooms$/, (world) => world.decided()],
  [/ \/(admin\/rooms|room\/)/, (world) => world.room()],
  [/review-panels/, (world) => world.panel()],
  [/ \/(admin|tenant)\/machines/, (world) => world.machines()],
  [/clearance\/pipeline/, (world) => world.pipeline()],
  [/\/machine\/(frameworks|rule-reviews|clearance|audit)/, (world) => world.decided()],
  [/\/(evidence|bundle|certificate.pdf|wording|clearance)$/, (world) => world.decided()],
  [/rotate|clearance\/keys/, (world, path) => world.provisioned(path)],
  [/ \/(admin\/)?(frameworks|counsel|rules|rule-reviews)/, (world) => world.book()],
  [/idp-fic\/(disable|test)/, (world) => world.federated()],
  [/oidc\/|idp-fic/, (world) => world.issuer()],
  [/eventbus/, (world) => world.customer()],
  [/tenants|extractor|tenant\/(settings|usage)$/, (world) => world.byo()],
  [/POST \/connections$/, async () => ({})],
  [/ \/mcp|GET .*mcp/, (world) => world.tools()],
  [/POST .*(discovery-runs|reauthorize)/, (world) => world.cloudConnection()],
  [/discovery-runs/, (world) => world.run()],
  [/artifacts|classification/, (world) => world.artifact()],
  [/connections/, (world) => world.connection()],
  [/evidence\/log\/certificate/, (world) => world.issued()],
  [/evidence\/log/, (world) => world.leaf()],
];

export async function placeOf(world: World, method: string, path: string): Promise<Names> {
  const [, make] = places.find(([pattern]) => pattern.test(`${method} ${path}`)) ?? [];
  return make === undefined ? {} : make(world, path);
}
