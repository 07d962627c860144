import { type Html, html } from '../html/html.ts';
import { listed } from '../words/text.ts';
import { commandBlock, section } from './table.ts';

/** Something that is left to do: what it is about, what to know of it, and the commands that do it. */
export interface Todo {
  about: string;
  texts: readonly string[];
  commands: readonly string[];
}

/** What is left to do, each command once; or that nothing is. */
export function todoSection(all: readonly Todo[], none: string): Html | undefined {
  const seen = new Set<string>();
  const left = all.flatMap(({ about, texts, commands }) => {
    const isNew = (command: string): boolean =>
      command !== '' && !seen.has(command) && Boolean(seen.add(command));
    const own = commands.filter(isNew);
    const said = [...new Set(texts)].filter((text) => text !== '');
    return own.length > 0 || said.length > 0 ? [{ about, texts: said, commands: own }] : [];
  });
  return section(
    'Left to do',
    left.length === 0
      ? html`<p id="left">${none}\n`
      : html`<ol class="todo" id="left">${left.map(({ about, texts, commands }, at) => html`<li><p><b>${about}</b>\n${texts.map((text) => html`<p class="t">${text}\n`)}${commandBlock(commands, `Commands ${at + 1}`)}`)}</ol>\n`,
  );
}

/** What is left to do with several objects of the same kind together. */
export const aboutText = (what: string, labels: readonly string[]): string =>
  `${what}: ${listed([...new Set(labels)])}`;
