import { exitCodes } from '../../lib/words/errors.ts';
import type { Chapter } from './page.ts';

/** Exit codes and environment variables, the same for every command. */

export const exitStatus: Chapter = {
  heading: 'Exit status',
  blocks: [
    {
      kind: 'terms',
      headers: ['Code', 'Meaning'],
      terms: [
        { term: '0', text: 'The request is done, or there was nothing to do.' },
        {
          term: String(exitCodes.refusal),
          text: 'It was refused, declined, called with invalid arguments, or failed. The message describes the current state.',
        },
        {
          term: String(exitCodes.timeout),
          text: 'A controller or the storage took longer than --timeout, or a response took longer than --request-timeout.',
        },
        { term: String(exitCodes.aborted), text: 'It was interrupted.' },
      ],
    },
    {
      kind: 'text',
      text: 'On Windows, kubectl itself exits with 1 whenever a plugin does not exit with 0. The output of -o json and -o yaml contains the exit code and a verdict.',
    },
  ],
};

export const environment: Chapter = {
  heading: 'Environment',
  blocks: [
    {
      kind: 'terms',
      headers: ['Variable', 'Meaning'],
      terms: [
        {
          term: 'KUBECONFIG',
          text: 'The kubeconfig files to use, as a list in the format of PATH, unless --kubeconfig names one.',
        },
        {
          term: 'HTTPS_PROXY, HTTP_PROXY, NO_PROXY',
          text: 'The proxy for the API server, unless the kubeconfig names one.',
        },
        { term: 'NO_COLOR', text: 'If set and not empty, --color=auto disables color.' },
        {
          term: 'TERM',
          text: 'If "dumb", --color=auto disables color, and steps are shown line by line.',
        },
        { term: 'CI', text: 'If set and not empty, steps are shown line by line.' },
      ],
    },
  ],
};
