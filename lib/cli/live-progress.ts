import { DefaultRenderer, Listr, ListrLogger, type ListrTaskWrapper, ProcessOutput, Spinner } from 'listr2';
import { oneLine } from '../words/text.ts';
import type { Host, Progress } from './command.ts';
import { drawsUnicode } from './style.ts';

type Wrapper = ListrTaskWrapper<unknown, never, never>;

/** What stands before a line where the terminal draws nothing beyond ASCII. */
const ASCII_ICONS = {
  COMPLETED: '+',
  FAILED: 'x',
  OUTPUT: '>',
  PENDING: '>',
  SKIPPED_WITH_COLLAPSE: '-',
  SKIPPED_WITHOUT_COLLAPSE: '-',
  WAITING: '.',
};

class AsciiSpinner extends Spinner {
  protected override readonly spinner = ['-', '\\', '|', '/'];
}

/** listr2 asks of stdout whether there is a terminal, and would else write lines there, among the data. */
class StderrRenderer extends DefaultRenderer {
  static override readonly nonTTY = true;
}

/** Progress on a terminal: every step in its place, with a spinner at the one that runs. */
export function liveProgress(titles: string[], { stderr, env }: Host): Progress {
  const steps = titles.map((title) => ({
    title,
    started: Promise.withResolvers<Wrapper>(),
    ended: Promise.withResolvers<void>(),
  }));
  const stream = stderr as NodeJS.WriteStream;
  const output = new ProcessOutput(stream, stream);
  const list = new Listr(
    steps.map(({ title, started, ended }) => ({
      title,
      task: (_context: unknown, wrapper: unknown) => {
        started.resolve(wrapper as Wrapper);
        return ended.promise;
      },
    })),
    {
      registerSignalListeners: false,
      exitOnError: true,
      renderer: StderrRenderer,
      rendererOptions: {
        logger: new ListrLogger({ processOutput: output }),
        collapseErrors: false,
        formatOutput: 'wrap',
        ...(env.NO_COLOR && { color: {} }),
        ...(!drawsUnicode({ env }) && { icon: ASCII_ICONS, spinner: new AsciiSpinner() }),
      },
    },
  );
  // Ended at once, as by a second Ctrl-C, the process must not leave the terminal without its cursor.
  const release = () => output.release();
  process.once('exit', release);
  const shown = list
    .run()
    .catch(() => {})
    .finally(() => process.off('exit', release));
  let settled = 0;
  const at = (step: number, act: (wrapper: Wrapper) => void): void => {
    void steps[step - 1]?.started.promise.then(act);
  };
  const settle = (step: number, act: (wrapper: Wrapper) => void): void => {
    settled = Math.max(settled, step);
    at(step, (wrapper) => {
      act(wrapper);
      steps[step - 1]?.ended.resolve();
    });
  };
  const stop = (step: number, note: string): void => {
    settled = steps.length;
    at(step, () => steps[step - 1]?.ended.reject(new Error(note)));
  };
  const titled = (step: number, note: string | undefined) =>
    `${titles[step - 1]}${note ? `: ${oneLine(note)}` : ''}`;
  const skip = (step: number, note: string): void =>
    settle(step, (wrapper) => wrapper.skip(titled(step, note)));
  return {
    done: (step, note) =>
      settle(step, (wrapper) => {
        wrapper.title = titled(step, note);
      }),
    skipped: skip,
    // It is shown below the title.
    failed: (step, note) => stop(step, oneLine(note)),
    note: (...texts) =>
      at(settled + 1, (wrapper) => {
        wrapper.output = texts.map(oneLine).join('\n');
      }),
    end: async () => {
      while (settled < steps.length) skip(settled + 1, 'not reached');
      await shown;
    },
  };
}
