/*
 * The minimal function that reads one item: the request is signed by hand (Signature Version 4) and
 * sent over node:http, with no library loaded. The baseline for functions.
 */
const { createHash, createHmac } = require("node:crypto");
const { request } = require("node:http");

const { AWS_REGION, AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY, TABLE_NAME } = process.env;
const endpoint = new URL(process.env.AWS_ENDPOINT_URL_DYNAMODB);
const hash = (text) => createHash("sha256").update(text).digest("hex");
const hmac = (key, text) => createHmac("sha256", key).update(text).digest();

function signed(target, body) {
  const at = new Date().toISOString().replace(/[-:]|\.\d+/g, "");
  const headers = {
    "content-type": "application/x-amz-json-1.0",
    host: endpoint.host,
    "x-amz-date": at,
    "x-amz-target": target,
  };
  const names = Object.keys(headers).join(";");
  const lines = Object.entries(headers).map(([name, value]) => `${name}:${value}\n`);
  const asked = ["POST", "/", "", lines.join(""), names, hash(body)].join("\n");
  const scope = [at.slice(0, 8), AWS_REGION, "dynamodb", "aws4_request"];
  const key = scope.reduce(hmac, `AWS4${AWS_SECRET_ACCESS_KEY}`);
  const text = ["AWS4-HMAC-SHA256", at, scope.join("/"), hash(asked)].join("\n");
  const signature = createHmac("sha256", key).update(text).digest("hex");
  const credential = `${AWS_ACCESS_KEY_ID}/${scope.join("/")}`;
  const authorization = `AWS4-HMAC-SHA256 Credential=${credential}, SignedHeaders=${names}, Signature=${signature}`;
  return { ...headers, authorization };
}

function send(target, body) {
  return new Promise((resolve, reject) => {
    const sent = request(endpoint, { method: "POST", headers: signed(target, body) }, (answer) => {
      const chunks = [];
      answer.on("data", (chunk) => chunks.push(chunk));
      answer.on("end", () =>
        resolve({
          status: answer.statusCode,
          body: JSON.parse(Buffer.concat(chunks).toString("utf8")),
        }),
      );
    });
    sent.on("error", reject);
    sent.end(body);
  });
}

exports.handler = async () => {
  const asked = { TableName: TABLE_NAME, Key: { pk: { S: "NOTHING" }, sk: { S: "NOTHING" } } };
  const answer = await send("DynamoDB_20120810.GetItem", JSON.stringify(asked));
  if (answer.status !== 200) throw new Error(`The table answered ${answer.status}.`);
  return { statusCode: answer.body.Item === undefined ? 404 : 200, body: "{}" };
};
