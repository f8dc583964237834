import { Button, Code, NativeSelect, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import { t } from '../../language/text.ts';
import type { Agent } from '../../server/answers.ts';
import { type ToolTrial, tryTool } from '../../server/tool-settings.ts';
import { useSubmit } from '../../shared/form/use-submit.ts';
import { TroubleLine } from '../../shared/page/trouble-line.tsx';
import { parameterRowsOf } from './parameter-rows.ts';

type Tool = Agent['tools'][number];

/** Runs a tool of the saved agent, and shows its request and its answer. */
export function ToolTest({ agent }: { readonly agent: Agent }) {
  const [name, setName] = useState(agent.tools[0]?.name ?? '');
  const [trial, setTrial] = useState<ToolTrial>();
  const tool = agent.tools.find((each) => each.name === name) ?? agent.tools[0];
  const { isBusy, trouble, onSubmit } = useSubmit(
    (_, form) => tryTool(agent.uuid, tool?.name ?? '', tool === undefined ? {} : argumentsIn(tool, form)),
    setTrial,
  );
  if (tool === undefined) return <Text size="sm">{t('The agent has no tools.')}</Text>;
  return (
    <Stack gap="sm">
      <TroubleLine text={trouble} />
      <form onSubmit={onSubmit}>
        <Stack gap="sm">
          <NativeSelect
            label={t('Tool')}
            value={tool.name}
            onChange={({ currentTarget }) => {
              setName(currentTarget.value);
              setTrial(undefined);
            }}
            data={agent.tools.map((each) => each.name)}
          />
          <Arguments key={tool.name} tool={tool} />
          <Button type="submit" loading={isBusy}>
            {t('Run the tool')}
          </Button>
        </Stack>
      </form>
      {trial !== undefined && <Outcome trial={trial} />}
      <Text size="sm" className="quiet">
        {tool.effect === 'write' ? t('This tool writes: what it does is real.') : t('This tool only reads.')}
      </Text>
    </Stack>
  );
}

/** One field for each parameter that the model sets; text for schemas that rows cannot show. */
function Arguments({ tool }: { readonly tool: Tool }) {
  const rows = parameterRowsOf(tool.parameters);
  if (rows === undefined)
    return <Textarea label={t('Arguments (JSON)')} name="arguments" defaultValue="{}" rows={4} spellCheck={false} />;
  return rows
    .filter(({ caller }) => caller === '')
    .map(({ name, description, required }) => (
      <TextInput
        key={name}
        label={name}
        description={description === '' ? undefined : description}
        name={`argument.${name}`}
        required={required}
        withAsterisk={false}
        autoComplete="off"
      />
    ));
}

function argumentsIn(tool: Tool, form: FormData): Record<string, unknown> {
  const rows = parameterRowsOf(tool.parameters);
  if (rows === undefined) return parsed(String(form.get('arguments') ?? ''));
  return Object.fromEntries(
    rows.flatMap(({ name, type }) => {
      const text = form.get(`argument.${name}`);
      return typeof text !== 'string' || text === '' ? [] : [[name, type === 'string' ? text : jsonOf(text)]];
    }),
  );
}

function parsed(text: string): Record<string, unknown> {
  const value = jsonOf(text);
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}

/** The server says what is wrong with a text that is not JSON. */
function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

const Outcome = ({ trial }: { readonly trial: ToolTrial }) => (
  <Stack gap="xs" role="status">
    <Text size="sm" fw={600}>
      {trial.ok
        ? t('It worked, in {ms} ms.', { ms: trial.took_ms })
        : t('It failed after {ms} ms.', { ms: trial.took_ms })}
    </Text>
    {trial.request !== null && (
      <>
        <Text size="sm">{t('Request')}</Text>
        <Wrapped text={requestText(trial.request)} />
      </>
    )}
    <Text size="sm">{t('What the agent receives')}</Text>
    <Wrapped text={trial.result} />
  </Stack>
);

const Wrapped = ({ text }: { readonly text: string }) => (
  <Code block style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
    {text}
  </Code>
);

const requestText = ({ method, url, headers, body }: NonNullable<ToolTrial['request']>): string =>
  [`${method} ${url}`, ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`), '', body]
    .join('\n')
    .trim();
