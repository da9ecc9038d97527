/*
 * Examples of answers without a schema, by operation and status. A signature under ML-DSA-44 has 3,232
 * characters: the examples cut it short.
 */

const ORIGIN = "countersign.example/evidence/log";
const ROOT = "SBNJTRN+FjG7owHVrKtue7eqdM4RhdRWVl71HXN2d7I=";
const ED25519_KEY = `${ORIGIN}+6fa0b1c4+AXHDhK3oGRvkiefQnx7OOczTY5Tic/xZ6HcMOc/gmtoM=`;
const ML_DSA_KEY = `${ORIGIN}+0c9d55e2+Bq…`;
const CHECKPOINT = `${ORIGIN}
19
${ROOT}

— ${ORIGIN} b6CxxD…
— ${ORIGIN} DJ1V4g…
`;

export const textExamples: Readonly<Record<string, string>> = {
  "getLogCheckpoint 200": CHECKPOINT,
  "getLogKey 200": `${ED25519_KEY}\n${ML_DSA_KEY}\n`,
  "getLogKeyChanges 200": `countersign log keys
${ORIGIN}
12
${ED25519_KEY}
${ML_DSA_KEY}
${ORIGIN}+91e3a07d+AU…
${ORIGIN}+d2b8f6c3+Bn…

— ${ORIGIN} b6CxxD…
— ${ORIGIN} DJ1V4g…
— ${ORIGIN} keOgfT…
— ${ORIGIN} 0rj2w5…
`,
  "getLogProof 200": `c2sp.org/tlog-proof@v1
extra eyJyb3ciOiI…
index 7
ypeBEsobvcr6wjGzmiPcTaeG7/gUfE5yuYB3ha/uSLs=
PiPoFgA5WUoziU9lZOGxNIu9egCI1CxKy3PurtWcAJ0=

${CHECKPOINT}`,
  "getLogConsistency 200":
    "Ln0sA6lQeuJl7PW1NWiFpTOTogKdJBOUmXJloaJa78Y=\nGKw+c0PwFokMUQ6T+TUmEWnZ4/VlQ2Qpgw+vCTT0+OQ=\n",
};
