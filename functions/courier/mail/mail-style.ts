/** The mail's own style: mail programs load no other file. Widths suit a phone of 320 px. */
export const mailStyle = [
  "body{margin:0;padding:16px;background:#f4f6f8;color:#16212e;font:16px/1.5 system-ui,sans-serif}",
  ".mail{max-width:560px;margin:0 auto;padding:24px;background:#fff;border-radius:8px}",
  ".open{display:inline-block;padding:12px 20px;border-radius:6px;background:#1f3a5f;color:#fff;text-decoration:none}",
  ".small{font-size:14px;color:#4a5766}.address{overflow-wrap:anywhere}a{color:#1f3a5f}a.open{color:#fff}",
  "@media(prefers-color-scheme:dark){body{background:#10161d;color:#e6ebf0}.mail{background:#1a222c}",
  ".small{color:#aab6c3}a{color:#9cc3f5}.open{background:#9cc3f5}a.open{color:#10161d}}",
].join("");
