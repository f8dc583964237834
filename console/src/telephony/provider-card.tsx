import { Alert, Badge, Button, Code, Group, Paper, Stack, Text, Title } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { Moment } from '../components/moment.tsx';
import type { Connection } from '../server/answers.ts';
import { type ConnectionState, nameOf, stateOf, stateTexts, wordsOf } from './telephony-words.ts';

interface ProviderCardProps {
  readonly connection: Connection;
  readonly onConnect: () => void;
  readonly onDisconnect: () => void;
}

const badgeColors: Readonly<Record<ConnectionState, string>> = {
  connected: 'lake.9',
  unreadable: 'red.9',
  not_connected: 'gray.7',
  not_implemented: 'gray.7',
};

/** One provider: whether it is connected, what to do about it, and what to enter at the provider. */
export function ProviderCard({ connection, onConnect, onDisconnect }: ProviderCardProps) {
  const { provider } = connection;
  const state = stateOf(connection);
  const id = `provider-${provider}`;
  return (
    <Paper component="section" className="surface" p="md" aria-labelledby={id}>
      <Stack gap="sm">
        <Group justify="space-between" gap="sm">
          <Title order={2} size="h4" id={id}>
            {nameOf(provider)}
          </Title>
          <Badge color={badgeColors[state]} variant="filled" tt="none">
            {stateTexts[state]}
          </Badge>
        </Group>
        <Condition connection={connection} state={state} />
        {state !== 'not_implemented' && (
          <Buttons connection={connection} state={state} onConnect={onConnect} onDisconnect={onDisconnect} />
        )}
        <Addresses provider={provider} />
      </Stack>
    </Paper>
  );
}

function Condition({ connection, state }: { readonly connection: Connection; readonly state: ConnectionState }) {
  const { connected_at: connectedAt, phone_number: phoneNumber, auth_id: authId, detail } = connection;
  if (connectedAt !== null) {
    return (
      <Text style={{ overflowWrap: 'anywhere' }}>
        Connected since <Moment iso={connectedAt} /> as <Code>{authId}</Code>; calls come from{' '}
        <Code>{phoneNumber}</Code>.
      </Text>
    );
  }
  if (detail !== null) {
    const title = state === 'unreadable' ? 'The stored credentials cannot be read' : 'Nothing can be stored';
    return (
      <Alert color="yellow" variant="light" title={title} icon={<IconAlertTriangle aria-hidden />}>
        {detail}
      </Alert>
    );
  }
  return <Text className="quiet">{conditionTexts[state]}</Text>;
}

const conditionTexts: Readonly<Partial<Record<ConnectionState, string>>> = {
  not_connected: 'Inbound calls need no connection. It is for what is asked of the provider: placing calls, above all.',
  not_implemented: 'Calls cannot be carried over this provider yet.',
};

const connectTexts: Readonly<Record<ConnectionState, string>> = {
  connected: 'Replace the credentials',
  unreadable: 'Connect again',
  not_connected: 'Connect',
  not_implemented: 'Connect',
};

function Buttons({
  connection,
  state,
  onConnect,
  onDisconnect,
}: ProviderCardProps & { readonly state: ConnectionState }) {
  const { provider, credentials, detail } = connection;
  const canConnect = state !== 'not_connected' || detail === null;
  if (!canConnect && credentials === 'none') return null;
  return (
    <Group gap="sm">
      {canConnect && (
        <Button
          variant={state === 'connected' ? 'default' : 'filled'}
          onClick={onConnect}
          aria-label={`${connectTexts[state]}: ${nameOf(provider)}`}
        >
          {connectTexts[state]}
        </Button>
      )}
      {credentials !== 'none' && (
        <Button variant="default" onClick={onDisconnect} aria-label={`Disconnect ${nameOf(provider)}`}>
          Disconnect
        </Button>
      )}
    </Group>
  );
}

function Addresses({ provider }: { readonly provider: Connection['provider'] }) {
  const { addresses } = wordsOf(provider);
  if (addresses.length === 0) return null;
  return (
    <div>
      <Text fw={600} size="sm" mb={4}>
        To be entered at the provider
      </Text>
      <Stack gap={6} component="dl" m={0}>
        {addresses.map(({ use, path }) => (
          <div key={path}>
            <Text component="dt" size="sm" className="quiet">
              {use}
            </Text>
            <Text component="dd" m={0} style={{ overflowWrap: 'anywhere' }}>
              <Code>{`${window.location.origin}${path}`}</Code>
            </Text>
          </div>
        ))}
      </Stack>
    </div>
  );
}
