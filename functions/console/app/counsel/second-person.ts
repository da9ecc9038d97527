import { needsTwoPeople } from "../shell/provider.ts";

/** Whether nothing reaches a counsel until a second person has confirmed who they are. */
export const awaitsSecondPerson = (counsel: { identity_confirmed_at: string | null }): boolean =>
  needsTwoPeople && counsel.identity_confirmed_at === null;
