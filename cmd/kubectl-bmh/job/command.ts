import type { Command } from '../../../lib/cli/command.ts';
import { defineCommand } from '../../../lib/cli/define-command.ts';
import { jobFlags } from './flags.ts';

/** The `job` command; `inner` are those that it can run in the cluster. */
export const jobCommand = (inner: readonly Command[]): Command =>
  defineCommand({
    name: 'job',
    summary: 'Print a Job that runs repair or audit inside the cluster',
    description: `
    Prints a Kubernetes Job, ready for kubectl apply, that runs the command inside the cluster to its end: with a
    ServiceAccount, the roles that "kubectl bmh rbac" prints, and a pod without privileges. You can close your laptop: a pod that
    fails is started again, and resumes the repair where it stopped. The result of each host is in the log.

    After the word repair or audit, give the arguments and flags of that command; they are checked before anything is
    printed. Flags that choose a cluster or a user, such as --context, come before that word: the command only looks up the
    API group of BareMetalHosts in that cluster. Nothing is created.

    With -A, the rights on hosts are in a ClusterRole, otherwise in a Role of their namespace. The Job is in the namespace of the
    hosts, unless -n comes before the word.

    An audit ends with the exit code of its verdict: its Job fails if there are findings.`,
    group: 'Other Commands',
    examples: [
      {
        comment: 'Repair every host at an old address, inside the cluster',
        command:
          'kubectl bmh job repair -A --old-address 172.22.0.1 --image registry.example.org/kubectl-bmh:v0.1.0 | kubectl apply -f -',
      },
      {
        comment: 'Divide the hosts of a namespace among four pods',
        command:
          'kubectl bmh job repair --all -n metal3 --shards 4 --image registry.example.org/kubectl-bmh:v0.1.0 | kubectl apply -f -',
      },
      {
        comment: 'Audit the whole cluster every morning',
        command:
          "kubectl bmh job audit -A --schedule '0 6 * * *' --image registry.example.org/kubectl-bmh:v0.1.0 | kubectl apply -f -",
      },
    ],
    args: ['repair|audit', '[HOST...]'],
    complete: [['repair', 'audit'], 'host'],
    flags: jobFlags,
    inner,
    connects: true,
    load: async () => (await import('./handler.ts')).job,
  });
