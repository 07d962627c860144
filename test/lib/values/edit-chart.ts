/** One component: most of it is comments and commented-out keys, as charts write their values. */
const component = (name: string, port: number): string => `
## Settings of ${name}
## ref: https://example.com/docs/${name}
##
${name}:

  ## Deploy ${name}
  ##
  enabled: true

  ## Labels of the service account
  # labels: {}

  serviceAccount:
    create: true
    name: ""
    annotations: {}
    # automountServiceAccountToken: true

  ## Ingress of ${name}
  ##
  ingress:
    enabled: false

    # For Kubernetes >= 1.18 you should specify the class
    # ingressClassName: nginx

    annotations: {}
      # kubernetes.io/tls-acme: "true"

    labels: {}

    ## Hosts must be given if the ingress is enabled
    ##
    # hosts:
    #   - ${name}.example.com
    hosts: []

    ## Paths to use for each host
    ##
    paths: []
    # - /

    ## Secrets must exist
    ##
    tls: []
    # - secretName: ${name}-tls
    #   hosts:
    #   - ${name}.example.com

  service:
    annotations: {}
    labels: {}
    clusterIP: ""

    ## Port of the service
    ##
    port: ${port}
    ## To be used with a type of NodePort
    ##
    nodePort: ${port + 20000}
    externalIPs: []
    type: ClusterIP	# not LoadBalancer

  ## Spec of the resource
  ## ref: https://example.com/api#${name}spec
  ##
  ${name}Spec:
    image:
      registry: quay.io
      repository: example/${name}
      tag: v0.${port}.0
      sha: ""

    ## How often it looks. "" means the default
    ##
    scrapeInterval: ""

    ## Number of replicas
    ##
    replicas: 1

    retention: 10d
    retentionSize: ""

    logLevel: info
    listenLocal: false
    externalLabels: {}
    podMetadata: {}
    # labels:
    #   app: ${name}
    # annotations:
    #   note: 'it''s only a comment: "with quotes"'

    resources: {}
    # requests:
    #   memory: 400Mi

    ## Where it keeps its data
    ##
    storageSpec: {}
    ## Using a PersistentVolumeClaim
    ##
    #  volumeClaimTemplate:
    #    spec:
    #      storageClassName: gluster
    #      accessModes: ["ReadWriteOnce"]
    #      resources:
    #        requests:
    #          storage: 50Gi
    #    selector: {}

    tolerations: []
    #  - key: "key"
    #    operator: "Equal"

    topologySpreadConstraints: []
    securityContext:
      runAsGroup: 2000
      runAsNonRoot: true
      seccompProfile: {type: RuntimeDefault, "x": [1, 'two']}

    additionalArgs:
    - name: web.${name}
      value: |
        {{ .Values.name }}
          # no comment
    - name: second
    additionalConfig: |-
      - job_name: ${name}
        ## no comment either
    containers: []
`;

/** A values file of some thousands of lines. */
export const bigValues = (components: number): string =>
  [
    '# Default values of a stack.\n# Declare variables to be passed into templates.\n\n## Name overrides\n##\nnameOverride: ""\n',
    ...Array.from({ length: components }, (_, at) => component(`component${at}`, 9000 + at)),
  ].join('');
