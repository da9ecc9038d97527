import type { Json } from "#shared/platform/http/ask.ts";
import { expectThat, FRAMEWORK, type Step, type Walk } from "./step.ts";

const below = ({ client, roomLink }: Walk, path: string) =>
  client.open(`${roomLink}${path}`, "application/json");

/** A stranger reads what was approved, without an account, until the admin ends their access. */
export const roomSteps: readonly Step[] = [
  {
    title: "A room for a regulator",
    proves: "a link is enough to read the decisions of one book, and only those",
    run: async (walk) => {
      const { client } = walk;
      const { body } = await client.admin("POST", "/admin/rooms", {
        title: "Demo: market surveillance",
        framework_ids: [FRAMEWORK],
        expires_in_days: 7,
        may_ask: true,
      });
      walk.roomLink = body.room_url;
      walk.roomId = body.room.id;
      const page = await client.open(walk.roomLink, "text/html");
      expectThat(/<html/i.test(page.text), "the link leads to no page");
      const { body: found } = await below(walk, `/reviews/${walk.reviewId}/evidence`);
      const verdicts = new Set(found.checks.map(({ result }: Json) => result));
      expectThat(!verdicts.has("fail"), "a check of the evidence fails");
      const other = await below(walk, "/rules/demo_panel/logging").catch(
        (error: Error) => error.message,
      );
      expectThat(/404/.test(String(other)), "the room shows another book");
      return `${found.request.status} by ${found.counsel.display_name}; another book: 404`;
    },
  },
  {
    title: "The visitor takes the proof along",
    proves: "the room's bundle is the admin's, byte for byte, and each use is a row",
    run: async (walk) => {
      const { client, reviewId, roomId } = walk;
      const theirs = await below(walk, `/reviews/${reviewId}/bundle`);
      const ours = await client.admin("GET", `/admin/rule-reviews/${reviewId}/bundle`);
      expectThat(theirs.text === ours.text, "the bundles differ");
      const { body } = await client.admin("GET", `/admin/rooms/${roomId}/audit`);
      const actions = body.items.map(({ action }: Json) => action).join(", ");
      expectThat(
        actions === "room.created, room.entered, room.evidence_read, room.bundle_downloaded",
        `the rows are ${actions}`,
      );
      return actions;
    },
  },
  {
    title: "The room is closed",
    proves: "a revoked link reads nothing from then on",
    run: async (walk) => {
      const { client, roomId, roomLink } = walk;
      await client.admin("POST", `/admin/rooms/${roomId}/revoke`);
      const { status, body } = await client.post(`${roomLink}/questions`, { text: "Why?" });
      expectThat(body?.code === "room_closed", `the link says ${status} ${body?.code}`);
      return `${status} ${body.code}`;
    },
  },
];
