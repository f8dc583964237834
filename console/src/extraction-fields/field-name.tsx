import { Badge, Text } from '@mantine/core';
import { t } from '../language/text.ts';
import type { ExtractionField } from '../server/answers.ts';

/** The name of a field, and whether it is inactive. */
export const FieldName = ({ field }: { readonly field: Pick<ExtractionField, 'name' | 'is_active'> }) => (
  <>
    <Text fw={600} component="span">
      {field.name}
    </Text>{' '}
    {!field.is_active && (
      <Badge size="sm" variant="light" color="gray" tt="none">
        {t('Inactive')}
      </Badge>
    )}
  </>
);
