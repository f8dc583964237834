import { Mark, Text } from '@mantine/core';
import { Fragment } from 'react';
import { t } from '../../language/text.ts';
import type { AnalysedSummary } from '../../server/answers.ts';

type Excerpt = NonNullable<AnalysedSummary['excerpt']>;

const speakerNames: Readonly<Record<Excerpt['speaker'], string>> = {
  agent: t('Agent'),
  customer: t('Customer'),
  speaker_1: t('Speaker 1'),
  speaker_2: t('Speaker 2'),
  unknown: t('Unknown'),
};

/** The place of a conversation where the words that were searched for were said, with the words marked. */
export function WordsSaid({ excerpt: { speaker, text, marks } }: { readonly excerpt: Excerpt }) {
  const ends = [0, ...marks.map(({ end }) => end)];
  return (
    <Text size="sm" component="div" className="quiet" dir="auto">
      <span>{speakerNames[speaker]}: </span>
      {marks.map(({ start, end }, at) => (
        <Fragment key={start}>
          {text.slice(ends[at], start)}
          <Mark>{text.slice(start, end)}</Mark>
        </Fragment>
      ))}
      {text.slice(ends.at(-1))}
    </Text>
  );
}
