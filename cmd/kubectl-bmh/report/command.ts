import { reportCommand as command } from '../../shared/report-page/command.ts';

export const reportCommand = command({
  examples: [
    {
      comment: 'Make worker-0.html from the result of a repair that was saved with -o json',
      command: 'kubectl bmh report worker-0.json',
    },
    {
      comment: 'Make a page of an audit that runs now',
      command: 'kubectl bmh audit -A -o json | kubectl bmh report - --output audit.html',
    },
  ],
  save: 'kubectl bmh diagnose --all -A -o json > RUN.json',
});
