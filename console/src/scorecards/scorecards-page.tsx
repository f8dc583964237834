import { Badge, Button, Group, Table, Text, Title } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useMe } from '../account/use-account.ts';
import { Announcement, useAnnouncer } from '../components/announcement.tsx';
import { Confirm } from '../components/confirm.tsx';
import { ListFrame } from '../components/list-frame.tsx';
import { PageHeading } from '../components/page-heading.tsx';
import { AgainDialog } from '../extraction-fields/again-dialog.tsx';
import { FieldDialog } from '../extraction-fields/field-dialog.tsx';
import { appliesOnly, judgedBy } from '../extraction-fields/score-kinds.ts';
import type { ExtractionField } from '../server/answers.ts';
import { removeField, useExtractionFields } from '../server/extraction-fields.ts';

type Wish =
  | { readonly kind: 'add'; readonly category?: string }
  | { readonly kind: 'again' }
  | { readonly kind: 'edit' | 'remove'; readonly field: ExtractionField };

const columns = [
  { name: 'Criterion' },
  { name: 'Weight' },
  { name: 'Judged by', from: 'sm' },
  { name: 'Applies only to', from: 'md' },
  { name: 'Actions', isUnseen: true },
] as const;

/** The criteria of calls and of practice runs, by category: each category is a scorecard with a weighted total of a call. */
export function ScorecardsPage() {
  const mayWrite = useMe().data?.superadmin === true;
  const query = useExtractionFields();
  const queries = useQueryClient();
  const announcer = useAnnouncer();
  const [wish, setWish] = useState<Wish>();
  const close = (): void => setWish(undefined);
  const done = async (sentence: string): Promise<void> => {
    await queries.invalidateQueries({ queryKey: ['extraction-fields'] });
    await queries.invalidateQueries({ queryKey: ['rubrics'] });
    close();
    announcer.sayHere(sentence);
  };
  const fields = query.data?.fields ?? [];
  const criteria = fields.filter(({ field_type: type }) => type === 'score');
  const categories = [...new Set(criteria.map(({ group }) => group))];
  const editing = wish?.kind === 'edit' ? wish.field : undefined;
  return (
    <>
      <PageHeading
        title="Scorecards"
        lead="Calls and practice runs are judged by these criteria. A call has a total for each scorecard: the weighted mean of the criteria that apply."
        aside={
          mayWrite && (
            <Group gap="sm">
              <Button variant="default" onClick={() => setWish({ kind: 'again' })}>
                Analyse calls again
              </Button>
              <Button onClick={() => setWish({ kind: 'add' })}>Create criterion</Button>
            </Group>
          )
        }
      />
      <Announcement {...announcer} />
      {!mayWrite && query.data !== undefined && (
        <Text className="quiet" mb="md">
          Scorecards apply to the whole server. The person who runs the server can change them.
        </Text>
      )}
      {categories.length === 0 && (
        <ListFrame
          what="scorecards"
          query={query}
          columns={columns}
          empty={query.data === undefined ? undefined : 'No criteria yet. Create the first one.'}
        >
          {null}
        </ListFrame>
      )}
      {categories.map((category) => (
        <Scorecard
          key={category}
          category={category}
          criteria={criteria.filter(({ group }) => group === category)}
          query={query}
          onWish={mayWrite ? setWish : undefined}
        />
      ))}
      {(wish?.kind === 'add' || wish?.kind === 'edit') && (
        <FieldDialog
          field={editing}
          category={wish.kind === 'add' ? (wish.category ?? 'Quality') : wish.field.group}
          keys={fields.map(({ key }) => key)}
          onCancel={close}
          onDone={(name) => void done(`${name} saved. Analyse calls again to apply it to earlier calls.`)}
        />
      )}
      {wish?.kind === 'again' && <AgainDialog onCancel={close} onDone={(sentence) => void done(sentence)} />}
      {wish?.kind === 'remove' && (
        <Confirm
          title={`Delete ${wish.field.name}?`}
          action="Delete the criterion"
          send={() => removeField(wish.field.id)}
          onDone={() => done(`${wish.field.name} deleted.`)}
          onGone={() => done(`${wish.field.name} had been deleted already.`)}
          onCancel={close}
        >
          Calls and practice runs judged from now on do not have it. Scores of earlier calls stay until they are
          analysed again.
        </Confirm>
      )}
    </>
  );
}

interface ScorecardProps {
  readonly category: string;
  readonly criteria: readonly ExtractionField[];
  readonly query: Parameters<typeof ListFrame>[0]['query'];
  /** Undefined for people who may not change scorecards. */
  readonly onWish: ((wish: Wish) => void) | undefined;
}

function Scorecard({ category, criteria, query, onWish }: ScorecardProps) {
  const all = criteria.reduce((sum, { is_active: isActive, weight }) => sum + (isActive ? weight : 0), 0);
  return (
    <section aria-label={category} style={{ marginBottom: 'var(--mantine-spacing-lg)' }}>
      <Group justify="space-between" mb="sm" gap="sm">
        <Title order={2} size="h4">
          {category}
        </Title>
        {onWish !== undefined && (
          <Button
            size="compact-sm"
            variant="default"
            aria-label={`Add a criterion to ${category}`}
            onClick={() => onWish({ kind: 'add', category })}
          >
            Add a criterion
          </Button>
        )}
      </Group>
      <ListFrame what={`criteria of ${category}`} query={query} columns={columns}>
        {criteria.map((field) => (
          <Table.Tr key={field.id}>
            <Table.Td>
              <Text fw={600} component="span">
                {field.name}
              </Text>{' '}
              {!field.is_active && (
                <Badge size="sm" variant="light" color="gray" tt="none">
                  Inactive
                </Badge>
              )}
            </Table.Td>
            <Table.Td className="figures">
              {field.weight}
              {field.is_active && all > 0 && (
                <Text size="xs" className="quiet">
                  {Math.round((100 * field.weight) / all)} %
                </Text>
              )}
            </Table.Td>
            <Table.Td visibleFrom="sm" maw={360}>
              <Text size="sm" lineClamp={2}>
                {judgedBy(field)}
              </Text>
            </Table.Td>
            <Table.Td visibleFrom="md">{appliesOnly(field)}</Table.Td>
            <Table.Td>
              {onWish !== undefined && (
                <Group gap={6} justify="flex-end">
                  <Button
                    variant="default"
                    size="compact-sm"
                    aria-label={`Edit ${field.name}`}
                    onClick={() => onWish({ kind: 'edit', field })}
                  >
                    Edit
                  </Button>
                  <Button
                    variant="default"
                    size="compact-sm"
                    aria-label={`Delete ${field.name}`}
                    onClick={() => onWish({ kind: 'remove', field })}
                  >
                    Delete
                  </Button>
                </Group>
              )}
            </Table.Td>
          </Table.Tr>
        ))}
      </ListFrame>
    </section>
  );
}
