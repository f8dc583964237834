import { Alert, Button, Group, Text, TextInput } from '@mantine/core';
import { IconKey } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { t } from '../../language/text.ts';

type Copied = 'not_yet' | 'copied' | 'by_hand';

const copiedTexts: Readonly<Record<Copied, string>> = {
  not_yet: '',
  copied: t('Copied.'),
  by_hand: t('The browser does not let this page copy: it is selected, press Ctrl+C or ⌘C.'),
};

export interface ShownOnceProps {
  /** The secret, and the uuid of its owner. */
  readonly secret: string;
  readonly uuid: string;
  readonly title: string;
  /** Noun in lower case: "key". */
  readonly what: string;
  readonly advice: string;
  readonly onClose: () => void;
}

/** A newly created secret. It receives the focus, because it cannot be shown again. */
export function ShownOnce({ secret, uuid, title, what, advice, onClose }: ShownOnceProps) {
  const field = useRef<HTMLInputElement>(null);
  const [copied, setCopied] = useState<Copied>('not_yet');
  // biome-ignore lint/correctness/useExhaustiveDependencies: another secret is another occasion
  useEffect(() => {
    setCopied('not_yet');
    field.current?.focus();
    field.current?.select();
  }, [uuid]);
  const copy = async (): Promise<void> => {
    field.current?.select();
    // The clipboard is only available with https or on this machine.
    const write = navigator.clipboard?.writeText(secret) ?? Promise.reject(new DOMException());
    setCopied(await write.then(() => 'copied' as const).catch(() => 'by_hand' as const));
  };
  return (
    <Alert
      component="section"
      color="yellow"
      variant="light"
      mb="md"
      role="region"
      title={title}
      icon={<IconKey aria-hidden />}
    >
      <Text mb="sm">{t('Copy it now: it is shown once and never again. {advice}', { advice })}</Text>
      <Group gap="sm" align="flex-end">
        <TextInput
          ref={field}
          label={`${what.slice(0, 1).toUpperCase()}${what.slice(1)}`}
          value={secret}
          readOnly
          flex="1 1 260px"
          styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
          onFocus={({ currentTarget }) => currentTarget.select()}
        />
        <Button onClick={() => void copy()}>{t('Copy the {what}', { what })}</Button>
        <Button variant="default" onClick={onClose}>
          {t("I've saved it")}
        </Button>
      </Group>
      <Text role="status" mt={copied === 'not_yet' ? 0 : 'xs'}>
        {copiedTexts[copied]}
      </Text>
    </Alert>
  );
}
