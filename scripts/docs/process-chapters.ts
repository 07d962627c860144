import { exitCodes } from '../../lib/words/errors.ts';
import type { Chapter } from './page.ts';

/** What a command's end and its surroundings mean, the same for every command. */

export const exitStatus: Chapter = {
  heading: 'Exit status',
  blocks: [
    {
      kind: 'terms',
      headers: ['Code', 'Meaning'],
      terms: [
        { term: '0', text: 'What was asked for is done, or there was nothing to do.' },
        {
          term: String(exitCodes.refusal),
          text: 'It was refused, declined or called wrongly, or it has failed; the message says how things stand.',
        },
        {
          term: String(exitCodes.timeout),
          text: 'What others had to do took longer than --timeout, or an answer longer than --request-timeout.',
        },
        { term: String(exitCodes.aborted), text: 'It was interrupted.' },
      ],
    },
    {
      kind: 'text',
      text: 'On Windows, kubectl itself ends with 1 whenever a plugin does not end with 0. The result that -o json and -o yaml print has the code and a verdict.',
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
          text: 'The kubeconfig files to use, in the form of PATH, unless --kubeconfig names one.',
        },
        {
          term: 'HTTPS_PROXY, HTTP_PROXY, NO_PROXY',
          text: 'The proxy to the API server, unless the kubeconfig names one.',
        },
        { term: 'NO_COLOR', text: 'Where it is set and not empty, --color=auto means no colour.' },
        {
          term: 'TERM',
          text: 'Where it is "dumb", --color=auto means no colour, and steps are shown line by line.',
        },
        { term: 'CI', text: 'Where it is set and not empty, steps are shown line by line.' },
      ],
    },
  ],
};
