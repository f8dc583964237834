import { Button, Checkbox, Stack } from '@mantine/core';
import { type FormEvent, type ReactNode, useState } from 'react';
import type { Answer } from '../../server/ask.ts';
import type { Faults } from '../../server/readable.ts';
import { TroubleLine } from '../page/trouble-line.tsx';
import { FoldedForm } from './folded-form.tsx';
import { NameInput } from './name-input.tsx';
import { useSending } from './use-sending.ts';

interface MakingFormProps<Choice extends string, Made> {
  readonly title: string;
  /** Label of the submit button. */
  readonly action: string;
  /** Purpose of the name. */
  readonly nameHint: string;
  readonly choices: {
    readonly label: string;
    readonly texts: Readonly<Record<Choice, string>>;
    /** Why choices cannot be selected. */
    readonly refusals?: Readonly<Partial<Record<Choice, string>>>;
    /** Shown when nothing is selected. */
    readonly missing: string;
  };
  readonly send: (given: { name: string; chosen: Choice[]; form: FormData }) => Promise<Answer<Made>>;
  readonly onMade: (made: Made, name: string) => void;
  /** Further fields, identified by their names. */
  readonly children?: (faults: Faults) => ReactNode;
  /** Those of the further fields that the form can mark. */
  readonly fields?: readonly string[];
}

/** Form in a section of a page that creates something with a name and one or more of several choices. */
export const MakingForm = <Choice extends string, Made>(props: MakingFormProps<Choice, Made>) => (
  <FoldedForm title={props.title}>
    {(close) => (
      <Fields
        {...props}
        onMade={(made, name) => {
          close();
          props.onMade(made, name);
        }}
      />
    )}
  </FoldedForm>
);

function Fields<Choice extends string, Made>(props: MakingFormProps<Choice, Made>) {
  const { action, nameHint, choices, send, onMade, children, fields = [] } = props;
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const sending = useSending(['name', ...fields]);
  const { isBusy, trouble, faults } = sending;

  const submit = async (event: FormEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault();
    if (isBusy) return;
    if (chosen.length === 0) return sending.refuse({ trouble: choices.missing, faults: {} });
    const { currentTarget } = event;
    const form = new FormData(currentTarget);
    const name = String(form.get('name') ?? '').trim();
    const answer = await sending.send(() => send({ name, chosen: chosen as Choice[], form }), { form: currentTarget });
    if (answer?.ok) onMade(answer.value, name);
  };

  return (
    <>
      <TroubleLine text={trouble} />
      <form onSubmit={(event) => void submit(event)}>
        <Stack gap="md" align="flex-start">
          <NameInput description={nameHint} error={faults.name} w="100%" maw={420} />
          {children?.(faults)}
          <Checkbox.Group label={choices.label} value={[...chosen]} onChange={setChosen}>
            <Stack gap="xs" mt="xs">
              {Object.entries<string>(choices.texts).map(([choice, text]) => {
                const refusal = choices.refusals?.[choice as Choice];
                return (
                  <Checkbox
                    key={choice}
                    value={choice}
                    // The theme's colour of a disabled label is too faint to read.
                    label={refusal === undefined ? choice : <span className="quiet">{choice}</span>}
                    description={refusal === undefined ? text : `${text} ${refusal}`}
                    disabled={refusal !== undefined}
                  />
                );
              })}
            </Stack>
          </Checkbox.Group>
          <Button type="submit" loading={isBusy}>
            {action}
          </Button>
        </Stack>
      </form>
    </>
  );
}
