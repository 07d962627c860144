import type { Interference, Passed, RelayOptions } from '../support/relay.ts';
import type { Fault } from './fault.ts';
import type { Ended, Named, Scene } from './scene.ts';

/** A run that a fault was done to. */
export interface Disturbed extends Ended {
  /** Whether the request came that it was to be done at. */
  struck: boolean;
  /** Whether it has sent anything that changes something. */
  wrote: boolean;
}

/** Runs the tool, and does the fault at the request of this name. */
export async function disturb<S extends Scene>(
  scene: S,
  words: string[],
  { fault, request }: { fault: Fault<S>; request: Named },
): Promise<Disturbed> {
  const named = scene.requestNames();
  const names = new Map<number, Named>();
  let awaited = request.name;
  let struck = false;
  let wrote = false;

  function strikes(moment: Fault['moment'], { purpose, name }: Named): boolean {
    if (struck && fault.lasts === 'on') return moment === 'before';
    if (moment !== fault.moment) return false;
    return struck ? fault.lasts === 'each' && purpose === request.purpose : name === awaited;
  }

  const hook =
    (moment: Fault['moment']) =>
    async (passed: Passed, status?: number): Promise<Interference | undefined> => {
      const name = names.get(passed.number) ?? named(passed);
      names.set(passed.number, name);
      wrote ||= scene.writes.includes(name.purpose);
      if (!strikes(moment, name)) return undefined;
      if (status === 409 && !struck) {
        // The server has not done it: another user was first, and the run tries again.
        awaited = nextName(awaited);
        return undefined;
      }
      struck = true;
      return fault.strike(scene, passed);
    };
  const hooks: RelayOptions = { before: hook('before'), after: hook('after') };
  scene.disturbed = await scene.start([...words, ...(fault.flags ?? [])], hooks);
  const ended = await scene.disturbed.ended;
  if (struck && fault.passes && ended.code !== 0)
    scene.problems.push(`the run did not get over it, and ended with ${ended.code}`);
  return { ...ended, struck, wrote };
}

/** The name of the next request that is named so: `stop`, `stop #2`, `stop #3`. */
function nextName(name: string): string {
  const [, first = name, number = '1'] = /^(.*?)(?: #(\d+))?$/.exec(name) ?? [];
  return `${first} #${Number(number) + 1}`;
}
