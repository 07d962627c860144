import type { Command, Flags, Handler, Values } from './command.ts';
import type { connectionFlags } from './flags.ts';

/** A command as it is declared: its handler's values follow from its flags. */
export interface Declaration<F extends Flags, C extends boolean>
  extends Omit<Command, 'flags' | 'connects' | 'load'> {
  flags: F;
  connects: C;
  load(): Promise<Handler<Values<C extends true ? F & typeof connectionFlags : F>>>;
}

/** Declares a command. The type of its handler's values is inferred from its flags, plus the connection's if it connects. */
export const defineCommand = <F extends Flags, C extends boolean>(declared: Declaration<F, C>): Command =>
  declared as unknown as Command;
