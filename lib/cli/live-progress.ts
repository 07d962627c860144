import { DefaultRenderer, Listr, ListrLogger, type ListrTaskWrapper, ProcessOutput, Spinner } from 'listr2';
import { oneLine } from '../words/text.ts';
import type { Host, Progress } from './command.ts';
import { spanOf } from './step-range.ts';
import { drawsUnicode } from './style.ts';

type Task = ListrTaskWrapper<unknown, never, never>;

/** What precedes a line on a terminal that draws only ASCII. */
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

/** listr2 checks whether stdout is a terminal, and would otherwise write lines there, among the data. */
class StderrRenderer extends DefaultRenderer {
  static override readonly nonTTY = true;
}

/** Shows all steps on a terminal, with a spinner at the current one. */
export function liveProgress(titles: string[], { stderr, env }: Host): Progress {
  const steps = titles.map((title) => ({
    title,
    started: Promise.withResolvers<Task>(),
    ended: Promise.withResolvers<void>(),
  }));
  const stream = stderr as NodeJS.WriteStream;
  const output = new ProcessOutput(stream, stream);
  const list = new Listr(
    steps.map(({ title, started, ended }) => ({
      title,
      task: (_context: unknown, task: unknown) => {
        started.resolve(task as Task);
        return ended.promise;
      },
    })),
    {
      registerSignalListeners: false,
      // After a failed step, the others still show whether they were reached.
      exitOnError: false,
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
  // A process that exits at once, as on a second Ctrl-C, must show the cursor again.
  const release = () => output.release();
  process.once('exit', release);
  const shown = list
    .run()
    .catch(() => {})
    .finally(() => process.off('exit', release));
  const settled = new Set<number>();
  const nextOf = (): number => titles.findIndex((_, index) => !settled.has(index + 1)) + 1;
  const at = (step: number, act: (task: Task) => void): void => {
    void steps[step - 1]?.started.promise.then(act);
  };
  const settle = (step: number, act: (task: Task) => void): void => {
    settled.add(step);
    at(step, (task) => {
      act(task);
      steps[step - 1]?.ended.resolve();
    });
  };
  const titled = (step: number, note: string | undefined) =>
    `${titles[step - 1]}${note ? `: ${oneLine(note)}` : ''}`;
  const skip = (step: number, note: string): void => settle(step, (task) => task.skip(titled(step, note)));
  /** Several skipped steps in a row are one line, that of the last. */
  let run: { first: number; last: number; note: string } | undefined;
  const skipNext = (step: number, note: string): void => {
    run = { first: run?.last === step - 1 && run.note === note ? run.first : step, last: step, note };
    const range = run.first < step && spanOf(titles[run.first - 1], titles[step - 1]);
    if (!range) {
      skip(step, note);
      return;
    }
    at(step - 1, (task) => {
      // listr2 draws no line for a task without a title.
      (task as { title: string | undefined }).title = undefined;
    });
    settle(step, (task) => task.skip(`${range} Other steps: ${oneLine(note)}`));
  };
  return {
    done: (step, note) =>
      settle(step, (task) => {
        task.title = titled(step, note);
      }),
    skipped: skipNext,
    failed: (step, note) => {
      settled.add(step);
      // listr2 shows the message below the title.
      at(step, () => steps[step - 1]?.ended.reject(new Error(oneLine(note))));
    },
    note: (...texts) =>
      at(nextOf(), (task) => {
        task.output = texts.map(oneLine).join('\n');
      }),
    end: async () => {
      while (settled.size < steps.length) skip(nextOf(), 'not reached');
      await shown;
    },
  };
}
