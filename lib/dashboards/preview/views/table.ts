import { type Html, html } from '../../../html/html.ts';
import { fieldsOf } from '../../../objects/fields.ts';
import { order } from '../../../words/text.ts';
import { amountText, type Unit } from '../amount.ts';
import type { Frame } from '../frames.ts';
import { mappedValue } from '../mappings.ts';
import type { PanelView } from '../panel.ts';
import { unitOf } from '../units.ts';

type Row = ReadonlyMap<string, string | number>;

/** A table: a row for each series, with its labels and its last value. Columns are hidden, renamed and ordered as `organize` says. */
export function tableView(view: PanelView, frames: readonly Frame[]): Html {
  const rows = rowsOf(view, frames);
  const columns = columnsOf(view, rows);
  const cell = (value: string | number | undefined, unit: Unit): Html => {
    if (typeof value !== 'number') return html`<td>${value ?? ''}</td>`;
    return html`<td class="number">${mappedValue(view.mappings, value)?.text ?? amountText(value, unit)}</td>`;
  };
  return html`<div class="scroll" tabindex="0" role="group" aria-label="Table: ${view.title}"><table><thead><tr>${columns.map(
    ({ title }) => html`<th scope="col">${title}</th>`,
  )}</tr></thead><tbody>${rows.map((row) => html`<tr>${columns.map(({ name, unit }) => cell(row.get(name), unit))}</tr>`)}</tbody></table></div>`;
}

/** Series with the same labels are one row if the table merges its queries. */
function rowsOf({ queries, transformations }: PanelView, frames: readonly Frame[]): Row[] {
  const several = queries.filter(({ isHidden }) => !isHidden).length > 1;
  const isMerged = transformations.some(({ id }) => MERGES.has(String(id)));
  const rows = frames.map(({ refId, labels, points }) => {
    const { __name__, ...rest } = labels;
    return {
      rest,
      value: [several ? `Value #${refId}` : 'Value', points.at(-1)?.[1] ?? Number.NaN] as const,
    };
  });
  const key = ({ rest }: (typeof rows)[number]): string =>
    JSON.stringify(Object.entries(rest).toSorted(([one], [other]) => order(one, other)));
  const groups = isMerged ? [...Map.groupBy(rows, key).values()] : rows.map((row) => [row]);
  return groups.map(
    (group) =>
      new Map<string, string | number>([
        ...Object.entries(group[0]?.rest ?? {}),
        ...group.map(({ value }) => value),
      ]),
  );
}

const MERGES = new Set(['merge', 'joinByField', 'seriesToColumns']);

function columnsOf(
  { transformations, overrides, unit, decimals }: PanelView,
  rows: readonly Row[],
): { name: string; title: string; unit: Unit }[] {
  const names = [...new Set(rows.flatMap((row) => [...row.keys()]))].toSorted(
    (one, other) => Number(one.startsWith('Value')) - Number(other.startsWith('Value')),
  );
  const organize = fieldsOf(transformations.find(({ id }) => id === 'organize')?.options) ?? {};
  const [hidden, renamed, index] = [organize.excludeByName, organize.renameByName, organize.indexByName].map(
    (fields) => new Map(Object.entries(fieldsOf(fields) ?? {})),
  );
  const place = (name: string): number => {
    const at = index?.get(name);
    return typeof at === 'number' ? at : names.length;
  };
  return names
    .filter((name) => hidden?.get(name) !== true)
    .toSorted((one, other) => place(one) - place(other))
    .map((name) => {
      const renaming = renamed?.get(name);
      const title = typeof renaming === 'string' && renaming !== '' ? renaming : name;
      const own = overrides(title);
      return {
        ...{ name, title: own.name ?? title },
        unit: unitOf(own.unit ?? unit ?? 'none', own.decimals ?? decimals),
      };
    });
}
