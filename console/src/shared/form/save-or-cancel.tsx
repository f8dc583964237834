import { Button, Group } from '@mantine/core';
import type { ReactNode } from 'react';
import { t } from '../../language/text.ts';

interface SaveOrCancelProps {
  readonly isBusy: boolean;
  readonly onCancel: () => void;
  readonly children?: ReactNode;
}

/** Buttons of a small inline form. */
export const SaveOrCancel = ({ isBusy, onCancel, children }: SaveOrCancelProps) => (
  <Group gap="xs" mt={6}>
    <Button type="submit" size="compact-sm" loading={isBusy}>
      {t('Save')}
    </Button>
    <Button size="compact-sm" variant="default" onClick={onCancel}>
      {t('Cancel')}
    </Button>
    {children}
  </Group>
);
