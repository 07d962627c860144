import type { Paint } from '../../../lib/cli/style.ts';
import { type Host, urlsDiffer } from '../../../lib/hosts/host.ts';
import type { Observed } from '../../../lib/hosts/observed.ts';
import type { Connection } from '../../../lib/kube/config/connection.ts';
import { sanitize } from '../shared/sanitize.ts';

/** The plan printed before the prompt: where, which host, why, in which order, and the addresses. */
export function planText(
  { host }: Observed,
  {
    after,
    why,
    order,
    hold,
    connection,
    paint,
  }: {
    /** The host after the run. */
    after: Host;
    why: string;
    /** Lines about the order of the patches; none for the documented one. */
    order: string[];
    /** How long to keep the pause before the resume, in milliseconds. */
    hold: number;
    connection: Connection;
    paint: Paint;
  },
): string {
  const row = (label: string, text: string): string => `  ${label.padEnd(10)} ${text}\n`;
  const change = (label: string, from: string | undefined, to: string | undefined): string =>
    from === to
      ? row(label, sanitize(to ?? 'none'))
      : row(label, sanitize(from ?? 'none')) + row('', `${paint('green', '->')} ${sanitize(to ?? 'none')}`);
  return [
    row('Context', sanitize(connection.context || '(none)')),
    row('Server', sanitize(connection.server)),
    row('Namespace', sanitize(host.namespace)),
    row('Host', `${paint('bold', sanitize(host.name))} (${why})`),
    change('Image', host.image?.url, after.image?.url),
    urlsDiffer(host) ? change('In status', host.statusImage.url, after.statusImage.url) : '',
    change('Checksum', host.image?.checksum, after.image?.checksum),
    ...order.map((line, index) => row(index === 0 ? 'Order' : '', line)),
    hold > 0 ? row('Hold', holdText(hold)) : '',
  ].join('');
}

/** How long a pause is kept, and why. */
export const holdText = (hold: number): string =>
  `${hold / 1000}s before the resume, to see whether another writer changes the addresses back`;
