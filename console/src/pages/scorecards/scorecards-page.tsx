import { Button, Group, Table, Text, Title } from '@mantine/core';
import { t } from '../../language/text.ts';
import type { ExtractionField } from '../../server/answers.ts';
import { ListFrame } from '../../shared/data-table/list-frame.tsx';
import {
  FieldButtons,
  FieldDialogs,
  type FieldWish,
  ReadOnlyNote,
  useFieldWishes,
} from '../../shared/extraction-fields/field-dialogs.tsx';
import { FieldName } from '../../shared/extraction-fields/field-name.tsx';
import { appliesOnly, judgedBy } from '../../shared/extraction-fields/score-kinds.ts';
import { RowActions } from '../../shared/menu/row-actions.tsx';
import { Announcement } from '../../shared/page/announcement.tsx';
import { percent } from '../../shared/page/figures.ts';
import { PageHeading } from '../../shared/page/page-heading.tsx';

const columns = [
  { name: t('Criterion') },
  { name: t('Weight'), isNumber: true },
  { name: t('Judged by'), from: 'sm' },
  { name: t('Applies only to'), from: 'md' },
  { name: t('Actions'), isUnseen: true },
] as const;

/** Page of the criteria for calls and practice runs. Each category is a scorecard with a weighted total per call. */
export function ScorecardsPage() {
  const wishes = useFieldWishes();
  const { query, fields, mayWrite, setWish } = wishes;
  const criteria = fields.filter(({ field_type: type }) => type === 'score');
  const categories = [...new Set(criteria.map(({ group }) => group))];
  return (
    <>
      <PageHeading
        title={t('Scorecards')}
        help="analysis"
        lead={t(
          'Calls and practice runs are judged by these criteria. A call has a total for each scorecard: the weighted mean of the criteria that apply.',
        )}
        aside={mayWrite && <FieldButtons setWish={setWish} create={t('Create criterion')} />}
      />
      <Announcement {...wishes.announcer} />
      <ReadOnlyNote {...wishes} />
      {categories.length === 0 && (
        <ListFrame
          what={t('scorecards')}
          query={query}
          columns={columns}
          empty={query.data === undefined ? undefined : t('No criteria yet. Create the first one.')}
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
          mayChange={wishes.mayChange}
        />
      ))}
      <FieldDialogs
        wishes={wishes}
        category={t('Quality')}
        what={t('criterion')}
        left={t(
          'Calls and practice runs judged from now on do not have it. Scores of earlier calls stay until they are analysed again.',
        )}
      />
    </>
  );
}

interface ScorecardProps {
  readonly category: string;
  readonly criteria: readonly ExtractionField[];
  readonly query: Parameters<typeof ListFrame>[0]['query'];
  /** Undefined for users who may not change scorecards. */
  readonly onWish: ((wish: FieldWish) => void) | undefined;
  readonly mayChange: (field: ExtractionField) => boolean;
}

function Scorecard({ category, criteria, query, onWish, mayChange }: ScorecardProps) {
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
            aria-label={t('Add a criterion to {category}', { category })}
            onClick={() => onWish({ kind: 'add', category })}
          >
            {t('Add a criterion')}
          </Button>
        )}
      </Group>
      <ListFrame what={t('criteria of {category}', { category })} query={query} columns={columns}>
        {criteria.map((field) => (
          <Table.Tr key={field.id}>
            <Table.Td>
              <FieldName field={field} />
            </Table.Td>
            <Table.Td ta="end" className="figures">
              {field.weight}
              {field.is_active && all > 0 && (
                <Text size="xs" className="quiet">
                  {percent(field.weight / all)}
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
              {onWish !== undefined && mayChange(field) && (
                <RowActions
                  name={field.name}
                  more={[
                    { text: t('Edit'), onChoose: () => onWish({ kind: 'edit', field }) },
                    { text: t('Delete'), onChoose: () => onWish({ kind: 'remove', field }) },
                  ]}
                />
              )}
            </Table.Td>
          </Table.Tr>
        ))}
      </ListFrame>
    </section>
  );
}
