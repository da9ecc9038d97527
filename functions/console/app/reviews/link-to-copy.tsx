import { Copy } from "../parts/basics.tsx";
import { t } from "./texts.ts";

/** Counsel's link, for copying. */
export const LinkToCopy = ({ url }: { url: string }) => (
  <p class="row">
    <input aria-label={t.linkLabel} readOnly value={url} />
    <Copy text={url} label={t.copyLink} of={t.linkLabel} />
  </p>
);
