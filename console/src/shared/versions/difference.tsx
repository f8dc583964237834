import { Loader, Stack, Text } from '@mantine/core';
import { t } from '../../language/text.ts';
import { useDifference, type VersionDifference, type Versioned } from '../../server/versions.ts';
import { TroubleLine } from '../page/trouble-line.tsx';
import { type FieldNames, nameIn, valueText } from './field-text.ts';
import styles from './versions.module.css';

interface DifferenceProps {
  readonly of: Versioned;
  readonly names: FieldNames;
  readonly from: number;
  readonly to: number;
}

/** What changed between two versions: texts by words, other fields by value. */
export function Difference({ of, names, from, to }: DifferenceProps) {
  const { data, error } = useDifference(of, { from, to });
  if (error !== null) return <TroubleLine text={error.message} />;
  if (data === undefined) return <Loader size="sm" aria-label={t('Comparing the versions')} />;
  if (data.fields.length === 0) return <Text size="sm">{t('Both versions are the same.')}</Text>;
  return (
    <Stack gap="sm">
      {data.fields.map((each) => (
        <div key={each.field}>
          <Text size="sm" fw={600}>
            {nameIn(names, each.field)}
          </Text>
          <Change {...each} />
        </div>
      ))}
    </Stack>
  );
}

const tags = { same: 'span', removed: 'del', added: 'ins' } as const;

function Change({ words, from, to }: VersionDifference['fields'][number]) {
  const parts =
    words ??
    ([
      { change: 'removed', text: valueText(from) },
      { change: 'same', text: '\n' },
      { change: 'added', text: valueText(to) },
    ] as const);
  return (
    <Text size="sm" component="p" className={styles.words}>
      {parts.map(({ change, text }, index) => {
        const Tag = tags[change];
        // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text have no other identity
        return <Tag key={index}>{text}</Tag>;
      })}
    </Text>
  );
}
