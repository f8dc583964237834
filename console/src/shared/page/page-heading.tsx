import { Group, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { useShownHeading } from './heading.tsx';

export function PageHeading(props: { readonly title: string; readonly lead?: ReactNode; readonly aside?: ReactNode }) {
  useShownHeading(props.title);
  return (
    <Group justify="space-between" align="flex-end" mb="lg" gap="sm">
      <div style={{ minWidth: 0, overflowWrap: 'anywhere' }}>
        <Title order={1} size="h2">
          {props.title}
        </Title>
        {props.lead !== undefined && (
          <Text className="quiet" mt={4}>
            {props.lead}
          </Text>
        )}
      </div>
      {props.aside}
    </Group>
  );
}
