import { Progress, Text } from '@mantine/core';
import { t } from '../../language/text.ts';
import type { Reading } from '../../server/answers.ts';
import { isBeingRead } from '../../server/use-progress.ts';
import { failureText, stateText } from './reading-words.ts';

/** State of one document: a line in a list, with a progress bar during processing. */
export function ReadingState({ reading }: { readonly reading: Reading }) {
  const isOpen = isBeingRead(reading);
  const hasFailed = reading.work?.status === 'failed' && reading.processed_at === null;
  return (
    <>
      <Text size="sm" {...(hasFailed ? { c: 'light-dark(#a51111, #ff9c9c)' } : { className: 'quiet figures' })}>
        {hasFailed ? failureText(reading) : stateText(reading)}
      </Text>
      {isOpen && (
        <Progress
          value={(reading.work?.progress ?? 0) * 100}
          size="sm"
          mt={4}
          maw={260}
          aria-label={t('How far {title} is read', { title: reading.title })}
        />
      )}
    </>
  );
}
