#!/usr/bin/env bash
# The runbooks of docs/onboarding.md, as far as possible without the vendors: bash test/onboarding/run.sh
# Starts a local run and a byo extractor, performs the platform's and the customer's steps, prints the
# answers. Needs bash, curl, openssl and python3. cloud-b's role is tested by test/moto/cloudb.py.
set -euo pipefail
cd "$(dirname "$0")/../.."
STATE=$(mktemp -d)
BYO_PORT=4010
trap 'kill $(jobs -p) 2> /dev/null; rm -rf "$STATE"' EXIT

python3 test/onboarding/byo_endpoint.py $BYO_PORT &
COUNTERSIGN_SKIP_BUILD=${COUNTERSIGN_SKIP_BUILD:-0} PORT=0 LOCAL_STATE_DIR="$STATE" DISCOVERY_INTERVAL_HOURS=0 EXTRACTOR_ALLOWED_HOSTS=127.0.0.1:$BYO_PORT \
  node bin/run.mjs bin/local.ts > "$STATE/log" 2>&1 &
until grep -q '^ready ' "$STATE/log"; do sleep 1; done
BASE=$(sed -n 's/^ready //p' "$STATE/log")

field() { python3 -c 'import json,sys; print(json.load(sys.stdin)[sys.argv[1]])' "$1"; }
token() { curl -s "$BASE/_local/token" -d "$1" | field access_token; }
# call <token> <method> <path> [body]
call() {
  curl -s -X "$2" "$BASE$3" -H "authorization: Bearer $1" -H 'content-type: application/json' ${4:+-d "$4"}
  echo
}
ADMIN=$(token '{"is_platform_admin": true}')
TENANT=$(call "$ADMIN" POST /admin/tenants '{"name": "Customer"}' | field id)
ORG=$(token "{\"tenant_id\": \"$TENANT\", \"org_role\": \"admin\"}")
# What an operator reads with `aws secretsmanager get-secret-value`.
secret() {
  curl -s "$(field secretsmanager < "$STATE/endpoints.json")" -H "x-amz-target: secretsmanager.GetSecretValue" \
    -H 'content-type: application/x-amz-json-1.1' \
    -H 'authorization: AWS4-HMAC-SHA256 Credential=x/20260101/us-east-1/secretsmanager/aws4_request, SignedHeaders=host, Signature=0' \
    -d "{\"SecretId\": \"$1\"}" | field SecretString
}

echo "== Source host"
call "$ADMIN" POST /admin/setup/sourcehost-webhook-secret/provision-secret
CONNECTION=$(call "$ORG" POST /connections '{"provider": "sourcehost", "display_name": "Source", "installation_id": 4242}')
ID=$(field id <<< "$CONNECTION")
HOOK=$(field webhook_url <<< "$CONNECTION")
SECRET=$(secret sourcehost-webhook-secret)
# deliver <event> <body> <secret>
deliver() {
  local signature
  signature=$(printf %s "$2" | openssl dgst -sha256 -hmac "$3" | sed 's/.*= //')
  curl -s -w ' %{http_code}\n' "$HOOK" -H 'content-type: application/json' -H "x-github-event: $1" \
    -H "x-github-delivery: $(python3 -c 'import uuid; print(uuid.uuid4())')" -H "x-hub-signature-256: sha256=$signature" -d "$2"
}
deliver ping '{"zen": "Keep it logically awesome."}' "$SECRET"
deliver push '{"ref": "refs/heads/main", "after": "1481a2de7b2a7d02428ad93446ab166be7793fbb", "repository": {"id": 1, "full_name": "acme/shop", "default_branch": "main"}, "commits": [], "installation": {"id": 4242}}' "$SECRET"
deliver ping '{}' "another secret"
call "$ORG" GET "/connections/$ID/deliveries"

echo "== Cloud-b by events"
call "$ADMIN" POST /admin/setup/cloudb-eventbus-webhook-secret/provision-secret
ID=$(call "$ORG" POST /connections '{"provider": "cloudb", "subtype": "eventbus", "display_name": "Events", "remote_tenant_id": "123456789012"}' | field id)
call "$ADMIN" POST "/admin/connections/$ID/provision-eventbus" | cut -c 1-160
# event <account>
event() {
  curl -s "$BASE/_local/events" -d "{\"event_bus_name\": \"customer-$TENANT\", \"version\": \"0\", \"id\": \"6a7e8feb-b491-4cf7-a9f1-bf3703467718\", \"detail-type\": \"AWS API Call via CloudTrail\", \"source\": \"aws.sagemaker\", \"account\": \"$1\", \"time\": \"2026-11-21T18:00:00Z\", \"region\": \"eu-west-1\", \"resources\": [], \"detail\": {\"eventSource\": \"sagemaker.amazonaws.com\", \"eventName\": \"CreateModel\", \"requestParameters\": {\"modelName\": \"churn\"}, \"responseElements\": {\"modelArn\": \"arn:aws:sagemaker:eu-west-1:123456789012:model/churn\"}}}"
  echo
}
event 123456789012
event 999999999999
until call "$ORG" GET "/connections/$ID/cloudb-eventbus-stats" | grep -q '"deliveries_24h":1'; do sleep 1; done
call "$ORG" GET "/connections/$ID/cloudb-eventbus-stats"

echo "== Cloud-c by workload identity federation"
call "$ADMIN" POST /admin/setup/oidc-issuer/provision-keypair | cut -c 1-120
curl -s "$BASE/oidc/.well-known/openid-configuration"; echo
ID=$(call "$ORG" POST /connections/cloudc/wif/connect '{"wif_audience": "//iam.googleapis.com/projects/123456789/locations/global/workloadIdentityPools/countersign/providers/main-oidc", "service_account_email": "discovery-reader@my-project.iam.gserviceaccount.com", "project_ids": "my-project"}' | field id)
call "$ORG" GET "/connections/$ID/onboarding" |
  python3 -c 'import json,sys; [print(step["template"]["content"]) for step in json.load(sys.stdin)["steps"] if "template" in step]'
call "$ORG" POST "/connections/$ID/reauthorize"

echo "== An extractor of one's own"
BYO="{\"provider\": \"byo\", \"endpoint\": \"http://127.0.0.1:$BYO_PORT/extract\", \"auth\": \"any-secret\"}"
call "$ORG" POST /tenant/settings/extractor/test-connection "$BYO"
call "$ORG" POST /tenant/settings/extractor "{\"endpoint\": \"http://127.0.0.1:$BYO_PORT/extract\", \"auth\": \"any-secret\"}"
