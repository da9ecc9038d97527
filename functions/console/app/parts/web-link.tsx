import { line } from "./format.ts";

/** An external link, with the host it leads to; only web addresses become links. */
export function WebLink({ url, label = "" }: { url: string; label?: string }) {
  const { protocol = "", host = "" } = URL.parse(url) ?? {};
  if (!/^https?:$/.test(protocol)) return <>{line(label || url)}</>;
  return (
    <a href={url} rel="noreferrer noopener" target="_blank">
      {label === "" ? host : `${line(label)} (${host})`}
    </a>
  );
}
