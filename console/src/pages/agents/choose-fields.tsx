import { Button, Group, Radio, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { t } from '../../language/text.ts';
import type { AgentBody } from '../../server/answers.ts';
import { Dialog, useGoBack } from '../../shared/dialog/dialog.tsx';
import { fieldName, valueText } from './field-names.ts';
import styles from './versions.module.css';

type Field = keyof AgentBody & string;

/** Fields that two people changed, with both values. */
export interface Choice {
  readonly fields: readonly Field[];
  readonly mine: AgentBody;
  readonly theirs: AgentBody;
  /** Receives the fields whose own value is kept; undefined if nothing is saved. */
  readonly choose: (mine: readonly Field[] | undefined) => void;
}

/** Shows the values of fields that two people changed at the same time, and asks which one to keep. */
export function ChooseFields({ fields, mine, theirs, choose }: Choice) {
  const { cancel, goBack } = useGoBack(() => choose(undefined));
  const [kept, setKept] = useState<ReadonlySet<Field>>(new Set(fields));
  const keep = (field: Field, isMine: boolean): void =>
    setKept((before) => new Set(isMine ? [...before, field] : [...before].filter((each) => each !== field)));
  return (
    <Dialog title={t('Somebody else changed this agent')} onClose={cancel}>
      <Stack gap="md">
        <Text size="sm">
          {t('You both changed these fields. Other changes of both of you are kept. Choose which value to save.')}
        </Text>
        {fields.map((field) => (
          <Radio.Group
            key={field}
            label={fieldName(field)}
            value={kept.has(field) ? 'mine' : 'theirs'}
            onChange={(value) => keep(field, value === 'mine')}
          >
            <Stack gap="xs" mt={4}>
              <Radio value="mine" label={t('Yours')} description={<Value value={mine[field]} />} />
              <Radio value="theirs" label={t('Theirs')} description={<Value value={theirs[field]} />} />
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

const Value = ({ value }: { readonly value: unknown }) => <span className={styles.value}>{valueText(value)}</span>;
