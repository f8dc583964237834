import { NativeSelect, SimpleGrid, TextInput } from '@mantine/core';
import { useState } from 'react';
import { t } from '../../language/text.ts';
import { addPrice, type NewPrice, type Price } from '../../server/prices.ts';
import { useGoBack } from '../../shared/dialog/dialog.tsx';
import { FormDialog } from '../../shared/form/form-dialog.tsx';
import { useSubmit } from '../../shared/form/use-submit.ts';
import { partNames, type Service, serviceText } from './price-words.ts';
import { keyOf } from './services.ts';

type Part = Price['part'];

interface PriceDialogProps {
  /** Services that may have a price. */
  readonly services: readonly Service[];
  /** The service that is chosen first. */
  readonly first: Service | undefined;
  /** The currency of the other prices; null without any. */
  readonly currency: string | null;
  /** Today, as YYYY-MM-DD. */
  readonly today: string;
  readonly onDone: (price: Price) => Promise<void>;
  readonly onCancel: () => void;
}

const hints: Readonly<Record<Part, string>> = {
  telephony: t('As your provider bills it. Where it bills whole minutes, enter steps of 60 seconds.'),
  language_model: t('Discarded replies count: their tokens are billed too.'),
  recognition: t('Of the audio that the server receives.'),
  synthesis: t('By time or by characters; both if your server bills both.'),
};

/** Dialog that adds a price. */
export function PriceDialog({ services, first, currency, today, onDone, onCancel }: PriceDialogProps) {
  const { cancel } = useGoBack(onCancel);
  const [key, setKey] = useState(keyOf(first ?? (services[0] as Service)));
  const chosen = services.find((service) => keyOf(service) === key) as Service;
  const amount = (text: string): number | null => (text === '' ? null : Number(text));
  const submit = useSubmit((field) => {
    const { part, service, direction } = chosen;
    const price: NewPrice = {
      part,
      service,
      direction,
      valid_from: field('from'),
      currency: currency ?? field('currency').trim().toUpperCase(),
      step_seconds: Number(field('step') || 1),
      per_minute: amount(field('minute')),
      per_million_prompt_tokens: amount(field('prompt')),
      per_million_completion_tokens: amount(field('completion')),
      per_million_characters: amount(field('characters')),
    };
    return addPrice(price);
  }, onDone);
  const hasTime = chosen.part !== 'language_model';
  return (
    <FormDialog title={t('Add a price')} action={t('Add price')} {...submit} onClose={cancel}>
      <NativeSelect
        label={t('Service')}
        value={key}
        onChange={({ currentTarget }) => setKey(currentTarget.value)}
        data={Object.entries(partNames).flatMap(([part, group]) => {
          const items = services
            .filter((service) => service.part === part)
            .map((service) => ({ value: keyOf(service), label: serviceText(service) }));
          return items.length === 0 ? [] : { group, items };
        })}
        description={hints[chosen.part]}
        data-autofocus
      />
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
        {hasTime && (
          <Amount
            key={chosen.part}
            unit={currency}
            name="minute"
            label={t('Price of a minute')}
            isRequired={chosen.part !== 'synthesis'}
          />
        )}
        {chosen.part === 'language_model' && (
          <>
            <Amount unit={currency} name="prompt" label={t('Price of a million tokens read')} isRequired />
            <Amount unit={currency} name="completion" label={t('Price of a million tokens written')} isRequired />
          </>
        )}
        {chosen.part === 'synthesis' && (
          <Amount unit={currency} name="characters" label={t('Price of a million characters')} />
        )}
        {hasTime && (
          <TextInput
            key={`steps of ${chosen.part}`}
            name="step"
            label={t('In steps of seconds')}
            type="number"
            min={1}
            max={3600}
            step={1}
            defaultValue={1}
            required
            withAsterisk={false}
          />
        )}
        {currency === null && (
          <TextInput
            name="currency"
            label={t('Currency')}
            defaultValue="USD"
            description={t('Three letters, such as EUR')}
            pattern="[A-Za-z]{3}"
            title={t('Three letters, such as EUR')}
            maxLength={3}
            required
            withAsterisk={false}
          />
        )}
        <TextInput
          name="from"
          label={t('Valid from')}
          description={t('For calls that begin on this day or later.')}
          type="date"
          defaultValue={today}
          required
          withAsterisk={false}
        />
      </SimpleGrid>
    </FormDialog>
  );
}

interface AmountProps {
  /** The currency, once it is known. */
  readonly unit: string | null;
  readonly name: string;
  readonly label: string;
  readonly isRequired?: boolean;
}

const Amount = ({ name, label, unit, isRequired = false }: AmountProps) => (
  <TextInput
    rightSection={unit}
    rightSectionWidth={52}
    name={name}
    label={label}
    type="number"
    inputMode="decimal"
    min={0}
    max={1_000_000}
    step="any"
    required={isRequired}
    withAsterisk={false}
  />
);
