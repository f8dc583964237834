import { Button, Group, Radio, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { t } from '../../language/text.ts';
import { Dialog, useGoBack } from '../dialog/dialog.tsx';
import { type FieldNames, nameIn, valueText } from './field-text.ts';
import styles from './versions.module.css';

/** Fields that two people changed, with both values. */
export interface Choice {
  readonly fields: readonly string[];
  readonly mine: object;
  readonly theirs: object;
  /** Receives the fields whose own value is kept; undefined if nothing is saved. */
  readonly choose: (mine: readonly string[] | undefined) => void;
}

interface ChooseFieldsProps extends Choice {
  readonly title: string;
  readonly names: FieldNames;
}

/** Shows the values of fields that two people changed at the same time, and asks which one to keep. */
export function ChooseFields({ title, names, fields, mine, theirs, choose }: ChooseFieldsProps) {
  const { cancel, goBack } = useGoBack(() => choose(undefined));
  const [kept, setKept] = useState<ReadonlySet<string>>(new Set(fields));
  const keep = (field: string, isMine: boolean): void =>
    setKept((before) => new Set(isMine ? [...before, field] : [...before].filter((each) => each !== field)));
  return (
    <Dialog title={title} onClose={cancel}>
      <Stack gap="md">
        <Text size="sm">
          {t('You both changed these fields. Other changes of both of you are kept. Choose which value to save.')}
        </Text>
        {fields.map((field) => (
          <Radio.Group
            key={field}
            label={nameIn(names, field)}
            value={kept.has(field) ? 'mine' : 'theirs'}
            onChange={(value) => keep(field, value === 'mine')}
          >
            <Stack gap="xs" mt={4}>
              <Radio value="mine" label={t('Yours')} description={<Value of={mine} field={field} />} />
              <Radio value="theirs" label={t('Theirs')} description={<Value of={theirs} field={field} />} />
            </Stack>
          </Radio.Group>
        ))}
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={cancel}>
            {t('Cancel')}
          </Button>
          <Button
            onClick={() => {
              choose([...kept]);
              goBack();
            }}
            data-autofocus
          >
            {t('Save')}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}

const Value = ({ of, field }: { readonly of: object; readonly field: string }) => (
  <span className={styles.value}>{valueText(Object.entries(of).find(([name]) => name === field)?.[1])}</span>
);
