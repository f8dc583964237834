import { Alert, Button, NativeSelect, Paper, Stack, Text, Title } from '@mantine/core';
import { IconPhone, IconPhoneOff } from '@tabler/icons-react';
import { isUnderway } from '../call/session.ts';
import { troubles } from '../call/trouble.ts';
import { useCall } from '../call/use-call.tsx';
import type { ChosenFlow } from '../call/use-chosen-flow.ts';
import { TroubleNotice } from '../components/trouble-notice.tsx';
import { LiveControls } from './live-controls.tsx';
import { useFocusHandedOver } from './use-focus-handed-over.ts';
import { Waiting } from './waiting.tsx';

/** Where a call is begun, steered and ended. */
export function CallPanel({ chosen }: { readonly chosen: ChosenFlow }) {
  const control = useCall();
  const { session } = control;
  const { query: flows, options, flow } = chosen;
  const underway = isUnderway(session);
  const button = useFocusHandedOver(underway);
  const begin = (): void => {
    if (flow !== undefined) control.call(flow.uuid);
  };

  if (flows.isError) {
    const retry = (): void => void flows.refetch();
    return <TroubleNotice title="The agents could not be read" advice={flows.error.message} onRetry={retry} />;
  }
  if (flows.isSuccess && flow === undefined) return <NoAgents />;

  return (
    <Paper component="section" className="surface" p="md" aria-labelledby="call">
      <Title order={2} size="h4" id="call" mb="sm">
        Call
      </Title>
      <Stack gap="md">
        {underway ? (
          <Text>
            With <strong>{flow?.effective_config.agent_name}</strong> of {flow?.effective_config.business_name}
          </Text>
        ) : (
          <NativeSelect
            label="Agent"
            description={
              flow === undefined
                ? 'Loading the agents'
                : `${flow.effective_config.agent_name} of ${flow.effective_config.business_name}`
            }
            data={options.map(({ uuid, name, effective_config: { agent_name: agent } }) => ({
              value: uuid,
              label: agent === name ? name : `${name} (${agent})`,
            }))}
            value={flow?.uuid ?? ''}
            disabled={flow === undefined}
            onChange={({ currentTarget }) => chosen.choose(currentTarget.value)}
          />
        )}
        {session.trouble !== undefined && <TroubleNotice {...troubles[session.trouble]} onRetry={begin} />}
        <Waiting session={session} />
        {session.phase === 'live' && <LiveControls control={control} />}
        {underway ? (
          <Button
            ref={button}
            size="lg"
            color="red.8"
            leftSection={<IconPhoneOff size={20} aria-hidden />}
            onClick={control.hangUp}
          >
            {session.phase === 'live' ? 'End call' : 'Cancel'}
          </Button>
        ) : (
          <Button
            ref={button}
            size="xl"
            disabled={flow === undefined}
            leftSection={<IconPhone size={22} aria-hidden />}
            onClick={begin}
          >
            {session.phase === 'ended' ? 'Call again' : 'Call'}
          </Button>
        )}
      </Stack>
    </Paper>
  );
}

function NoAgents() {
  return (
    <Alert variant="light" title="There is no agent to call yet">
      Put a flow into the examples folder (see examples/README.md) and start Parley again.
    </Alert>
  );
}
