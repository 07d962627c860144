import fc from 'fast-check';
import type { Attempt } from './attempt.ts';

type Call = Pick<Attempt, 'program' | 'words' | 'mayWrite'>;

/** How long a request may take, and a wait for others. */
const LIMITS = ['--request-timeout=500ms', '--timeout=1s'];

/** A Prometheus at the user's own address; the server's address also leads to one. */
const METRICS = '--prometheus=@server/api/v1/namespaces/monitoring-system/pods/prometheus-k8s-0:9090/proxy';

/** Calls that read alone, or that show what they would change. */
const LOOKS: Call[] = [
  { program: 'bmh', words: ['list', '-A', '-owide'] },
  { program: 'bmh', words: ['list', '-ojson', '-v=6'] },
  { program: 'bmh', words: ['list', '-oyaml'] },
  { program: 'bmh', words: ['repair', 'worker-0', '--diff'] },
  { program: 'bmh', words: ['repair', 'control-plane-0', '--dry-run=server', '-ojson'] },
  { program: 'bmh', words: ['undo', 'worker-0'] },
  { program: 'bmh', words: ['rbac'] },
  { program: 'monitoring', words: ['resize-pvc', '100Gi', '--diff'] },
  { program: 'monitoring', words: ['scale', 'metrics', '3', '--diff'] },
  {
    program: 'monitoring',
    words: ['resize-pvc', '100Gi', 'k8s', '--dry-run=server', '-ojson', '--mode=online'],
  },
  { program: 'monitoring', words: ['status'] },
  { program: 'monitoring', words: ['status', '-A', '-ojson'] },
  { program: 'monitoring', words: ['status', '-w'] },
  { program: 'monitoring', words: ['capacity', '--for=365d'] },
  { program: 'monitoring', words: ['capacity', '--suggest'] },
  { program: 'monitoring', words: ['capacity', '-ojson', METRICS] },
  { program: 'monitoring', words: ['names'] },
  { program: 'monitoring', words: ['upgrade-check', '--to=88.5.3'] },
  { program: 'monitoring', words: ['upgrade-check', '-A', '-ojson', '--details'] },
  { program: 'monitoring', words: ['dashboards', 'list', '-A', '-owide'] },
  { program: 'monitoring', words: ['dashboards', 'doctor', 'shop', '-ojson'] },
  { program: 'monitoring', words: ['dashboards', 'export'] },
  { program: 'monitoring', words: ['dashboards', 'new', 'shop'] },
  { program: 'monitoring', words: ['sizing'] },
  { program: 'monitoring', words: ['sizing', '--nodes=40', '-ojson', METRICS] },
];

/** Calls that go through with it. */
const CHANGES: Call[] = [
  { program: 'bmh', words: ['repair', 'worker-0', '-y', '--stable-for=0'] },
  {
    program: 'bmh',
    words: ['repair', 'worker-3', '-y', '-ojson', '--preventive', '--order=safe', '--stable-for=0'],
  },
  { program: 'monitoring', words: ['resize-pvc', '100Gi', '-y'] },
  { program: 'monitoring', words: ['resize-pvc', '100Gi', '-y', '-ojson', '--mode=online'] },
];

const TIMED = ['repair', 'resize-pvc'];

const limited = ({ words, ...call }: Call): Call => ({
  ...call,
  words: [...words, ...LIMITS.slice(0, TIMED.includes(words[0] ?? '') ? 2 : 1)],
});

export const looks: fc.Arbitrary<Call> = fc.constantFrom(...LOOKS.map(limited));

export const changingCalls: fc.Arbitrary<Call> = fc.constantFrom(
  ...CHANGES.map((call) => ({ ...limited(call), mayWrite: true })),
);
