import { Button, Group, Menu } from '@mantine/core';
import { IconLanguage } from '@tabler/icons-react';
import { isUnderway } from '../../../../client/call/session.ts';
import { useCall } from '../../call/use-call.tsx';
import { type Language, language, languageNames, storageKey } from '../../language/language.ts';
import { t } from '../../language/text.ts';

const others = (Object.keys(languageNames) as Language[]).filter((one) => one !== language);

/** Texts are translated when the page loads, so a change of language requires a reload. */
function choose(chosen: Language): void {
  localStorage.setItem(storageKey, chosen);
  window.location.reload();
}

/** Menu items for the other languages, each with its own name. Disabled during a call, since a reload would end it. */
export function LanguageItems() {
  const isInCall = isUnderway(useCall().session);
  return others.map((one) => (
    <Menu.Item
      key={one}
      lang={one}
      disabled={isInCall}
      title={isInCall ? t('End the call in progress first.') : undefined}
      leftSection={<IconLanguage size={16} aria-hidden />}
      onClick={() => choose(one)}
    >
      {languageNames[one]}
    </Menu.Item>
  ));
}

/** The languages as buttons, for pages before sign-in. */
export const LanguageButtons = () => (
  <Group justify="center" gap="xs">
    {others.map((one) => (
      <Button
        key={one}
        lang={one}
        variant="subtle"
        color="gray"
        size="compact-sm"
        c="var(--mantine-color-text)"
        leftSection={<IconLanguage size={16} aria-hidden />}
        onClick={() => choose(one)}
      >
        {languageNames[one]}
      </Button>
    ))}
  </Group>
);
