import { Button, Group, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { t } from '../../language/text.ts';
import type { Answer } from '../../server/ask.ts';
import type { Erasure } from '../../server/retention.ts';
import { Dialog } from '../dialog/dialog.tsx';
import { useSending } from '../form/use-sending.ts';
import { TroubleLine } from '../page/trouble-line.tsx';
import { Proof } from './proof.tsx';

export interface EraseDialogProps {
  readonly name: string;
  /** The number to be typed for confirmation. */
  readonly phone: string;
  readonly send: () => Promise<Answer<Erasure>>;
  /** Called when the dialog is closed after the erasure was requested. */
  readonly onErased: () => Promise<void> | void;
  readonly onCancel: () => void;
}

/** Erases a person after their number was typed, and shows the proof. Mounted only while open. */
export function EraseDialog({ name, phone, send, onErased, onCancel }: EraseDialogProps) {
  const [typed, setTyped] = useState('');
  const { isBusy, trouble, send: sendOnce } = useSending();
  const [erasure, setErasure] = useState<string>();
  const isTyped = typed.replaceAll(/[\s().-]/g, '') === phone;
  const go = async (): Promise<void> => {
    if (!isTyped) return;
    const answer = await sendOnce(send);
    if (answer?.ok) setErasure(answer.value.uuid);
  };
  if (erasure !== undefined)
    return (
      <Dialog title={t('Proof of the erasure')} onClose={() => void onErased()}>
        <Proof uuid={erasure} />
        <Group justify="flex-end" mt="md">
          <Button data-autofocus onClick={() => void onErased()}>
            {t('Close')}
          </Button>
        </Group>
      </Dialog>
    );
  return (
    <Dialog title={t('Erase {name}?', { name })} onClose={onCancel}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void go();
        }}
      >
        <Text mb="md">
          {t(
            'This erases the contact, all calls and uploads of this number with recordings and transcripts, and practice material made from them. It cannot be undone.',
          )}
        </Text>
        <TextInput
          label={t('Type {phone} to confirm', { phone })}
          value={typed}
          onChange={({ currentTarget }) => setTyped(currentTarget.value)}
          autoComplete="off"
          inputMode="tel"
          mb="md"
          data-autofocus
        />
        <TroubleLine text={trouble} />
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={onCancel}>
            {t('Cancel')}
          </Button>
          <Button color="red.9" type="submit" disabled={!isTyped} loading={isBusy}>
            {t('Erase this person')}
          </Button>
        </Group>
      </form>
    </Dialog>
  );
}
