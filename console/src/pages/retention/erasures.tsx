import { Accordion, Button, Group, Paper, Text, TextInput, Title } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { t } from '../../language/text.ts';
import { eraseNumber, useErasures } from '../../server/retention.ts';
import { EraseDialog } from '../../shared/contacts/erase-dialog.tsx';
import { ErasureFacts } from '../../shared/contacts/proof.tsx';
import { Moment } from '../../shared/page/moment.tsx';

/** Erases by number, and lists the proofs. */
export function Erasures() {
  const { erasures = [] } = useErasures().data ?? {};
  const queries = useQueryClient();
  const [phone, setPhone] = useState('');
  const [isOpen, setOpen] = useState(false);
  const number = phone.replaceAll(/[\s().-]/g, '');
  const isNumber = /^\+[1-9]\d{6,14}$/.test(number);
  const close = async (): Promise<void> => {
    setOpen(false);
    setPhone('');
    await queries.invalidateQueries();
  };
  return (
    <Paper component="section" className="surface" p="md" mt="md" aria-labelledby="erasures">
      <Title order={2} size="h4" id="erasures" mb="xs">
        {t('Erasures')}
      </Title>
      <Text className="quiet" mb="md">
        {t('Erases everything about a number, with or without a contact.')}
      </Text>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (isNumber) setOpen(true);
        }}
      >
        <Group gap="sm" align="flex-end" mb="md">
          <TextInput
            label={t('Number, with + and country code')}
            value={phone}
            onChange={({ currentTarget }) => setPhone(currentTarget.value)}
            inputMode="tel"
            autoComplete="off"
          />
          <Button color="red.9" type="submit" disabled={!isNumber}>
            {t('Erase a number')}
          </Button>
        </Group>
      </form>
      {erasures.length > 0 && (
        <Accordion variant="separated" chevronPosition="left">
          {erasures.map((one) => (
            <Accordion.Item key={one.uuid} value={one.uuid}>
              <Accordion.Control>
                <Moment iso={one.requested_at} /> · {one.status === 'done' ? t('Erased') : t('Pending')}
              </Accordion.Control>
              <Accordion.Panel>
                <ErasureFacts erasure={one} />
              </Accordion.Panel>
            </Accordion.Item>
          ))}
        </Accordion>
      )}
      {isOpen && (
        <EraseDialog
          name={number}
          phone={number}
          send={() => eraseNumber(number)}
          onCancel={() => setOpen(false)}
          onErased={close}
        />
      )}
    </Paper>
  );
}
