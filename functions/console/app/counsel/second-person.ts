import { needsTwoPeople } from "../shell/provider.ts";

/** Whether we send a counsel nothing until a second person has confirmed who they are. */
export const awaitsSecondPerson = (counsel: { identity_confirmed_at: string | null }): boolean =>
  needsTwoPeople && counsel.identity_confirmed_at === null;
