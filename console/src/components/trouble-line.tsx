import { Alert } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';

/** The server's sentence about what it refused; nothing when it refused nothing. */
export const TroubleLine = ({ text }: { readonly text: string | undefined }) =>
  text === undefined ? null : (
    <Alert mb="md" color="red" variant="light" role="alert" icon={<IconAlertTriangle aria-hidden />}>
      {text}
    </Alert>
  );
