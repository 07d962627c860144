import assert from 'node:assert/strict';
import { test } from 'node:test';
import { folded } from '../../../lib/cli/folded.ts';

const RED = '\u001B[31m';
const PLAIN = '\u001B[39m';

const CASES: { what: string; text: string; shown: string }[] = [
  { what: 'a line that fits', text: 'error: no host is named', shown: 'error: no host is named' },
  {
    what: 'a line that is too long, between words',
    text: 'error: host metal3/edge-0 was not repaired; nothing was changed\n',
    shown: 'error: host metal3/edge-0 was not\nrepaired; nothing was changed\n',
  },
  {
    what: 'an indented line, below its indentation',
    text: '  foreign-pause: the host is paused by a controller, not by this tool',
    shown: '  foreign-pause: the host is paused by a\n  controller, not by this tool',
  },
  {
    what: 'a labelled line, below its text',
    text: '  Hold       30s before the resume, to see whether it holds',
    shown: '  Hold       30s before the resume, to\n             see whether it holds',
  },
  {
    what: 'a colored arrow, with what it points at',
    text: `  Image      http://10.96.14.7/a.qcow2 ${RED}->${PLAIN} http://httpd-http/a.qcow2`,
    shown: `  Image      http://10.96.14.7/a.qcow2\n             ${RED}->${PLAIN} http://httpd-http/a.qcow2`,
  },
  {
    what: 'a command at the end, whole on its own line',
    text: 'Interrupted: the host is paused; to continue: kubectl bmh repair worker-0 -n metal3 --hold 30s',
    shown:
      'Interrupted: the host is paused; to\ncontinue:\n  kubectl bmh repair worker-0 -n metal3 --hold 30s',
  },
  {
    what: 'a command in the middle, and what follows it',
    text: '    run: kubectl patch pvc a -p \'[{"op":"remove"}; x]\'; then run this again. It is safe',
    shown:
      '    run:\n      kubectl patch pvc a -p \'[{"op":"remove"}; x]\'\n    then run this again. It is safe',
  },
  {
    what: 'a command with dots in its words',
    text: 'To find out more about it: kubectl logs a.b -n c, and kubectl get pods',
    shown: 'To find out more about it:\n  kubectl logs a.b -n c\nand kubectl get pods',
  },
  {
    what: 'a command within a sentence, whose name stays together',
    text: 'if its owner agrees, remove it with kubectl bmh resume or ask',
    shown: 'if its owner agrees, remove it with\nkubectl bmh resume or ask',
  },
  {
    what: 'a line that is a command, never',
    text: '  1. kubectl get pvc -l app=prometheus -o custom-columns=NAME:.metadata.name',
    shown: '  1. kubectl get pvc -l app=prometheus -o custom-columns=NAME:.metadata.name',
  },
  {
    what: 'an arrow, which stays with its address',
    text: '             -> http://httpd-http/images/acme-standard-ubuntu2204.qcow2',
    shown: '             -> http://httpd-http/images/acme-standard-ubuntu2204.qcow2',
  },
  {
    what: 'colors, which take no room',
    text: `${RED}error:${PLAIN} no host is named or selected, now`,
    shown: `${RED}error:${PLAIN} no host is named or selected, now`,
  },
];

for (const { what, text, shown } of CASES)
  test(`a terminal shows ${what}`, () => assert.equal(folded(text, { columns: 40 }), shown));

test('a pipe gets every line as it is', () => {
  for (const { text } of CASES) assert.equal(folded(text, {}), text);
});
