import { Badge, Group, Paper, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { numberLocale } from '../../language/language.ts';
import { t } from '../../language/text.ts';
import type { Contact } from '../../server/contacts.ts';
import { outcomeChoices } from '../../shared/calls/outcome.tsx';
import { type Fact, Facts } from '../../shared/page/facts.tsx';
import { Moment } from '../../shared/page/moment.tsx';

/** What is stored about a contact. */
export function ContactFacts({ contact }: { readonly contact: Contact }) {
  const facts: readonly Fact[] = [
    [t('Phone number'), contact.phone],
    [t('E-mail'), contact.email],
    [t('Language'), languageName(contact.language_code)],
    [t('Time zone'), contact.timezone],
    [t('Added'), <Moment key="added" iso={contact.created_at} />],
    [t('Last changed'), <Moment key="changed" iso={contact.updated_at} />],
    [
      t('Last called'),
      contact.last_called_at === null ? t('Never') : <Moment key="called" iso={contact.last_called_at} />,
    ],
    [
      t('Last outcome'),
      outcomeChoices.find(({ value }) => value === contact.last_outcome)?.label ?? contact.last_outcome,
    ],
    [t('Attempts'), contact.attempts === 0 ? null : contact.attempts],
  ];
  return (
    <Section id="details" title={t('Details')}>
      <Facts facts={facts} />
      {contact.tags.length > 0 && (
        <Group gap={6} mt="sm" role="group" aria-label={t('Tags')}>
          {contact.tags.map((tag) => (
            <Badge key={tag} variant="default" tt="none" fw={400}>
              {tag}
            </Badge>
          ))}
        </Group>
      )}
    </Section>
  );
}

/** Additional fields of a contact, stored by an import or a program. */
export function CustomFields({ contact: { metadata } }: { readonly contact: Contact }) {
  const facts = Object.entries(metadata).map(([name, value]): Fact => [name, valueText(value)]);
  return (
    <Section id="custom-fields" title={t('Custom fields')}>
      {facts.length > 0 ? (
        <Facts facts={facts} />
      ) : (
        <Text className="quiet">{t('None yet. Columns of an import that are custom fields are shown here.')}</Text>
      )}
    </Section>
  );
}

interface SectionProps {
  readonly id: string;
  readonly title: string;
  readonly children: ReactNode;
}

const Section = ({ id, title, children }: SectionProps) => (
  <Paper component="section" className="surface" p="md" aria-labelledby={id}>
    <Title order={2} size="h4" id={id} mb="sm">
      {title}
    </Title>
    {children}
  </Paper>
);

const valueText = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

const languages = new Intl.DisplayNames(numberLocale, { type: 'language' });

const languageName = (code: string | null): string | null => (code === null ? null : (languages.of(code) ?? code));
