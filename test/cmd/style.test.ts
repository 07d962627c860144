import assert from 'node:assert/strict';
import { test } from 'node:test';
import { program as bmh } from '../../cmd/kubectl-bmh/program.ts';
import { program as monitoring } from '../../cmd/kubectl-monitoring/program.ts';
import type { Flags } from '../../lib/cli/command.ts';
import { connectionFlags } from '../../lib/cli/flags.ts';
import { paragraphsOf } from '../../lib/cli/help.ts';

/** How long a text may be: a summary has to fit beside its command, a flag's text into four lines of 80 columns. */
const LONGEST = { summary: 64, comment: 76, flag: 260 };

/**
 * A word as usage lines show it: what it stands for, or all that it can be, in brackets where it may be left out, with dots
 * where there may be more.
 */
const WORD = /^([A-Z]+(\.\.\.)?|[a-z]+(\|[a-z]+)*|\[([A-Z]+(\.\.\.)?|[a-z]+(\|[a-z]+)*)\])$/;

for (const program of [bmh, monitoring]) {
  test(`${program.name}: its description is sentences, and its command names are unique`, () => {
    isProse(program.description);
    isUnique(program.commands.map(({ name }) => name));
  });

  for (const { name, summary, description, examples, args: words, flags, connects } of program.commands) {
    test(`${program.name} ${name}: summary, description and words`, () => {
      isLine(summary, LONGEST.summary);
      assert.match(name, /^[a-z]+(-[a-z]+)*( [a-z]+(-[a-z]+)*)*$/);
      isProse(description);
      for (const word of words) assert.match(word, WORD);
      const firstOptional = words.findIndex((word) => word.startsWith('['));
      assert.ok(
        firstOptional === -1 || words.slice(firstOptional).every((word) => word.startsWith('[')),
        'optional args come last',
      );
    });

    test(`${program.name} ${name}: its examples`, () => {
      if (connects) assert.ok(examples.length > 0, 'what talks to a cluster has examples');
      for (const { comment, command } of examples) {
        isLine(comment, LONGEST.comment);
        assert.doesNotMatch(command, /\s{2}|^\s|\s$/);
      }
      isUnique(examples.map(({ comment }) => comment));
      isUnique(examples.map(({ command }) => command));
    });

    test(`${program.name} ${name}: its flags`, () => {
      checkFlags(flags);
      const besides = connects ? connectionFlags : {};
      for (const flag of Object.keys(flags))
        assert.ok(!Object.hasOwn(besides, flag), `--${flag} is one of the connection`);
      isUnique([...lettersOf(flags), ...lettersOf(besides), 'h']);
    });
  }

  test(`${program.name}: a short flag means the same in every command`, () => {
    const meanings = program.commands.flatMap(({ flags }) =>
      Object.entries(flags).flatMap(([flag, { short }]) => (short ? [`${short} ${flag}`] : [])),
    );
    isUnique([...new Set(meanings)].map((meaning) => meaning[0]));
  });
}

test('the flags of the connection', () => checkFlags(connectionFlags));

function checkFlags(flags: Flags): void {
  for (const [name, { describe, choices, default: value, type, short }] of Object.entries(flags)) {
    assert.match(name, /^[a-z]+(-[a-z]+)*( [a-z]+(-[a-z]+)*)*$/);
    assert.match(short ?? 'x', /^[a-zA-Z]$/);
    assert.ok(describe.endsWith('.'), `--${name} ends with a full stop: ${describe}`);
    assert.ok(describe.length <= LONGEST.flag, `--${name} is short: ${describe.length}`);
    isPlain(describe);
    // A flag begins like a sentence, or with the value that it explains.
    const [first = ''] = describe.split(/[ ;:]/);
    assert.ok(/^[A-Z]/.test(first) || choices?.includes(first) || first === "kubectl's", describe);
    if (value === undefined) continue;
    assert.equal(typeof value, type === 'list' ? undefined : type, `--${name} has a default of its type`);
    if (choices) assert.ok(choices.includes(String(value)), `--${name} defaults to one of its choices`);
  }
}

const lettersOf = (flags: Flags): string[] => Object.values(flags).flatMap(({ short }) => short ?? []);

/** One line that is no sentence: it begins with a capital letter and ends without a full stop. */
function isLine(text: string, longest: number): void {
  isPlain(text);
  assert.ok(text.length <= longest, `${text.length} characters: ${text}`);
  assert.match(text, /^[A-Z].*[^.:,;]$/);
}

/** Paragraphs that end as sentences do. */
function isProse(text: string): void {
  for (const paragraph of paragraphsOf(text)) {
    isPlain(paragraph);
    assert.match(paragraph, /[.:]$/);
  }
}

/** Printable ASCII with single spaces: it reads the same on every terminal and in every locale. */
const isPlain = (text: string): void => assert.match(text, /^[!-~]+( [!-~]+)*$/);

function isUnique(names: readonly unknown[]): void {
  assert.deepEqual(names, [...new Set(names)]);
}
