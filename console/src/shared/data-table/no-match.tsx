import { Text } from '@mantine/core';
import { t } from '../../language/text.ts';

/** Shown when the filters match no row. */
export const NoMatch = () => (
  <>
    <Text fw={600}>{t('Nothing matches these filters')}</Text>
    <Text className="quiet" mt={4}>
      {t('Clear them to see the whole list.')}
    </Text>
  </>
);
