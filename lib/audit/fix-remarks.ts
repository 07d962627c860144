import type { Acceptable } from './consequences.ts';
import type { Located } from './file-findings.ts';
import type { Remark } from './remark.ts';

/** What is to be known of one address that `--fix` leaves or changes. */
export interface FixRemark {
  located: Located;
  isLeft: boolean;
  reason: string;
  mend: string;
  /** The judgement that stands against changing it, where one does. */
  accept?: Acceptable;
}

/** What is said of a file: one remark for all addresses with the same reason, at the line of the first. */
export function remarksOn(path: string, remarks: FixRemark[]): Remark[] {
  const alike = Map.groupBy(remarks, ({ isLeft, reason, mend }) => JSON.stringify([isLeft, reason, mend]));
  return [...alike.values()].flatMap((all) => {
    const [first] = all;
    if (!first) return [];
    const { located, isLeft, reason, mend, accept } = first;
    const count = all.length === 1 ? '1 address' : `${all.length} addresses`;
    const what = `${count} ${isLeft ? 'left' : 'to change'}`;
    const how = accept ? `${mend}, and give --accept ${accept}` : mend;
    return [
      {
        path,
        line: located.finding.file.line,
        reason: `${what}: ${reason}`,
        mend: how,
      },
    ];
  });
}
