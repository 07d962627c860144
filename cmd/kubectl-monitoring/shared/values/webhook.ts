import { usageError } from '../../../../lib/words/errors.ts';

/** The address of a webhook. It is a secret, so it is not repeated. @throws {CommandError} a usage error */
export function webhookUrl(text: string | undefined): string {
  if (text === undefined)
    throw usageError('--webhook is required', 'Give the address of the webhook, or - to read it from stdin.');
  const isWeb = URL.canParse(text) && /^https?:$/.test(new URL(text).protocol);
  if (isWeb && !/[\s\p{Cc}]/u.test(text)) return text;
  throw usageError(
    'the webhook is not a web address',
    'Give an address such as https://pager.example.com/alerts.',
  );
}
