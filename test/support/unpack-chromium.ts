import chromium from "@sparticuz/chromium";

/** Unpacks the package's Chromium into TMPDIR; runs as a process of its own, see find-browser.ts. */
chromium.setGraphicsMode = false;
await chromium.executablePath();
