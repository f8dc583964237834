import { Checkbox, Stack } from '@mantine/core';
import { t } from '../../language/text.ts';
import type { Agent } from '../../server/answers.ts';

type BuiltInTool = Agent['built_in_tools'][number];

const texts: Readonly<Record<BuiltInTool, readonly [label: string, description: string]>> = {
  schedule_callback: [
    t('Schedule a callback'),
    t('In outbound campaigns: puts the contact back into the queue, at a time within the calling hours.'),
  ],
};

interface BuiltInToolsProps {
  readonly chosen: readonly string[];
  readonly onChange: (chosen: readonly string[]) => void;
}

/** The tools that need no endpoint, each of which is on or off. */
export const BuiltInTools = ({ chosen, onChange }: BuiltInToolsProps) => (
  <Checkbox.Group
    label={t('Built-in tools')}
    description={t('What the language model may do by itself.')}
    value={[...chosen]}
    onChange={onChange}
  >
    <Stack gap="xs" mt="xs">
      {Object.entries(texts).map(([name, [label, description]]) => (
        <Checkbox key={name} value={name} label={label} description={description} />
      ))}
    </Stack>
  </Checkbox.Group>
);
