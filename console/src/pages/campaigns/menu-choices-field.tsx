import { Textarea } from '@mantine/core';
import { t } from '../../language/text.ts';
import type { FieldsProps } from './campaign-fields.tsx';

/** Field for the options that calls of an outbound campaign choose in telephone menus. */
export const MenuChoicesField = ({ campaign, draft, faults }: FieldsProps) => (
  <Textarea
    label={t('Choices in telephone menus')}
    description={t(
      'Words of the options to choose, one a line, the most wanted first: “pharmacy” chooses “For the pharmacy, press 2.” Empty: no key is pressed',
    )}
    name="menu_choices"
    error={faults['config.menu_choices']}
    defaultValue={draft?.menu_choices ?? campaign?.effective_config.menu_choices?.join('\n') ?? ''}
    autosize
    minRows={1}
    maxRows={6}
  />
);
