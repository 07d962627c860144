import { reportCommand as command } from '../../shared/report-page/command.ts';

export const reportCommand = command({
  examples: [
    {
      comment: 'Make capacity.html from the capacity of volumes that was saved with -o json',
      command: 'kubectl monitoring report capacity.json',
    },
    {
      comment: 'Make a page of the state that the block has now',
      command: 'kubectl monitoring status -o json | kubectl monitoring report - --output status.html',
    },
  ],
  save: 'kubectl monitoring status -o json > RUN.json',
});
