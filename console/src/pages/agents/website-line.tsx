import {
  Button,
  Checkbox,
  ColorInput,
  NativeSelect,
  SimpleGrid,
  Stack,
  Text,
  Textarea,
  TextInput,
  Title,
} from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { t } from '../../language/text.ts';
import { publicAddress } from '../../server/public-address.ts';

interface Appearance {
  readonly color: string;
  readonly label: string;
  readonly language: string;
  readonly theme: string;
  readonly position: string;
}

const usual: Appearance = { color: '', label: '', language: '', theme: '', position: '' };

/** The line of HTML for a website, with its appearance, and a preview in the corner of this page. */
export function WebsiteLine({ agentKey, isShown }: { readonly agentKey: string; readonly isShown: boolean }) {
  const [look, setLook] = useState(usual);
  const [isPreviewed, preview] = useState(false);
  const [copied, setCopied] = useState('');
  const field = useRef<HTMLTextAreaElement>(null);
  const attributes = attributesOf(agentKey, look);
  const line = `<script src="${publicAddress('/widget.js')}" ${attributes.map(written).join(' ')} async></script>`;
  usePreview(isPreviewed && isShown, attributes);
  const copy = async (): Promise<void> => {
    field.current?.select();
    const write = navigator.clipboard?.writeText(line) ?? Promise.reject(new DOMException());
    setCopied(
      await write
        .then(() => t('Copied.'))
        .catch(() => t('The browser does not let this page copy: it is selected, press Ctrl+C or ⌘C.')),
    );
  };
  const change = (changes: Partial<Appearance>): void => setLook((before) => ({ ...before, ...changes }));
  return (
    <Stack component="section" gap="sm" mt="lg" aria-labelledby="website-line">
      <Title order={3} size="h5" id="website-line">
        {t('The line for your website')}
      </Title>
      <LookFields look={look} change={change} />
      <Textarea
        ref={field}
        label={t('Put this line before the end of the body of your pages')}
        value={line}
        readOnly
        autosize
        styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)', wordBreak: 'break-all' } }}
        onFocus={({ currentTarget }) => currentTarget.select()}
      />
      <Button variant="default" onClick={() => void copy()} style={{ alignSelf: 'flex-start' }}>
        {t('Copy the line')}
      </Button>
      <Text role="status" size="sm">
        {copied}
      </Text>
      <Checkbox
        label={t('Show it in the corner of this page')}
        description={isShown ? undefined : t('Let visitors use this agent first, and save.')}
        checked={isPreviewed && isShown}
        disabled={!isShown}
        onChange={({ currentTarget }) => preview(currentTarget.checked)}
      />
    </Stack>
  );
}

function LookFields({
  look,
  change,
}: {
  readonly look: Appearance;
  readonly change: (to: Partial<Appearance>) => void;
}) {
  return (
    <SimpleGrid cols={{ base: 1, sm: 2 }} maw={720}>
      <ColorInput
        label={t('Colour')}
        value={look.color}
        onChange={(color) => change({ color })}
        placeholder="#0b57d0"
      />
      <TextInput
        label={t('Text of the button')}
        value={look.label}
        onChange={({ currentTarget }) => change({ label: currentTarget.value })}
        placeholder={t('Talk to us')}
        maxLength={60}
      />
      <NativeSelect
        label={t('Language of the texts')}
        value={look.language}
        onChange={({ currentTarget }) => change({ language: currentTarget.value })}
        data={[
          { value: '', label: t('That of the page') },
          { value: 'en', label: 'English' },
          { value: 'hi', label: 'हिन्दी' },
        ]}
      />
      <NativeSelect
        label={t('Brightness')}
        value={look.theme}
        onChange={({ currentTarget }) => change({ theme: currentTarget.value })}
        data={[
          { value: '', label: t('That of the visitor') },
          { value: 'light', label: t('Light') },
          { value: 'dark', label: t('Dark') },
        ]}
      />
      <NativeSelect
        label={t('Corner')}
        value={look.position}
        onChange={({ currentTarget }) => change({ position: currentTarget.value })}
        data={[
          { value: '', label: t('Right') },
          { value: 'left', label: t('Left') },
        ]}
      />
    </SimpleGrid>
  );
}

type Attribute = readonly [name: string, value: string];

const attributesOf = (key: string, look: Appearance): readonly Attribute[] => [
  ['data-agent', key],
  ...Object.entries(look).flatMap(([name, value]) =>
    value.trim() === '' ? [] : [[`data-${name}`, value.trim()] as const],
  ),
];

const written = ([name, value]: Attribute): string =>
  `${name}="${value.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')}"`;

/** Adds the widget to this page as to any other, and removes it. */
function usePreview(isOn: boolean, attributes: readonly Attribute[]): void {
  const key = JSON.stringify(attributes);
  useEffect(() => {
    if (!isOn) return undefined;
    const script = document.createElement('script');
    for (const [name, value] of JSON.parse(key) as readonly Attribute[]) script.setAttribute(name, value);
    script.src = '/widget.js';
    document.body.append(script);
    return () => {
      script.remove();
      for (const widget of document.querySelectorAll('parley-widget')) widget.remove();
    };
  }, [isOn, key]);
}
