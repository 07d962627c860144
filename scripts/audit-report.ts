/** What of `npm audit --json` is read. */
interface Audit {
  message?: string;
  error?: { code?: string; summary?: string };
  vulnerabilities?: Record<
    string,
    { severity: string; nodes: string[]; via: (string | { title?: string; url?: string })[] }
  >;
}

const GRAVE = ['high', 'critical'];

export interface Verdict {
  /** For people, a line each. */
  lines: string[];
  isGood: boolean;
}

/**
 * The findings of an audit about the packages in these folders. A registry without an answer is reported, but is no failure.
 */
export function verdictOf(output: string, shipped: readonly string[]): Verdict {
  const audit = parsed(output);
  const { vulnerabilities } = audit;
  if (vulnerabilities === undefined) {
    const why = audit.message ?? audit.error?.summary ?? audit.error?.code;
    return {
      lines: [
        `audit: skipped, because the registry does not support audits${why ? ` (${withoutAddresses(why)})` : ''}`,
      ],
      isGood: true,
    };
  }
  const found = Object.entries(vulnerabilities).map(([name, { severity, nodes, via }]) => ({
    isShipped: nodes.some((node) => shipped.includes(node)),
    severity,
    text: `${severity}: ${name}${via.map((cause) => (typeof cause === 'string' ? ` (by ${cause})` : ` (${cause.title}, ${cause.url})`)).join('')}`,
  }));
  const grave = found.filter(({ isShipped, severity }) => isShipped && GRAVE.includes(severity));
  return {
    lines: [
      ...found.map(({ isShipped, text }) => `audit: ${isShipped ? 'shipped' : 'not shipped'}: ${text}`),
      `audit: ${shipped.length} packages shipped, ${found.length} findings, ${grave.length} of them high or worse in what is shipped`,
    ],
    isGood: grave.length === 0,
  };
}

function parsed(output: string): Audit {
  try {
    return JSON.parse(output) as Audit;
  } catch {
    return {};
  }
}

/** Which registry this machine uses is its own affair. */
const withoutAddresses = (text: string): string => text.replace(/https?:\/\/\S+/g, 'the registry');
