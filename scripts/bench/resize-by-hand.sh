#!/bin/sh
# sh resize-by-hand.sh NAME NAMESPACE SIZE REPLICAS
# The procedure of §4.C by hand, with kubectl's quickest way for each wait; the numbers
# are its steps. KUBECTL names the kubectl to use.
set -eu
name=$1 namespace=$2 size=$3 replicas=$4
kubectl() { command "${KUBECTL:-kubectl}" -n "$namespace" "$@"; }
set=prometheus-$name
pods="app.kubernetes.io/name=prometheus,app.kubernetes.io/instance=$name"

# 1
kubectl patch prometheus "$name" --type merge \
  -p "{\"spec\":{\"replicas\":0,\"storage\":{\"volumeClaimTemplate\":{\"spec\":{\"resources\":{\"requests\":{\"storage\":\"$size\"}}}}}}}"
kubectl wait --for=delete pod -l "$pods" --timeout=60s
template='{.spec.replicas}|{.spec.volumeClaimTemplates[0].spec.resources.requests.storage}'
until [ "$(kubectl get statefulset "$set" -o "jsonpath=$template" 2>&1)" = "0|$size" ]; do :; done

# 2
replica=0
claims=
while [ "$replica" -lt "$replicas" ]; do
  claim=$set-db-$set-$replica
  claims="$claims $claim"
  kubectl patch pvc "$claim" --type merge -p "{\"spec\":{\"resources\":{\"requests\":{\"storage\":\"$size\"}}}}"
  replica=$((replica + 1))
done

# 3
for claim in $claims; do
  until kubectl describe pvc "$claim" | grep -qE "FileSystemResizePending|Capacity: *$size"; do :; done
done

# 4
kubectl patch prometheus "$name" --type merge -p "{\"spec\":{\"replicas\":$replicas}}"
until [ "$(kubectl get statefulset "$set" -o 'jsonpath={.spec.replicas}')" = "$replicas" ]; do :; done
kubectl rollout status "statefulset/$set" --timeout=60s

# Verification
for claim in $claims; do
  kubectl wait --for="jsonpath={.status.capacity.storage}=$size" "pvc/$claim" --timeout=60s
done
