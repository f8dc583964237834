import { Alert, Button, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { t } from '../../language/text.ts';

export interface TroubleNoticeProps {
  readonly title: string;
  readonly advice: string;
  readonly onRetry?: () => void;
}

/** What went wrong, what to do about it, and a retry button. */
export function TroubleNotice({ title, advice, onRetry }: TroubleNoticeProps) {
  return (
    <Alert color="red" variant="light" role="alert" title={title} icon={<IconAlertTriangle aria-hidden />}>
      <Text size="sm">{advice}</Text>
      {onRetry !== undefined && (
        <Button mt="sm" size="sm" variant="default" onClick={onRetry}>
          {t('Try again')}
        </Button>
      )}
    </Alert>
  );
}
