import { roomWithReview } from "#test/support/room-fixture.ts";
import type { Scenarios } from "./scenario.ts";

export const roomScenarios = {
  createRoom: async (system) => {
    const { decided } = await roomWithReview(system);
    const order = {
      title: "A regulator",
      framework_ids: [decided.frameworkId],
      counsel_ids: [decided.counselId],
      expires_in_days: 7,
    };
    return () => system.admin("POST", "/admin/rooms", order);
  },
  listRooms: async (system) => {
    await roomWithReview(system);
    return () => system.admin("GET", "/admin/rooms");
  },
  getRoom: async (system) => {
    const { room } = await roomWithReview(system);
    return () => system.admin("GET", `/admin/rooms/${room.id}`);
  },
  revokeRoom: async (system) => {
    const { room } = await roomWithReview(system);
    return () => system.admin("POST", `/admin/rooms/${room.id}/revoke`);
  },
  getRoomAudit: async (system) => {
    const { room } = await roomWithReview(system);
    return () => system.admin("GET", `/admin/rooms/${room.id}/audit`);
  },
  listRoomFrameworks: async (system) => {
    const { visit } = await roomWithReview(system);
    return () => visit("/frameworks");
  },
  listRoomRules: async (system) => {
    const { visit } = await roomWithReview(system);
    return () => visit("/rules");
  },
  listRoomReviews: async (system) => {
    const { visit } = await roomWithReview(system);
    return () => visit("/reviews");
  },
} satisfies Scenarios;
