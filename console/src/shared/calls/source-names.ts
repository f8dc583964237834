import { t } from '../../language/text.ts';
import type { AnalysedSummary, CallSource } from '../../server/answers.ts';

/** Labels for the source of a conversation. */
export const sourceNames: Readonly<Record<CallSource, string>> = {
  call: t('Phone call'),
  test: t('Test call'),
  upload: t('Upload'),
  api: 'API',
  practice: t('Practice call'),
  simulation: t('Simulation'),
};

type Channel = NonNullable<AnalysedSummary['channel']>;

/** Labels for the ways in which calls of this server come. */
export const channelNames: Readonly<Record<Channel, string>> = {
  phone: t('Phone call'),
  website: t('Website call'),
  chat: t('Website chat'),
};

/** Returns the label of where a conversation comes from. */
export const sourceOf = ({ source, channel }: Pick<AnalysedSummary, 'source' | 'channel'>): string =>
  channel === null ? sourceNames[source] : channelNames[channel];
