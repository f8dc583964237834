import { Button, Group, Stack } from '@mantine/core';
import type { FormEvent, ReactNode } from 'react';
import { t } from '../../language/text.ts';
import { Dialog } from '../dialog/dialog.tsx';
import { TroubleLine } from '../page/trouble-line.tsx';

interface FormDialogProps {
  readonly title: string;
  /** Label of the submit button. */
  readonly action: string;
  /** Whether the action loses data. */
  readonly isGrave?: boolean;
  /** Label of the cancel button. */
  readonly dismiss?: string;
  readonly trouble: string | undefined;
  readonly isBusy: boolean;
  readonly onSubmit: (event: FormEvent<HTMLFormElement>) => void;
  readonly onClose: () => void;
  /** The fields. */
  readonly children: ReactNode;
  /** The result, shown below the fields. */
  readonly outcome?: ReactNode;
}

/** Dialog with a form. */
export const FormDialog = ({
  title,
  action,
  isGrave = false,
  dismiss = t('Cancel'),
  outcome,
  ...form
}: FormDialogProps) => (
  <Dialog title={title} onClose={form.onClose}>
    <TroubleLine text={form.trouble} />
    <form onSubmit={form.onSubmit}>
      <Stack gap="sm">{form.children}</Stack>
      {outcome}
      <Group mt="lg" justify="flex-end" gap="sm">
        <Button variant="default" onClick={form.onClose}>
          {dismiss}
        </Button>
        <Button type="submit" loading={form.isBusy} {...(isGrave ? { color: 'red.9' } : {})}>
          {action}
        </Button>
      </Group>
    </form>
  </Dialog>
);
