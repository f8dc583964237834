import { Badge, Text } from '@mantine/core';
import { t } from '../../language/text.ts';
import type { ExtractionField } from '../../server/answers.ts';

/** The name of a field, whether it is inactive, and whether it applies to the whole server. */
export const FieldName = ({ field }: { readonly field: Pick<ExtractionField, 'name' | 'is_active' | 'scope'> }) => (
  <>
    <Text fw={600} component="span">
      {field.name}
    </Text>{' '}
    {field.scope === 'installation' && (
      <Badge size="sm" variant="light" color="gray" c="var(--mantine-color-text)" tt="none" mr={4}>
        {t('Whole server')}
      </Badge>
    )}
    {!field.is_active && (
      <Badge size="sm" variant="light" color="gray" tt="none">
        {t('Inactive')}
      </Badge>
    )}
  </>
);
