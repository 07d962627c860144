import type { Command, Flags, Handler, Values } from './command.ts';
import type { connectionFlags } from './flags.ts';

/** A command whose handler takes the values of the flags that it declares, and the connection's where it connects. */
export interface Declaration<F extends Flags, C extends boolean>
  extends Omit<Command, 'flags' | 'connects' | 'load'> {
  flags: F;
  connects: C;
  load(): Promise<Handler<Values<C extends true ? F & typeof connectionFlags : F>>>;
}

/** Declares a command. What is parsed has the types of its flags (`parse.ts`), so that no handler says them again. */
export const defineCommand = <F extends Flags, C extends boolean>(declared: Declaration<F, C>): Command =>
  declared as unknown as Command;
