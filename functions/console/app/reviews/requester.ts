import { line } from "../parts/format.ts";
import type { Item } from "../shell/client.ts";
import { session } from "../shell/session.ts";
import { t } from "./detail-texts.ts";

type Asked = Pick<Item<"listReviews">, "requested_by_email" | "requested_by_user_id">;

/** Who asked for a review: `you`, an e-mail, or the user's id if no e-mail is known. */
export const requesterOf = ({ requested_by_email, requested_by_user_id }: Asked): string =>
  requested_by_user_id === session.value?.person.userId
    ? t.you
    : line(requested_by_email ?? requested_by_user_id);
