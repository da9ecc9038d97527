import chromium from "@sparticuz/chromium";

/** Unpacks the Chromium that the package carries into TMPDIR; a process of its own, see browser.ts. */
chromium.setGraphicsMode = false;
await chromium.executablePath();
