import type { VolumeFault } from './fault.ts';
import { resizeWords, UNDO_WORDS } from './procedures.ts';
import type { VolumeScene } from './scene.ts';
import { wordsOf } from './words.ts';

interface Second {
  kind: string;
  words(scene: VolumeScene): string[];
}

const otherMode = { offline: 'online', online: 'offline' } as const;

/** What a second run may be, whatever the first is. */
const seconds: readonly Second[] = [
  { kind: 'the same command', words: wordsOf },
  {
    kind: 'the other goal',
    words: ({ procedure, size }) => (procedure.goal === 'undo' ? resizeWords(procedure, size) : UNDO_WORDS),
  },
  {
    kind: 'the other mode',
    words: ({ procedure, size }) => resizeWords({ ...procedure, mode: otherMode[procedure.mode] }, size),
  },
  { kind: 'another size', words: ({ procedure, other }) => resizeWords(procedure, other) },
];

/** A second run that ends before the first continues. */
const through = ({ kind, words }: Second): VolumeFault => ({
  name: `a second run, ${kind}, from start to end`,
  moment: 'before',
  others: true,
  async strike(scene) {
    const second = await scene.start(words(scene));
    const { code } = await second.ended;
    scene.done.push(`"${words(scene).join(' ')}" ran to its end (exit ${code})`);
    return undefined;
  },
});

/** A second run that is at its first write when the first continues. */
const alongside = ({ kind, words }: Second): VolumeFault => ({
  name: `a second run, ${kind}, side by side`,
  moment: 'before',
  others: true,
  async strike(scene) {
    const named = scene.requestNames();
    const writing = Promise.withResolvers<undefined>();
    const second = await scene.start(words(scene), {
      before: (request) => {
        if (scene.writes.includes(named(request).purpose)) writing.resolve(undefined);
        return undefined;
      },
    });
    await Promise.race([writing.promise, second.ended]);
    scene.done.push(`"${words(scene).join(' ')}" was started and had come to its first write`);
    return undefined;
  },
});

export const secondRuns: readonly VolumeFault[] = [...seconds.map(through), ...seconds.map(alongside)];
