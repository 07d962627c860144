import { isDeepStrictEqual } from 'node:util';
import { NULL_RECEIVER } from '../../alerts/alert-facts.ts';
import { fieldsOf } from '../../objects/fields.ts';
import type { Setting } from '../edit.ts';
import type { Path } from '../layers.ts';
import { type Ground, listAt, type Refusal, sectionFor } from './setting.ts';

/** A receiver to add (§2.4). */
export interface NewReceiver {
  name: string;
  /** Of its webhook. */
  url: string;
  sendResolved: boolean;
  /** Matchers of a route to it; none: no route is added. */
  matchers: readonly string[];
  /** How often the route notifies again; undefined: as its parent. */
  repeatInterval?: string | undefined;
}

/**
 * The settings that add a receiver: the whole list of receivers with "null", because Helm replaces lists, and the whole list of routes
 * if there is one more. The new route is the first and continues, so that no other receiver loses an alert.
 */
export function receiverSettings(ground: Ground, receiver: NewReceiver): Setting[] | Refusal {
  const config = [...sectionFor(ground, 'alerts'), 'config'];
  const entry = {
    name: receiver.name,
    webhook_configs: [{ url: receiver.url, send_resolved: receiver.sendResolved }],
  };
  const receivers = listAt(ground, [...config, 'receivers']);
  const twin = receivers.list.find((one) => fieldsOf(one)?.name === receiver.name);
  if (twin !== undefined && !isDeepStrictEqual(twin, entry))
    return {
      reason: `the receiver "${receiver.name}" is there already, with other fields`,
      hint: 'Choose another name, or change that receiver by hand.',
    };
  const hasNull = receivers.list.some((one) => fieldsOf(one)?.name === NULL_RECEIVER);
  const whole = [
    ...receivers.list,
    ...(hasNull ? [] : [{ name: NULL_RECEIVER }]),
    ...(twin === undefined ? [entry] : []),
  ];
  return [
    copied(ground, [...config, 'receivers'], whole),
    ...(receiver.matchers.length > 0 ? routeSettings(ground, config, receiver) : []),
  ];
}

function routeSettings(
  ground: Ground,
  config: Path,
  { name, matchers, repeatInterval }: NewReceiver,
): Setting[] {
  const path = [...config, 'route', 'routes'];
  const route = {
    receiver: name,
    matchers: [...matchers],
    continue: true,
    ...(repeatInterval !== undefined && { repeat_interval: repeatInterval }),
  };
  const { list } = listAt(ground, path);
  const isThere = list.some((one) => isDeepStrictEqual(one, route));
  return isThere ? [] : [copied(ground, path, [route, ...list])];
}

/** A list as it is to be in the last file, with a comment if its entries are from another one. */
function copied(ground: Ground, path: Path, value: readonly unknown[]): Setting {
  const { from, list } = listAt(ground, path);
  const isOwn = from !== undefined && from === ground.layers.at(-1);
  if (isOwn || list.length === 0) return { path, value };
  const where = from ? from.source.file.replace(/^.*[/\\]/, '') : 'the defaults of the chart';
  return {
    path,
    value,
    comment: [`Helm replaces lists, so this one has the entries of ${where} as well.`],
  };
}
