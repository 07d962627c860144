/** A place in a template of Prometheus: an offset in its text, in UTF-16 units. */
export interface TemplateFault {
  message: string;
  at: number;
}

/** Variables that Prometheus sets. */
const KNOWN = new Set(['labels', 'externalLabels', 'externalURL', 'value']);

/** Words that open a block, which `end` closes. */
const BLOCKS = new Set(['if', 'range', 'with', 'block', 'define']);

/** What Prometheus refuses in a template when it loads a rule file, as far as it can be told without Go's templates. */
export function templateFault(text: string): TemplateFault | undefined {
  const declared = new Set(KNOWN);
  const open: number[] = [];
  for (const { at, action } of actionsIn(text)) {
    if (action === undefined) return { message: '"{{" is not closed', at };
    const code = withoutTexts(action);
    for (const [, name = ''] of code.matchAll(/\$(\w+)\s*(?=,\s*\$\w+\s*:=|:=)/g)) declared.add(name);
    for (const [, name = ''] of code.matchAll(/,\s*\$(\w+)\s*:=/g)) declared.add(name);
    const unknown = [...code.matchAll(/\$([A-Za-z_]\w*)/g)].find(([, name = '']) => !declared.has(name));
    if (unknown) return { message: `Prometheus does not know $${unknown[1]}`, at: at + 2 + unknown.index };
    const [word = ''] = /^[a-z]+\b/.exec(code.replace(/^-?\s+|^-\s*/, '')) ?? [];
    if (BLOCKS.has(word)) open.push(at);
    if (word === 'end' && open.pop() === undefined) return { message: '"{{ end }}" closes nothing', at };
  }
  const at = open.pop();
  return at === undefined ? undefined : { message: 'a block is not closed with "{{ end }}"', at };
}

/** The labels of its alert that a template reads, without those that it asks for first: {{ if $labels.pod }}. */
export function labelsRead(text: string): { label: string; at: number }[] {
  if (!text.includes('$labels')) return [];
  const actions = [...actionsIn(text)];
  const asked = new Set(
    actions.filter(({ action = '' }) => ASKING.test(action)).flatMap(({ action = '' }) => labelsIn(action)),
  );
  return actions.flatMap(({ at, action = '' }) =>
    [...action.matchAll(LABEL)].flatMap(({ 1: field, 2: key, index }) => {
      const label = field ?? key ?? '';
      return asked.has(label) ? [] : [{ label, at: at + 2 + index }];
    }),
  );
}

const labelsIn = (action: string): string[] =>
  [...action.matchAll(LABEL)].map(([, field, key]) => field ?? key ?? '');

/** An action that does something only if a value is not empty. */
const ASKING = /^-?\s*(?:else\s+)?(?:if|with)\b/;

const LABEL = /\$labels\.([A-Za-z_]\w*)|\bindex\s+\$labels\s+"(\w+)"/g;

/** What is between `{{` and `}}`, without comments; undefined where it is not closed. */
export function* actionsIn(text: string): Generator<{ at: number; action: string | undefined }> {
  for (let at = text.indexOf('{{'); at !== -1; ) {
    const end = endOf(text, at + 2);
    const action = end === undefined ? undefined : text.slice(at + 2, end);
    if (!action || !/^(?:- )?\/\*/.test(action)) yield { at, action };
    if (end === undefined) return;
    at = text.indexOf('{{', end + 2);
  }
}

/** Where an action ends: at the first `}}` outside of its texts. */
function endOf(text: string, from: number): number | undefined {
  END.lastIndex = from;
  for (let found = END.exec(text); found; found = END.exec(text)) if (found[0] === '}}') return found.index;
  return undefined;
}

/** A quote behind a backslash begins no text: YAML escapes it in a file that is not read as YAML yet. */
const TEXT = String.raw`(?<!\\)"(?:[^"\\\n]|\\.)*"|\x60[^\x60]*\x60`;
const END = new RegExp(`${TEXT}|\\}\\}`, 'g');
const TEXTS = new RegExp(TEXT, 'g');

/** An action with its texts blanked. */
export const withoutTexts = (action: string): string =>
  action.replace(TEXTS, (found) => ' '.repeat(found.length));
