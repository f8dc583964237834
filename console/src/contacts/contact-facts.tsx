import { Badge, Group, Paper, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { outcomeChoices } from '../calls/outcome.tsx';
import { type Fact, Facts } from '../components/facts.tsx';
import { Moment } from '../components/moment.tsx';
import type { Contact } from '../server/contacts.ts';

/** What is stored about a contact. */
export function ContactFacts({ contact }: { readonly contact: Contact }) {
  const facts: readonly Fact[] = [
    ['Phone number', contact.phone],
    ['E-mail', contact.email],
    ['Language', languageName(contact.language_code)],
    ['Time zone', contact.timezone],
    ['Added', <Moment key="added" iso={contact.created_at} />],
    ['Last changed', <Moment key="changed" iso={contact.updated_at} />],
    ['Last called', contact.last_called_at === null ? 'Never' : <Moment key="called" iso={contact.last_called_at} />],
    ['Last outcome', outcomeChoices.find(({ value }) => value === contact.last_outcome)?.label ?? contact.last_outcome],
    ['Attempts', contact.attempts === 0 ? null : contact.attempts],
  ];
  return (
    <Section id="details" title="Details">
      <Facts facts={facts} />
      {contact.tags.length > 0 && (
        <Group gap={6} mt="sm" role="group" aria-label="Tags">
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

/** What an import or a program stored beside the fields that every contact has. */
export function CustomFields({ contact: { metadata } }: { readonly contact: Contact }) {
  const facts = Object.entries(metadata).map(([name, value]): Fact => [name, valueText(value)]);
  return (
    <Section id="custom-fields" title="Custom fields">
      {facts.length > 0 ? (
        <Facts facts={facts} />
      ) : (
        <Text className="quiet">None yet. Columns of an import that are custom fields are shown here.</Text>
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

const languages = new Intl.DisplayNames('en', { type: 'language' });

const languageName = (code: string | null): string | null => (code === null ? null : (languages.of(code) ?? code));
