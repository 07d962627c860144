import { credentialForms } from './forms/credentials.ts';
import { fileForms } from './forms/files.ts';
import { flagForms } from './forms/flags.ts';
import type { Form } from './forms/form.ts';
import { networkForms } from './forms/network.ts';

export { environmentOf, type Form, type Prepared } from './forms/form.ts';

/**
 * Every form of kubeconfig and connection flag that the commands take. In each, the caller is an administrator of the
 * server it is prepared for, so that any command succeeds.
 */
export const forms: Form[] = [...credentialForms, ...fileForms, ...networkForms, ...flagForms];

/** Whether this machine may run a form that writes the path of a pod's service account: CI, as root. */
export const mayWriteServiceAccount = process.env.CI === 'true' && process.getuid?.() === 0;
