import { style } from "virtual:counsel-page";
import { pageDocument } from "#shared/html/layout.ts";

/** The answer with one of counsel's pages. @param policy for its content */
export const pageAnswer = <H extends Readonly<Record<string, string>>>(
  content: Omit<Parameters<typeof pageDocument>[0], "style">,
  policy: string,
  headers: H,
) =>
  ({
    status: 200,
    text: pageDocument({ ...content, style }),
    headers: {
      "content-type": "text/html; charset=utf-8",
      "content-security-policy": policy,
      "cross-origin-opener-policy": "same-origin",
      "cross-origin-resource-policy": "same-origin",
      ...headers,
    },
  }) as const;
