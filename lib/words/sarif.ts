export interface SarifOptions {
  /** The tool's, as in `1.2.3`. */
  version: string;
  /** The URI of a file, relative if the file is below the working directory. */
  uriOf(path: string): string;
}

/** One run of a tool. Rules, results and notifications are in the form of SARIF. */
export interface SarifRun {
  name: string;
  version: string;
  rules: object[];
  results: object[];
  /** Whether everything could be read. */
  isComplete: boolean;
  notifications: object[];
}

/** A SARIF 2.1.0 log with one run, as GitHub code scanning accepts it. */
export const sarifLog = ({ name, version, rules, results, isComplete, notifications }: SarifRun): object => ({
  $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
  version: '2.1.0',
  runs: [
    {
      tool: { driver: { name, semanticVersion: version, rules } },
      columnKind: 'utf16CodeUnits',
      invocations: [{ executionSuccessful: isComplete, toolExecutionNotifications: notifications }],
      results,
    },
  ],
});

/** A place in a file; lines and columns count from 1, the end is exclusive. */
export const physicalLocation = (
  uri: string,
  region?: { startLine: number; startColumn: number; endLine?: number; endColumn?: number },
): object => ({ physicalLocation: { artifactLocation: { uri }, ...(region && { region }) } });
