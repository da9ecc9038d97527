import { style } from "virtual:counsel-page";
import { pageDocument } from "#shared/html/layout.ts";
import type { Catalogue } from "./languages/catalogue.ts";

type Content = Pick<
  Parameters<typeof pageDocument>[0] & { language: string },
  "title" | "language" | "script" | "body"
>;

/** The answer with one of counsel's pages that show no data. @param policy for its content */
export const plainPage = <H extends Readonly<Record<string, string>>>(
  content: Content,
  { shared }: Pick<Catalogue, "shared">,
  policy: string,
  headers: H,
) =>
  ({
    status: 200,
    text: pageDocument({
      ...content,
      style,
      says: { language: content.language, ...shared },
    }),
    headers: {
      "content-type": "text/html; charset=utf-8",
      "content-security-policy": policy,
      "cross-origin-opener-policy": "same-origin",
      "cross-origin-resource-policy": "same-origin",
      ...headers,
    },
  }) as const;
