import { Alert, Button, Group, Text, TextInput } from '@mantine/core';
import { IconKey } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import type { ShownKey } from '../server/answers.ts';

type Copied = 'not_yet' | 'copied' | 'by_hand';

const copiedTexts: Readonly<Record<Copied, string>> = {
  not_yet: '',
  copied: 'Copied.',
  by_hand: 'The browser does not let this page copy: it is selected, press Ctrl+C or ⌘C.',
};

/** A key that was just made. The focus comes here, since it cannot be had again. */
export function ShownOnce({ made, onClose }: { readonly made: ShownKey; readonly onClose: () => void }) {
  const field = useRef<HTMLInputElement>(null);
  const [copied, setCopied] = useState<Copied>('not_yet');
  // biome-ignore lint/correctness/useExhaustiveDependencies: another key is another occasion
  useEffect(() => {
    setCopied('not_yet');
    field.current?.focus();
    field.current?.select();
  }, [made.uuid]);
  const copy = async (): Promise<void> => {
    field.current?.select();
    // Without https the clipboard is not offered, other than on this machine.
    const write = navigator.clipboard?.writeText(made.key) ?? Promise.reject(new DOMException());
    setCopied(await write.then(() => 'copied' as const).catch(() => 'by_hand' as const));
  };
  return (
    <Alert
      component="section"
      color="yellow"
      variant="light"
      mb="md"
      role="region"
      title={`The key “${made.name}”`}
      icon={<IconKey aria-hidden />}
    >
      <Text mb="sm">Copy it now and keep it safe: it is shown this once and never again. Who has it acts as you.</Text>
      <Group gap="sm" align="flex-end">
        <TextInput
          ref={field}
          label="Key"
          value={made.key}
          readOnly
          flex="1 1 260px"
          styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
          onFocus={({ currentTarget }) => currentTarget.select()}
        />
        <Button onClick={() => void copy()}>Copy the key</Button>
        <Button variant="default" onClick={onClose}>
          I have it
        </Button>
      </Group>
      <Text role="status" mt={copied === 'not_yet' ? 0 : 'xs'}>
        {copiedTexts[copied]}
      </Text>
    </Alert>
  );
}
