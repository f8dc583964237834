import { Badge, Button, Code, CopyButton, Group, List, Paper, Text, Title } from '@mantine/core';
import { useHealth } from '../server/queries.ts';

const variables = `LLM_BASE_URL=http://127.0.0.1:11434/v1
LLM_MODEL=the-name-of-the-model
LLM_API_KEY=only-if-the-server-needs-one`;

/** Whether a language model answers callers, and how to connect one. */
export function LanguageModel() {
  const health = useHealth().data;
  if (health === undefined) return null;
  const isConnected = health.brain === 'openai';
  return (
    <Paper component="section" className="surface" p="md" mb="md" maw={860} aria-labelledby="language-model">
      <Group justify="space-between" mb="xs">
        <Title order={2} size="h4" id="language-model">
          Language model of calls
        </Title>
        <Badge variant="light" color={isConnected ? 'teal' : 'gray'} c="var(--mantine-color-text)" tt="none">
          {isConnected ? 'Connected' : 'Not connected'}
        </Badge>
      </Group>
      <Text>
        {isConnected
          ? 'Agents answer with the language model of this server. If it fails or is slow, the embedded engine answers.'
          : 'Agents answer with the embedded engine: from their goals and documents, without a language model.'}
      </Text>
      {!isConnected && (
        <>
          <Text mt="sm">To connect one:</Text>
          <List type="ordered" mt={4} spacing={4}>
            <List.Item>Run a server with the OpenAI chat-completions API, here or elsewhere.</List.Item>
            <List.Item>
              Add these lines to the <Code>.env</Code> file of Parley:
              <Code block mt={6} mb={6} tabIndex={0}>
                {variables}
              </Code>
              <CopyButton value={variables}>
                {({ copied, copy }) => (
                  <Button variant="default" size="compact-sm" onClick={copy}>
                    {copied ? 'Copied' : 'Copy the lines'}
                  </Button>
                )}
              </CopyButton>
            </List.Item>
            <List.Item>Restart Parley. This page then says “Connected”.</List.Item>
          </List>
        </>
      )}
    </Paper>
  );
}
