/** Why a text has no result: completes `RUN.json ...`. The hint is a sentence; absent where a result has to be saved first. */
export interface NoResult {
  fault: string;
  hint?: string;
}

/** What a text has that is valid JSON or YAML. */
export type Parsed = { value: unknown } | NoResult;

const SAVE_ONE = 'A report shows one result: save the one that you want in its own file.';

export const LIST: NoResult = { fault: 'has a list instead of one result', hint: SAVE_ONE };

/** A watch prints one result after the other. */
export const SEVERAL: NoResult = { fault: 'has several results', hint: SAVE_ONE };
