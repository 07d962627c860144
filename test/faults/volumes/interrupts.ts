import type { Fault } from '../fault.ts';

const interrupt = (name: string, moment: Fault['moment']): Fault => ({
  name,
  moment,
  strike({ disturbed }) {
    disturbed?.process.kill('SIGINT');
    return undefined;
  },
});

/** The user presses Ctrl-C: the run ends by itself, and can say how things are. */
export const interrupts: readonly Fault[] = [
  interrupt('SIGINT before it is sent', 'before'),
  interrupt('SIGINT after it was applied', 'after'),
];
