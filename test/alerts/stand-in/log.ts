import type { Release } from './release.ts';

/** A line's fields, in their order. */
export type LogFields = Readonly<Record<string, string | number>>;

export interface Log {
  write(level: 'info' | 'warn' | 'error', source: string, msg: string, fields?: LogFields): void;
  text(): string;
}

/** The log of a stand-in, in the form of its version: `msg` follows the context in the older one. */
export function createLog({ log }: Pick<Release, 'log'>): Log {
  const lines: string[] = [];
  return {
    write(level, source, msg, { component, receiver, integration, aggrGroup, ...rest } = {}) {
      const time = new Date().toISOString();
      const context = Object.entries({ component, receiver, integration, aggrGroup });
      const fields =
        log === 'slog'
          ? [['time', time], ['level', level.toUpperCase()], ['source', source], ['msg', msg], ...context]
          : [
              ['ts', time],
              ['caller', source],
              ['level', level],
              ...context.filter(([name]) => name !== 'aggrGroup'),
              ['msg', msg],
            ];
      lines.push(
        [...fields, ...Object.entries(rest)]
          .filter(([, value]) => value !== undefined)
          .map(([name, value]) => `${name}=${quoted(String(value))}`)
          .join(' '),
      );
    },
    text: () => lines.map((line) => `${line}\n`).join(''),
  };
}

const quoted = (value: string): string => (/[\s"=]/.test(value) ? JSON.stringify(value) : value);
