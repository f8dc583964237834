import { t } from '../../language/text.ts';
import type { CallSource } from '../../server/answers.ts';

/** Labels for the source of a conversation. */
export const sourceNames: Readonly<Record<CallSource, string>> = {
  call: t('Phone call'),
  test: t('Test call'),
  upload: t('Upload'),
  api: 'API',
  practice: t('Practice call'),
  simulation: t('Simulation'),
};
