import { Fieldset, Stack, Switch } from '@mantine/core';
import { t } from '../../language/text.ts';

type Switches = Readonly<Record<string, boolean>>;

interface Shown {
  readonly label: string;
  readonly description: string;
  readonly isOnByDefault: boolean;
}

const shown: Readonly<Record<string, Shown>> = {
  transfer_call: {
    label: t('Transfer the call'),
    description: t('To the transfer targets of the campaign. Otherwise the agent takes a message.'),
    isOnByDefault: true,
  },
  end_call: {
    label: t('End the call'),
    description: t(
      'After a goodbye. Otherwise the caller hangs up, and a request not to be called again is recorded only by agents without a language model.',
    ),
    isOnByDefault: true,
  },
  send_dtmf: {
    label: t('Press keys'),
    description: t('For instance, to get through the menu of another company.'),
    isOnByDefault: true,
  },
  schedule_callback: {
    label: t('Schedule a callback'),
    description: t('In outbound campaigns: puts the contact back into the queue, at a time within the calling hours.'),
    isOnByDefault: false,
  },
};

interface BuiltInToolsProps {
  readonly switches: Switches;
  readonly onChange: (switches: Switches) => void;
}

/** The tools that need no endpoint, each of which is on or off. */
export const BuiltInTools = ({ switches, onChange }: BuiltInToolsProps) => (
  <Fieldset variant="unstyled" legend={t('Built-in tools')}>
    <Stack gap="sm" mt="xs">
      {Object.entries(shown).map(([name, { label, description, isOnByDefault }]) => (
        <Switch
          key={name}
          label={label}
          description={description}
          checked={switches[name] ?? isOnByDefault}
          onChange={({ currentTarget }) => onChange({ ...switches, [name]: currentTarget.checked })}
        />
      ))}
    </Stack>
  </Fieldset>
);
