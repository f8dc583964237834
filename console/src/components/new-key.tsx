import { Button, Checkbox, Paper, Stack, TextInput, Title } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { scopeNames, scopeTexts } from '../scopes.ts';
import type { Scope, ShownKey } from '../server/answers.ts';
import { makeKey } from '../server/organisation.ts';
import { TroubleLine } from './trouble-line.tsx';

export function NewKey({ onMade }: { readonly onMade: (key: ShownKey) => void }) {
  const [name, setName] = useState('');
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const [isBusy, setBusy] = useState(false);
  const [trouble, setTrouble] = useState<string>();

  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (isBusy) return;
    if (chosen.length === 0) return setTrouble('Choose at least one thing that the key may do.');
    setBusy(true);
    setTrouble(undefined);
    const answer = await makeKey({ name, scopes: chosen as Scope[] });
    setBusy(false);
    if (!answer.ok) return setTrouble(answer.detail);
    setName('');
    setChosen([]);
    onMade(answer.value);
  };

  return (
    <Paper component="section" className="surface" p="md" mb="md" aria-labelledby="new-key">
      <Title order={2} size="h4" id="new-key" mb="sm">
        Make a key
      </Title>
      <TroubleLine text={trouble} />
      <form onSubmit={(event) => void submit(event)}>
        <Stack gap="md" align="flex-start">
          <TextInput
            label="Name"
            description="Which program it is for, so that you know which key to revoke."
            value={name}
            onChange={({ currentTarget }) => setName(currentTarget.value)}
            required
            withAsterisk={false}
            maxLength={120}
            autoComplete="off"
            w="100%"
            maw={420}
          />
          <Checkbox.Group label="What it may do" value={[...chosen]} onChange={setChosen}>
            <Stack gap="xs" mt="xs">
              {scopeNames.map((scope) => (
                <Checkbox key={scope} value={scope} label={scope} description={scopeTexts[scope]} />
              ))}
            </Stack>
          </Checkbox.Group>
          <Button type="submit" loading={isBusy}>
            Make the key
          </Button>
        </Stack>
      </form>
    </Paper>
  );
}
