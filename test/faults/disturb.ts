import type { Interference, Passed, RelayOptions } from '../support/relay.ts';
import type { Fault } from './fault.ts';
import { type Named, requestNames, WRITES } from './request-name.ts';
import type { Ended, Scene } from './scene.ts';

/** A run that a fault was done to. */
export interface Disturbed extends Ended {
  /** Whether the request came that it was to be done at. */
  struck: boolean;
  /** Whether it has sent anything that changes the host. */
  wrote: boolean;
}

/** Runs the tool, and does the fault at the request of this name. */
export async function disturb(
  scene: Scene,
  words: string[],
  { fault, request }: { fault: Fault; request: Named },
): Promise<Disturbed> {
  const named = requestNames();
  const names = new Map<number, Named>();
  let struck = false;
  let wrote = false;

  function strikes(moment: Fault['moment'], { number }: Passed): boolean {
    const { purpose, name } = names.get(number) ?? { purpose: '', name: '' };
    if (struck && fault.lasts === 'on') return moment === 'before';
    if (moment !== fault.moment) return false;
    return struck ? fault.lasts === 'each' && purpose === request.purpose : name === request.name;
  }

  const hook =
    (moment: Fault['moment']) =>
    async (passed: Passed): Promise<Interference | undefined> => {
      if (moment === 'before') names.set(passed.number, named(passed));
      wrote ||= WRITES.includes(names.get(passed.number)?.purpose ?? '');
      if (!strikes(moment, passed)) return undefined;
      struck = true;
      return fault.strike(scene);
    };
  const hooks: RelayOptions = { before: hook('before'), after: hook('after') };
  scene.disturbed = await scene.start([...words, ...(fault.flags ?? [])], hooks);
  return { ...(await scene.disturbed.ended), struck, wrote };
}
