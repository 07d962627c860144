import { fieldsOf, textOf } from '../../objects/fields.ts';
import { listed } from '../../words/text.ts';
import { type Definition, panelsOf } from '../definition.ts';
import { withDatasourceVariable } from './clean-datasources.ts';
import { withoutInputs } from './clean-inputs.ts';
import type { Cleaned } from './cleaned.ts';

type Fields = Record<string, unknown>;

/** Cleans a classic dashboard: its ids are removed, and references to one UI are replaced where that is safe. */
export function cleaned({ fields }: Pick<Definition, 'fields'>): Cleaned {
  const { dashboard: resolved, ...inputs } = withoutInputs(fields);
  const { dashboard: portable, ...datasources } = withDatasourceVariable(resolved);
  const { dashboard, isChanged } = withoutSnapshots(withoutIds(portable));
  return {
    dashboard,
    changes: [
      ...inputs.changes,
      ...datasources.changes,
      ...(isChanged ? ['Removed the data of a snapshot.'] : []),
    ],
    doubts: [...inputs.doubts, ...datasources.doubts, ...libraryPanels(dashboard)],
  };
}

/** `id` is null and `version` 1, as in a new dashboard (§2.3); what only a saved or an exported one has is removed. */
function withoutIds({ id: _, version: __, ...rest }: Fields): Fields {
  const own = Object.entries(rest).filter(([key]) => !OF_ONE_UI.has(key));
  return { id: null, ...Object.fromEntries(own), version: 1 };
}

const OF_ONE_UI = new Set(['iteration', 'meta', 'snapshot', '__inputs', '__requires', '__elements']);

/** A panel of a snapshot keeps the data that it showed. */
function withoutSnapshots(dashboard: Fields): { dashboard: Fields; isChanged: boolean } {
  let isChanged = false;
  const inPanels = (panels: unknown): unknown =>
    Array.isArray(panels)
      ? panels.map((panel) => {
          const { snapshotData, ...fields } = fieldsOf(panel) ?? {};
          if (fieldsOf(panel) === undefined) return panel;
          if (snapshotData !== undefined) isChanged = true;
          return 'panels' in fields ? { ...fields, panels: inPanels(fields.panels) } : fields;
        })
      : panels;
  return {
    dashboard: 'panels' in dashboard ? { ...dashboard, panels: inPanels(dashboard.panels) } : dashboard,
    isChanged,
  };
}

function libraryPanels(dashboard: Fields): string[] {
  const names = panelsOf({ fields: dashboard, path: [] }).flatMap(({ fields }) => {
    const { name, uid } = fieldsOf(fields.libraryPanel) ?? {};
    return fieldsOf(fields.libraryPanel) ? [textOf(name ?? uid ?? '')] : [];
  });
  return names.length === 0
    ? []
    : [
        `the dashboard has panels of the library, which are not in the file: ${listed([...new Set(names)])}. Another dashboard UI does not have them: unlink them before you export the dashboard`,
      ];
}
