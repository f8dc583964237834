import { Button, Checkbox, Paper, Stack, TextInput, Title } from '@mantine/core';
import { type FormEvent, type ReactNode, useId, useState } from 'react';
import { t } from '../language/text.ts';
import type { Answer } from '../server/ask.ts';
import type { Faults } from '../server/readable.ts';
import { type FormTrouble, noTrouble, troubleOf } from './field-faults.ts';
import { focusFirstFault } from './focus-first-fault.ts';
import { TroubleLine } from './trouble-line.tsx';

interface MakingFormProps<Choice extends string, Made> {
  readonly title: string;
  /** The button that sends it. */
  readonly action: string;
  /** What the name is good for. */
  readonly nameHint: string;
  readonly choices: {
    readonly label: string;
    readonly texts: Readonly<Record<Choice, string>>;
    /** Shown when nothing is selected. */
    readonly missing: string;
  };
  readonly send: (given: { name: string; chosen: Choice[]; form: FormData }) => Promise<Answer<Made>>;
  readonly onMade: (made: Made, name: string) => void;
  /** Further fields, told apart by their names; they are empty again once something was made. */
  readonly children?: (faults: Faults) => ReactNode;
  /** Those fields, as far as the form can mark them. */
  readonly fields?: readonly string[];
}

/** Makes something that has a name and one or more of several choices, in a section of a page. */
export function MakingForm<Choice extends string, Made>(props: MakingFormProps<Choice, Made>) {
  const { title, action, nameHint, choices, send, onMade, children, fields = [] } = props;
  const heading = useId();
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const [madeSoFar, setMadeSoFar] = useState(0);
  const [isBusy, setBusy] = useState(false);
  const [{ trouble, faults }, setTrouble] = useState<FormTrouble>(noTrouble);

  const submit = async (event: FormEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault();
    if (isBusy) return;
    if (chosen.length === 0) return setTrouble({ trouble: choices.missing, faults: {} });
    const { currentTarget } = event;
    const form = new FormData(currentTarget);
    const name = String(form.get('name') ?? '').trim();
    setBusy(true);
    setTrouble(noTrouble);
    const answer = await send({ name, chosen: chosen as Choice[], form });
    setBusy(false);
    if (!answer.ok) {
      setTrouble(troubleOf(answer, ['name', ...fields]));
      return focusFirstFault(currentTarget);
    }
    setChosen([]);
    setMadeSoFar(madeSoFar + 1);
    onMade(answer.value, name);
  };

  return (
    <Paper component="section" className="surface" p="md" mb="md" aria-labelledby={heading}>
      <Title order={2} size="h4" id={heading} mb="sm">
        {title}
      </Title>
      <TroubleLine text={trouble} />
      <form key={madeSoFar} onSubmit={(event) => void submit(event)}>
        <Stack gap="md" align="flex-start">
          <TextInput
            label={t('Name')}
            description={nameHint}
            name="name"
            required
            withAsterisk={false}
            maxLength={120}
            error={faults.name}
            autoComplete="off"
            w="100%"
            maw={420}
          />
          {children?.(faults)}
          <Checkbox.Group label={choices.label} value={[...chosen]} onChange={setChosen}>
            <Stack gap="xs" mt="xs">
              {Object.entries<string>(choices.texts).map(([choice, text]) => (
                <Checkbox key={choice} value={choice} label={choice} description={text} />
              ))}
            </Stack>
          </Checkbox.Group>
          <Button type="submit" loading={isBusy}>
            {action}
          </Button>
        </Stack>
      </form>
    </Paper>
  );
}
