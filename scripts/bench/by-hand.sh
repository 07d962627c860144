#!/bin/sh
# sh by-hand.sh HOST NAMESPACE IMAGE_URL
# The procedure of §4.A by hand, with kubectl and curl; the numbers are its steps. KUBECTL names
# the kubectl to use. The fastest JSON parser of the machine that a shell can call is taken for step 5.
set -eu
host=$1 namespace=$2 url=$3
kubectl() { command "${KUBECTL:-kubectl}" "$@"; }
annotation=baremetalhost.metal3.io/paused
folder=$(mktemp -d)
proxy=
trap 'test -z "$proxy" || kill "$proxy" 2>/dev/null; rm -rf "$folder"' EXIT

parse() {
  if command -v jq; then jq empty "$1"
  elif command -v python3; then python3 -m json.tool "$1"
  else node -e 'JSON.parse(require("node:fs").readFileSync(process.argv[1], "utf8"))' "$1"
  fi
}

# 1
kubectl get nodes >/dev/null
kubectl get baremetalhosts --all-namespaces >/dev/null

# 2
mkfifo "$folder/proxy"
"${KUBECTL:-kubectl}" proxy --port=0 >"$folder/proxy" &
proxy=$!
read -r started <"$folder/proxy"
address=${started##* }

# 3
kubectl patch baremetalhost "$host" -n "$namespace" --type merge \
  -p "{\"metadata\":{\"annotations\":{\"$annotation\":\"true\"}}}"

# 4
cat >"$folder/status.json" <<END
{"status":{"errorCount":0,"errorMessage":"","provisioning":{"image":{"checksum":"$url.md5sum","url":"$url"},"state":"provisioned"}}}
END
cat >"$folder/spec.json" <<END
{"spec":{"image":{"checksum":"$url.md5sum","url":"$url"}}}
END

# 5
parse "$folder/status.json" >/dev/null
parse "$folder/spec.json" >/dev/null

# 6
curl --silent --show-error --fail --output /dev/null --request PATCH --data "@$folder/status.json" \
  --header 'Accept: application/json' --header 'Content-Type: application/merge-patch+json' \
  "http://$address/apis/metal3.io/v1alpha1/namespaces/$namespace/baremetalhosts/$host/status"

# 7
kubectl patch baremetalhost "$host" -n "$namespace" --type merge --patch-file "$folder/spec.json"

# 8
kubectl patch baremetalhost "$host" -n "$namespace" --type merge \
  -p "{\"metadata\":{\"annotations\":{\"$annotation\":null}}}"

# 9
kill "$proxy"
wait "$proxy" || true
proxy=

# Verification
seen=$(kubectl get baremetalhost "$host" -n "$namespace" \
  -o 'jsonpath={.status.errorCount}|{.status.errorMessage}|{.spec.image.url}')
test "$seen" = "0||$url"
