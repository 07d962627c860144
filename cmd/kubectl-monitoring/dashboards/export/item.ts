import type { Hit, UiDashboard } from '../../../../lib/dashboards/export/ui-answers.ts';
import { itemOf } from '../../../shared/render.ts';

/** What is said of a dashboard of the UI. */
export interface Listed extends Hit {
  /** The name of its object. */
  name: string;
  /** Undefined if it could not be read. */
  isProvisioned?: UiDashboard['isProvisioned'];
  /** The file that it was written to. */
  file?: string;
  /** Why it could not be read or written. */
  message?: string;
}

/** A dashboard as data. */
export const exportItem = ({ name, uid, title, folder, isProvisioned, file, message }: Listed) => ({
  ...itemOf({ name, namespace: '' }),
  uid,
  title,
  folder: folder ?? null,
  provisioned: isProvisioned ?? null,
  file: file ?? null,
  ...(message !== undefined && { message }),
});
