import { Anchor, Button, Group, Paper, Stack, Stepper, Text, Title } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { t } from '../../language/text.ts';
import { launchCampaign, type PreflightCheck, usePreflight } from '../../server/campaigns.ts';
import { useMe } from '../../shared/account/use-account.ts';
import { noTrouble } from '../../shared/form/field-faults.ts';
import { NameInput } from '../../shared/form/name-input.tsx';
import { useSending } from '../../shared/form/use-sending.ts';
import { Link, navigate } from '../../shared/navigation/router.tsx';
import { PageHeading } from '../../shared/page/page-heading.tsx';
import { TroubleLine } from '../../shared/page/trouble-line.tsx';
import { AudienceCount } from './audience-count.tsx';
import { shownFields } from './campaign-body.ts';
import { type CampaignDraft, useCampaignDraft } from './campaign-draft.ts';
import {
  AgentField,
  type CampaignValues,
  DialerFields,
  ExtensionField,
  HoursFields,
  KindField,
  NumberField,
  TagsField,
  WordsFields,
} from './campaign-fields.tsx';
import { MenuChoicesField } from './menu-choices-field.tsx';
import { elsewhere, fixes } from './preflight-fixes.tsx';
import { PreflightList } from './preflight-list.tsx';
import { storeDraft } from './store-draft.ts';
import { type StepId, stepOfCheck, stepOfFault, stepsOf, stepTexts } from './wizard-steps.ts';

const allCampaigns = <Link href="/campaigns">{t('All campaigns')}</Link>;

/** Wizard that creates a campaign step by step. The draft is stored in this browser. */
export function NewCampaignPage() {
  const me = useMe().data;
  const mayWrite = me?.role === 'manager' || me?.role === 'admin';
  return (
    <>
      <PageHeading title={t('New campaign')} lead={allCampaigns} />
      {mayWrite ? <Draft owner={me.email} /> : <Text>{t('Only managers and admins create campaigns.')}</Text>}
    </>
  );
}

function Draft({ owner }: { readonly owner: string }) {
  const [draft, keep, drop] = useCampaignDraft(owner);
  const [round, setRound] = useState(0);
  const startOver = (): void => {
    drop();
    setRound(round + 1);
  };
  return <Wizard key={round} draft={draft} keep={keep} onDrop={drop} onStartOver={startOver} />;
}

interface WizardProps {
  readonly draft: CampaignDraft;
  readonly keep: (draft: CampaignDraft) => void;
  /** Called once the draft may be deleted. */
  readonly onDrop: () => void;
  readonly onStartOver: () => void;
}

