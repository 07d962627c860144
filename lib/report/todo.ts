import { type Html, html } from '../html/html.ts';
import { listed } from '../words/text.ts';
import { unique } from './lists.ts';
import { commandBlock, section } from './table.ts';

/** Something that is left to do: what it is about, what to know of it, and the commands that do it. */
export interface Todo {
  about: string;
  texts: readonly string[];
  commands: readonly string[];
  /** Several things to do one after the other, in place of `commands`. */
  steps?: readonly Step[];
}

/** A step of what is left to do: words, or commands. */
export interface Step {
  text: string;
  commands: readonly string[];
}

/** A text as a sentence begins: with a capital letter, unless it begins with a command or a name such as `image-not-served`. */
export const sentence = (text: string): string =>
  text.replace(/^(?!kubectl )[a-z](?=[a-z]*(?:[ :,;]|\.?$))/, (letter) => letter.toUpperCase());

/** What is left to do, each command once; or that nothing is. */
export function todoSection(all: readonly Todo[], none: string): Html | undefined {
  const left = all
    .map(({ texts, ...todo }) => ({ ...todo, texts: unique(texts), commands: unique(todo.commands) }))
    .filter(({ texts, commands, steps = [] }) => texts.length + commands.length + steps.length > 0);
  const places = new Map<string, number>();
  return section(
    'Left to do',
    left.length === 0
      ? html`<p id="left">${none}\n`
      : html`<ol class="todo" id="left">${left.map((todo, at) => todoHtml(todo, { place: at + 1, places }))}</ol>\n`,
  );
}

/** Where each command was said first, and the place of this one. */
interface Said {
  place: number;
  places: Map<string, number>;
}

const todoHtml = ({ about, texts, commands, steps = [] }: Todo, said: Said): Html =>
  html`<li><p><b>${about}</b>
${texts.map((text) => html`<p class="t">${text}\n`)}${steps.length > 0 && html`<ol>${steps.map((step, at) => stepHtml(step, `${said.place}.${at + 1}`, said))}</ol>\n`}${commandsHtml(commands, `${said.place}`, said)}`;

const stepHtml = ({ text, commands }: Step, place: string, said: Said): Html =>
  html`<li>${text !== '' && html`<p class="t">${sentence(text)}\n`}${commands.length > 0 && text === '' && 'Run:'}${commandsHtml(commands, place, said)}`;

/** Commands; of those that were said before, where. A command that was cut is not to be run. */
function commandsHtml(all: readonly string[], place: string, { place: current, places }: Said): Html {
  const whole = all.filter((command) => !command.endsWith('...'));
  const fresh = whole.filter((command) => !places.has(command));
  const before = [...new Set(whole.flatMap((command) => places.get(command) ?? []))];
  for (const command of fresh) places.set(command, current);
  return html`${before.map((at) => html`<p class="m">${at === current ? 'The same command as above.' : `The same command as in ${at}.`}\n`)}${whole.length < all.length && html`<p class="m">A command is too long for this page. The result as JSON has it.\n`}${commandBlock(fresh, `Commands ${place}`)}`;
}

/** What is left to do with several objects of the same kind together. */
export const aboutText = (what: string, labels: readonly string[]): string =>
  `${what}: ${listed(unique(labels))}`;
