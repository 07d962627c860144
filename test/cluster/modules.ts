import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** A Go module whose programs the tests run: the go.mod that builds them, and what its release is called. */
export interface GoModule {
  /** The folder of its go.mod and go.sum, below this one. */
  folder: string;
  /** The module that go.mod requires, and whose version the programs tell. */
  path: string;
  /** The linked variables that hold the version. */
  variables(release: Release): Record<string, string>;
  /** Go's build tags. */
  tags?: string;
}

export interface Release {
  /** As Go writes it: `v1.36.3`. */
  version: string;
  major: string;
  minor: string;
}

/** Without its version a Kubernetes program calls itself v0.0.0-master, and clients refuse to compare that. */
const kubernetes: GoModule = {
  folder: '.',
  path: 'k8s.io/kubernetes',
  variables: ({ version, major, minor }) => ({
    'k8s.io/component-base/version.gitVersion': version,
    'k8s.io/component-base/version.gitMajor': major,
    'k8s.io/component-base/version.gitMinor': minor,
  }),
};

/** It puts its version into the name of the image that it runs beside each Prometheus. */
export const prometheusOperator: GoModule = {
  folder: 'prometheus-operator',
  path: 'github.com/prometheus-operator/prometheus-operator',
  variables: ({ version }) => ({ 'github.com/prometheus/common/version.Version': version.slice(1) }),
};

/** Without ways to discover targets, which take most of the time to build. The module v0.316.0 is the release 3.16.0. */
const prometheus: GoModule = {
  folder: 'prometheus',
  path: 'github.com/prometheus/prometheus',
  variables: ({ minor }) => ({
    'github.com/prometheus/common/version.Version': `${minor[0]}.${Number(minor.slice(1))}.0`,
  }),
  tags: 'remove_all_sd',
};

/** Later releases embed a UI that their Go modules lack. */
const alertmanager: GoModule = {
  folder: 'alertmanager',
  path: 'github.com/prometheus/alertmanager',
  variables: ({ version }) => ({ 'github.com/prometheus/common/version.Version': version.slice(1) }),
};

export const kwok: GoModule = { folder: 'kwok', path: 'sigs.k8s.io/kwok', variables: () => ({}) };

/** It isn't told its version: a krew that knows it asks the internet for a newer one. */
const krew: GoModule = { folder: 'krew', path: 'sigs.k8s.io/krew', variables: () => ({}) };

const helm: GoModule = {
  folder: 'helm',
  path: 'helm.sh/helm/v3',
  variables: ({ version }) => ({ 'helm.sh/helm/v3/internal/version.version': version }),
};

/** What is built, from which module, out of which package. */
export const programs = {
  etcd: { module: kubernetes, package: 'go.etcd.io/etcd/server/v3' },
  'kube-apiserver': { module: kubernetes, package: 'k8s.io/kubernetes/cmd/kube-apiserver' },
  kubectl: { module: kubernetes, package: 'k8s.io/kubernetes/cmd/kubectl' },
  'kube-controller-manager': {
    module: kubernetes,
    package: 'k8s.io/kubernetes/cmd/kube-controller-manager',
  },
  'prometheus-operator': {
    module: prometheusOperator,
    package: 'github.com/prometheus-operator/prometheus-operator/cmd/operator',
  },
  'admission-webhook': {
    module: prometheusOperator,
    package: 'github.com/prometheus-operator/prometheus-operator/cmd/admission-webhook',
  },
  prometheus: { module: prometheus, package: 'github.com/prometheus/prometheus/cmd/prometheus' },
  alertmanager: { module: alertmanager, package: 'github.com/prometheus/alertmanager/cmd/alertmanager' },
  helm: { module: helm, package: 'helm.sh/helm/v3/cmd/helm' },
  kwok: { module: kwok, package: 'sigs.k8s.io/kwok/cmd/kwok' },
  krew: { module: krew, package: 'sigs.k8s.io/krew/cmd/krew' },
  'validate-krew-manifest': { module: krew, package: 'sigs.k8s.io/krew/cmd/validate-krew-manifest' },
} satisfies Record<string, { module: GoModule; package: string }>;

export type ProgramName = keyof typeof programs;

/** The flags with which a module's programs are linked, its go.mod lying below `source`. */
export async function linkerFlags(source: string, { folder, path, variables }: GoModule): Promise<string> {
  const goMod = join(source, folder, 'go.mod');
  const words = (await readFile(goMod, 'utf8')).split('\n').map((line) => line.trim().split(/\s+/));
  const version = words.find(([name]) => name === path)?.[1];
  const [, major, minor] = /^v(\d+)\.(\d+)\./.exec(version ?? '') ?? [];
  if (version === undefined || major === undefined || minor === undefined)
    throw new Error(`${goMod} requires no version of ${path}.`);
  const values = Object.entries(variables({ version, major, minor }));
  return ['-s', '-w', ...values.map(([name, value]) => `-X ${name}=${value}`)].join(' ');
}
