import { Group, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { useShownHeading } from './heading.tsx';
import { HelpMark, type HelpPage } from './help-mark.tsx';

interface PageHeadingProps {
  readonly title: string;
  readonly lead?: ReactNode;
  readonly aside?: ReactNode;
  /** The document that explains the page. */
  readonly help?: HelpPage;
}

export function PageHeading(props: PageHeadingProps) {
  useShownHeading(props.title);
  return (
    <Group justify="space-between" align="flex-end" mb="lg" gap="sm">
      {/* A long lead wraps before the actions leave its side. */}
      <div style={{ flex: '1 1 20rem', minWidth: 0, overflowWrap: 'anywhere' }}>
        <div className="with-help">
          <Title order={1} size="h2">
            {props.title}
          </Title>
          {props.help !== undefined && <HelpMark page={props.help} about={props.title} />}
        </div>
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
