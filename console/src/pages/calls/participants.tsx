import { Badge, Button, Checkbox, Group, Stack, Text, TextInput } from '@mantine/core';
import { type FormEvent, type KeyboardEvent, type ReactNode, useId, useState } from 'react';
import { rich, t } from '../../language/text.ts';
import { useAgents } from '../../server/agents.ts';
import { useCallChange } from '../../server/analysed-calls.ts';
import type { AnalysedCall, CallPatch } from '../../server/answers.ts';
import { useCustomers } from '../../server/customers.ts';
import { useSegments } from '../../server/segments.ts';
import { SaveOrCancel } from '../../shared/form/save-or-cancel.tsx';
import { Link } from '../../shared/navigation/router.tsx';
import { TroubleLine } from '../../shared/page/trouble-line.tsx';
import styles from './editable-fact.module.css';
import { EditableFact } from './editable-fact.tsx';

interface ParticipantsProps {
  readonly call: AnalysedCall;
  /** The customer's name, linked to the contact if there is one. */
  readonly customer: ReactNode;
  readonly onSaved: (sentence: string) => void;
}

interface EditorProps {
  readonly call: AnalysedCall;
  readonly onSaved: (sentence: string) => void;
  readonly close: () => void;
}

/** Participants and segments of a call, with inline editing. */
export function Participants({ call, customer, onSaved }: ParticipantsProps) {
  return (
    <dl style={{ margin: '0 0 12px' }}>
      <EditableFact
        name={t('Customer')}
        value={customer}
        editor={(close) => <CustomerEditor call={call} onSaved={onSaved} close={close} />}
      />
      <EditableFact
        name={t('Agent')}
        value={call.agent.name}
        editor={(close) => <AgentEditor call={call} onSaved={onSaved} close={close} />}
      />
      <EditableFact
        name={t('Segments')}
        value={
          call.segments.length > 0 && (
            <Group gap={6}>
              {call.segments.map(({ uuid, name }) => (
                <Badge key={uuid} variant="light" color="gray" tt="none">
                  {name}
                </Badge>
              ))}
            </Group>
          )
        }
        editor={(close) => <SegmentsEditor call={call} onSaved={onSaved} close={close} />}
      />
    </dl>
  );
}

/** Saves a change. Closes the form on success, and keeps it open with the reason otherwise. */
function useSaving({ call, onSaved, close }: EditorProps) {
  const { change } = useCallChange(call);
  const [isBusy, setBusy] = useState(false);
  const [trouble, setTrouble] = useState<string>();
  const save = async (patch: CallPatch, sentence: string): Promise<void> => {
    setBusy(true);
    const answer = await change(patch);
    setBusy(false);
    if (!answer.ok) return setTrouble(answer.detail);
    close();
    onSaved(sentence);
  };
  return { isBusy, trouble, save };
}

/** Closes without saving. */
const onEscape =
  (close: () => void) =>
  ({ key }: KeyboardEvent): void => {
    if (key === 'Escape') close();
  };

const mostAgents = 100;

/** Editor of the agent. The name of an agent of this server refers to that agent; any other name is stored as text. */
function AgentEditor(props: EditorProps) {
  const { call, close } = props;
  const agents = useAgents({ limit: mostAgents, offset: 0 }).data?.agents ?? [];
  const [name, setName] = useState(call.agent.name ?? '');
  const { isBusy, trouble, save } = useSaving(props);
  const list = useId();
  const onSubmit = (event: FormEvent): void => {
    event.preventDefault();
    const given = name.trim();
    const known = agents.find((agent) => agent.name === given);
    if (given === (call.agent.name ?? '')) return close();
    const patch = known ? { agent_uuid: known.uuid } : { agent_uuid: null, agent_name: given === '' ? null : given };
    void save(patch, t('Agent saved.'));
  };
  return (
    <form onSubmit={onSubmit} onKeyDown={onEscape(close)}>
      <TextInput
        aria-label={t('Agent')}
        size="sm"
        maxLength={120}
        autoFocus
        list={list}
        value={name}
        error={trouble}
        onChange={({ currentTarget }) => setName(currentTarget.value)}
      />
      <datalist id={list}>
        {agents.map((agent) => (
          <option key={agent.uuid} value={agent.name} />
        ))}
      </datalist>
      <SaveOrCancel isBusy={isBusy} onCancel={close} />
    </form>
  );
}

const mostFound = 6;

/** Search among contacts. A selection is saved immediately. */
function CustomerEditor(props: EditorProps) {
  const { call, close } = props;
  const [text, setText] = useState('');
  const query = useCustomers({ limit: mostFound, offset: 0, ...(text.trim() === '' ? {} : { q: text.trim() }) });
  const { isBusy, trouble, save } = useSaving(props);
  const found = query.data?.customers ?? [];
  return (
    <form onSubmit={(event) => event.preventDefault()} onKeyDown={onEscape(close)}>
      <TextInput
        aria-label={t('Search customers')}
        placeholder={t('Name or number')}
        size="sm"
        autoFocus
        value={text}
        error={trouble}
        onChange={({ currentTarget }) => setText(currentTarget.value)}
      />
      <ul className={styles.choices} aria-label={t('Customers found')}>
        {found.map(({ uuid, name, phone }) => (
          <li key={uuid}>
            <Button
              size="compact-sm"
              variant="default"
              disabled={isBusy}
              onClick={() => void save({ customer_id: uuid }, t('Customer saved.'))}
            >
              {name === null ? phone : `${name}, ${phone}`}
            </Button>
          </li>
        ))}
      </ul>
      {query.data !== undefined && found.length === 0 && (
        <Text size="sm" className="quiet" mt={6}>
          {rich('No customer matches. {link} first.', { link: <Link href="/contacts">{t('Add a contact')}</Link> })}
        </Text>
      )}
      <Group gap="xs" mt={8}>
        <Button size="compact-sm" variant="default" onClick={close}>
          {t('Cancel')}
        </Button>
        {call.customer.uuid !== null && (
          <Button
            size="compact-sm"
            variant="default"
            loading={isBusy}
            onClick={() => void save({ customer_id: null }, t('Contact unlinked.'))}
          >
            {t('Unlink the contact')}
          </Button>
        )}
      </Group>
    </form>
  );
}

function SegmentsEditor(props: EditorProps) {
  const { call, close } = props;
  const segments = useSegments().data?.segments;
  const [chosen, setChosen] = useState(() => call.segments.map(({ uuid }) => uuid));
  const { isBusy, trouble, save } = useSaving(props);
  const onSubmit = (event: FormEvent): void => {
    event.preventDefault();
    void save({ segment_uuids: chosen }, t('Segments saved.'));
  };
  return (
    <form onSubmit={onSubmit} onKeyDown={onEscape(close)}>
      <TroubleLine text={trouble} />
      {segments?.length === 0 && (
        <Text size="sm" className="quiet">
          {rich('There are no segments yet. {link} first.', {
            link: <Link href="/projects">{t('Create a segment')}</Link>,
          })}
        </Text>
      )}
      <Checkbox.Group
        aria-label={t('Segments')}
        description={t('A segment with a rule also has every call that meets the rule.')}
        value={chosen}
        onChange={setChosen}
      >
        <Stack gap="xs" mt="xs">
          {segments?.map(({ uuid, name }) => (
            <Checkbox key={uuid} value={uuid} label={name} />
          ))}
        </Stack>
      </Checkbox.Group>
      <SaveOrCancel isBusy={isBusy} onCancel={close} />
    </form>
  );
}
