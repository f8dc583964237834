import { Alert, Center, Group, Paper, Stack, Text, Title } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { type ReactNode, useEffect } from 'react';
import { ColorSchemeToggle } from '../preferences/color-scheme-toggle.tsx';
import { LanguageButtons } from '../preferences/language-choice.tsx';

export interface EntranceProps {
  readonly title: string;
  readonly lead?: ReactNode;
  /** What was wrong with the last submission. */
  readonly trouble?: string | undefined;
  readonly children?: ReactNode;
}

/** Layout of the pages before sign-in: one card with the product name above it. */
export function Entrance({ title, lead, trouble, children }: EntranceProps) {
  useEffect(() => {
    document.title = `${title} · Parley`;
  }, [title]);
  return (
    <Center component="main" mih="100vh" p="md">
      <Stack w="100%" maw={400} gap="lg">
        <Group justify="space-between" wrap="nowrap">
          <Group gap={10} wrap="nowrap">
            <img src="/icon.svg" alt="" width={32} height={32} />
            <Text fz={22} fw={600}>
              Parley
            </Text>
          </Group>
          <ColorSchemeToggle />
        </Group>
        <Paper component="section" className="surface" p="xl" aria-labelledby="entrance">
          <Title order={1} size="h3" id="entrance">
            {title}
          </Title>
          {lead !== undefined && (
            <Text className="quiet" mt={6}>
              {lead}
            </Text>
          )}
          {trouble !== undefined && (
            <Alert mt="md" color="red" variant="light" role="alert" icon={<IconAlertTriangle aria-hidden />}>
              {trouble}
            </Alert>
          )}
          {children !== undefined && (
            <Stack mt="lg" gap="md">
              {children}
            </Stack>
          )}
        </Paper>
        <LanguageButtons />
      </Stack>
    </Center>
  );
}