function Wizard({ draft, keep, onDrop, onStartOver }: WizardProps) {
  const form = useRef<HTMLFormElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const [first] = useState(draft);
  const { isBusy, trouble, faults, send } = useSending(shownFields);
  const queries = useQueryClient();
  const kind = draft.values.kind === 'inbound' ? 'inbound' : 'outbound';
  const steps = stepsOf(kind);
  const at = Math.min(draft.step, steps.length - 1);
  const step = steps[at] as StepId;
  const isLast = at === steps.length - 1;

  const seen = useRef(step);
  useEffect(() => {
    const wrong = form.current?.querySelector<HTMLElement>(`[data-step="${step}"] [aria-invalid="true"]`);
    if (wrong && faults !== noTrouble.faults) wrong.focus();
    else if (seen.current !== step) heading.current?.focus();
    seen.current = step;
  }, [step, faults]);

  const show = (next: number, more: Partial<CampaignDraft> = {}): void => {
    const values = form.current === null ? draft.values : valuesIn(form.current);
    keep({ ...draft, values, step: next, reached: Math.max(draft.reached, next), ...more });
  };

  async function goTo(next: number): Promise<void> {
    if (isBusy || next > draft.reached + 1) return;
    if (next > at && !isValid(form.current, step)) return;
    if (next < steps.length - 1) return show(next);
    const values = valuesIn(form.current as HTMLFormElement);
    const stored = await send(() => storeDraft(values, kind, draft.uuid));
    if (stored === undefined) return;
    if (stored.ok) {
      void queries.invalidateQueries({ queryKey: ['campaigns'] });
      return show(next, { uuid: stored.value.uuid });
    }
    const wrong = steps.findIndex((one) =>
      Object.keys(stored.faults ?? {}).some((path) => stepOfFault(path, kind) === one),
    );
    show(wrong < 0 ? at : wrong);
  }

  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    if (!isLast) void goTo(at + 1);
  };
  const fields = {
    campaign: undefined,
    draft: Object.keys(first.values).length > 0 ? first.values : undefined,
    faults,
  };
  return (
    <Paper
      component="form"
      className="surface"
      p="lg"
      ref={form}
      onSubmit={submit}
      onChange={() => show(at)}
      noValidate
    >
      {Object.keys(first.values).length > 0 && (
        <Group mb="md" gap="sm">
          <Text>{t('Your draft was kept.')}</Text>
          <Anchor component="button" type="button" underline="always" onClick={onStartOver}>
            {t('Start over')}
          </Anchor>
        </Group>
      )}
      <Stepper active={at} onStepClick={(next) => void goTo(next)} size="sm" mb="lg" iconSize={32}>
        {steps.map((one, nth) => (
          <Stepper.Step
            key={one}
            label={stepTexts[one].label}
            allowStepSelect={nth <= draft.reached}
            disabled={nth > draft.reached}
            {...(nth === at ? { 'aria-current': 'step' as const } : {})}
          />
        ))}
      </Stepper>
      <Title order={2} size="h3" ref={heading} tabIndex={-1} style={{ outline: 'none' }} mb="sm">
        {stepTexts[step].title}
      </Title>
      <TroubleLine text={trouble} />
      <Part id="agent" shown={step}>
        <NameInput defaultValue={first.values.name ?? ''} error={faults.name} />
        <KindField kind={kind} onChange={(next) => show(at, { values: { ...valuesIn(form.current), kind: next } })} />
        <AgentField {...fields} />
        <WordsFields {...fields} />
        {kind === 'outbound' && <MenuChoicesField {...fields} />}
      </Part>
      <Part id={kind === 'outbound' ? 'audience' : 'number'} shown={step}>
        {kind === 'outbound' && <TagsField {...fields} />}
        {step === 'audience' && <AudienceCount tags={draft.values.branches ?? ''} />}
        <NumberField {...fields} kind={kind} />
        {kind === 'inbound' && <ExtensionField {...fields} />}
      </Part>
      <Part id="hours" shown={step}>
        <HoursFields {...fields} kind={kind} />
      </Part>
      {kind === 'outbound' && (
        <Part id="pace" shown={step}>
          <DialerFields {...fields} />
        </Part>
      )}
      {step === 'check' && draft.uuid !== undefined && (
        <Check
          uuid={draft.uuid}
          kind={kind}
          onFix={(code) => show(steps.indexOf(stepOfCheck(code, kind)))}
          onDone={(uuid) => {
            onDrop();
            void queries.invalidateQueries({ queryKey: ['campaigns'] });
            navigate(`/campaigns/${uuid}`);
          }}
        />
      )}
      <Group mt="lg" justify="space-between">
        {at > 0 ? (
          <Button variant="default" onClick={() => show(at - 1)}>
            {t('Back')}
          </Button>
        ) : (
          <span />
        )}
        {!isLast && (
          <Button type="submit" loading={isBusy}>
            {t('Next')}
          </Button>
        )}
      </Group>
    </Paper>
  );
}

/** The fields of one step. Hidden steps keep their input. */
const Part = ({
  id,
  shown,
  children,
}: {
  readonly id: StepId;
  readonly shown: StepId;
  readonly children: ReactNode;
}) => (
  <Stack gap="sm" maw={720} hidden={id !== shown} data-step={id} display={id === shown ? undefined : 'none'}>
    {children}
  </Stack>
);

function valuesIn(form: HTMLFormElement | null): CampaignValues {
  if (form === null) return {};
  return Object.fromEntries([...new FormData(form)].map(([name, value]) => [name, String(value)]));
}

/** Shows the browser's message at the first invalid field of a step. */
function isValid(form: HTMLFormElement | null, step: StepId): boolean {
  const fields = form?.querySelectorAll<HTMLInputElement>(`[data-step="${step}"] :is(input, select, textarea)`) ?? [];
  const wrong = [...fields].find((field) => !field.checkValidity());
  wrong?.reportValidity();
  return wrong === undefined;
}

interface CheckProps {
  readonly uuid: string;
  readonly kind: 'inbound' | 'outbound';
  readonly onFix: (code: PreflightCheck['code']) => void;
  readonly onDone: (uuid: string) => void;
}

/** The last step: what is missing, and the launch. */
function Check({ uuid, kind, onFix, onDone }: CheckProps) {
  const isReady = usePreflight(uuid).data?.ready === true;
  const { isBusy, trouble, send } = useSending();
  async function launch(): Promise<void> {
    const answer = await send(() => launchCampaign(uuid));
    if (answer?.ok) onDone(uuid);
  }
  return (
    <>
      <TroubleLine text={trouble} />
      <PreflightList
        uuid={uuid}
        fixOf={(code) => (
          <>
            {elsewhere[code]}{' '}
            {code !== 'line' && (
              <Anchor component="button" type="button" underline="always" onClick={() => onFix(code)}>
                {fixes[code]}
              </Anchor>
            )}
          </>
        )}
      />
      <Group mt="lg" gap="sm">
        <Button disabled={!isReady} loading={isBusy} onClick={() => void launch()}>
          {kind === 'outbound' ? t('Launch and start calling') : t('Launch and answer calls')}
        </Button>
        <Button variant="default" onClick={() => onDone(uuid)}>
          {t('Finish later')}
        </Button>
      </Group>
    </>
  );
}
