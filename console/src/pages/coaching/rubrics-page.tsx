import { Button, Table, Text, Title } from '@mantine/core';
import { rich, t } from '../../language/text.ts';
import { useRubrics } from '../../server/coaching.ts';
import { useMe } from '../../shared/account/use-account.ts';
import { ListFrame } from '../../shared/data-table/list-frame.tsx';
import { Link, navigate } from '../../shared/navigation/router.tsx';
import { PageHeading } from '../../shared/page/page-heading.tsx';

const columns = [{ name: t('Criterion') }, { name: t('What is judged'), from: 'sm' }] as const;

/** Page of the criteria for practice calls, which are the same as for real calls. */
export function RubricsPage() {
  const me = useMe().data;
  const mayEdit = me?.superadmin === true || me?.role === 'admin';
  const query = useRubrics();
  const rubrics = query.data?.results ?? [];
  return (
    <>
      <PageHeading
        title={t('Rubrics')}
        help="coaching"
        lead={t('A rubric is a group of score fields. Practice runs are judged by the criteria of real calls.')}
        aside={
          mayEdit && (
            <Button variant="default" onClick={() => navigate('/scorecards')}>
              {t('Edit scorecards')}
            </Button>
          )
        }
      />
      {!mayEdit && query.data !== undefined && (
        <Text className="quiet" mb="md">
          {t('The admins of your organisation can change these criteria.')}
        </Text>
      )}
      {rubrics.length === 0 ? (
        <ListFrame
          what={t('rubrics')}
          query={query}
          columns={columns}
          empty={
            query.data === undefined
              ? undefined
              : rich('No criteria yet. An admin adds them under {link}.', {
                  link: <Link href="/scorecards">{t('Scorecards')}</Link>,
                })
          }
        >
          {null}
        </ListFrame>
      ) : (
        rubrics.map(({ category, fields }) => (
          <section key={category} aria-label={category} style={{ marginBottom: 'var(--mantine-spacing-lg)' }}>
            <Title order={2} size="h4" mb="sm">
              {category}
            </Title>
            <ListFrame what={t('criteria of {category}', { category })} query={query} columns={columns}>
              {fields.map(({ id, name, description }) => (
                <Table.Tr key={id}>
                  <Table.Td fw={600} w={{ base: undefined, sm: '30%' }}>
                    {name}
                    <Text size="sm" className="quiet" hiddenFrom="sm" fw={400}>
                      {description}
                    </Text>
                  </Table.Td>
                  <Table.Td visibleFrom="sm">{description}</Table.Td>
                </Table.Tr>
              ))}
            </ListFrame>
          </section>
        ))
      )}
    </>
  );
}
