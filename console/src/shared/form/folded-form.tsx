import { Button, CloseButton, Group, Paper, Title } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { t } from '../../language/text.ts';

interface FoldedFormProps {
  /** Of the button and of the open form. */
  readonly title: string;
  /** `close` closes the form, which then begins empty. */
  readonly children: (close: () => void) => ReactNode;
}

/** A form above a list, which is behind a button until it is wanted. */
export function FoldedForm({ title, children }: FoldedFormProps) {
  const heading = useId();
  const [isOpen, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const section = useRef<HTMLElement>(null);
  const wasOpen = useRef(false);
  useEffect(() => {
    if (isOpen) section.current?.querySelector<HTMLElement>('form input')?.focus();
    // Elsewhere by now: what was created is shown, and has the focus.
    else if (wasOpen.current && document.activeElement === document.body) button.current?.focus();
    wasOpen.current = isOpen;
  }, [isOpen]);
  if (!isOpen)
    return (
      <Group justify="flex-end" mb="md">
        <Button ref={button} leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setOpen(true)}>
          {title}
        </Button>
      </Group>
    );
  const close = (): void => setOpen(false);
  return (
    <Paper ref={section} component="section" className="surface" p="md" mb="md" aria-labelledby={heading}>
      <Group justify="space-between" mb="sm" wrap="nowrap">
        <Title order={2} size="h4" id={heading}>
          {title}
        </Title>
        <CloseButton aria-label={t('Close')} onClick={close} />
      </Group>
      {children(close)}
    </Paper>
  );
}
