/** The page shell: the same for a good link and an unknown one; it holds nothing of the review. */
export const reviewPage = () =>
  ({
    status: 200,
    text: document,
    headers: { "content-type": "text/html; charset=utf-8" },
  }) as const;

const document = `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>Rule review</title></head>
<body><main><h1>Rule review</h1><p>This link answers JSON to clients that ask for it.</p></main></body>
</html>
`;
