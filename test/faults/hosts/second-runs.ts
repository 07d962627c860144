import type { HostFault } from './fault.ts';
import { NEW, OTHER, OTHER_IMAGE, repairWords, undoWords } from './procedures.ts';
import type { HostScene } from './scene.ts';

interface Second {
  kind: string;
  words(scene: HostScene): string[];
  /** Both end in one result, which may be that of the other. */
  leaves: readonly string[];
}

/** What a second run may be, whatever the first is. */
const seconds: readonly Second[] = [
  { kind: 'the same command', words: ({ procedure, name }) => procedure.words(name), leaves: [] },
  {
    kind: 'the other goal',
    words: ({ procedure, name }) => (procedure.goal === 'undo' ? repairWords(name) : undoWords(name)),
    leaves: [NEW],
  },
  { kind: 'another image', words: ({ name }) => repairWords(name, OTHER_IMAGE), leaves: [NEW, OTHER] },
];

/** A second run that ends before the first continues. */
const through = ({ kind, words, leaves }: Second): HostFault => ({
  name: `a second run, ${kind}, from start to end`,
  moment: 'before',
  leaves,
  async strike(scene) {
    const second = await scene.start(words(scene));
    await second.ended;
    scene.done.push(`"${words(scene).join(' ')}" ran to its end`);
    return undefined;
  },
});

/** A second run that is at its first write when the first continues. */
const alongside = ({ kind, words, leaves }: Second): HostFault => ({
  name: `a second run, ${kind}, side by side`,
  moment: 'before',
  leaves,
  async strike(scene) {
    const writing = Promise.withResolvers<undefined>();
    const second = await scene.start(words(scene), {
      before: ({ method, path }) => {
        if (method === 'PATCH' && !path.includes('dryRun')) writing.resolve(undefined);
        return undefined;
      },
    });
    await Promise.race([writing.promise, second.ended]);
    scene.done.push(`"${words(scene).join(' ')}" was started and had come to its first write`);
    return undefined;
  },
});

export const secondRuns: readonly HostFault[] = [...seconds.map(through), ...seconds.map(alongside)];

/** What it may be where the first is a re-enrolment. */
const reenrollSeconds: readonly Second[] = [
  ...seconds.filter(({ kind }) => kind === 'the same command'),
  { kind: 'a repair', words: ({ name }) => repairWords(name), leaves: [] },
];

export const reenrollSecondRuns: readonly HostFault[] = [
  ...reenrollSeconds.map(through),
  ...reenrollSeconds.map(alongside),
];
