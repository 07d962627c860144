/** What a terminal of so many columns, and of any height, shows of all that was written to it. */
export interface Screen {
  write(text: string): void;
  /** Its lines without the spaces at their ends, and without empty lines below the last. */
  lines(): string[];
  /** Whether the cursor is shown. */
  cursor(): boolean;
}

/**
 * A terminal as far as our programs use one: text that wraps, the cursor moved, lines erased, the cursor hidden and
 * shown. Colours change nothing of the text.
 *
 * @throws at any other control sequence, so that nothing is overlooked.
 */
export function createScreen(columns: number): Screen {
  const rows: string[][] = [[]];
  let [x, y, shown] = [0, 0, true];
  const row = (): string[] => {
    while (rows.length <= y) rows.push([]);
    return rows[y] ?? [];
  };
  const put = (character: string): void => {
    if (x === columns) [x, y] = [0, y + 1];
    const cells = row();
    while (cells.length < x) cells.push(' ');
    cells[x] = character;
    x += 1;
  };
  const eraseLine = (mode: number): void => {
    const cells = row();
    if (mode === 2) cells.length = 0;
    else if (mode === 0) cells.length = Math.min(cells.length, x);
    else throw new Error(`erase in line ${mode}`);
  };
  const control = (parameters: string, final: string): void => {
    const count = Number(parameters) || 1;
    // Colours, and the frames of synchronised output.
    if (final === 'm' || (parameters === '?2026' && /[hl]/.test(final))) return;
    if (final === 'A') y = Math.max(0, y - count);
    else if (final === 'B') y += count;
    else if (final === 'C') x = Math.min(columns - 1, x + count);
    else if (final === 'D') x = Math.max(0, x - count);
    else if (final === 'G') x = count - 1;
    else if (final === 'K') eraseLine(Number(parameters));
    else if (final === 'J' && !Number(parameters)) {
      eraseLine(0);
      rows.length = y + 1;
    } else if (parameters === '?25' && /[hl]/.test(final)) shown = final === 'h';
    else throw new Error(`a control sequence that this terminal does not have: ${parameters}${final}`);
  };
  let rest = '';
  return {
    write(text) {
      const all = rest + text;
      let read = 0;
      for (const [token, parameters = '', final] of all.matchAll(TOKEN)) {
        if (token === ESCAPE) break;
        read += token.length;
        if (final) control(parameters, final);
        else if (token === '\r') x = 0;
        else if (token === '\n') y += 1;
        else if (token === '\b') x = Math.max(0, x - 1);
        else if (token !== '\u0007') put(token);
      }
      rest = all.slice(read);
    },
    lines() {
      const lines = rows.map((cells) => cells.join('').trimEnd());
      return lines.slice(0, lines.findLastIndex((line) => line !== '') + 1);
    },
    cursor: () => shown,
  };
}

const ESCAPE = '\u001b';

/** A control sequence, or one character. A lone escape starts an incomplete sequence. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control sequences are what it reads
const TOKEN = /\u001b\[([?\d;]*)([A-Za-z])|./gsu;
