import { Text } from '@mantine/core';
import { t } from '../../language/text.ts';
import type { Reading } from '../../server/answers.ts';

/** Whose document it is and who reads it; nothing for the user's own private ones. */
export function OwnerText({ reading }: { readonly reading: Pick<Reading, 'is_own' | 'owner_name' | 'visibility'> }) {
  const { is_own, owner_name, visibility } = reading;
  if (is_own && visibility === 'private') return null;
  return (
    <Text size="sm" className="quiet">
      {is_own
        ? t('Shared with the organisation')
        : owner_name === null
          ? t('Shared by a colleague')
          : t('Shared by {name}', { name: owner_name })}
    </Text>
  );
}
