import { Alert } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';

/** The server's error message. Renders nothing without one. */
export const TroubleLine = ({ text }: { readonly text: string | undefined }) =>
  text === undefined ? null : (
    <Alert mb="md" color="red" variant="light" role="alert" icon={<IconAlertTriangle aria-hidden />}>
      {text}
    </Alert>
  );
